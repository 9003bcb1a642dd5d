"""The market: goods for gold, one of each kind."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.game import MARKET_GOODS, MARKET_PRICE
from dvergar.games.caverna.facts.goods import GOLD
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt, attempt_now
from dvergar.games.caverna.rules.ledger import gain, pay
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.rules.reach import within_reach
from dvergar.games.caverna.rules.reasons import NO_GOLD_FOR_MARKET, POSSIBLE
from dvergar.games.caverna.state.moves import ARGUMENT, BUY, DONE, KIND
from dvergar.games.caverna.state.pending import Frame, Marketing
from dvergar.games.caverna.state.state import State


def market_moves(gold: int, bought: int) -> list[int]:
    """What so much gold buys of the kinds that have not been bought."""
    return [
        BUY + number
        for number, price in enumerate(MARKET_PRICE)
        if price <= gold and not has(bought, number)
    ]


def buy(state: State, seat: int, number: int, bought: int) -> None:
    """Buys one good; the market stays open."""
    pay(state, seat, GOLD, MARKET_PRICE[number])
    gain(state, seat, MARKET_GOODS[number], 1)
    state.stack.append(Marketing(seat, bought | bit(number)))


class Market(Verb):
    """Buy goods, each kind once."""

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if attempt.goods[GOLD] else NO_GOLD_FOR_MARKET

    def moves(self, attempt: Attempt) -> list[int]:
        return market_moves(attempt.goods[GOLD], 0)

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == BUY

    def do(self, state: State, move: int) -> None:
        buy(state, state.seat, ARGUMENT[move], 0)


class MarketOn(Question):
    """More goods may be bought, also with the gold of a ruby or a trade."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Marketing)
        player = state.players[frame.seat]
        found = market_moves(player.goods[GOLD], frame.bought)
        if found:
            return [*found, DONE]
        gold = within_reach(attempt_now(state))[GOLD]
        return [DONE] if market_moves(gold, frame.bought) else []

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Marketing)
        buy(state, frame.seat, ARGUMENT[move], frame.bought)
