"""Weapons and expeditions: forging, loot, and what each item of loot lets one do.

The goods of loot are in `loot.toml`.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.board import CAVERN, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.facts.game import (
    ALL_WEAPONS,
    ALL_WEAPONS_MORE,
    EXPEDITION_STRENGTH,
    FORGE_MOST,
    LOOT,
    LOOT_BREEDS,
    LOOT_COST,
    LOOT_COUNT,
    LOOT_GOODS,
    LOOT_STRENGTH,
    ORE,
    WEAPON_MOST,
)
from dvergar.games.caverna.facts.tiles import FULL_SET, ON_FORGING, ORDINARY_DWELLING
from dvergar.games.caverna.rules.actions.farm import (
    BuildLargePasture,
    BuildSmallPasture,
    BuildStable,
    Sow,
)
from dvergar.games.caverna.rules.actions.furnish import Furnish
from dvergar.games.caverna.rules.actions.land import PlaceSingle
from dvergar.games.caverna.rules.flow import Part, Question, Verb
from dvergar.games.caverna.rules.harvest import births, breedable, fitting_young
from dvergar.games.caverna.rules.ledger import discounted, gain_all, pay
from dvergar.games.caverna.rules.reasons import (
    ALREADY_ARMED,
    LOOT_TAKEN,
    LOOT_TOO_STRONG,
    NO_ORE_TO_FORGE,
    NO_PAIR_TO_BREED,
    NO_ROOM_TO_BREED,
    NOT_ARMED,
    POSSIBLE,
    Attempt,
    attempt_now,
    within_reach,
)
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import ARGUMENT, DONE, KIND, LOOT_ITEM, YOUNG
from dvergar.games.caverna.state.pending import Beginning, Frame, Looting
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


class Breed(Verb):
    """One young each of up to so many kinds, as many as the owner likes; of none is no breeding."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def why_not(self, attempt: Attempt) -> int:
        if not breedable(attempt.goods):
            return NO_PAIR_TO_BREED
        return POSSIBLE if self.moves(attempt) else NO_ROOM_TO_BREED

    def moves(self, attempt: Attempt) -> list[int]:
        fitting = fitting_young(attempt.player, attempt.goods, self.most)
        return [YOUNG + kinds for kinds in fitting if kinds]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == YOUNG

    def do(self, state: State, move: int) -> None:
        births(state, state.seat, ARGUMENT[move])


def _cost(item: str, good: str) -> int:
    return LOOT_COST[item].get(good, 0)


_FLOWS: Final[dict[str, Part]] = {
    "furnish_cavern": Furnish(FULL_SET, as_loot=False),
    "stable": BuildStable(_cost("stable", "stone")),
    "tunnel": PlaceSingle(TUNNEL),
    "small_pasture": BuildSmallPasture(_cost("small_pasture", "wood"), as_loot=True),
    "large_pasture": BuildLargePasture(_cost("large_pasture", "wood"), as_loot=True),
    "meadow": PlaceSingle(MEADOW),
    "ordinary_dwelling": Furnish(bit(ORDINARY_DWELLING), as_loot=True),
    "field": PlaceSingle(FIELD),
    "sow": Sow(),
    "cavern": PlaceSingle(CAVERN),
    "breed_2": Breed(LOOT_BREEDS),
}
LOOT_PARTS: Final[list[Part | None]] = [_FLOWS.get(item) for item in LOOT]
"""By item; None: it brings goods or strength only."""


def why_not_loot(attempt: Attempt, item: int, strength: int, taken: int) -> int:
    """0, or why an item cannot be chosen on an expedition with a weapon of this strength."""
    if has(taken, item):
        return LOOT_TAKEN
    if LOOT_STRENGTH[item] > strength:
        return LOOT_TOO_STRONG
    part = LOOT_PARTS[item]
    return POSSIBLE if part is None else part.why_not(attempt)


def loot_moves(attempt: Attempt, strength: int, taken: int) -> list[int]:
    """The loot that a weapon of this strength reaches and that can be used."""
    return [
        LOOT_ITEM + item
        for item in range(LOOT_COUNT)
        if why_not_loot(attempt, item, strength, taken) == POSSIBLE
    ]


def may_open_loot(attempt: Attempt, strength: int, taken: int) -> bool:
    """Whether something in hand could be spent so that an item within reach can be used."""
    for item in range(LOOT_COUNT):
        if LOOT_STRENGTH[item] > strength or has(taken, item):
            continue
        part = LOOT_PARTS[item]
        if part is not None and part.may_open(attempt):
            return True
    return False


def loot(state: State, seat: int, item: int, left: int, taken: int, strength: int) -> None:
    """Takes one item of those left; the expedition goes on until nothing is left to take."""
    state.stack.append(Looting(seat, left - 1, taken | bit(item), strength))
    state.trail.append(("loot", seat, item))
    gain_all(state, seat, LOOT_GOODS[item])
    part = LOOT_PARTS[item]
    if part is not None:
        state.stack.append(Beginning(seat, part.number))


class Expedition(Verb):
    """Go on an expedition: its level is the number of items that may be chosen."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self.level = level

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if attempt.weapon() else NOT_ARMED

    def moves(self, attempt: Attempt) -> list[int]:
        strength = attempt.weapon()
        return loot_moves(attempt, strength, 0) if strength else []

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == LOOT_ITEM

    def do(self, state: State, move: int) -> None:
        strength = state.players[state.seat].weapons[state.dwarf]
        state.trail.append(("expedition", state.seat, self.level, strength))
        loot(state, state.seat, ARGUMENT[move], self.level, 0, strength)


class LootingOn(Question):
    """More items may be chosen."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Looting)
        if not frame.left:
            return []
        attempt = attempt_now(state)
        found = loot_moves(attempt, frame.strength, frame.taken)
        if found or may_open_loot(attempt, frame.strength, frame.taken):
            found.append(DONE)
        return found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Looting)
        loot(state, frame.seat, ARGUMENT[move], frame.left, frame.taken, frame.strength)

    def close(self, state: State, frame: Frame) -> None:
        """The weapon that travelled gains strength, and all weapons more with that loot."""
        assert isinstance(frame, Looting)
        strengthen(state, frame.seat, state.dwarf, EXPEDITION_STRENGTH)
        if has(frame.taken, ALL_WEAPONS):
            weapons = state.players[frame.seat].weapons
            for dwarf in range(len(weapons)):
                if weapons[dwarf]:
                    strengthen(state, frame.seat, dwarf, ALL_WEAPONS_MORE)


def strengthen(state: State, seat: int, dwarf: int, more: int) -> None:
    """A weapon gains so much, as far as it can."""
    player = state.players[seat]
    strength = min(player.weapons[dwarf] + more, WEAPON_MOST)
    if strength > player.weapons[dwarf]:
        player.arm(dwarf, strength)
        state.trail.append(("strengthen", seat, dwarf, strength))
