"""Furnishing: which rooms can be furnished where and how they are paid, and the extra cavern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import (
    CELL_COUNT,
    ENTRANCE_CELL,
    EXTRA,
    FURNISHABLE,
    walls_round,
)
from dvergar.games.cave_vs_cave.goods import FOOD, KINDS, is_payable
from dvergar.games.cave_vs_cave.ledger import pay
from dvergar.games.cave_vs_cave.questions import (
    CANNOT_FURNISH,
    NO_CAVERN,
    NO_FIT,
    PARTS,
    POSSIBLE,
    SIDE,
    TOO_MANY_BLUE,
)
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_ROOMS,
    FITS,
    FURNISHING_PRICES,
    NO_ROOM,
    ORANGE_ROOMS,
)
from dvergar.games.cave_vs_cave.tiles import FURNISH
from dvergar.games.cave_vs_cave.tiles import PARTS as TILE_PARTS

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State

NO_CELL = -1


def cell_walls(state: State, seat: int, cell: int) -> int:
    """The sides of a cell that have a wall."""
    side = state.cavern_side
    printed = state.game.extra_walls[side] if cell == EXTRA and side >= 0 else 0
    return walls_round(cell, state.walls[seat], printed)


def has_extra(state: State, seat: int) -> bool:
    """Whether a seat holds the additional cavern."""
    return state.cavern_seat == seat and state.cavern_side >= 0


def is_empty(state: State, seat: int, cell: int) -> bool:
    """Whether a cell is an empty cavern."""
    if cell == EXTRA:
        is_dug = has_extra(state, seat)
    else:
        is_dug = bool(state.opened[seat] >> cell & 1)
    return is_dug and state.rooms[seat * CELL_COUNT + cell] == NO_ROOM


def caverns(state: State) -> list[int]:
    """The empty caverns of the acting seat."""
    return [cell for cell in FURNISHABLE if is_empty(state, state.seat, cell)]


def cells_for(state: State, room: int) -> list[int]:
    """The empty caverns whose walls fit a room."""
    seat, fits = state.seat, FITS[room]
    return [cell for cell in caverns(state) if fits >> cell_walls(state, seat, cell) & 1]


def wall_sets(state: State) -> int:
    """The sets of walls round the empty caverns of the acting seat, as a set of sixteen bits."""
    found = 0
    for cell in caverns(state):
        found |= 1 << cell_walls(state, state.seat, cell)
    return found


def open_ways(state: State) -> list[int]:
    """The ways to pay for furnishing that the tile still offers."""
    return [
        way
        for part in TILE_PARTS[state.tile]
        if part.kind == FURNISH and state.sections >> part.section & 1
        for way in part.ways
    ]


def payable_ways(state: State, room: int, ways: list[int], eating: bool = False) -> list[int]:
    """The ways in which room and action can be paid together."""
    prices = FURNISHING_PRICES[state.turns()]
    base = state.seat * KINDS
    return [way for way in ways if is_payable(state.goods, base, prices[way][room], eating)]


def is_payable_without(state: State, room: int, good: int) -> bool:
    """Whether the room being furnished could still be paid with one of a good eaten."""
    base = state.seat * KINDS
    hand = state.goods[base : base + KINDS]
    hand[good] -= 1
    hand[FOOD] += 1
    prices = FURNISHING_PRICES[state.turns()]
    return any(is_payable(hand, 0, prices[way][room]) for way in open_ways(state))


def why_not_furnish(
    state: State, room: int, walls: int, ways: list[int], eating: bool = False
) -> int:
    """0, or the reason why a room on display cannot be furnished.

    `walls` are the `wall_sets` of the empty caverns, `ways` the open ways to pay.
    """
    if not walls:
        return NO_CAVERN
    if BLUE_ROOMS >> room & 1 and not _has_orange_to_spare(state):
        return TOO_MANY_BLUE
    if not FITS[room] & walls:
        return NO_FIT
    return POSSIBLE if payable_ways(state, room, ways, eating) else CANNOT_FURNISH


def _has_orange_to_spare(state: State) -> bool:
    """Whether orange rooms would still outnumber blue ones with one blue room more."""
    owned = state.owned[state.seat]
    return (owned & ORANGE_ROOMS).bit_count() > (owned & BLUE_ROOMS).bit_count() + 1


def furnish(state: State, room: int, cell: int, way: int) -> None:
    """Room and action are paid together, and the room is placed."""
    for part in TILE_PARTS[state.tile]:
        if part.kind == FURNISH and way in part.ways:
            state.sections &= ~(1 << part.section)
    pay(state, FURNISHING_PRICES[state.turns()][way][room])
    state.rooms[state.seat * CELL_COUNT + cell] = room
    state.owned[state.seat] |= 1 << room
    state.fresh |= 1 << room
    state.display &= ~(1 << room)
    state.trail.append(("furnish", state.seat, room, cell))
    state.room = NO_ROOM
    state.cell = NO_CELL
    state.ask = PARTS
    if state.cavern_seat < 0 and is_full(state, state.seat):
        state.cavern_seat = state.seat
        state.ask = SIDE


def is_full(state: State, seat: int) -> bool:
    """Whether every ordinary cell of a cave carries a furnished room."""
    first = seat * CELL_COUNT
    return all(
        state.rooms[first + cell] != NO_ROOM for cell in range(EXTRA) if cell != ENTRANCE_CELL
    )


def choose_side(state: State, side: int) -> None:
    """The additional cavern is laid down with this side up."""
    state.cavern_side = side
    state.trail.append(("cavern", state.seat, side))
    state.ask = PARTS
