"""What can be seen of Cave vs Cave, as plain data, and the types of its entries.

Both players see the same: everything but the face-down rooms, the stack and the tiles to come.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms
from dvergar.games.cave_vs_cave.rules.cave import has_extra, walls_left
from dvergar.games.cave_vs_cave.rules.ledger import open_parts
from dvergar.games.cave_vs_cave.rules.score import mark, room_points, rooms_of
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import NO_SIDE, NOBODY, QUESTIONS, State


class Tile(TypedDict):
    """An action tile in its place; its name is None until it lies open."""

    tile: str | None
    group: str
    open: bool
    taken: int | None
    round: int


class Turn(TypedDict):
    """Where the turn stands."""

    number: int
    reveals: int
    sections: list[int]
    uses: int
    new: list[str]
    dug: int
    digs: int
    turned_up: bool
    may_sell: bool
    cell: str | None


class Cavern(TypedDict):
    """The additional cavern."""

    holder: int | None
    side: str | None


class Cell(TypedDict):
    """A cell of a cave."""

    state: str
    room: str | None
    food: bool


class Player(TypedDict):
    """A cave with its goods."""

    seat: int
    goods: dict[str, int]
    cells: dict[str, Cell]
    walls: list[str]
    orange: int
    blue: int
    rooms: int
    points: int
    score: int


class View(TypedDict):
    """The table as everybody sees it."""

    round: int
    rounds: int
    turns: int
    starter: int
    seat: int
    over: bool
    ask: str | None
    tiles: list[Tile]
    tile: str | None
    parts: list[str]
    used: list[str]
    turn: Turn
    furnishing: str | None
    display: list[str]
    walls: int
    stack: int
    cavern: Cavern
    players: list[Player]
    mark: str | None


def view(state: State, _: int | None) -> dict[str, Any]:
    """The table as everybody sees it."""
    scores = [score.total for score in state.scores()]
    return {
        "round": state.round,
        "rounds": len(state.variant.turns_of_round),
        "turns": state.turns_each(),
        "starter": state.starter,
        "seat": state.seat,
        "over": state.over,
        "ask": None if state.over else QUESTIONS[state.question],
        "tiles": [_tile(state, slot) for slot in range(len(state.tile_order))],
        "tile": None if state.tile == facts.NO_TILE else facts.TILE_NAMES[state.tile],
        "parts": _part_names(state),
        "used": _rooms(state.used),
        "turn": _turn(state),
        "furnishing": None if state.room == rooms.NO_ROOM else rooms.ROOM_NAMES[state.room],
        "display": _rooms(state.display),
        "walls": walls_left(state),
        "stack": len(state.stack),
        "cavern": {
            "holder": None if state.cavern_seat == NOBODY else state.cavern_seat,
            "side": None if state.cavern_side == NO_SIDE else SIDE_NAMES[state.cavern_side],
        },
        "players": [_player(state, seat, scores[seat]) for seat in range(state.variant.players)],
        "mark": mark(state) if state.over and state.variant.players == 1 else None,
    }


def _turn(state: State) -> dict[str, Any]:
    """Where the turn stands, for programs that go on from here."""
    return {
        "number": state.turn,
        "reveals": state.reveals,
        "sections": [one for one in range(facts.MAX_SECTIONS) if has(state.sections, one)],
        "uses": state.uses,
        "new": _rooms(state.new_rooms),
        "dug": state.dug,
        "digs": state.digs,
        "turned_up": state.turned_up,
        "may_sell": state.may_sell,
        "cell": None if state.cell == cave.NO_CELL else cave.CELL_NAMES[state.cell],
    }


def _tile(state: State, slot: int) -> dict[str, Any]:
    tile = state.tile_order[slot]
    is_open = slot < facts.START_TILES + state.round
    taken = state.taken[tile]
    return {
        "tile": facts.TILES[tile].name if is_open else None,
        "group": facts.TILES[tile].group,
        "open": is_open,
        "taken": None if taken == NOBODY else taken,
        "round": max(slot - facts.START_TILES + 1, 0),
    }


def _rooms(owned: int) -> list[str]:
    return [rooms.ROOM_NAMES[room] for room in range(rooms.ROOM_COUNT + 1) if has(owned, room)]


def _part_names(state: State) -> list[str]:
    """What the tile in use still offers, section by section; alternatives of a kind are one."""
    if state.tile == facts.NO_TILE:
        return []
    found = dict.fromkeys((part.section, part.kind) for part in open_parts(state))
    names = [facts.PART_NAMES[kind] for _, kind in found]
    return [*names, "sell"] if state.may_sell else names


def _player(state: State, seat: int, total: int) -> dict[str, Any]:
    owned = state.owned[seat]
    goods = state.goods[seat * facts.GOOD_COUNT : seat * facts.GOOD_COUNT + facts.GOOD_COUNT]
    return {
        "seat": seat,
        "goods": dict(zip(facts.GOODS, goods, strict=True)),
        "cells": {
            cave.CELL_NAMES[cell]: _cell(state, seat, cell)
            for cell in range(cave.CELL_COUNT)
            if cell != cave.EXTRA or has_extra(state, seat)
        },
        "walls": [
            cave.EDGES[edge] for edge in range(cave.EDGE_COUNT) if has(state.walls[seat], edge)
        ],
        "orange": (owned & rooms.ORANGE_ROOMS).bit_count(),
        "blue": (owned & rooms.BLUE_ROOMS).bit_count(),
        "rooms": len(rooms_of(state, seat)),
        "points": room_points(state, seat),
        "score": total,
    }


def _cell(state: State, seat: int, cell: int) -> dict[str, Any]:
    room = state.furnished[seat * cave.CELL_COUNT + cell]
    is_dug = cell == cave.EXTRA or has(state.opened[seat], cell)
    if cell == cave.ENTRANCE_CELL:
        kind = "entrance"
    elif room != rooms.NO_ROOM:
        kind = "room"
    else:
        kind = "empty" if is_dug else "face_down"
    return {
        "state": kind,
        "room": None if room == rooms.NO_ROOM else rooms.ROOM_NAMES[room],
        "food": cell in cave.FOOD_CELLS and not is_dug,
    }
