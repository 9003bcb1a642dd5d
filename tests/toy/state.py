"""A position of Stones: what lies on the table, and nothing else."""

from __future__ import annotations

from typing import ClassVar

from dvergar.core import game as core
from dvergar.core.events import Event

HEAP, PICKS, TURNS, LEAST, MOST = 7, 3, 6, 3, 8


class State(core.State):
    """The card, the stones, and how far the turn has gone."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"game", "trail"})

    def __init__(self, game: core.Game, card: int) -> None:
        self.game = game
        self.card = card
        self.heaps = [HEAP, HEAP]
        self.hands = [0, 0]
        self.picked = 0  # in this turn
        self.turn = 0
        self.reveals = 0
        self.seat = 0
        self.over = False
        self.trail: list[Event] = []  # what the last move caused

    def copy(self) -> State:
        state = State(self.game, self.card)
        state.heaps, state.hands = self.heaps[:], self.hands[:]
        state.picked, state.turn, state.reveals = self.picked, self.turn, self.reveals
        state.seat, state.over, state.trail = self.seat, self.over, self.trail
        return state
