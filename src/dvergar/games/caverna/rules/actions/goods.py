"""Taking and trading goods: from spaces, for mines, ore trading, the market, the starting token."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.flow import Question, SureVerb, Verb
from dvergar.games.caverna.rules.housing import ORE_MINES, RUBY_MINES, stalls
from dvergar.games.caverna.rules.ledger import gain, gain_all, holds, pay, pay_all
from dvergar.games.caverna.state.moves import ARGUMENT, BUY, DONE, KIND, SELL_ORE, TAKE_GOODS
from dvergar.games.caverna.state.pending import Frame, Marketing, Selling
from dvergar.games.caverna.state.state import State


class Take(SureVerb):
    """Take everything that has gathered on the space; whoever imitates finds nothing."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        if not attempt.imitating:
            pile = attempt.state.pile
            for slot in attempt.state.variant.slots[attempt.space]:
                if pile[slot]:
                    return reasons.POSSIBLE
        return reasons.NOTHING_THERE

    def happen(self, state: State) -> None:
        if state.imitating:
            return
        pile = state.pile
        state.pile = pile[:]
        for slot in state.variant.slots[state.space]:
            if pile[slot]:
                state.pile[slot] = 0
                gain(state, state.seat, state.variant.slot_goods[slot], pile[slot])


class TakeGoods(SureVerb):
    """Take the goods that always come with the space."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        return (
            reasons.POSSIBLE
            if attempt.state.variant.goods[attempt.space]
            else reasons.NOTHING_THERE
        )

    def happen(self, state: State) -> None:
        gain_all(state, state.seat, state.variant.goods[state.space])


class TakeGoodsWhenever(Verb):
    """Take the goods of the space before or after its other parts."""

    def __init__(self) -> None:
        super().__init__(waits=True)

    def why_not(self, _attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE

    def moves(self, _attempt: reasons.Attempt) -> list[int]:
        return [TAKE_GOODS]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return move == TAKE_GOODS

    def do(self, state: State, _move: int) -> None:
        self.happen(state)

    def happen(self, state: State) -> None:
        gain_all(state, state.seat, state.variant.goods[state.space])


class Gain(SureVerb):
    """So much of a good."""

    def __init__(self, good: int, amount: int) -> None:
        super().__init__()
        self.good = good
        self.amount = amount

    def why_not(self, _attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE

    def happen(self, state: State) -> None:
        gain(state, state.seat, self.good, self.amount)


class TakeStartingPlayer(SureVerb):
    """Take the token."""

    def why_not(self, _attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE

    def happen(self, state: State) -> None:
        state.next_starter = state.seat
        state.trail.append(("starting_player", state.seat))


class OreForEachMine(SureVerb):
    """So much ore for each ore mine one has."""

    def __init__(self, ore: int) -> None:
        super().__init__()
        self.ore = ore

    def why_not(self, attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE if stalls(attempt.player)[ORE_MINES] else reasons.NOTHING_THERE

    def happen(self, state: State) -> None:
        mines = stalls(state.players[state.seat])[ORE_MINES]
        if mines:
            gain(state, state.seat, facts.ORE, mines * self.ore)


class RubyWithMines(SureVerb):
    """Rubies if one has so many ruby mines."""

    def __init__(self, mines: int, rubies: int) -> None:
        super().__init__()
        self.mines = mines
        self.rubies = rubies

    def why_not(self, attempt: reasons.Attempt) -> int:
        return (
            reasons.POSSIBLE
            if stalls(attempt.player)[RUBY_MINES] >= self.mines
            else reasons.NOTHING_THERE
        )

    def happen(self, state: State) -> None:
        if stalls(state.players[state.seat])[RUBY_MINES] >= self.mines:
            gain(state, state.seat, facts.RUBY, self.rubies)


def sell_ore(state: State, seat: int, times: int) -> None:
    """Sells once; so many sales are left with this one."""
    pay_all(state, seat, facts.ORE_SALE_PAY)
    gain_all(state, seat, facts.ORE_SALE_GET)
    if times > 1:
        state.stack.append(Selling(seat, times - 1))


class TradeOre(Verb):
    """Sell ore up to so many times."""

    def __init__(self) -> None:
        super().__init__()
        self.times = facts.ORE_SALE_TIMES

    def why_not(self, attempt: reasons.Attempt) -> int:
        return (
            reasons.POSSIBLE if holds(attempt.goods, facts.ORE_SALE_PAY) else reasons.NO_ORE_TO_SELL
        )

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return [SELL_ORE] if holds(attempt.goods, facts.ORE_SALE_PAY) else []

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return move == SELL_ORE

    def do(self, state: State, _move: int) -> None:
        sell_ore(state, state.seat, self.times)


class SellingOn(Question):
    """Ore may be sold again, also the ore of a ruby or a trade."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        player = state.players[frame.seat]
        if holds(player.goods, facts.ORE_SALE_PAY):
            return [DONE, SELL_ORE]
        return (
            [DONE]
            if holds(reasons.within_reach(reasons.attempt_now(state)), facts.ORE_SALE_PAY)
            else []
        )

    def answer(self, state: State, frame: Frame, _move: int) -> None:
        assert isinstance(frame, Selling)
        sell_ore(state, frame.seat, frame.times)


def market_moves(gold: int, bought: int) -> list[int]:
    """What so much gold buys of the kinds that have not been bought."""
    return [
        BUY + number
        for number, price in enumerate(facts.MARKET_PRICE)
        if price <= gold and not has(bought, number)
    ]


def buy(state: State, seat: int, number: int, bought: int) -> None:
    """Buys one good; the market stays open."""
    pay(state, seat, facts.GOLD, facts.MARKET_PRICE[number])
    gain(state, seat, facts.MARKET_GOODS[number], 1)
    state.stack.append(Marketing(seat, bought | bit(number)))


class Market(Verb):
    """Buy goods, each kind once."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        return reasons.POSSIBLE if attempt.goods[facts.GOLD] else reasons.NO_GOLD_FOR_MARKET

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return market_moves(attempt.goods[facts.GOLD], 0)

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return KIND[move] == BUY

    def do(self, state: State, move: int) -> None:
        buy(state, state.seat, ARGUMENT[move], 0)


class MarketOn(Question):
    """More goods may be bought, also with the gold of a ruby or a trade."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Marketing)
        player = state.players[frame.seat]
        found = market_moves(player.goods[facts.GOLD], frame.bought)
        if found:
            return [*found, DONE]
        gold = reasons.within_reach(reasons.attempt_now(state))[facts.GOLD]
        return [DONE] if market_moves(gold, frame.bought) else []

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Marketing)
        buy(state, frame.seat, ARGUMENT[move], frame.bought)
