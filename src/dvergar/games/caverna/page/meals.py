"""Feeding for the eye: what is needed, what the plan eats, and what remains after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dvergar.games.caverna.feeding import (
    BEER_FOOD,
    COOKING_FOOD,
    KINDS,
    WORK_GOODS,
    WORK_PRICES,
    food_saved,
    needed,
    plan_for,
)
from dvergar.games.caverna.frames import FEEDING
from dvergar.games.caverna.goods import FOOD, GOODS, GRAIN, VEGETABLE

if TYPE_CHECKING:
    from dvergar.core.scene import Sight
    from dvergar.games.caverna.player import Player

EATABLE = (FOOD, *reversed(KINDS))


@dataclass(frozen=True, slots=True)
class Meal:
    """What feeding does: goods eaten, goods of those kinds that remain, begging markers."""

    need: int
    food: int
    eaten: list[tuple[str, int]]
    remains: list[tuple[str, int]]
    begging: int
    missing: int


def meal(sight: Sight) -> Meal | None:
    """The meal that is asked about, if one is."""
    state = sight.state
    if state.over or state.stack[-1][0] != FEEDING or not sight.acts:
        return None
    _, seat, base, worked, adult = state.stack[-1]
    player = state.players[seat]
    need = needed(player, base)
    plan = plan_for(state, seat, base, bool(worked), adult)
    used = dict.fromkeys(range(len(GOODS)), 0)
    used[GRAIN] += plan.cooking + 2 * plan.beer
    used[VEGETABLE] += plan.cooking
    brought = plan.cooking * COOKING_FOOD + plan.beer * BEER_FOOD
    for kind, amount in zip(KINDS, plan.amounts, strict=True):
        used[kind] += amount
        brought += food_saved(player, kind, amount, state.eating_gold)
    if plan.work >= 0:
        used[WORK_GOODS[plan.work]] += WORK_PRICES[plan.work]
        brought += adult
    have = player.goods[FOOD]
    used[FOOD] = min(have, need)
    left = max(have + brought - need, 0) if brought else have - used[FOOD]
    return Meal(
        need,
        have,
        [(GOODS[good], amount) for good, amount in used.items() if amount],
        [(GOODS[good], amount) for good, amount in _remaining(player, used, left)],
        max(need - have - brought, 0),
        max(need - have, 0),
    )


def _remaining(player: Player, used: dict[int, int], food: int) -> list[tuple[int, int]]:
    left = [(FOOD, food)]
    left += [(good, player.goods[good] - used[good]) for good in EATABLE[1:]]
    return [(good, amount) for good, amount in left if amount or used[good]]
