"""The random bot: any move that is not free, each equally likely."""

from __future__ import annotations

from dvergar.core.chance import Chance
from dvergar.core.game import State


class Random:
    """Plays a random move, but no free moves."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def choose(self, state: State) -> int:
        moves = state.moves(free=False)
        return moves[self._chance.below(len(moves))]
