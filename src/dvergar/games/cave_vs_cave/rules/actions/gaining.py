"""The goods of a tile: those it gives, and those it exchanges."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.action_tiles import GAIN, TRADE, Part
from dvergar.games.cave_vs_cave.facts.goods import GOOD_COUNT, is_payable
from dvergar.games.cave_vs_cave.rules.ledger import gain, pay
from dvergar.games.cave_vs_cave.rules.parts import close, numbered_part
from dvergar.games.cave_vs_cave.rules.reasons import NOT_TRADABLE, POSSIBLE
from dvergar.games.cave_vs_cave.state.moves import GAIN_MOVE, TRADE_MOVE
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
