"""Expeditions: an armed dwarf chooses loot, item by item, and his weapon gains by it."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.game import EXPEDITION_STRENGTH, WEAPON_MOST
from dvergar.games.caverna.facts.loot import (
    ALL_WEAPONS,
    ALL_WEAPONS_MORE,
    LOOT_COUNT,
    LOOT_GOODS,
    LOOT_STRENGTH,
)
from dvergar.games.caverna.rules.actions.loot import LOOT_PARTS
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt, attempt_now
from dvergar.games.caverna.rules.ledger import gain_all
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.rules.reasons import (
    LOOT_TAKEN,
    LOOT_TOO_STRONG,
    NOT_ARMED,
    POSSIBLE,
)
from dvergar.games.caverna.state.moves import ARGUMENT, DONE, KIND, LOOT_ITEM
from dvergar.games.caverna.state.pending import Beginning, Frame, Looting
from dvergar.games.caverna.state.state import State


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
