"""Forging a weapon for the acting dwarf, of the strength of the ore."""

from __future__ import annotations

from dvergar.games.caverna.facts.game import FORGE_MOST
from dvergar.games.caverna.facts.goods import ORE
from dvergar.games.caverna.facts.tiles import ON_FORGING
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.rules.prices import discounted
from dvergar.games.caverna.rules.reach import within_reach
from dvergar.games.caverna.rules.reasons import ALREADY_ARMED, NO_ORE_TO_FORGE, POSSIBLE
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import ARGUMENT, KIND
from dvergar.games.caverna.state.state import State


def ore_for(built: int, strength: int) -> int:
    """The ore that a weapon costs."""
    return discounted(built, ON_FORGING, ORE, strength)


class Forge(Verb):
    """Forge a weapon."""

    def why_not(self, attempt: Attempt) -> int:
        if attempt.weapon():
            return ALREADY_ARMED
        weakest = ore_for(attempt.player.built, 1)
        return POSSIBLE if attempt.goods[ORE] >= weakest else NO_ORE_TO_FORGE

    def may_open(self, attempt: Attempt) -> bool:
        """Ore may be bought."""
        return not attempt.weapon() and within_reach(attempt)[ORE] > 0

    def moves(self, attempt: Attempt) -> list[int]:
        if attempt.weapon():
            return []
        built, ore = attempt.player.built, attempt.goods[ORE]
        return [
            moves.FORGE + strength - 1
            for strength in range(1, FORGE_MOST + 1)
            if ore_for(built, strength) <= ore
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.FORGE

    def do(self, state: State, move: int) -> None:
        strength = ARGUMENT[move]
        player = state.players[state.seat]
        pay(state, state.seat, ORE, ore_for(player.built, strength))
        player.arm(state.dwarf, strength)
        state.trail.append(("forge", state.seat, strength))
