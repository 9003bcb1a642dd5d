"""A verb: a part of an action that is not made of other parts.

All of a verb stands in its file: why it cannot be done, whether something in hand could open it,
its moves, which moves answer it, doing it, and the questions that follow from it.
"""

from __future__ import annotations

from abc import abstractmethod

from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.flow import Part
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.moves import TAKE_GOODS
from dvergar.games.caverna.state.pending import Flow
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class Verb(Part):
    """A part with a choice: it is asked about once, and done by the answer."""

    def may_open(self, _attempt: Attempt) -> bool:
        return False

    def enter(self, _state: State) -> int:
        return 0

    def verbs(self) -> list[Part]:
        return [self]

    def open_parts(self, _player: Player, done: int) -> list[Part]:
        return [] if done else [self]

    def next_moves(self, attempt: Attempt, done: int) -> list[int]:
        return [] if done else self.moves(attempt)

    def go_on(self, state: State, done: int, move: int) -> None:
        state.stack.append(Flow(state.seat, self.number, done | 1))
        self.do(state, move)

    def leave(self, _state: State, _done: int) -> None:
        """Nothing is left of it."""


class SureVerb(Verb):
    """A part that brings goods without a choice; beside other parts the choice is to take them."""

    def __init__(self) -> None:
        super().__init__(sure=True)

    def moves(self, attempt: Attempt) -> list[int]:
        return [TAKE_GOODS] if self.why_not(attempt) == POSSIBLE else []

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return move == TAKE_GOODS

    def do(self, state: State, _move: int) -> None:
        self.happen(state)

    @abstractmethod
    def happen(self, state: State) -> None:
        """Brings what it brings."""
