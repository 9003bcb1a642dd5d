"""All moves that are possible at any time, and making one."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.rules.anytime.eating import Eat, EatGold
from dvergar.games.caverna.rules.anytime.free_move import FreeMove, Purchase
from dvergar.games.caverna.rules.anytime.rubies import BuyGood, BuyLand, Jump
from dvergar.games.caverna.rules.anytime.trades import TradeGoods
from dvergar.games.caverna.rules.anytime.weapons import Disarm
from dvergar.games.caverna.rules.anytime.working import WorkForFood
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.moves import (
    DISARM,
    DISARM_AWAY,
    EAT,
    EAT_DONKEYS,
    EAT_GOLD,
    EAT_MORE_GOLD,
    FIRST_FREE,
    JUMP,
    KIND,
    MOVE_COUNT,
    RUBY_CAVERN,
    RUBY_FIELD,
    RUBY_GOOD,
    RUBY_MEADOW,
    RUBY_TUNNEL,
    TRADE,
    WORK_FOR_FOOD,
)
from dvergar.games.caverna.state.state import State

FREE_MOVES: Final[list[tuple[FreeMove, list[int]]]] = [  # in the order of their kinds
    (BuyGood(), [RUBY_GOOD]),
    (BuyLand(), [RUBY_MEADOW, RUBY_FIELD, RUBY_TUNNEL, RUBY_CAVERN]),
    (Jump(), [JUMP]),
    (Eat(), [EAT, EAT_DONKEYS]),
    (EatGold(), [EAT_GOLD, EAT_MORE_GOLD]),
    (TradeGoods(), [TRADE]),
    (Disarm(), [DISARM, DISARM_AWAY]),
    (WorkForFood(), [WORK_FOR_FOOD]),
]
_ALL: Final[list[FreeMove]] = [one for one, _ in FREE_MOVES]
_BY_KIND: Final = {kind: one for one, kinds in FREE_MOVES for kind in kinds}
_BY_MOVE: Final[list[FreeMove]] = [_BY_KIND[KIND[move]] for move in range(FIRST_FREE, MOVE_COUNT)]


PURCHASES: Final[list[Purchase]] = [one for one in _ALL if isinstance(one, Purchase)]
"""Those with a price."""


def too_dear(state: State) -> list[tuple[int, Purchase]]:
    """What the seat that decides could do if only it could pay, with the kind of each move."""
    frame = state.stack[-1]
    player = state.players[frame.seat]
    return [
        (move, one)
        for one in PURCHASES
        for move in one.could(state, frame, player)
        if one.why_not(player, move) != POSSIBLE
    ]


def add_free_moves(state: State, found: list[int]) -> None:
    """Adds all at-any-time moves of the seat that decides, ascending."""
    frame = state.stack[-1]
    player = state.players[frame.seat]
    for one in _ALL:
        one.offer(state, frame, player, found)


def is_offered(state: State, move: int) -> bool:
    """Whether an at-any-time move is among those of the seat that decides."""
    frame = state.stack[-1]
    found: list[int] = []
    _BY_MOVE[move - FIRST_FREE].offer(state, frame, state.players[frame.seat], found)
    return move in found


def play_free(state: State, move: int) -> None:
    """Makes an at-any-time move."""
    state.eating_gold = KIND[move] == EAT_GOLD or KIND[move] == EAT_MORE_GOLD
    _BY_MOVE[move - FIRST_FREE].make(state, state.stack[-1], move)
