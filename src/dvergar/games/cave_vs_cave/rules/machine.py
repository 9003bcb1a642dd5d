"""Caverna: Cave vs Cave. The machine that asks: which tile, then part by part until the turn ends.

What a move does is in `cave` and `goods`; set-up, rounds and turns are here. The machine runs on
until the next real question and keeps its answers, so that they are computed once. With `eating`,
the answers are those possible after turning goods into food: while there are any, a turn does not
end by itself.

The dealing of the set-up also makes an imagined copy. What is dealt again for it is sorted first,
so that the copy depends only on what everybody knows and on the seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.chance import Chance
from dvergar.core.game import Game
from dvergar.core.score import Score
from dvergar.core.sets import bit
from dvergar.games.cave_vs_cave.facts import game as facts
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, DUG_AT_START, ENTRANCE_CELL
from dvergar.games.cave_vs_cave.facts.rooms import DARK, ENTRANCE, LIGHT, NO_ROOM
from dvergar.games.cave_vs_cave.rules import cave, goods
from dvergar.games.cave_vs_cave.rules.ledger import eat, open_parts
from dvergar.games.cave_vs_cave.rules.score import ranking, scores
from dvergar.games.cave_vs_cave.state import moves
from dvergar.games.cave_vs_cave.state.state import (
    ASK_CELL,
    ASK_DIGS,
    ASK_PARTS,
    ASK_PAYMENT,
    ASK_TILE,
    BY_LOT,
    NOBODY,
    State,
    Variant,
)

if TYPE_CHECKING:
    from dvergar.core.info import GameInfo
    from dvergar.core.options import Value


def begin_round(state: State, number: int, starter: int) -> None:
    """All tiles lie open again, and one more."""
    state.round = number
    state.starter = starter
    state.taken = [NOBODY] * facts.TILE_COUNT
    state.reveals += 1
    state.trail.append(("round", number, starter, state.tile_order[facts.START_TILES + number - 1]))
    give_turn(state, starter)


def give_turn(state: State, seat: int) -> None:
    """A seat is asked for a tile; nothing of the turn before is left."""
    state.seat = seat
    state.question = ASK_TILE
    state.tile = facts.NO_TILE
    state.sections = 0
    state.uses = 0
    state.used = 0
    state.new_rooms = 0
    state.dug = 0
    state.turned_up = False
    state.may_sell = False


def end_turn(state: State) -> None:
    """On to the other seat, the next round, or the end of the game."""
    cave.turn_up_for_turn(state, at_end=True)
    state.turn += 1
    players = state.variant.players
    turns = facts.TILE_COUNT - state.taken.count(NOBODY)
    if turns < players * state.turns_each():
        give_turn(state, (state.seat + 1) % players)
    elif state.round < len(state.variant.turns_of_round):
        begin_round(state, state.round + 1, (state.starter + 1) % players)
    else:
        give_turn(state, state.seat)
        state.over = True
        state.trail.append(("game_over",))


def clear(state: State) -> None:
    """Bare caves and starting goods for every seat; nothing is dealt yet."""
    players = state.variant.players
    state.goods = facts.START * players
    state.opened = [DUG_AT_START] * players
    state.owned = [bit(ENTRANCE)] * players
    state.walls = [0] * players
    state.furnished = [NO_ROOM] * CELL_COUNT * players
    state.under = [NO_ROOM] * CELL_COUNT * players
    for seat in range(players):
        state.furnished[seat * CELL_COUNT + ENTRANCE_CELL] = ENTRANCE


def set_up(state: State, starter: int, chance: Chance) -> None:
    """Deals a game and begins its first round."""
    alone = state.variant.players == 1
    clear(state)
    state.tile_order = [
        t for t in range(facts.TILE_COUNT) if not (alone and facts.TILES[t].for_two_only)
    ]
    deal_tiles(state, chance)
    light = LIGHT[:]
    if alone:
        chance.shuffle(light)
        del light[len(light) - facts.LIGHT_ROOMS_OUT :]
    for room in light:
        state.display |= bit(room)
    deal_rooms(state, DARK[:], chance)
    begin_round(state, 1, starter)


def deal_tiles(state: State, chance: Chance) -> None:
    """The tiles that no round has shown yet are shuffled within their groups."""
    order = state.tile_order[:]
    for group in facts.GROUPS:
        places = [
            place
            for place in range(facts.START_TILES + state.round, len(order))
            if facts.TILES[order[place]].group == group
        ]
        tiles = sorted([order[place] for place in places])
        chance.shuffle(tiles)
        for place, tile in zip(places, tiles, strict=True):
            order[place] = tile
    state.tile_order = order


def deal_rooms(state: State, rooms: list[int], chance: Chance) -> None:
    """Rooms are shuffled and laid face down in the caves; the rest is the stack."""
    chance.shuffle(rooms)
    for place in face_down_places(state):
        state.under[place] = rooms.pop()
    state.stack = rooms


def hidden_rooms(state: State) -> list[int]:
    """All rooms that lie face down, in the caves and in the stack, in one order for all deals."""
    return sorted([state.under[place] for place in face_down_places(state)] + state.stack)


def face_down_places(state: State) -> list[int]:
    """The places of all caves where a room lies face down."""
    return [
        seat * CELL_COUNT + cell
        for seat in range(state.variant.players)
        for cell in cave.face_down_cells(state, seat)
    ]


def real_moves(state: State) -> list[int]:
    """The answers to the question that are not free, ascending."""
    if state.question == ASK_TILE:
        return goods.take_moves(state)
    if state.question == ASK_PARTS:
        return [*sorted(part_moves(state)), moves.DONE_MOVE]
    if state.question == ASK_CELL:
        return cave.cell_moves(state)
    if state.question == ASK_PAYMENT:
        return cave.payment_moves(state)
    if state.question == ASK_DIGS:
        return cave.next_dig_moves(state)
    return cave.side_moves()


def part_moves(state: State, eating: bool = False) -> list[int]:
    """What the tile still lets the acting seat do; its parts that furnish are taken together."""
    found: list[int] = []
    furnishes = False
    for part in open_parts(state):
        if part.kind == facts.FURNISH:
            furnishes = True
        else:
            found += _moves_of(state, part, eating)
    if furnishes:
        found += cave.furnish_moves(state, eating)
    return found + goods.sell_moves(state, eating)


def _moves_of(state: State, part: facts.Part, eating: bool) -> list[int]:
    kind = part.kind
    if kind == facts.USE:
        return goods.use_moves(state, part, eating)
    if kind == facts.GAIN:
        return [goods.gain_move(part)]
    if kind == facts.TRADE:
        return goods.trade_moves(state, part)
    if kind == facts.DIG:
        return cave.dig_moves(state, part, eating)
    if kind == facts.WALL:
        return cave.build_moves(state)
    assert kind == facts.BREACH
    return cave.breach_moves(state)


class CaveVsCave(Game):
    """Cave vs Cave with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, moves.VOCABULARY)
        self.variant = Variant(options)

    def is_free(self, move: int) -> bool:
        return moves.KIND_OF[move] == moves.EAT

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
        return state.real_moves + goods.eat_moves(state) if free else state.real_moves[:]

    def answer(self, state: State, move: int) -> None:
        if state.over or (move not in state.real_moves and move not in goods.eat_moves(state)):
            raise self.refusal(state, move)
        state.trail = []
        kind = moves.KIND_OF[move]
        DOING[kind](state, moves.ARGUMENT_OF[move])
        run(state, eaten=kind == moves.EAT)

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
    moves.TAKE: goods.take,
    moves.GAIN_GOODS: goods.gain_goods,
    moves.TRADE_GOODS: goods.trade_goods,
    moves.USE_ROOM: goods.use,
    moves.DIG_CELL: cave.dig_cell,
    moves.DIG_TWICE: cave.dig_twice,
    moves.BUILD_WALL: cave.build,
    moves.REMOVE_WALL: cave.breach,
    moves.FURNISH_ROOM: cave.choose_room,
    moves.INTO_CELL: cave.choose_cell,
    moves.PAY_WAY: cave.furnish,
    moves.SELL: goods.sell,
    moves.CAVERN_SIDE: cave.choose_side,
    moves.DONE: finish_turn,
    moves.EAT: eat,
}


def run(state: State, eaten: bool = False) -> None:
    """Goes on until the next real question, and keeps its answers.

    Eating leaves a question of furnishing open, even if only one answer is left.
    """
    while not state.over:
        if not eaten and cave.settle(state):
            continue
        if state.question == ASK_PARTS:
            cave.turn_up_for_turn(state, at_end=False)
        state.real_moves = real_moves(state)
        if state.question != ASK_PARTS or len(state.real_moves) > 1:
            return
        if part_moves(state, eating=True):
            return
        end_turn(state)
    state.real_moves = []


def paid_in_version_1(state: State) -> int | None:
    """The only real answer, if there is one only.

    Version 1 of the rules didn't ask players who could pay in one way only. Today they are asked if
    eating opens another way; in those games the one payment was made.
    """
    real = state.moves(free=False)
    return real[0] if len(real) == 1 else None
