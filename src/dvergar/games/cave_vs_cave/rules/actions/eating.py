"""Eating: at any time one of a good becomes food, but never what a room being furnished needs."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.goods import EATABLE, FOOD, GOOD_COUNT, LIMITS
from dvergar.games.cave_vs_cave.rules.actions.furnishing import is_payable_without
from dvergar.games.cave_vs_cave.rules.reasons import FOOD_FULL, NEEDED, POSSIBLE
from dvergar.games.cave_vs_cave.state.moves import ASK_CELL, ASK_PAYMENT, EAT_MOVE
from dvergar.games.cave_vs_cave.state.state import State


def eatable(state: State) -> list[int]:
    """The goods that the acting seat has and that can be eaten."""
    base = state.seat * GOOD_COUNT
    return [good for good in EATABLE if state.goods[base + good]]


def why_not_eat(state: State, good: int) -> int:
    """0, or the reason why a good that one has cannot be turned into food now."""
    if state.goods[state.seat * GOOD_COUNT + FOOD] >= LIMITS[FOOD]:
        return FOOD_FULL
    if state.question == ASK_CELL or state.question == ASK_PAYMENT:
        return POSSIBLE if is_payable_without(state, good) else NEEDED
    return POSSIBLE


def eat_moves(state: State) -> list[int]:
    """What can be eaten now."""
    return [EAT_MOVE[good] for good in eatable(state) if why_not_eat(state, good) == POSSIBLE]
