"""Ore trading: ore becomes gold and food, a few times."""

from __future__ import annotations

from dvergar.games.caverna.facts.game import ORE_SALE_GET, ORE_SALE_PAY, ORE_SALE_TIMES
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt, attempt_now
from dvergar.games.caverna.rules.ledger import gain_all, holds, pay_all
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.rules.reach import within_reach
from dvergar.games.caverna.rules.reasons import NO_ORE_TO_SELL, POSSIBLE
from dvergar.games.caverna.state.moves import DONE, SELL_ORE
from dvergar.games.caverna.state.pending import Frame, Selling
from dvergar.games.caverna.state.state import State


def sell_ore(state: State, seat: int, times: int) -> None:
    """Sells once; so many sales are left with this one."""
    pay_all(state, seat, ORE_SALE_PAY)
    gain_all(state, seat, ORE_SALE_GET)
    if times > 1:
        state.stack.append(Selling(seat, times - 1))


class TradeOre(Verb):
    """Sell ore up to so many times."""

    def __init__(self) -> None:
        super().__init__()
        self.times = ORE_SALE_TIMES

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if holds(attempt.goods, ORE_SALE_PAY) else NO_ORE_TO_SELL

    def moves(self, attempt: Attempt) -> list[int]:
        return [SELL_ORE] if holds(attempt.goods, ORE_SALE_PAY) else []

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return move == SELL_ORE

    def do(self, state: State, _move: int) -> None:
        sell_ore(state, state.seat, self.times)


class SellingOn(Question):
    """Ore may be sold again, also the ore of a ruby or a trade."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        player = state.players[frame.seat]
        if holds(player.goods, ORE_SALE_PAY):
            return [DONE, SELL_ORE]
        return [DONE] if holds(within_reach(attempt_now(state)), ORE_SALE_PAY) else []

    def answer(self, state: State, frame: Frame, _move: int) -> None:
        assert isinstance(frame, Selling)
        sell_ore(state, frame.seat, frame.times)
