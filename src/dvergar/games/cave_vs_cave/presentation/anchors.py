"""The places of the table by name, over which the page lays choices and what is blocked.

Anchors are made here and looked up here; nobody takes one apart.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts.action_tiles import TILE_NAMES
from dvergar.games.cave_vs_cave.facts.cave import CELL_NAMES, EDGES
from dvergar.games.cave_vs_cave.facts.goods import GOODS
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES

TILE: Final = "tile"
ROOM: Final = "room"
CELL: Final = "cell"
EDGE: Final = "edge"
GOOD: Final = "good"


class Thing(NamedTuple):
    """What lies at an anchor: its kind and its name."""

    kind: str
    name: str


def tile_at(tile: int) -> str:
    """An action tile."""
    return f"tile:{TILE_NAMES[tile]}"


def shown_at(room: int) -> str:
    """A room on display."""
    return f"room:{ROOM_NAMES[room]}"


def room_at(seat: int, room: int) -> str:
    """A room in a cave."""
    return f"room:{seat}:{ROOM_NAMES[room]}"


def cell_at(seat: int, cell: int) -> str:
    """A cell of a cave."""
    return f"cell:{seat}:{CELL_NAMES[cell]}"


def edge_at(seat: int, edge: int) -> str:
    """An edge of a cave."""
    return f"edge:{seat}:{EDGES[edge]}"


def good_at(seat: int, good: int) -> str:
    """A good in a seat's store."""
    return f"good:{seat}:{GOODS[good]}"


def _things() -> dict[str, Thing]:
    found = {tile_at(tile): Thing(TILE, name) for tile, name in enumerate(TILE_NAMES)}
    found |= {shown_at(room): Thing(ROOM, name) for room, name in enumerate(ROOM_NAMES)}
    for seat in range(INFO.players[1]):
        found |= {room_at(seat, room): Thing(ROOM, name) for room, name in enumerate(ROOM_NAMES)}
        found |= {cell_at(seat, cell): Thing(CELL, name) for cell, name in enumerate(CELL_NAMES)}
        found |= {edge_at(seat, edge): Thing(EDGE, name) for edge, name in enumerate(EDGES)}
        found |= {good_at(seat, good): Thing(GOOD, name) for good, name in enumerate(GOODS)}
    return found


THINGS: Final = _things()
