"""The machine of My Gold Mine: what a position asks, and what an answer to it sets going."""

from __future__ import annotations

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.info import GameInfo
from dvergar.core.options import Value
from dvergar.core.score import Score
from dvergar.games.my_gold_mine.rules import score
from dvergar.games.my_gold_mine.rules.digging import dig, why_not_dig
from dvergar.games.my_gold_mine.rules.exit_cards import do, draw, exit_moves
from dvergar.games.my_gold_mine.rules.reasons import POSSIBLE
from dvergar.games.my_gold_mine.rules.rounds import begin_round, end_turn
from dvergar.games.my_gold_mine.state.moves import DIG, DRAW, VOCABULARY
from dvergar.games.my_gold_mine.state.state import NO_CARD, State, Variant


class MyGoldMine(core.Game):
    """My Gold Mine with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, VOCABULARY)
        self.variant = Variant(self.players, options)

    def blank(self) -> State:
        return State(self, self.variant, Chance(0))

    def deal(self, seed: int) -> State:
        state = State(self, self.variant, Chance(seed))
        state.nuggets = [0] * self.players
        starter = self.variant.first_seat
        if starter is None:
            starter = state.chance.below(self.players)
        begin_round(state, 1, starter)
        return state

    def legal_moves(self, state: State, _free: bool) -> list[int]:
        if state.over:
            return []
        if state.card != NO_CARD:
            return exit_moves(state)
        return [DIG, DRAW] if why_not_dig(state) == POSSIBLE else [DRAW]

    def answer(self, state: State, move: int) -> None:
        if move not in self.legal_moves(state, True):
            raise self.refusal(state, move)
        state.trail = []
        carry_out(state, move)
        if state.card == NO_CARD:
            end_turn(state)

    def imagined(self, state: State, _seat: int | None, seed: int) -> State:
        """Nobody knows the order of the decks; the cards in them can be counted by everybody."""
        copy = state.copy()
        copy.chance = Chance(seed)
        hidden = sorted(copy.extraction[:-1])
        copy.chance.shuffle(hidden)
        copy.extraction[:-1] = hidden
        copy.exits.sort()
        copy.chance.shuffle(copy.exits)
        return copy

    def scores_of(self, state: State) -> list[Score]:
        return score.scores(state)

    def ranking_of(self, state: State) -> list[int]:
        return score.ranking(state)


def carry_out(state: State, move: int) -> None:
    """Does what a legal move says, and leaves the turn where it is."""
    if move == DIG:
        dig(state)
    elif move == DRAW:
        draw(state)
    else:
        do(state, move)
