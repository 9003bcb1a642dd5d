"""Giving weapons up for food, where a tile allows it."""

from __future__ import annotations

from dvergar.games.caverna.facts.goods import FOOD
from dvergar.games.caverna.facts.tiles import WEAPON_FOR_FOOD
from dvergar.games.caverna.rules.anytime.free_move import FreeMove
from dvergar.games.caverna.rules.ledger import gain
from dvergar.games.caverna.state.moves import ARGUMENT, DISARM, DISARM_AWAY, KIND
from dvergar.games.caverna.state.pending import LOOTING, Frame, Placing
from dvergar.games.caverna.state.player import HOME, Player, weakest_at_home
from dvergar.games.caverna.state.state import State


class Disarm(FreeMove):
    """Any weapon can be given up, but not in the middle of its own expedition."""

    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if not player.owns(WEAPON_FOR_FOOD):
            return
        travelling = _travelling(state, frame.seat)
        at_home: set[int] = set()
        away: set[int] = set()
        for dwarf, strength in enumerate(player.weapons):
            if strength and dwarf != travelling:
                (at_home if player.dwarfs[dwarf] == HOME else away).add(strength)
        found += [DISARM + strength - 1 for strength in sorted(at_home)]
        found += [DISARM_AWAY + strength - 1 for strength in sorted(away)]

    def make(self, state: State, frame: Frame, move: int) -> None:
        """The weapon becomes food; its dwarf may now be the weakest, whose turn it is."""
        seat, strength = frame.seat, ARGUMENT[move]
        player = state.players[seat]
        dwarf = _dwarf_with(player, strength, KIND[move] == DISARM, state.dwarf)
        player.arm(dwarf, 0)
        state.trail.append(("disarm", seat, strength))
        gain(state, seat, FOOD, strength)
        for place, other in enumerate(state.stack):  # a herd without room may lie over it
            if isinstance(other, Placing) and (dwarf == state.dwarf or not other.jumped):
                state.stack[place] = Placing(seat, jumped=False)
                state.dwarf = weakest_at_home(player)


def _travelling(state: State, seat: int) -> int:
    """The dwarf of a seat who is on an expedition; -1: none."""
    for frame in state.stack:
        if frame.kind == LOOTING and frame.seat == seat:
            return state.dwarf
    return -1


def _dwarf_with(player: Player, strength: int, at_home: bool, acting: int) -> int:
    """A dwarf with a weapon of this strength; the acting one keeps his if another has the same."""
    found = -1
    for dwarf, weapon in enumerate(player.weapons):
        if weapon == strength and (player.dwarfs[dwarf] == HOME) == at_home:
            if dwarf != acting:
                return dwarf
            found = dwarf
    assert found >= 0, "a dwarf that was offered is not there"
    return found
