"""The action tiles: the sections of each, the parts they consist of, the ways to pay furnishing.

A tile is a list of parts. Parts with the same section are alternatives: doing one closes them all.
"""

from __future__ import annotations

from typing import Any, Final

from dvergar.games.cave_vs_cave.facts import FACTS
from dvergar.games.cave_vs_cave.goods import FOOD, amounts

_TILES: Final[dict[str, dict[str, Any]]] = FACTS["tiles"]
TILES: Final[list[str]] = list(_TILES)
TILE_COUNT: Final = len(TILES)
NO_TILE: Final = -1

GROUPS: Final = ["start", "2", "3", "4"]
GROUP: Final[list[str]] = [entry["group"] for entry in _TILES.values()]
PLAYS_ALONE: Final[list[bool]] = [entry.get("alone", True) for entry in _TILES.values()]
NEEDS_MORE_GOLD: Final[list[bool]] = ["needs" in entry for entry in _TILES.values()]
START_TILES: Final = GROUP.count("start")

# What a part is.
USE: Final = 0
GAIN: Final = 1
TRADE: Final = 2
DIG: Final = 3
WALL: Final = 4
BREACH: Final = 5
FURNISH: Final = 6
PART_NAMES: Final = ["use", "gain", "trade", "dig", "wall", "breach", "furnish"]

_WAYS: Final[dict[str, dict[str, int]]] = FACTS["ways"]
WAYS: Final[list[str]] = list(_WAYS)
FREE_WAY: Final = WAYS.index("nothing")


def way_price(way: int, turns: int) -> list[int]:
    """What furnishing costs beside the room, in a round of so many turns."""
    entry = _WAYS[WAYS[way]]
    price = amounts(entry)
    price[FOOD] += turns * entry.get("food_per_turn", 0)
    return price


class Part:
    """One thing a tile lets its taker do."""

    __slots__ = (
        "count",
        "gain",
        "is_choice",
        "kind",
        "price",
        "section",
        "through_walls",
        "ways",
    )

    def __init__(
        self, section: int, kind: int, entry: dict[str, Any], is_choice: bool = False
    ) -> None:
        word = PART_NAMES[kind]
        self.section = section
        self.kind = kind
        self.is_choice = is_choice  # one of several alternatives
        self.count: int = entry[word] if kind in (USE, DIG, WALL) else 1
        self.price = amounts(entry["trade"] if kind == TRADE else entry.get("cost", {}))
        self.gain = amounts(entry["for"] if kind == TRADE else _goods(entry.get(word)))
        self.through_walls = bool(entry.get("through_walls", False))
        self.ways = [WAYS.index(way) for way in entry["furnish"]] if kind == FURNISH else []


def _goods(entry: object) -> dict[str, int]:
    return entry if isinstance(entry, dict) else {}


def _parts(tile: dict[str, Any]) -> list[Part]:
    parts = []
    for section, entry in enumerate(tile["do"]):
        for one in entry.get("one_of", [entry]):
            kind = next(kind for kind, word in enumerate(PART_NAMES) if word in one)
            parts.append(Part(section, kind, one, "one_of" in entry))
    return parts


PARTS: Final = [_parts(tile) for tile in _TILES.values()]
SECTIONS: Final = [(1 << len(tile["do"])) - 1 for tile in _TILES.values()]
