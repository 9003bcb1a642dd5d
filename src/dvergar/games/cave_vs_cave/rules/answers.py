"""The moves that answer each question.

With `eating`, what would be possible after turning goods into food: as long as that is something, a
turn does not end by itself.
"""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.action_tiles import (
    BREACH,
    DIG,
    FURNISH,
    GAIN,
    TRADE,
    USE,
    WALL,
    Part,
)
from dvergar.games.cave_vs_cave.rules.actions.digging import dig_moves, next_dig_moves
from dvergar.games.cave_vs_cave.rules.actions.furnishing import (
    cell_moves,
    furnish_moves,
    payment_moves,
    side_moves,
)
from dvergar.games.cave_vs_cave.rules.actions.gaining import gain_move, trade_moves
from dvergar.games.cave_vs_cave.rules.actions.selling import sell_moves
from dvergar.games.cave_vs_cave.rules.actions.taking import take_moves
from dvergar.games.cave_vs_cave.rules.actions.using import use_moves
from dvergar.games.cave_vs_cave.rules.actions.walls import breach_moves, build_moves
from dvergar.games.cave_vs_cave.rules.parts import open_parts
from dvergar.games.cave_vs_cave.state.moves import DONE_MOVE
from dvergar.games.cave_vs_cave.state.questions import (
    ASK_CELL,
    ASK_DIGS,
    ASK_PARTS,
    ASK_PAYMENT,
    ASK_TILE,
)
from dvergar.games.cave_vs_cave.state.state import State


def real_moves(state: State) -> list[int]:
    """The answers to the question that are not free, ascending."""
    if state.question == ASK_TILE:
        return take_moves(state)
    if state.question == ASK_PARTS:
        return [*sorted(part_moves(state)), DONE_MOVE]
    if state.question == ASK_CELL:
        return cell_moves(state)
    if state.question == ASK_PAYMENT:
        return payment_moves(state)
    if state.question == ASK_DIGS:
        return next_dig_moves(state)
    return side_moves()


def part_moves(state: State, eating: bool = False) -> list[int]:
    """What the tile still lets the acting seat do; its parts that furnish are taken together."""
    moves: list[int] = []
    furnishes = False
    for part in open_parts(state):
        if part.kind == FURNISH:
            furnishes = True
        else:
            moves += _moves_of(state, part, eating)
    if furnishes:
        moves += furnish_moves(state, eating)
    return moves + sell_moves(state, eating)


def _moves_of(state: State, part: Part, eating: bool) -> list[int]:
    kind = part.kind
    if kind == USE:
        return use_moves(state, part, eating)
    if kind == GAIN:
        return [gain_move(part)]
    if kind == TRADE:
        return trade_moves(state, part)
    if kind == DIG:
        return dig_moves(state, part, eating)
    if kind == WALL:
        return build_moves(state)
    assert kind == BREACH
    return breach_moves(state)
