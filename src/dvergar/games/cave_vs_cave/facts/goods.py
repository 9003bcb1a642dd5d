"""The six goods, their limits, what can be eaten, and whether a hand of goods can pay a price.

A price or a gain is a list of six amounts, a hand six neighbouring numbers of the flat list of all
goods, from `base` on.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, read

GOODS: Final[list[str]] = ["wood", "stone", "grain", "flax", "food", "gold"]
GOOD_COUNT: Final = 6
FOOD: Final = 4  # the two that rules name
GOLD: Final = 5
NO_GOODS: Final[list[int]] = [0] * GOOD_COUNT


def amounts(tree: Facts, key: str) -> list[int]:
    """A table of goods as six amounts; nothing where it is not there."""
    counts = tree.counts(key, tuple(GOODS))
    return [counts.get(good, 0) for good in GOODS]


def spelled(goods: list[int]) -> str:
    """Goods as the names of moves say them.

    >>> spelled([5, 0, 0, 1, 0, 0])
    '5 wood and flax'
    """
    counted = [(count, GOODS[good]) for good, count in enumerate(goods) if count]
    return " and ".join(good if count == 1 else f"{count} {good}" for count, good in counted)


class GoodsFacts:
    """What `goods.toml` says."""

    def __init__(self, tree: Facts) -> None:
        most, start = tree.part("most"), tree.part("start")
        self.most = [most.number(good, least=1) for good in GOODS]
        self.start = [
            start.number(good, 0, limit) for good, limit in zip(GOODS, self.most, strict=True)
        ]
        eaten = tree.counts("eaten", tuple(good for good in GOODS if good != GOODS[FOOD]))
        self.eaten = [eaten.get(good, 0) for good in GOODS]


def _read() -> GoodsFacts:
    with read("dvergar.games.cave_vs_cave.facts", "goods.toml") as tree:
        return GoodsFacts(tree)


_FOUND: Final = _read()
LIMITS: Final[list[int]] = _FOUND.most
START: Final[list[int]] = _FOUND.start
FOOD_OF: Final[list[int]] = _FOUND.eaten  # the food that one of a good becomes
EATABLE: Final[list[int]] = [good for good in range(GOOD_COUNT) if FOOD_OF[good]]


def is_payable(goods: list[int], base: int, price: list[int], eating: bool = False) -> bool:
    """Whether a hand can pay a price; with `eating`, after turning what is left over into food."""
    food = goods[base + FOOD]
    for good in range(GOOD_COUNT):
        if good == FOOD:
            continue
        left = goods[base + good] - price[good]
        if left < 0:
            return False
        if eating:
            food += left * FOOD_OF[good]
    return food >= price[FOOD]
