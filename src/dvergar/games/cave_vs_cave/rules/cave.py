"""What changes a cave: digging, walls and furnishing.

Which cells can be dug and what comes to light; where a wall can be built or removed; which rooms
can be furnished, where, and how they are paid; the caverns, the additional one included. Each verb
has why not, the moves it offers, and doing it side by side.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms
from dvergar.games.cave_vs_cave.rules import ledger
from dvergar.games.cave_vs_cave.state import moves
from dvergar.games.cave_vs_cave.state.state import (
    ASK_CELL,
    ASK_DIGS,
    ASK_PARTS,
    ASK_PAYMENT,
    ASK_SIDE,
    NOBODY,
    State,
)


def has_extra(state: State, seat: int) -> bool:
    """Whether a seat holds the additional cavern, with a side up."""
    return state.cavern_seat == seat and state.cavern_side >= 0


def cell_walls(state: State, seat: int, cell: int) -> int:
    """The sides of a cell that have a wall."""
    side = state.cavern_side
    printed = state.variant.cavern_walls[side] if cell == cave.EXTRA and side >= 0 else 0
    return cave.walls_round(cell, state.walls[seat], printed)


def caverns(state: State, seat: int) -> list[int]:
    """The empty caverns of a seat."""
    dug = state.opened[seat]
    if has_extra(state, seat):
        dug |= bit(cave.EXTRA)
    first = seat * cave.CELL_COUNT
    return [
        cell
        for cell in cave.FURNISHABLE
        if has(dug, cell) and state.furnished[first + cell] == rooms.NO_ROOM
    ]


def cells_for(state: State, room: int) -> list[int]:
    """The empty caverns whose walls fit a room."""
    seat, fits = state.seat, rooms.FITS[room]
    return [cell for cell in caverns(state, seat) if has(fits, cell_walls(state, seat, cell))]


def wall_sets(state: State, seat: int) -> int:
    """The sets of walls round the empty caverns of a seat, as a set of sixteen members."""
    found = 0
    for cell in caverns(state, seat):
        found |= bit(cell_walls(state, seat, cell))
    return found


def is_full(state: State, seat: int) -> bool:
    """Whether every ordinary cell of a cave carries a furnished room."""
    first = seat * cave.CELL_COUNT
    for cell in range(cave.EXTRA):
        if cell != cave.ENTRANCE_CELL and state.furnished[first + cell] == rooms.NO_ROOM:
            return False
    return True


def reachable(state: State, through_walls: bool) -> int:
    """The cells the acting seat can dig, as a set."""
    return cave.accessible(state.opened[state.seat], state.walls[state.seat], through_walls)


def face_down_cells(state: State, seat: int) -> list[int]:
    """The cells of a cave that have not been dug."""
    opened = state.opened[seat]
    return [cell for cell in cave.DIGGABLE if not has(opened, cell)]


def why_not_dig(state: State, cell: int, through_walls: bool) -> int:
    """0, or the reason why a cell cannot be dug."""
    if has(state.opened[state.seat], cell):
        return ledger.NOTHING_TO_DIG
    return ledger.POSSIBLE if has(reachable(state, through_walls), cell) else ledger.NO_PATH


def why_not_dig_twice(state: State, part: facts.Part, eating: bool = False) -> int:
    """0, or the reason why two cells cannot be dug one after the other."""
    opened, walls = state.opened[state.seat], state.walls[state.seat]
    cells = cave.accessible(opened, walls, part.through_walls)
    behind = cave.accessible(opened | cells, walls, part.through_walls) if cells else 0
    if cells.bit_count() < part.count and not behind:
        return ledger.NO_TWO_DIGS
    if not facts.is_payable(state.goods, state.seat * facts.GOOD_COUNT, part.price, eating):
        return ledger.NO_FOOD_TO_DIG_TWICE
    return ledger.POSSIBLE


def dig_moves(state: State, part: facts.Part, eating: bool) -> list[int]:
    """The cells that can be dug with a part, or the two digs it sells."""
    if part.count > 1:
        return [] if why_not_dig_twice(state, part, eating) else [moves.DIG_TWICE_MOVE]
    return _cell_moves(state, part.through_walls)


def next_dig_moves(state: State) -> list[int]:
    """The cells for the next of several digs."""
    return _cell_moves(state, _part(state, is_twice=True).through_walls)


def _cell_moves(state: State, through_walls: bool) -> list[int]:
    cells = reachable(state, through_walls)
    return [moves.DIG_MOVE[cell] for cell in cave.DIGGABLE if has(cells, cell)]


def _part(state: State, is_twice: bool) -> facts.Part:
    """The part of the tile that digs one cell, or several."""
    for part in facts.PARTS[state.tile]:
        if part.kind == facts.DIG and (part.count > 1) == is_twice:
            return part
    raise AssertionError("the tile has no such part")


def dig_cell(state: State, cell: int) -> None:
    """A cell is dug with the tile: the only one, or one of several."""
    if state.question == ASK_DIGS:
        state.digs -= 1
        if not state.digs:
            state.question = ASK_PARTS
        dig(state, cell)
    else:
        ledger.close(state, _part(state, is_twice=False))
        dig(state, cell)
        turn_up_for_action(state)


def dig_twice(state: State, _: int) -> None:
    """Two digs are paid for; which cells, is asked one after the other."""
    part = _part(state, is_twice=True)
    ledger.close(state, part)
    ledger.pay(state, part.price)
    state.digs = part.count
    state.question = ASK_DIGS


def dig(state: State, cell: int) -> None:
    """A face-down room comes to light and lies on display; its cell is an empty cavern."""
    place = state.seat * cave.CELL_COUNT + cell
    room = state.under[place]
    state.under[place] = rooms.NO_ROOM
    state.opened[state.seat] |= bit(cell)
    state.display |= bit(room)
    state.reveals += 1
    state.dug += 1
    state.trail.append(("dig", state.seat, cell, room))
    if cell in cave.FOOD_CELLS:
        ledger.gain(state, cave.FOOD_BONUS)


# The stack of a player alone.


def turn_up(state: State) -> None:
    """The top room of the stack comes to the display."""
    if state.stack:
        room = state.stack.pop()
        state.display |= bit(room)
        state.reveals += 1
        state.trail.append(("reveal", room))


def turn_up_for_action(state: State) -> None:
    """Where each dig of a single cell counts for itself: it turns up a room at once."""
    if state.variant.reveals_by_action:
        turn_up(state)


def turn_up_for_turn(state: State, at_end: bool) -> None:
    """Where the turn counts: one dig in all turns up a room, once no second one is possible."""
    if not state.variant.reveals_by_turn or state.dug != 1 or state.turned_up:
        return
    if at_end or not can_dig_again(state):
        state.turned_up = True
        turn_up(state)


def can_dig_again(state: State) -> bool:
    """Whether one more cell can be dug in this turn."""
    if state.question == ASK_DIGS:
        return True
    for part in ledger.open_parts(state):
        if part.kind == facts.DIG and reachable(state, part.through_walls):
            return True
        if part.kind == facts.USE and _can_dig_with_a_room(state):
            return True
    return False


def _can_dig_with_a_room(state: State) -> bool:
    ready = state.owned[state.seat] & ~(state.used | state.new_rooms)
    for room, price in rooms.DIGGERS:
        if has(ready, room) and facts.is_payable(state.goods, state.seat * facts.GOOD_COUNT, price):
            return reachable(state, False) != 0
    return False


def walls_left(state: State) -> int:
    """How many wall tokens lie in the supply."""
    left = cave.WALL_TOKENS
    for walls in state.walls:
        left -= walls.bit_count()
    return left


def edges(state: State) -> list[int]:
    """The edges of the acting seat's cave, with a wall or without; what is printed is none."""
    found = list(range(cave.EXTRA_EDGE))
    if has_extra(state, state.seat):
        printed = state.variant.cavern_walls[state.cavern_side]
        found += [
            e
            for e in range(cave.EXTRA_EDGE, cave.EDGE_COUNT)
            if not has(printed, e - cave.EXTRA_EDGE)
        ]
    return found


