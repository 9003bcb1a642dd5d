"""Selling: the exchange that a blue room offers with its tile, once in a turn."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.goods import GOOD_COUNT, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import BLUE_GAIN, SALE_PRICE, WHEN_TILE, members
from dvergar.games.cave_vs_cave.rules.ledger import gain, pay
from dvergar.games.cave_vs_cave.rules.reasons import NO_FOOD_TO_SELL, POSSIBLE
from dvergar.games.cave_vs_cave.state.moves import SELL_MOVE
from dvergar.games.cave_vs_cave.state.state import State


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
