"""Goods, cells, edges, rooms and tiles in words, and the places of the table by name.

The page lays choices and what is blocked over those places. Anchors are made and looked up here;
nobody takes one apart.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from dvergar.core.words import Words
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts import cave
from dvergar.games.cave_vs_cave.facts.game import GOODS, TILE_NAMES
from dvergar.games.cave_vs_cave.facts.rooms import ENTRANCE, ROOM_NAMES, ROOMS
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES


def key_of(name: str) -> str:
    """The key of a name that has spaces in it."""
    return name.replace(" ", "_")


def counted(speak: Words, good: int, amount: int) -> str:
    """So many of a good: “2 wood”."""
    return speak(f"count.{GOODS[good]}", n=amount)


def goods_said(speak: Words, goods: list[int]) -> str:
    """A price or a gain in words; “nothing” for none."""
    said = [counted(speak, good, amount) for good, amount in enumerate(goods) if amount]
    if not said:
        return speak("count.nothing")
    if len(said) == 1:
        return said[0]
    return speak("count.and", some=", ".join(said[:-1]), last=said[-1])


@cache
def cell_name(speak: Words, cell: int) -> str:
    """A cell in words: its row and its column, counted from one."""
    if cell == cave.EXTRA:
        return speak("cell.extra")
    return speak("cell.at", row=cave.ROW[cell] + 1, column=cave.COLUMN[cell] + 1)


@cache
def edge_name(speak: Words, edge: int) -> str:
    """An edge in words: the two cells it divides, or a side of the additional cavern."""
    if edge >= cave.EXTRA_EDGE:
        return speak(f"cell.side_{cave.SIDES[edge - cave.EXTRA_EDGE]}")
    one, other = cave.BETWEEN[edge]
    return speak("cell.between", one=cell_name(speak, one), two=cell_name(speak, other))


def side_name(speak: Words, side: int) -> str:
    """A side of the additional cavern in words."""
    return speak(f"side.{key_of(SIDE_NAMES[side])}")


def tile_name(speak: Words, tile: int) -> str:
    """An action tile in words."""
    return speak(f"tile.{TILE_NAMES[tile]}")


def tile_help(speak: Words, tile: int, players: int) -> str:
    """What a tile lets one do; alone, Renovation asks for nothing."""
    alone = f"tile_help.{TILE_NAMES[tile]}_alone"
    is_other = players == 1 and alone in speak
    return speak(alone if is_other else f"tile_help.{TILE_NAMES[tile]}")


def room_name(speak: Words, room: int) -> str:
    """A room in words."""
    return speak(f"room.{ROOM_NAMES[room]}")


def room_help(speak: Words, room: int) -> str:
    """What a room does."""
    return speak(f"room_help.{ROOM_NAMES[room]}")


def walls_said(speak: Words, room: int) -> str:
    """The walls that fit a room in words."""
    return speak("walls.or").join(speak(f"walls.w{one}") for one in ROOMS[room].patterns)


def room_detail(speak: Words, room: int) -> str:
    """A room in one line: cost, walls, points and what it does; of the Entrance only the last."""
    if room == ENTRANCE:
        return room_help(speak, room)
    return speak(
        "room_detail.line",
        cost=goods_said(speak, ROOMS[room].cost),
        walls=walls_said(speak, room),
        points=ROOMS[room].points,
        effect=room_help(speak, room),
    )


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
    return f"cell:{seat}:{cave.CELL_NAMES[cell]}"


def edge_at(seat: int, edge: int) -> str:
    """An edge of a cave."""
    return f"edge:{seat}:{cave.EDGES[edge]}"


def good_at(seat: int, good: int) -> str:
    """A good in a seat's store."""
    return f"good:{seat}:{GOODS[good]}"


def _things() -> dict[str, Thing]:
    found = {tile_at(tile): Thing(TILE, name) for tile, name in enumerate(TILE_NAMES)}
    found |= {shown_at(room): Thing(ROOM, name) for room, name in enumerate(ROOM_NAMES)}
    for seat in range(INFO.players[1]):
        found |= {room_at(seat, room): Thing(ROOM, name) for room, name in enumerate(ROOM_NAMES)}
        found |= {
            cell_at(seat, cell): Thing(CELL, name) for cell, name in enumerate(cave.CELL_NAMES)
        }
        found |= {edge_at(seat, edge): Thing(EDGE, name) for edge, name in enumerate(cave.EDGES)}
        found |= {good_at(seat, good): Thing(GOOD, name) for good, name in enumerate(GOODS)}
    return found


THINGS: Final = _things()
