"""Furnishing: which rooms can be furnished, where, and how they are paid; the additional cavern."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import FURNISH, PARTS
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, NO_CELL
from dvergar.games.cave_vs_cave.facts.goods import FOOD, FOOD_OF, GOOD_COUNT, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_ROOMS,
    FITS,
    FURNISHING_PRICES,
    LACKS,
    NO_ROOM,
    ORANGE_ROOMS,
    ROOM_COUNT,
)
from dvergar.games.cave_vs_cave.rules.caverns import cells_for, is_full, wall_sets
from dvergar.games.cave_vs_cave.rules.ledger import pay
from dvergar.games.cave_vs_cave.rules.parts import close
from dvergar.games.cave_vs_cave.rules.reasons import (
    CANNOT_FURNISH,
    NO_CAVERN,
    POSSIBLE,
    TOO_MANY_BLUE,
    WALL_FORBIDDEN,
    WALL_MISSING,
)
from dvergar.games.cave_vs_cave.state.moves import (
    ASK_CELL,
    ASK_PARTS,
    ASK_PAYMENT,
    ASK_SIDE,
    CAVERN_MOVE,
    FURNISH_MOVE,
    INTO_MOVE,
    PAY_MOVE,
)
from dvergar.games.cave_vs_cave.state.state import NOBODY, State

# Which room.


def open_ways(state: State) -> list[int]:
    """The ways to pay for furnishing that the tile still offers."""
    return [
        way
        for part in PARTS[state.tile]
        if part.kind == FURNISH and has(state.sections, part.section)
        for way in part.ways
    ]


def payable_ways(state: State, room: int, ways: list[int], eating: bool = False) -> list[int]:
    """The ways in which room and action can be paid together."""
    prices = FURNISHING_PRICES[state.turns_each()]
    base = state.seat * GOOD_COUNT
    return [way for way in ways if is_payable(state.goods, base, prices[way][room], eating)]


def is_payable_without(state: State, good: int) -> bool:
    """Whether the room being furnished could still be paid with one of a good eaten."""
    base = state.seat * GOOD_COUNT
    hand = state.goods[base : base + GOOD_COUNT]
    hand[good] -= 1
    hand[FOOD] += FOOD_OF[good]
    prices = FURNISHING_PRICES[state.turns_each()]
    for way in open_ways(state):
        if is_payable(hand, 0, prices[way][state.room]):
            return True
    return False


def why_not_furnish(
    state: State, room: int, walls: int, ways: list[int], eating: bool = False
) -> int:
    """0, or the reason why a room on display cannot be furnished.

    `walls` are the `wall_sets` of the empty caverns, `ways` the open ways to pay. Where no cavern
    fits, a wall is missing if one of them has none too many; otherwise each has one too many.
    """
    if not walls:
        return NO_CAVERN
    if has(BLUE_ROOMS, room) and not _has_orange_to_spare(state):
        return TOO_MANY_BLUE
    if not FITS[room] & walls:
        return WALL_MISSING if LACKS[room] & walls else WALL_FORBIDDEN
    return POSSIBLE if payable_ways(state, room, ways, eating) else CANNOT_FURNISH


def _has_orange_to_spare(state: State) -> bool:
    """Whether orange rooms would still outnumber blue ones with one blue room more."""
    owned = state.owned[state.seat]
    return (owned & ORANGE_ROOMS).bit_count() > (owned & BLUE_ROOMS).bit_count() + 1


def furnish_moves(state: State, eating: bool) -> list[int]:
    """The rooms on display that can be furnished."""
    ways, walls = open_ways(state), wall_sets(state, state.seat)
    return [
        FURNISH_MOVE[room]
        for room in range(ROOM_COUNT)
        if has(state.display, room)
        and why_not_furnish(state, room, walls, ways, eating) == POSSIBLE
    ]


def choose_room(state: State, room: int) -> None:
    """A room is to be furnished."""
    state.room = room
    state.question = ASK_CELL


# Where, and how it is paid.


def cell_moves(state: State) -> list[int]:
    """The caverns for the room being furnished."""
    return [INTO_MOVE[cell] for cell in cells_for(state, state.room)]


def choose_cell(state: State, cell: int) -> None:
    """The room is to go there."""
    state.cell = cell
    state.question = ASK_PAYMENT


def payment_moves(state: State) -> list[int]:
    """The ways to pay for the room being furnished."""
    return [PAY_MOVE[way] for way in payable_ways(state, state.room, open_ways(state))]


def settle(state: State) -> bool:
    """Answers a question of furnishing that has one answer, if eating would not open another."""
    if state.question == ASK_CELL:
        cells = cells_for(state, state.room)
        if len(cells) == 1:
            choose_cell(state, cells[0])
            return True
    elif state.question == ASK_PAYMENT:
        ways = payable_ways(state, state.room, open_ways(state), eating=True)
        if len(ways) == 1:
            furnish(state, ways[0])
            return True
    return False


def furnish(state: State, way: int) -> None:
    """Room and action are paid together, and the room is placed."""
    room = state.room
    for part in PARTS[state.tile]:
        if part.kind == FURNISH and way in part.ways:
            close(state, part)
    pay(state, FURNISHING_PRICES[state.turns_each()][way][room])
    state.furnished[state.seat * CELL_COUNT + state.cell] = room
    state.owned[state.seat] |= bit(room)
    state.new_rooms |= bit(room)
    state.display &= ~bit(room)
    state.trail.append(("furnish", state.seat, room, state.cell))
    state.room = NO_ROOM
    state.cell = NO_CELL
    state.question = ASK_PARTS
    if state.cavern_seat == NOBODY and is_full(state, state.seat):
        state.cavern_seat = state.seat
        state.question = ASK_SIDE


# The additional cavern, for whoever is the first to have furnished all cells.


def side_moves() -> list[int]:
    """The sides of the additional cavern."""
    return CAVERN_MOVE[:]


def choose_side(state: State, side: int) -> None:
    """The additional cavern is laid down with this side up."""
    state.cavern_side = side
    state.trail.append(("cavern", state.seat, side))
    state.question = ASK_PARTS
