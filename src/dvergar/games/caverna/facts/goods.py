"""The goods of Caverna by number."""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts

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
GOOD_COUNT: Final = len(GOODS)
FARM_ANIMALS: Final = [SHEEP, DONKEY, BOAR, CATTLE]
ANIMAL_NAMES: Final = ("sheep", "donkey", "boar", "cattle")


def is_farm_animal(good: int) -> bool:
    """Whether a good is an animal that needs room; dogs need none."""
    return good >= SHEEP


def amounts(table: Facts, key: str) -> list[tuple[int, int]]:
    """Named amounts of a table of facts as pairs of good and number; none where it is not said."""
    return [(GOODS.index(name), number) for name, number in table.counts(key, GOODS).items()]
