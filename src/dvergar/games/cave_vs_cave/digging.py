"""Digging: which cells can be dug, what comes to light, and the stack of a player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import CELL_COUNT, DIGGABLE, FOOD_CELLS, accessible
from dvergar.games.cave_vs_cave.goods import FOOD, GOLD, KINDS, is_payable
from dvergar.games.cave_vs_cave.ledger import gain
from dvergar.games.cave_vs_cave.questions import (
    DIGS,
    DUG_ALREADY,
    NO_FOOD_TO_DIG_TWICE,
    NO_PATH,
    NO_TWO_DIGS,
    POSSIBLE,
)
from dvergar.games.cave_vs_cave.rooms import DIGGING_CAVE, NO_ROOM
from dvergar.games.cave_vs_cave.tiles import DIG, PARTS, USE

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State
    from dvergar.games.cave_vs_cave.tiles import Part


def reachable(state: State, through_walls: bool) -> int:
    """The cells the acting seat can dig, as a set."""
    return accessible(state.opened[state.seat], state.walls[state.seat], through_walls)


def why_not_dig(state: State, cell: int, through_walls: bool) -> int:
    """0, or the reason why a cell cannot be dug."""
    if state.opened[state.seat] >> cell & 1:
        return DUG_ALREADY
    return POSSIBLE if reachable(state, through_walls) >> cell & 1 else NO_PATH


def why_not_dig_twice(state: State, part: Part, eating: bool = False) -> int:
    """0, or the reason why two cells cannot be dug one after the other."""
    opened, walls = state.opened[state.seat], state.walls[state.seat]
    cells = accessible(opened, walls, part.through_walls)
    behind = accessible(opened | cells, walls, part.through_walls) if cells else 0
    if cells.bit_count() < 2 and not behind:
        return NO_TWO_DIGS
    if not is_payable(state.goods, state.seat * KINDS, part.price, eating):
        return NO_FOOD_TO_DIG_TWICE
    return POSSIBLE


def dig(state: State, cell: int) -> None:
    """A face-down room comes to light and lies on display; its cell is an empty cavern."""
    place = state.seat * CELL_COUNT + cell
    room = state.under[place]
    state.under[place] = NO_ROOM
    state.opened[state.seat] |= 1 << cell
    state.display |= 1 << room
    state.reveals += 1
    state.dug += 1
    state.trail.append(("dig", state.seat, cell, room))
    if cell in FOOD_CELLS:
        gain(state, [int(good == FOOD) for good in range(KINDS)])


def turn_up(state: State) -> None:
    """The top room of the stack of a player alone comes to the display."""
    if state.stack:
        room = state.stack.pop()
        state.display |= 1 << room
        state.reveals += 1
        state.trail.append(("reveal", room))


def turn_up_for_action(state: State) -> None:
    """Where each dig of a single cell counts for itself: it turns up a room at once."""
    if state.game.reveal_by_action:
        turn_up(state)


def turn_up_for_turn(state: State, at_end: bool) -> None:
    """Where the turn counts: one dig in all turns up a room, once no second one is possible."""
    if not state.game.reveal_by_turn or state.dug != 1 or state.turned_up:
        return
    if at_end or not can_dig_again(state):
        state.turned_up = 1
        turn_up(state)


def can_dig_again(state: State) -> bool:
    """Whether one more cell can be dug in this turn."""
    if state.ask == DIGS:
        return True
    for part in PARTS[state.tile]:
        is_open = state.sections >> part.section & 1
        if part.kind == DIG and is_open and reachable(state, part.through_walls):
            return True
        if part.kind == USE and (is_open or state.uses):
            room = 1 << DIGGING_CAVE
            ready = state.owned[state.seat] & room and not (state.used | state.fresh) & room
            gold = state.goods[state.seat * KINDS + GOLD]
            if ready and gold and reachable(state, False):
                return True
    return False


def diggable(cells: int) -> list[int]:
    """A set of cells as a list."""
    return [cell for cell in DIGGABLE if cells >> cell & 1]
