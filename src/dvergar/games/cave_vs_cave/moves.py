"""The moves of Cave vs Cave: every answer to every question, by number and by name.

Numbers count on from the first of each kind, so that `DIG_CELL + i` digs the i-th cell that can be
dug. The last three, eating, are free moves.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.cave_vs_cave.cave import CELL_COUNT, CELLS, DIGGABLE, EDGES, FURNISHABLE
from dvergar.games.cave_vs_cave.goods import EATABLE, GOODS, STONE, WOOD
from dvergar.games.cave_vs_cave.rooms import OUTCOMES, ROOM_COUNT, ROOMS
from dvergar.games.cave_vs_cave.tiles import FREE_WAY, TILE_COUNT, TILES, WAYS

SIDE_NAMES: Final = ["two walls", "three walls"]


def _use(number: int) -> str:
    outcome = OUTCOMES[number]
    return f"use {ROOMS[outcome.room]} {outcome.name}".rstrip()


TAKE: Final = 0  # + tile
GAIN_ALL: Final = TAKE + TILE_COUNT
GAIN_WOOD: Final = GAIN_ALL + 1
GAIN_STONE: Final = GAIN_ALL + 2
TRADE_WOOD: Final = GAIN_ALL + 3
TRADE_STONE: Final = GAIN_ALL + 4
USE_ROOM: Final = GAIN_ALL + 5  # + outcome
DIG_CELL: Final = USE_ROOM + len(OUTCOMES)  # + number in DIGGABLE
DIG_TWICE: Final = DIG_CELL + len(DIGGABLE)
BUILD: Final = DIG_TWICE + 1  # + edge
REMOVE: Final = BUILD + len(EDGES)  # + edge
FURNISH_ROOM: Final = REMOVE + len(EDGES)  # + room
INTO: Final = FURNISH_ROOM + ROOM_COUNT  # + number in FURNISHABLE
PAY: Final = INTO + len(FURNISHABLE)  # + way
SELL_FOOD: Final = PAY + FREE_WAY
CAVERN: Final = SELL_FOOD + 1  # + side
DONE: Final = CAVERN + len(SIDE_NAMES)
EAT: Final = DONE + 1  # + number in EATABLE

MOVE_NAMES: Final = (
    *(f"take {tile}" for tile in TILES),
    "gain",
    *(f"gain {GOODS[good]}" for good in (WOOD, STONE)),
    *(f"trade 5 {GOODS[good]}" for good in (WOOD, STONE)),
    *(_use(number) for number in range(len(OUTCOMES))),
    *(f"dig {CELLS[cell]}" for cell in DIGGABLE),
    "dig twice",
    *(f"wall {edge}" for edge in EDGES),
    *(f"breach {edge}" for edge in EDGES),
    *(f"furnish {room}" for room in ROOMS[:ROOM_COUNT]),
    *(f"into {CELLS[cell]}" for cell in FURNISHABLE),
    *(f"pay {way}" for way in WAYS[:FREE_WAY]),
    "sell food",
    *(f"cavern {side}" for side in SIDE_NAMES),
    "done",
    *(f"eat {GOODS[good]}" for good in EATABLE),
)

# The number of a cell among those that can be dug, and among those that can be furnished.
DIG_NUMBER: Final = [DIGGABLE.index(c) if c in DIGGABLE else -1 for c in range(CELL_COUNT)]
INTO_NUMBER: Final = [FURNISHABLE.index(c) if c in FURNISHABLE else -1 for c in range(CELL_COUNT)]
