"""A round of My Gold Mine played out to its end, and what a seat then has of it.

Everybody is taken to be careful, which whoever digs for gold has to expect of the others. What the
end of a round is worth is the chance to come first in the end: known in the last round, guessed
from the big nuggets before it.
"""

from __future__ import annotations

from math import exp
from typing import Final

from dvergar.games.my_gold_mine.bots.careful import Weighing
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.rules.machine import carry_out
from dvergar.games.my_gold_mine.rules.rounds import give_turn, next_inside
from dvergar.games.my_gold_mine.rules.score import give_prizes, ranking, scores
from dvergar.games.my_gold_mine.state.state import NO_CARD, State

SPREAD: Final = 5.0  # of the points that are still to come, for they decide with the nuggets
MARGIN: Final = 0.01  # what a point ahead of the best of the others is worth beside the first place
LAST_GOLD: Final = 6.5  # what a seat carries out of the last round on average


def play_out(state: State, move: int, crowd: Weighing) -> None:
    """Plays a move and then the whole round, to its prizes but not into the next one."""
    carry_out(state, move)
    while state.is_anybody_inside():
        if state.card == NO_CARD:
            give_turn(state, next_inside(state))
        carry_out(state, crowd.answer(state))
    give_prizes(state)


def chance_of_first(state: State, seat: int) -> float:
    """The share of the first place in the end, when a round has been played out."""
    if state.round == MATERIAL.rounds:
        return _place_of(state, seat)
    weights = [exp(nuggets / SPREAD) for nuggets in state.nuggets]
    return weights[seat] / sum(weights)


def _place_of(state: State, seat: int) -> float:
    """First or not, and a little for every point, so that nobody gives up or stops at enough."""
    ranks = ranking(state)
    first = 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0
    totals = [score.total for score in scores(state)]
    best = max([total for one, total in enumerate(totals) if one != seat])
    return first + MARGIN * (totals[seat] - best)


def points_to_expect(state: State) -> list[float]:
    """The points of every seat in the end, when a round has been played out."""
    if state.round == MATERIAL.rounds:
        return [float(score.total) for score in scores(state)]
    rounds = len([one for one in MATERIAL.prize_rounds if one > state.round])
    prizes = rounds * sum(MATERIAL.prizes) / state.variant.players
    return [nuggets + prizes + LAST_GOLD for nuggets in state.nuggets]
