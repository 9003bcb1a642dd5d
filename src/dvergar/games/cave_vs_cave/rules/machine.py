"""Caverna: Cave vs Cave. The machine that asks: which tile, then part by part until the turn ends.

What a move does is in `actions` and in `setup`. The machine runs on until the next real question
and keeps its answers, so that they are computed once. With `eating`, the answers are those possible
after turning goods into food: while there are any, a turn does not end by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.chance import Chance
from dvergar.core.game import Game
from dvergar.core.score import Score
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
from dvergar.games.cave_vs_cave.rules.actions.digging import (
    dig_cell,
    dig_moves,
    dig_twice,
    next_dig_moves,
    turn_up_for_turn,
)
from dvergar.games.cave_vs_cave.rules.actions.furnishing import (
    cell_moves,
    choose_cell,
    choose_room,
    choose_side,
    furnish,
    furnish_moves,
    payment_moves,
    settle,
    side_moves,
)
from dvergar.games.cave_vs_cave.rules.actions.goods import (
    eat_moves,
    gain_goods,
    gain_move,
    sell,
    sell_moves,
    trade_goods,
    trade_moves,
)
from dvergar.games.cave_vs_cave.rules.actions.taking import take, take_moves
from dvergar.games.cave_vs_cave.rules.actions.using import use, use_moves
from dvergar.games.cave_vs_cave.rules.actions.walls import breach, breach_moves, build, build_moves
from dvergar.games.cave_vs_cave.rules.ledger import eat
from dvergar.games.cave_vs_cave.rules.parts import open_parts
from dvergar.games.cave_vs_cave.rules.score import ranking, scores
from dvergar.games.cave_vs_cave.rules.setup import (
    deal_rooms,
    deal_tiles,
    end_turn,
    hidden_rooms,
    set_up,
)
from dvergar.games.cave_vs_cave.state.moves import (
    ARGUMENT_OF,
    ASK_CELL,
    ASK_DIGS,
    ASK_PARTS,
    ASK_PAYMENT,
    ASK_TILE,
    BUILD_WALL,
    CAVERN_SIDE,
    DIG_CELL,
    DIG_TWICE,
    DONE,
    DONE_MOVE,
    EAT,
    FURNISH_ROOM,
    GAIN_GOODS,
    INTO_CELL,
    KIND_OF,
    PAY_WAY,
    REMOVE_WALL,
    SELL,
    TAKE,
    TRADE_GOODS,
    USE_ROOM,
    VOCABULARY,
)
from dvergar.games.cave_vs_cave.state.state import BY_LOT, State, Variant

if TYPE_CHECKING:
    from dvergar.core.info import GameInfo
    from dvergar.core.options import Value


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


class CaveVsCave(Game):
    """Cave vs Cave with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, VOCABULARY)
        self.variant = Variant(options)

    def is_free(self, move: int) -> bool:
        return KIND_OF[move] == EAT

    def deal(self, seed: int) -> State:
        state = self.blank()
        chance = Chance(seed)
        starter = self.variant.first_seat
        if starter == BY_LOT:
            starter = chance.below(self.players)
        set_up(state, starter, chance)
        run(state)
        return state

    def blank(self) -> State:
        return State(self, self.variant)

    def restore(self, data: dict[str, Any]) -> State:
        state = self.blank()
        state.fill(data)
        state.real_moves = [] if state.over else real_moves(state)
        return state

    def legal_moves(self, state: State, free: bool) -> list[int]:
        if state.over:
            return []
        return state.real_moves + eat_moves(state) if free else state.real_moves[:]

    def answer(self, state: State, move: int) -> None:
        if state.over or (move not in state.real_moves and move not in eat_moves(state)):
            raise self.refusal(state, move)
        state.trail = []
        kind = KIND_OF[move]
        DOING[kind](state, ARGUMENT_OF[move])
        run(state, eaten=kind == EAT)

    def imagined(self, state: State, _: int | None, seed: int) -> State:
        """All seats know the same, so it does not matter who imagines."""
        chance = Chance(seed)
        copy = state.copy()
        deal_tiles(copy, chance)
        deal_rooms(copy, hidden_rooms(copy), chance)
        return copy

    def scores_of(self, state: State) -> list[Score]:
        return scores(state)

    def ranking_of(self, state: State) -> list[int]:
        return ranking(state)


def finish_turn(state: State, _: int) -> None:
    """The acting seat leaves out what its tile still offers."""
    end_turn(state)


# What each kind of move does with its argument.
DOING: Final[dict[str, Callable[[State, int], None]]] = {
    TAKE: take,
    GAIN_GOODS: gain_goods,
    TRADE_GOODS: trade_goods,
    USE_ROOM: use,
    DIG_CELL: dig_cell,
    DIG_TWICE: dig_twice,
    BUILD_WALL: build,
    REMOVE_WALL: breach,
    FURNISH_ROOM: choose_room,
    INTO_CELL: choose_cell,
    PAY_WAY: furnish,
    SELL: sell,
    CAVERN_SIDE: choose_side,
    DONE: finish_turn,
    EAT: eat,
}


def run(state: State, eaten: bool = False) -> None:
    """Goes on until the next real question, and keeps its answers.

    Eating leaves a question of furnishing open, even if only one answer is left.
    """
    while not state.over:
        if not eaten and settle(state):
            continue
        if state.question == ASK_PARTS:
            turn_up_for_turn(state, at_end=False)
        state.real_moves = real_moves(state)
        if state.question != ASK_PARTS or len(state.real_moves) > 1:
            return
        if part_moves(state, eating=True):
            return
        end_turn(state)
    state.real_moves = []
