"""Feeding for the eye: what is needed, what the plan eats, and what remains after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import ViewContext
from dvergar.games.caverna.facts.goods import FOOD, GOODS
from dvergar.games.caverna.rules.feeding import (
    NO_WORK,
    PLAN_GOODS,
    Plan,
    food_saved,
    needed,
    plan_for,
)
from dvergar.games.caverna.state.pending import Feeding
from dvergar.games.caverna.state.state import State

EATABLE: Final = tuple(reversed(PLAN_GOODS))


@dataclass(frozen=True, slots=True)
class Meal:
    """What feeding does: goods eaten, goods of those kinds that remain, begging markers."""

    need: int
    food: int
    eaten: tuple[tuple[str, int], ...]
    remains: tuple[tuple[str, int], ...]
    begging: int
    missing: int


def meal(context: ViewContext) -> Meal | None:
    """The meal that is asked about, if one is."""
    state: State = context.state
    frame = None if state.over else state.stack[-1]
    if not isinstance(frame, Feeding) or not context.acts:
        return None
    player = state.players[frame.seat]
    need, have = needed(player, frame.food), player.goods[FOOD]
    plan = plan_for(state, frame)
    brought = _brought(state, frame, plan)
    used = _used(plan)
    used[FOOD] = min(have, need)
    left = max(have + brought - need, 0) if brought else have - used[FOOD]
    remains = [(FOOD, left), *((good, player.goods[good] - used[good]) for good in EATABLE)]
    return Meal(
        need,
        have,
        tuple((GOODS[good], amount) for good, amount in enumerate(used) if amount),
        tuple((GOODS[good], amount) for good, amount in remains if amount or used[good]),
        max(need - have - brought, 0),
        max(need - have, 0),
    )


def _used(plan: Plan) -> list[int]:
    """How much of each good a plan takes."""
    used = [0] * len(GOODS)
    for good, amount in [*plan.used(), *zip(PLAN_GOODS, plan.amounts, strict=True)]:
        used[good] += amount
    return used


def _brought(state: State, frame: Feeding, plan: Plan) -> int:
    """The food that a plan brings or saves."""
    player = state.players[frame.seat]
    food = plan.traded_food() + (frame.adult if plan.work != NO_WORK else 0)
    for kind, amount in zip(PLAN_GOODS, plan.amounts, strict=True):
        food += food_saved(player, kind, amount, state.eating_gold)
    return food
