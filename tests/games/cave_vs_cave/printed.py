"""What is printed on the tiles and boards of Cave vs Cave, copied once more for the tests.

Written from the box, not from the engine: the tests hold the engine against it.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

Goods = dict[str, int]

GOODS = ("wood", "stone", "grain", "flax", "food", "gold")
MOST = {"wood": 9, "stone": 9, "grain": 9, "flax": 9, "food": 9, "gold": 19}
EDIBLE = ("grain", "flax", "gold")
SIDES = "nesw"


class Room(NamedTuple):
    """One room tile; the symbol names the sides n, e, s, w: # wall, + either, . no wall."""

    number: int
    colour: str
    cost: Goods
    points: int
    symbol: str


ROOMS = {
    "shelf": Room(1, "orange", {"wood": 1}, 3, "#..."),
    "spinning_wheel": Room(2, "orange", {"wood": 1}, 4, "#..."),
    "tunnel": Room(3, "orange", {"wood": 1}, 3, ".#.#"),
    "grindstone": Room(4, "orange", {"stone": 1}, 4, "#..+"),
    "food_corner": Room(5, "orange", {"stone": 1}, 3, "#..#"),
    "parlor": Room(6, "orange", {"stone": 1, "gold": 1}, 6, "##.#"),
    "warehouse": Room(7, "orange", {"wood": 2}, 2, "#+.+"),
    "stall": Room(8, "orange", {"wood": 1, "gold": 1}, 6, "#+.+"),
    "sacrificial_altar": Room(9, "orange", {"stone": 4}, 7, "#+.+"),
    "storeroom": Room(10, "orange", {"wood": 2, "gold": 1}, 6, "#..#"),
    "weaving_room": Room(11, "orange", {"wood": 2}, 5, "#..#"),
    "furniture_workshop": Room(12, "orange", {"wood": 1, "stone": 2}, 5, "#+.#"),
    "gold_vein": Room(13, "orange", {"gold": 5}, 9, "#+.#"),
    "junction_room": Room(14, "orange", {"wood": 2}, 6, ".#.#"),
    "digging_cave": Room(15, "orange", {"wood": 3, "stone": 1}, 8, "##.#"),
    "bakehouse": Room(16, "orange", {"wood": 1, "stone": 2}, 6, "##.#"),
    "state_room": Room(17, "orange", {"gold": 7}, 12, "##+#"),
    "secret_chamber": Room(18, "orange", {"wood": 2, "stone": 1}, 8, "####"),
    "treasury": Room(19, "orange", {"gold": 3}, 10, "####"),
    "prospecting_site": Room(20, "blue", {}, 5, "#..+"),
    "retting_room": Room(21, "blue", {"stone": 1}, 3, "#+.+"),
    "equipment_room": Room(22, "blue", {"wood": 2}, 3, "#..+"),
    "wood_storeroom": Room(23, "blue", {"stone": 1}, 2, "#..#"),
    "dungeon": Room(24, "blue", {"stone": 3, "gold": 4}, 11, "####"),
}
LIGHT = tuple(name for name, room in ROOMS.items() if room.number <= 6)
DARK = tuple(name for name, room in ROOMS.items() if room.number > 6)
ORANGE = tuple(name for name, room in ROOMS.items() if room.colour == "orange")
BLUE = tuple(name for name, room in ROOMS.items() if room.colour == "blue")

# --- what orange rooms do: what is paid, then what is gained, by the end of the move's name

GAINS: dict[str, dict[str, Goods]] = {
    "entrance": {good: {good: 1} for good in GOODS[:4]},
    "storeroom": {"": {"grain": 1, "flax": 1, "food": 1}},
    "gold_vein": {"": {"stone": 1, "gold": 1}},
    "state_room": {"": {"flax": 1, "gold": 1}},
    "secret_chamber": {"flax": {"flax": 3}, "gold": {"gold": 1}},
}
EXCHANGES: dict[str, dict[str, tuple[Goods, Goods]]] = {
    "spinning_wheel": {"1 flax": ({"flax": 1}, {"gold": 1}), "3 flax": ({"flax": 3}, {"gold": 2})},
    "grindstone": {"1 grain": ({"grain": 1}, {"food": 3}), "4 grain": ({"grain": 4}, {"food": 7})},
    "warehouse": {"": ({"food": 2}, {"wood": 1, "stone": 1, "grain": 1, "flax": 1})},
    "stall": {"5 grain": ({"grain": 5}, {"gold": 4}), "5 flax": ({"flax": 5}, {"gold": 4})},
    "sacrificial_altar": {"": ({"wood": 1, "grain": 1, "flax": 1, "food": 1}, {"gold": 3})},
    "weaving_room": {"": ({"flax": 2}, {"food": 2, "gold": 2})},
    "furniture_workshop": {"": ({"wood": 2, "flax": 1}, {"gold": 3})},
    "junction_room": {
        " ".join(three): (dict.fromkeys(three, 1), {"gold": 2}) for three in combinations(GOODS, 3)
    },
    "bakehouse": {
        "2 grain": ({"grain": 2}, {"food": 4, "gold": 1}),
        "3 grain": ({"grain": 3}, {"food": 4, "gold": 2}),
    },
    "treasury": {"": ({"gold": 3}, {"food": 1, "gold": 4})},
}
REFILLS: dict[str, dict[str, tuple[tuple[str, ...], int]]] = {
    "shelf": {good: ((good,), 2) for good in GOODS[:4]},
    "food_corner": {"": (("food",), 3)},
    "parlor": {"": (GOODS, 1)},
}

