"""What can be seen of Cave vs Cave, as plain data and as numbers for learning.

Both players see the same: everything but the face-down rooms, the stack and the tiles to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dvergar.games.cave_vs_cave.cave import (
    CELL_COUNT,
    CELLS,
    EDGE_COUNT,
    EDGES,
    ENTRANCE_CELL,
    EXTRA,
    FOOD_CELLS,
)
from dvergar.games.cave_vs_cave.facts import WALL_TOKENS
from dvergar.games.cave_vs_cave.furnishing import has_extra
from dvergar.games.cave_vs_cave.goods import GOODS, KINDS, LIMITS
from dvergar.games.cave_vs_cave.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.questions import QUESTIONS
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_ROOMS,
    ENTRANCE,
    NO_ROOM,
    ORANGE_ROOMS,
    ROOM_COUNT,
    ROOMS,
)
from dvergar.games.cave_vs_cave.rounds import NOBODY
from dvergar.games.cave_vs_cave.score import mark, room_points, rooms_of
from dvergar.games.cave_vs_cave.tiles import (
    GROUP,
    NO_TILE,
    PART_NAMES,
    PARTS,
    START_TILES,
    TILE_COUNT,
    TILES,
    USE,
)
from dvergar.games.cave_vs_cave.walls import walls_left

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State


def view(state: State) -> dict[str, Any]:
    """The table as everybody sees it."""
    game = state.game
    scores = [score.total for score in state.scores()]
    return {
        "round": state.round,
        "rounds": len(game.turns_of),
        "turns": state.turns(),
        "starter": state.starter,
        "seat": state.seat,
        "over": state.over,
        "ask": None if state.over else QUESTIONS[state.ask],
        "tiles": [_tile(state, slot) for slot in range(len(state.order))],
        "tile": None if state.tile == NO_TILE else TILES[state.tile],
        "parts": open_parts(state),
        "used": [ROOMS[room] for room in range(ROOM_COUNT + 1) if state.used >> room & 1],
        "furnishing": None if state.room == NO_ROOM else ROOMS[state.room],
        "display": [ROOMS[room] for room in range(ROOM_COUNT) if state.display >> room & 1],
        "walls": walls_left(state),
        "stack": len(state.stack),
        "cavern": {
            "holder": None if state.cavern_seat == NOBODY else state.cavern_seat,
            "side": None if state.cavern_side < 0 else SIDE_NAMES[state.cavern_side],
        },
        "players": [_player(state, seat, scores[seat]) for seat in range(game.players)],
        "mark": mark(state) if state.over and game.players == 1 else None,
    }


def _tile(state: State, slot: int) -> dict[str, Any]:
    tile = state.order[slot]
    is_open = slot < START_TILES + state.round
    taken = state.taken[tile]
    return {
        "tile": TILES[tile] if is_open else None,
        "group": GROUP[tile],
        "open": is_open,
        "taken": None if taken == NOBODY else taken,
        "round": max(slot - START_TILES + 1, 0),
    }


def open_parts(state: State) -> list[str]:
    """The names of what the tile being used still offers."""
    if state.tile == NO_TILE:
        return []
    names: list[str] = []
    sections: list[tuple[int, str]] = []
    for part in PARTS[state.tile]:
        is_open = state.sections >> part.section & 1 or (part.kind == USE and state.uses)
        entry = (part.section, PART_NAMES[part.kind])
        if is_open and entry not in sections:
            sections.append(entry)
            names.append(entry[1])
    return [*names, "sell"] if state.site else names


def _player(state: State, seat: int, total: int) -> dict[str, Any]:
    owned = state.owned[seat]
    goods = state.goods[seat * KINDS : seat * KINDS + KINDS]
    return {
        "seat": seat,
        "goods": dict(zip(GOODS, goods, strict=True)),
        "cells": {
            CELLS[cell]: _cell(state, seat, cell)
            for cell in range(CELL_COUNT)
            if cell != EXTRA or has_extra(state, seat)
        },
        "walls": [EDGES[edge] for edge in range(EDGE_COUNT) if state.walls[seat] >> edge & 1],
        "orange": (owned & ORANGE_ROOMS).bit_count(),
        "blue": (owned & BLUE_ROOMS).bit_count(),
        "rooms": len(rooms_of(state, seat)),
        "points": room_points(state, seat),
        "score": total,
    }


def _cell(state: State, seat: int, cell: int) -> dict[str, Any]:
    room = state.rooms[seat * CELL_COUNT + cell]
    is_dug = cell == EXTRA or bool(state.opened[seat] >> cell & 1)
    if cell == ENTRANCE_CELL:
        kind = "entrance"
    elif room != NO_ROOM:
        kind = "room"
    else:
        kind = "empty" if is_dug else "face_down"
    return {
        "state": kind,
        "room": None if room == NO_ROOM else ROOMS[room],
        "food": cell in FOOD_CELLS and not is_dug,
    }


def observation(state: State, seat: int) -> list[float]:
    """The same as numbers between 0 and 1; seats are counted from the one that looks."""
    game = state.game
    opened = state.order[: START_TILES + state.round]
    numbers: list[float] = [
        state.round / len(game.turns_of),
        state.turns() / 4,
        float(state.over),
        float(state.seat == seat),
        float(state.starter == seat),
        walls_left(state) / WALL_TOKENS,
        len(state.stack) / 9,
        state.uses / 4,
        state.digs / 2,
        float(state.dug > 0),
        float(state.site),
    ]
    numbers += [float(state.ask == ask) for ask in range(len(QUESTIONS))]
    numbers += [float(state.sections >> section & 1) for section in range(3)]
    for tile in range(TILE_COUNT):
        free = tile in opened and state.taken[tile] == NOBODY
        numbers += [float(tile in opened), float(free), float(state.tile == tile)]
    for room in range(ROOM_COUNT):
        numbers += [float(state.display >> room & 1), float(state.room == room)]
    numbers += [float(state.used >> room & 1) for room in range(ENTRANCE + 1)]
    numbers += [float(state.cavern_side == side) for side in range(2)]
    for step in range(game.players):
        one = (seat + step) % game.players
        goods = state.goods[one * KINDS : one * KINDS + KINDS]
        numbers += [good / most for good, most in zip(goods, LIMITS, strict=True)]
        numbers += [float(state.opened[one] >> cell & 1) for cell in range(EXTRA)]
        numbers += [float(state.walls[one] >> edge & 1) for edge in range(EDGE_COUNT)]
        numbers += [float(state.owned[one] >> room & 1) for room in range(ROOM_COUNT)]
        for cell in range(CELL_COUNT):
            room = state.rooms[one * CELL_COUNT + cell]
            numbers.append((room + 1) / (ROOM_COUNT + 1))
        numbers.append(float(has_extra(state, one)))
    return numbers
