"""The bot that knows no better: any real move, each equally likely."""

from __future__ import annotations

from dvergar.core.chance import Chance
from dvergar.core.game import State


class Random:
    """Plays a random move, leaving the free ones aside."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def choose(self, state: State) -> int:
        moves = state.moves(free=False)
        return moves[self._chance.below(len(moves))]
