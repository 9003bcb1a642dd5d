"""Taking goods: those that have gathered on a space, those that always come with it, others."""

from __future__ import annotations

from dvergar.games.caverna.rules.actions.verb import SureVerb, Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.ledger import gain, gain_all
from dvergar.games.caverna.rules.reasons import NOTHING_THERE, POSSIBLE
from dvergar.games.caverna.state.moves import TAKE_GOODS
from dvergar.games.caverna.state.state import State


class Take(SureVerb):
    """Take everything that has gathered on the space; whoever imitates finds nothing."""

    def why_not(self, attempt: Attempt) -> int:
        if not attempt.imitating:
            pile = attempt.state.pile
            for slot in attempt.state.variant.slots[attempt.space]:
                if pile[slot]:
                    return POSSIBLE
        return NOTHING_THERE

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

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if attempt.state.variant.goods[attempt.space] else NOTHING_THERE

    def happen(self, state: State) -> None:
        gain_all(state, state.seat, state.variant.goods[state.space])


class TakeGoodsWhenever(Verb):
    """Take the goods of the space before or after its other parts."""

    def __init__(self) -> None:
        super().__init__(waits=True)

    def why_not(self, _attempt: Attempt) -> int:
        return POSSIBLE

    def moves(self, _attempt: Attempt) -> list[int]:
        return [TAKE_GOODS]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
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

    def why_not(self, _attempt: Attempt) -> int:
        return POSSIBLE

    def happen(self, state: State) -> None:
        gain(state, state.seat, self.good, self.amount)