def why_not_build(state: State, edge: int) -> int:
    """0, or the reason why no wall can be built on an edge of the acting seat's cave."""
    if not walls_left(state):
        return ledger.NO_WALL_LEFT
    return ledger.WALL_THERE if has(state.walls[state.seat], edge) else ledger.POSSIBLE


def build_moves(state: State) -> list[int]:
    """The edges on which the acting seat can build."""
    return [
        moves.BUILD_MOVE[edge]
        for edge in edges(state)
        if why_not_build(state, edge) == ledger.POSSIBLE
    ]


def build(state: State, edge: int) -> None:
    """A wall goes onto an edge; blue rooms pay for it."""
    ledger.close(state, ledger.part_of(state, facts.WALL))
    state.walls[state.seat] |= bit(edge)
    state.trail.append(("wall", state.seat, edge))
    earning = state.owned[state.seat] & rooms.WHEN_WALL
    if not state.variant.dungeon_same_turn:
        earning &= ~state.new_rooms
    if earning:
        ledger.trigger_all(state, earning)


def why_not_breach(state: State) -> int:
    """0, or the reason why there is no wall to remove."""
    return ledger.POSSIBLE if state.walls[state.seat] else ledger.NO_WALL_TO_BREACH


def breach_moves(state: State) -> list[int]:
    """The walls that the acting seat can remove."""
    return [
        moves.REMOVE_MOVE[edge]
        for edge in range(cave.EDGE_COUNT)
        if has(state.walls[state.seat], edge)
    ]


