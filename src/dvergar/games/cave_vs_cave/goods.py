"""The six goods, their limits, and whether a hand of goods can pay a price.

A price or a gain is a list of six amounts, a hand six neighbouring numbers of the flat list of all
goods, from `base` on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dvergar.games.cave_vs_cave.facts import FACTS

WOOD: Final = 0
STONE: Final = 1
GRAIN: Final = 2
FLAX: Final = 3
FOOD: Final = 4
GOLD: Final = 5
GOODS: Final[list[str]] = list(FACTS["goods"])
KINDS: Final = 6
LIMITS: Final[list[int]] = list(FACTS["goods"].values())
EATABLE: Final = [GRAIN, FLAX, GOLD]


def amounts(entry: Mapping[str, int]) -> list[int]:
    """A table of goods as six amounts."""
    return [int(entry.get(good, 0)) for good in GOODS]


START: Final = amounts(FACTS["start"]["goods"])


def is_payable(goods: list[int], base: int, price: list[int], eating: bool = False) -> bool:
    """Whether a hand can pay a price; with `eating`, after turning what is left over into food."""
    food = goods[base + FOOD]
    for good in range(KINDS):
        if good == FOOD:
            continue
        left = goods[base + good] - price[good]
        if left < 0:
            return False
        if eating and good in EATABLE:
            food += left
    return food >= price[FOOD]
