"""An estimate of a seat's final score in My Gold Mine, for bots that look ahead.

Gold counts by the chance that it gets out: sure once it is out, less the deeper its dwarf stands
and the nearer the dragon is. In the first two rounds gold is only worth the prize it may win.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.state import OUT, State

GOLD_FOR_A_PRIZE: Final = 0.35
STEPS_A_DRAW: Final = 1.3  # the length of an average exit card


def evaluate(state: State, seat: int) -> float:
    """Big nuggets and gold, each gold weighed by the chance that it gets out."""
    worth = 1.0 if state.round == MATERIAL.rounds else GOLD_FOR_A_PRIZE
    out = sum([gold for d, gold in enumerate(state.out_gold) if state.variant.owner[d] == seat])
    inside = state.pile_gold[seat] * _escape(state, seat)
    return state.nuggets[seat] + worth * (out + inside)


def _escape(state: State, seat: int) -> float:
    """A rough chance that the seat's open pile gets out."""
    mine = [p for d, p in enumerate(state.places) if p > OUT and state.variant.owner[d] == seat]
    if not mine:
        return 0.0
    room = state.dragon - min(mine)
    draws = min(mine) / STEPS_A_DRAW
    return min(1.0, 0.35 + 0.2 * room) / (1.0 + 0.12 * draws)
