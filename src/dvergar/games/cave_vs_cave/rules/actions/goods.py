"""Goods: those a tile gives and exchanges, selling by a blue room (once in a turn), and eating."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.action_tiles import GAIN, TRADE, Part
from dvergar.games.cave_vs_cave.facts.goods import EATABLE, FOOD, GOOD_COUNT, LIMITS, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import BLUE_GAIN, SALE_PRICE, WHEN_TILE, members
from dvergar.games.cave_vs_cave.rules.actions.furnishing import is_payable_without
from dvergar.games.cave_vs_cave.rules.ledger import gain, pay
from dvergar.games.cave_vs_cave.rules.parts import close, numbered_part
from dvergar.games.cave_vs_cave.rules.reasons import (
    FOOD_FULL,
    NEEDED,
    NO_FOOD_TO_SELL,
    NOT_TRADABLE,
    POSSIBLE,
)
from dvergar.games.cave_vs_cave.state.moves import (
    ASK_CELL,
    ASK_PAYMENT,
    EAT_MOVE,
    GAIN_MOVE,
    SELL_MOVE,
    TRADE_MOVE,
)
from dvergar.games.cave_vs_cave.state.state import State


def gain_move(part: Part) -> int:
    """The move that takes the goods of a part; where there is a choice it names them."""
    return GAIN_MOVE[part.number]


def gain_goods(state: State, number: int) -> None:
    """The goods of the tile are gained, or those that are chosen."""
    part = numbered_part(state, GAIN, number)
    close(state, part)
    gain(state, part.gain)


def why_not_trade(state: State, part: Part) -> int:
    """0, or the reason why the exchange of a part cannot be paid."""
    payable = is_payable(state.goods, state.seat * GOOD_COUNT, part.price)
    return POSSIBLE if payable else NOT_TRADABLE


def trade_moves(state: State, part: Part) -> list[int]:
    """The exchange of a part, if it can be paid."""
    return [] if why_not_trade(state, part) else [TRADE_MOVE[part.number]]


def trade_goods(state: State, number: int) -> None:
    """Goods are exchanged."""
    part = numbered_part(state, TRADE, number)
    close(state, part)
    pay(state, part.price)
    gain(state, part.gain)


def sellers(state: State) -> list[int]:
    """The rooms of the acting seat that still offer an exchange with its tile."""
    if not state.may_sell:
        return []
    return members(WHEN_TILE[state.tile] & state.owned[state.seat])


def why_not_sell(state: State, room: int, eating: bool = False) -> int:
    """0, or the reason why the exchange that a room offers cannot be paid."""
    payable = is_payable(state.goods, state.seat * GOOD_COUNT, SALE_PRICE[room], eating)
    return POSSIBLE if payable else NO_FOOD_TO_SELL


def sell_moves(state: State, eating: bool) -> list[int]:
    """The exchanges that can be paid."""
    rooms = sellers(state)
    return [SELL_MOVE[room] for room in rooms if why_not_sell(state, room, eating) == POSSIBLE]


def sell(state: State, room: int) -> None:
    """A room exchanges goods."""
    state.may_sell = False
    state.trail.append(("trigger", state.seat, room))
    pay(state, SALE_PRICE[room])
    gain(state, BLUE_GAIN[room])


def eatable(state: State) -> list[int]:
    """The goods that the acting seat has and that can be eaten."""
    base = state.seat * GOOD_COUNT
    return [good for good in EATABLE if state.goods[base + good]]


def why_not_eat(state: State, good: int) -> int:
    """0, or the reason why a good that one has cannot be turned into food now."""
    if state.goods[state.seat * GOOD_COUNT + FOOD] >= LIMITS[FOOD]:
        return FOOD_FULL
    if state.question == ASK_CELL or state.question == ASK_PAYMENT:
        return POSSIBLE if is_payable_without(state, good) else NEEDED
    return POSSIBLE


def eat_moves(state: State) -> list[int]:
    """What can be eaten now."""
    return [EAT_MOVE[good] for good in eatable(state) if why_not_eat(state, good) == POSSIBLE]
