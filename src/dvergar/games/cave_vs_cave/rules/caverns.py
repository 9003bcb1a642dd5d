"""The caverns of a cave: which are empty, the walls round them, and the additional one."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.cave import (
    CELL_COUNT,
    ENTRANCE_CELL,
    EXTRA,
    FURNISHABLE,
    walls_round,
)
from dvergar.games.cave_vs_cave.facts.rooms import FITS, NO_ROOM
from dvergar.games.cave_vs_cave.state.state import State


def has_extra(state: State, seat: int) -> bool:
    """Whether a seat holds the additional cavern, with a side up."""
    return state.cavern_seat == seat and state.cavern_side >= 0


def cell_walls(state: State, seat: int, cell: int) -> int:
    """The sides of a cell that have a wall."""
    side = state.cavern_side
    printed = state.variant.cavern_walls[side] if cell == EXTRA and side >= 0 else 0
    return walls_round(cell, state.walls[seat], printed)


def caverns(state: State, seat: int) -> list[int]:
    """The empty caverns of a seat."""
    dug = state.opened[seat]
    if has_extra(state, seat):
        dug |= bit(EXTRA)
    first = seat * CELL_COUNT
    return [
        cell for cell in FURNISHABLE if has(dug, cell) and state.furnished[first + cell] == NO_ROOM
    ]


def cells_for(state: State, room: int) -> list[int]:
    """The empty caverns whose walls fit a room."""
    seat, fits = state.seat, FITS[room]
    return [cell for cell in caverns(state, seat) if has(fits, cell_walls(state, seat, cell))]


def wall_sets(state: State, seat: int) -> int:
    """The sets of walls round the empty caverns of a seat, as a set of sixteen members."""
    found = 0
    for cell in caverns(state, seat):
        found |= bit(cell_walls(state, seat, cell))
    return found


def is_full(state: State, seat: int) -> bool:
    """Whether every ordinary cell of a cave carries a furnished room."""
    first = seat * CELL_COUNT
    for cell in range(EXTRA):
        if cell != ENTRANCE_CELL and state.furnished[first + cell] == NO_ROOM:
            return False
    return True
