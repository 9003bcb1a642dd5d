"""Weapons and expeditions: forging, loot, and what each item of loot lets one do.

The goods of loot are in `loot.toml`.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import CAVERN, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.facts.tiles import FULL_SET, ON_FORGING, ORDINARY_DWELLING
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.actions import farm
from dvergar.games.caverna.rules.actions.furnish import Furnish
from dvergar.games.caverna.rules.actions.land import PlaceSingle
from dvergar.games.caverna.rules.flow import Part, Question, Verb
from dvergar.games.caverna.rules.harvest import births, breedable, fitting_young
from dvergar.games.caverna.rules.ledger import discounted, gain_all, pay
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import Beginning, Frame, Looting
from dvergar.games.caverna.state.state import State


def ore_for(built: int, strength: int) -> int:
    """The ore that a weapon costs."""
    return discounted(built, ON_FORGING, facts.ORE, strength)


class Forge(Verb):
    """Forge a weapon."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        if attempt.weapon():
            return reasons.ALREADY_ARMED
        weakest = ore_for(attempt.player.built, 1)
        return reasons.POSSIBLE if attempt.goods[facts.ORE] >= weakest else reasons.NO_ORE_TO_FORGE

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Ore may be bought."""
        return not attempt.weapon() and reasons.within_reach(attempt)[facts.ORE] > 0

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        if attempt.weapon():
            return []
        built, ore = attempt.player.built, attempt.goods[facts.ORE]
        return [
            moves.FORGE + strength - 1
            for strength in range(1, facts.MAX_FORGE + 1)
            if ore_for(built, strength) <= ore
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.FORGE

    def do(self, state: State, move: int) -> None:
        strength = moves.ARGUMENT[move]
        player = state.players[state.seat]
        pay(state, state.seat, facts.ORE, ore_for(player.built, strength))
        player.arm(state.dwarf, strength)
        state.trail.append(("forge", state.seat, strength))


class Breed(Verb):
    """One young each of up to so many kinds, as many as the owner likes; of none is no breeding."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def why_not(self, attempt: reasons.Attempt) -> int:
        if not breedable(attempt.goods):
            return reasons.NO_PAIR_TO_BREED
        return reasons.POSSIBLE if self.moves(attempt) else reasons.NO_ROOM_TO_BREED

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        fitting = fitting_young(attempt.player, attempt.goods, self.most)
        return [moves.YOUNG + kinds for kinds in fitting if kinds]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.YOUNG

    def do(self, state: State, move: int) -> None:
        births(state, state.seat, moves.ARGUMENT[move])


def _cost(item: str, good: str) -> int:
    return facts.LOOT_COST[item].get(good, 0)


_FLOWS: Final[dict[str, Part]] = {
    "furnish_cavern": Furnish(FULL_SET, as_loot=False),
    "stable": farm.BuildStable(_cost("stable", "stone")),
    "tunnel": PlaceSingle(TUNNEL),
    "small_pasture": farm.BuildSmallPasture(_cost("small_pasture", "wood"), as_loot=True),
    "large_pasture": farm.BuildLargePasture(_cost("large_pasture", "wood"), as_loot=True),
    "meadow": PlaceSingle(MEADOW),
    "ordinary_dwelling": Furnish(bit(ORDINARY_DWELLING), as_loot=True),
    "field": PlaceSingle(FIELD),
    "sow": farm.Sow(),
    "cavern": PlaceSingle(CAVERN),
    "breed_2": Breed(facts.LOOT_BREEDS),
}
LOOT_PARTS: Final[list[Part | None]] = [_FLOWS.get(item) for item in facts.LOOT]
"""By item; None: it brings goods or strength only."""


def why_not_loot(attempt: reasons.Attempt, item: int, strength: int, taken: int) -> int:
    """0, or why an item cannot be chosen on an expedition with a weapon of this strength."""
    if has(taken, item):
        return reasons.LOOT_TAKEN
    if facts.LOOT_STRENGTH[item] > strength:
        return reasons.LOOT_TOO_STRONG
    part = LOOT_PARTS[item]
    return reasons.POSSIBLE if part is None else part.why_not(attempt)


def loot_moves(attempt: reasons.Attempt, strength: int, taken: int) -> list[int]:
    """The loot that a weapon of this strength reaches and that can be used."""
    return [
        moves.LOOT_ITEM + item
        for item in range(facts.LOOT_COUNT)
        if why_not_loot(attempt, item, strength, taken) == reasons.POSSIBLE
    ]


def may_open_loot(attempt: reasons.Attempt, strength: int, taken: int) -> bool:
    """Whether something in hand could be spent so that an item within reach can be used."""
    for item in range(facts.LOOT_COUNT):
        if facts.LOOT_STRENGTH[item] > strength or has(taken, item):
            continue
        part = LOOT_PARTS[item]
        if part is not None and part.may_open(attempt):
            return True
    return False


def loot(state: State, seat: int, item: int, left: int, taken: int, strength: int) -> None:
    """Takes one item of those left; the expedition goes on until nothing is left to take."""
    state.stack.append(Looting(seat, left - 1, taken | bit(item), strength))
    state.trail.append(("loot", seat, item))
    gain_all(state, seat, facts.LOOT_GOODS[item])
    part = LOOT_PARTS[item]
    if part is not None:
        state.stack.append(Beginning(seat, part.number))


class Expedition(Verb):
    """Go on an expedition: its level is the number of items that may be chosen."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self.level = level

    def why_not(self, attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE if attempt.weapon() else reasons.NOT_ARMED

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        strength = attempt.weapon()
        return loot_moves(attempt, strength, 0) if strength else []

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.LOOT_ITEM

    def do(self, state: State, move: int) -> None:
        strength = state.players[state.seat].weapons[state.dwarf]
        state.trail.append(("expedition", state.seat, self.level, strength))
        loot(state, state.seat, moves.ARGUMENT[move], self.level, 0, strength)


class LootingOn(Question):
    """More items may be chosen."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Looting)
        if not frame.left:
            return []
        attempt = reasons.attempt_now(state)
        found = loot_moves(attempt, frame.strength, frame.taken)
        if found or may_open_loot(attempt, frame.strength, frame.taken):
            found.append(moves.DONE)
        return found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Looting)
        loot(state, frame.seat, moves.ARGUMENT[move], frame.left, frame.taken, frame.strength)

    def close(self, state: State, frame: Frame) -> None:
        """The weapon that travelled gains strength, and all weapons more with that loot."""
        assert isinstance(frame, Looting)
        strengthen(state, frame.seat, state.dwarf, facts.EXPEDITION_STRENGTH)
        if has(frame.taken, facts.ALL_WEAPONS):
            weapons = state.players[frame.seat].weapons
            for dwarf in range(len(weapons)):
                if weapons[dwarf]:
                    strengthen(state, frame.seat, dwarf, facts.ALL_WEAPONS_MORE)


def strengthen(state: State, seat: int, dwarf: int, more: int) -> None:
    """A weapon gains so much, as far as it can."""
    player = state.players[seat]
    strength = min(player.weapons[dwarf] + more, facts.MAX_WEAPON)
    if strength > player.weapons[dwarf]:
        player.arm(dwarf, strength)
        state.trail.append(("strengthen", seat, dwarf, strength))
