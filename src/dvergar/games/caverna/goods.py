"""The goods of Caverna by number."""

from __future__ import annotations

from typing import Final

WOOD: Final = 0
STONE: Final = 1
ORE: Final = 2
RUBY: Final = 3
GOLD: Final = 4
FOOD: Final = 5
GRAIN: Final = 6
VEGETABLE: Final = 7
DOG: Final = 8
SHEEP: Final = 9
DONKEY: Final = 10
BOAR: Final = 11
CATTLE: Final = 12

GOODS: Final = (
    "wood",
    "stone",
    "ore",
    "ruby",
    "gold",
    "food",
    "grain",
    "vegetable",
    "dog",
    "sheep",
    "donkey",
    "boar",
    "cattle",
)
FARM_ANIMALS: Final = (SHEEP, DONKEY, BOAR, CATTLE)


def amounts(goods: dict[str, int]) -> list[tuple[int, int]]:
    """Named amounts as pairs of good and number."""
    return [(GOODS.index(name), amount) for name, amount in goods.items()]
