"""Digging: which cells can be dug, what comes to light, and the stack of a player alone."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import DIG, PARTS, USE, Part
from dvergar.games.cave_vs_cave.facts.cave import (
    CELL_COUNT,
    DIGGABLE,
    FOOD_BONUS,
    FOOD_CELLS,
    accessible,
)
from dvergar.games.cave_vs_cave.facts.goods import GOOD_COUNT, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import DIGGERS, NO_ROOM
from dvergar.games.cave_vs_cave.rules.ledger import gain, pay
from dvergar.games.cave_vs_cave.rules.parts import close, open_parts
from dvergar.games.cave_vs_cave.rules.reasons import (
    NO_FOOD_TO_DIG_TWICE,
    NO_PATH,
    NO_TWO_DIGS,
    NOTHING_TO_DIG,
    POSSIBLE,
)
from dvergar.games.cave_vs_cave.state.moves import ASK_DIGS, ASK_PARTS, DIG_MOVE, DIG_TWICE_MOVE
from dvergar.games.cave_vs_cave.state.state import State


def reachable(state: State, through_walls: bool) -> int:
    """The cells the acting seat can dig, as a set."""
    return accessible(state.opened[state.seat], state.walls[state.seat], through_walls)


def face_down_cells(state: State, seat: int) -> list[int]:
    """The cells of a cave that have not been dug."""
    opened = state.opened[seat]
    return [cell for cell in DIGGABLE if not has(opened, cell)]


def why_not_dig(state: State, cell: int, through_walls: bool) -> int:
    """0, or the reason why a cell cannot be dug."""
    if has(state.opened[state.seat], cell):
        return NOTHING_TO_DIG
    return POSSIBLE if has(reachable(state, through_walls), cell) else NO_PATH


def why_not_dig_twice(state: State, part: Part, eating: bool = False) -> int:
    """0, or the reason why two cells cannot be dug one after the other."""
    opened, walls = state.opened[state.seat], state.walls[state.seat]
    cells = accessible(opened, walls, part.through_walls)
    behind = accessible(opened | cells, walls, part.through_walls) if cells else 0
    if cells.bit_count() < part.count and not behind:
        return NO_TWO_DIGS
    if not is_payable(state.goods, state.seat * GOOD_COUNT, part.price, eating):
        return NO_FOOD_TO_DIG_TWICE
    return POSSIBLE


def dig_moves(state: State, part: Part, eating: bool) -> list[int]:
    """The cells that can be dug with a part, or the two digs it sells."""
    if part.count > 1:
        return [] if why_not_dig_twice(state, part, eating) else [DIG_TWICE_MOVE]
    return _cell_moves(state, part.through_walls)


def next_dig_moves(state: State) -> list[int]:
    """The cells for the next of several digs."""
    return _cell_moves(state, _part(state, is_twice=True).through_walls)


def _cell_moves(state: State, through_walls: bool) -> list[int]:
    cells = reachable(state, through_walls)
    return [DIG_MOVE[cell] for cell in DIGGABLE if has(cells, cell)]


def _part(state: State, is_twice: bool) -> Part:
    """The part of the tile that digs one cell, or several."""
    for part in PARTS[state.tile]:
        if part.kind == DIG and (part.count > 1) == is_twice:
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
        close(state, _part(state, is_twice=False))
        dig(state, cell)
        turn_up_for_action(state)


def dig_twice(state: State, _: int) -> None:
    """Two digs are paid for; which cells, is asked one after the other."""
    part = _part(state, is_twice=True)
    close(state, part)
    pay(state, part.price)
    state.digs = part.count
    state.question = ASK_DIGS


def dig(state: State, cell: int) -> None:
    """A face-down room comes to light and lies on display; its cell is an empty cavern."""
    place = state.seat * CELL_COUNT + cell
    room = state.under[place]
    state.under[place] = NO_ROOM
    state.opened[state.seat] |= bit(cell)
    state.display |= bit(room)
    state.reveals += 1
    state.dug += 1
    state.trail.append(("dig", state.seat, cell, room))
    if cell in FOOD_CELLS:
        gain(state, FOOD_BONUS)


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
    for part in open_parts(state):
        if part.kind == DIG and reachable(state, part.through_walls):
            return True
        if part.kind == USE and _can_dig_with_a_room(state):
            return True
    return False


def _can_dig_with_a_room(state: State) -> bool:
    ready = state.owned[state.seat] & ~(state.used | state.new_rooms)
    for room, price in DIGGERS:
        if has(ready, room) and is_payable(state.goods, state.seat * GOOD_COUNT, price):
            return reachable(state, False) != 0
    return False
