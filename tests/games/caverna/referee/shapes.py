"""The shapes the referee works with, and the goods."""

from __future__ import annotations

from typing import Any

Goods = dict[str, int]
Cell = tuple[int, int]
Board = dict[Cell, dict[str, Any]]
View = dict[str, Any]
Facts = dict[str, int | str]
Pair = tuple[Cell, Cell]

GOODS = (
    *("wood", "stone", "ore", "ruby", "gold", "food", "grain", "vegetable"),
    *("dog", "sheep", "donkey", "boar", "cattle"),
)
FARM_ANIMALS = ("sheep", "donkey", "boar", "cattle")
ALL_COUNTS = (1, 2, 3, 4, 5, 6, 7)
