"""The furnishing tiles of `tiles.toml` as tables the rules can look things up in, tile by number.

A set of tiles is an int with one bit a tile, so that asking whether somebody owns one is cheap.
The names of tiles whose effect is a rule of its own stand here as constants.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from dvergar.games.caverna.goods import (
    FOOD,
    GOLD,
    GOODS,
    GRAIN,
    ORE,
    STONE,
    VEGETABLE,
    WOOD,
    amounts,
)

_TREE: Final[dict[str, Any]] = tomllib.loads(
    files("dvergar.games.caverna").joinpath("tiles.toml").read_text(encoding="utf-8")
)
TILES: Final[list[str]] = list(_TREE)
TILE_COUNT: Final = len(TILES)


def tile(name: str) -> int:
    """The number of a tile."""
    return TILES.index(name)


def _bit(name: str) -> int:
    return 1 << TILES.index(name)


ENTRY_LEVEL_DWELLING: Final = 0
DWELLING: Final = 1
ADDITIONAL_DWELLING: Final = 6
WORK_ROOM: Final = 10
TRADER: Final = TILES.index("trader")
SPARE_PART_STORAGE: Final = TILES.index("spare_part_storage")
STATE_PARLOR: Final = TILES.index("state_parlor")

# Tiles as bits of a set.
HAS_MIXED_DWELLING: Final = _bit("mixed_dwelling")
HAS_ADDITIONAL_DWELLING: Final = _bit("additional_dwelling")
HAS_CUDDLE_ROOM: Final = _bit("cuddle_room")
HAS_BREAKFAST_ROOM: Final = _bit("breakfast_room")
HAS_STUBBLE_ROOM: Final = _bit("stubble_room")
HAS_WORK_ROOM: Final = _bit("work_room")
HAS_GUEST_ROOM: Final = _bit("guest_room")
HAS_OFFICE_ROOM: Final = _bit("office_room")
HAS_CARPENTER: Final = _bit("carpenter")
HAS_STONE_CARVER: Final = _bit("stone_carver")
HAS_BLACKSMITH: Final = _bit("blacksmith")
HAS_MINER: Final = _bit("miner")
HAS_BUILDER: Final = _bit("builder")
HAS_TRADER: Final = _bit("trader")
HAS_DOG_SCHOOL: Final = _bit("dog_school")
HAS_QUARRY: Final = _bit("quarry")
HAS_SEAM: Final = _bit("seam")
HAS_SLAUGHTERING_CAVE: Final = _bit("slaughtering_cave")
HAS_WORKING_CAVE: Final = _bit("working_cave")
HAS_MINING_CAVE: Final = _bit("mining_cave")
HAS_BREEDING_CAVE: Final = _bit("breeding_cave")
HAS_PEACEFUL_CAVE: Final = _bit("peaceful_cave")
HAS_SPARE_PART_STORAGE: Final = _bit("spare_part_storage")
HAS_WRITING_CHAMBER: Final = _bit("writing_chamber")

COLOURS: Final = ("orange", "green", "yellow")
COLOUR: Final = [COLOURS.index(entry["colour"]) for entry in _TREE.values()]
ORANGE: Final = 0
YELLOW: Final = 2
IS_INTRODUCTORY: Final = [bool(entry.get("introductory", False)) for entry in _TREE.values()]
IS_DWELLING: Final = [entry["colour"] == "orange" for entry in _TREE.values()]
POINTS: Final = [int(entry.get("points", 0)) for entry in _TREE.values()]
HAS_STAR: Final = ["points" not in entry for entry in _TREE.values()]
DWARFS: Final = [int(entry.get("houses", {}).get("dwarfs", 0)) for entry in _TREE.values()]


def _set_of(tiles: list[int]) -> int:
    return sum(1 << number for number in tiles)


DWELLINGS: Final = _set_of([t for t in range(TILE_COUNT) if IS_DWELLING[t]])
YELLOW_TILES: Final = _set_of([t for t in range(TILE_COUNT) if COLOUR[t] == YELLOW])
FULL_SET: Final = _set_of(list(range(1, TILE_COUNT)))
INTRODUCTORY_SET: Final = _set_of([t for t in range(1, TILE_COUNT) if IS_INTRODUCTORY[t]])

# Prices. A price is seven numbers: wood, stone, ore, gold, food, grain, vegetables.
PRICE_GOODS: Final = (WOOD, STONE, ORE, GOLD, FOOD, GRAIN, VEGETABLE)


def _price(cost: dict[str, int]) -> list[int]:
    return [cost.get(GOODS[good], 0) for good in PRICE_GOODS]


PRICE: Final = [_price(entry.get("cost", {})) for entry in _TREE.values()]

# What a tile brings when it is built: goods at once, or one good for each of something.
WHEN_BUILT: Final = [
    amounts(entry["when_built"])
    if "when_built" in entry and "per" not in entry["when_built"]
    else []
    for entry in _TREE.values()
]
WHEN_BUILT_FOOD: Final = [
    int(entry["when_built"]["food"]) if "per" in entry.get("when_built", {}) else 0
    for entry in _TREE.values()
]
WHEN_BUILT_PER: Final = [
    str(entry.get("when_built", {}).get("per", "")) for entry in _TREE.values()
]

# Suppliers: (tile, good, rounds).
SUPPLIERS: Final[list[tuple[int, int, int]]] = [
    (number, GOODS.index(entry["each_round"]["good"]), int(entry["each_round"]["rounds"]))
    for number, entry in enumerate(_TREE.values())
    if "each_round" in entry
]

# Trades: (set with the tile, what is paid, what is got), the moves "trade NAME" in this order.
_TRADES: Final = [
    (number, trade)
    for number, entry in enumerate(_TREE.values())
    for trade in entry.get("trade", [])
]
TRADE_TILE: Final = [number for number, _ in _TRADES]
TRADE_PAY: Final = [amounts(trade["pay"]) for _, trade in _TRADES]
TRADE_GET: Final = [amounts(trade["get"]) for _, trade in _TRADES]


def _trade_name(number: int, trade: dict[str, Any]) -> str:
    several = sum(other == number for other, _ in _TRADES) > 1
    return TILES[number] + (f" {next(iter(trade['get']))}" if several else "")


TRADE_NAMES: Final = [_trade_name(number, trade) for number, trade in _TRADES]

BIRTH_FOOD: Final[list[int]] = _TREE["breeding_cave"]["births"]
WRITING_CANCELS: Final[int] = _TREE["writing_chamber"]["cancels"]

# Scoring: (tile, points, per what, for how many).
AT_SCORING: Final[list[tuple[int, int, str, int]]] = [
    (
        number,
        int(entry["at_scoring"]["points"]),
        str(entry["at_scoring"]["per"]),
        int(entry["at_scoring"].get("each", 1)),
    )
    for number, entry in enumerate(_TREE.values())
    if "at_scoring" in entry
]