def breach(state: State, edge: int) -> None:
    """A wall goes back to the supply, and brings goods."""
    part = ledger.part_of(state, facts.BREACH)
    ledger.close(state, part)
    state.walls[state.seat] &= ~bit(edge)
    state.trail.append(("breach", state.seat, edge))
    ledger.gain(state, part.gain)


# Which room.


def open_ways(state: State) -> list[int]:
    """The ways to pay for furnishing that the tile still offers."""
    return [
        way
        for part in facts.PARTS[state.tile]
        if part.kind == facts.FURNISH and has(state.sections, part.section)
        for way in part.ways
    ]


def payable_ways(state: State, room: int, ways: list[int], eating: bool = False) -> list[int]:
    """The ways in which room and action can be paid together."""
    prices = rooms.FURNISHING_PRICES[state.turns_each()]
    base = state.seat * facts.GOOD_COUNT
    return [way for way in ways if facts.is_payable(state.goods, base, prices[way][room], eating)]


def is_payable_without(state: State, good: int) -> bool:
    """Whether the room being furnished could still be paid with one of a good eaten."""
    base = state.seat * facts.GOOD_COUNT
    hand = state.goods[base : base + facts.GOOD_COUNT]
    hand[good] -= 1
    hand[facts.FOOD] += facts.FOOD_OF[good]
    prices = rooms.FURNISHING_PRICES[state.turns_each()]
    for way in open_ways(state):
        if facts.is_payable(hand, 0, prices[way][state.room]):
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
        return ledger.NO_CAVERN
    if has(rooms.BLUE_ROOMS, room) and not _has_orange_to_spare(state):
        return ledger.TOO_MANY_BLUE
    if not rooms.FITS[room] & walls:
        return ledger.WALL_MISSING if rooms.LACKS[room] & walls else ledger.WALL_FORBIDDEN
    return ledger.POSSIBLE if payable_ways(state, room, ways, eating) else ledger.CANNOT_FURNISH


def _has_orange_to_spare(state: State) -> bool:
    """Whether orange rooms would still outnumber blue ones with one blue room more."""
    owned = state.owned[state.seat]
    return (owned & rooms.ORANGE_ROOMS).bit_count() > (owned & rooms.BLUE_ROOMS).bit_count() + 1


def furnish_moves(state: State, eating: bool) -> list[int]:
    """The rooms on display that can be furnished."""
    ways, walls = open_ways(state), wall_sets(state, state.seat)
    return [
        moves.FURNISH_MOVE[room]
        for room in range(rooms.ROOM_COUNT)
        if has(state.display, room)
        and why_not_furnish(state, room, walls, ways, eating) == ledger.POSSIBLE
    ]


def choose_room(state: State, room: int) -> None:
    """A room is to be furnished."""
    state.room = room
    state.question = ASK_CELL


# Where, and how it is paid.


def cell_moves(state: State) -> list[int]:
    """The caverns for the room being furnished."""
    return [moves.INTO_MOVE[cell] for cell in cells_for(state, state.room)]


def choose_cell(state: State, cell: int) -> None:
    """The room is to go there."""
    state.cell = cell
    state.question = ASK_PAYMENT


def payment_moves(state: State) -> list[int]:
    """The ways to pay for the room being furnished."""
    return [moves.PAY_MOVE[way] for way in payable_ways(state, state.room, open_ways(state))]


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
    for part in facts.PARTS[state.tile]:
        if part.kind == facts.FURNISH and way in part.ways:
            ledger.close(state, part)
    ledger.pay(state, rooms.FURNISHING_PRICES[state.turns_each()][way][room])
    state.furnished[state.seat * cave.CELL_COUNT + state.cell] = room
    state.owned[state.seat] |= bit(room)
    state.new_rooms |= bit(room)
    state.display &= ~bit(room)
    state.trail.append(("furnish", state.seat, room, state.cell))
    state.room = rooms.NO_ROOM
    state.cell = cave.NO_CELL
    state.question = ASK_PARTS
    if state.cavern_seat == NOBODY and is_full(state, state.seat):
        state.cavern_seat = state.seat
        state.question = ASK_SIDE


# The additional cavern, for whoever is the first to have furnished all cells.


def side_moves() -> list[int]:
    """The sides of the additional cavern."""
    return moves.CAVERN_MOVE[:]


def choose_side(state: State, side: int) -> None:
    """The additional cavern is laid down with this side up."""
    state.cavern_side = side
    state.trail.append(("cavern", state.seat, side))
    state.question = ASK_PARTS