# --- action tiles

START_TILES = ("cultivation", "housework", "excavation", "undergrowth")
GROUPS = {
    "2": ("furnishing", "masonry", "undermining"),
    "3": ("expansion", "breach", "drift_mining", "expedition"),
    "4": ("renovation",),
}
GROUP_OF = {tile: group for group, tiles in GROUPS.items() for tile in tiles}
ALL_TILES = (*START_TILES, *GROUP_OF)
TURNS = {2: (2, 2, 2, 3, 3, 3, 3, 4), 1: (2, 2, 2, 3, 3, 3, 4)}
ACTIVATIONS = {
    "cultivation": 1,
    "undergrowth": 1,
    "masonry": 1,
    "drift_mining": 1,
    "undermining": 2,
    "expedition": 3,
}
ONE_ICON = tuple(tile for tile, rooms in ACTIVATIONS.items() if rooms == 1)

# --- the cave

CELLS = (
    *("r0c0", "r0c1", "r1c0", "r1c1", "r2c0", "r2c1"),
    *("r3c0", "r3c1", "r4c0", "r4c1", "r4c2"),
)
ENTRANCE = "r3c0"
FREE = "r2c0"
BURIED = tuple(cell for cell in CELLS if cell not in (ENTRANCE, FREE))
FOOD_CELLS = ("r1c1", "r3c1")
EDGES = (
    *("r0c0|r0c1", "r0c0|r1c0", "r0c1|r1c1", "r1c0|r1c1", "r1c0|r2c0", "r1c1|r2c1", "r2c0|r2c1"),
    *("r2c0|r3c0", "r2c1|r3c1", "r3c0|r3c1", "r3c0|r4c0", "r3c1|r4c1", "r4c0|r4c1", "r4c1|r4c2"),
)
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
PRINTED_WALLS = {"two walls": "nw", "three walls": "new"}
MOUTH = (ENTRANCE, "w")


def beside(cell: str, side: str) -> str:
    """The cell on one side of another; nothing if the mountain is there."""
    row, column = int(cell[1]) + STEPS[side][0], int(cell[3]) + STEPS[side][1]
    name = f"r{row}c{column}"
    return name if name in CELLS else ""


def edge(one: str, other: str) -> str:
    """The edge between two neighbouring cells."""
    return "|".join(sorted((one, other)))


def walls_round(cell: str, tokens: set[str], cavern: str = "") -> set[str]:
    """The sides of a cell that have a wall: rock, printed, or a token."""
    if cell == "extra":
        return {side for side in SIDES if side in cavern or f"extra|{side}" in tokens}
    found = set()
    for side in SIDES:
        other = beside(cell, side)
        if (not other and (cell, side) != MOUTH) or (other and edge(cell, other) in tokens):
            found.add(side)
    return found


def matches(symbol: str, walls: set[str]) -> bool:
    """Whether some quarter turn of a printed symbol agrees with the walls that are there."""
    for turn in range(4):
        turned = symbol[turn:] + symbol[:turn]
        if all(
            mark == "+" or (mark == "#") == (side in walls)
            for side, mark in zip(SIDES, turned, strict=True)
        ):
            return True
    return False


def reachable(open_cells: set[str], tokens: set[str], through_walls: bool = False) -> set[str]:
    """All face-down cells next to a path from the entrance: a plain flood."""
    inside, found, todo = {ENTRANCE}, set(), [ENTRANCE]
    while todo:
        here = todo.pop()
        for side in SIDES:
            there = beside(here, side)
            if not there or (edge(here, there) in tokens and not through_walls):
                continue
            if there not in open_cells and there != ENTRANCE:
                found.add(there)
            elif there not in inside:
                inside.add(there)
                todo.append(there)
    return found
