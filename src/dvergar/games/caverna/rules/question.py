"""What a kind of frame asks: its answers, making one, and leaving it.

Each kind of frame has one question, beside the rule it belongs to; `questions` has the table.
"""

from __future__ import annotations

from abc import abstractmethod

from dvergar.games.caverna.state.pending import Frame
from dvergar.games.caverna.state.state import State


class Question:
    """Asks about the topmost frame, whose seat is the one that decides."""

    @abstractmethod
    def moves(self, state: State, frame: Frame) -> list[int]:
        """The real moves that answer it; none if it is done with."""

    def is_possible(self, state: State, frame: Frame) -> bool:
        """Whether it can be answered, and what follows from the answer can be done."""
        return len(self.moves(state, frame)) > 0

    def is_settled(self, _state: State, _frame: Frame, _move: int) -> bool:
        """Whether the only answer there is need not be asked for."""
        return True

    @abstractmethod
    def answer(self, state: State, frame: Frame, move: int) -> None:
        """Makes one of its moves, but for DONE; the frame has been taken off the stack."""

    def close(self, _state: State, _frame: Frame) -> None:
        """Nothing more is done, or can be; the frame has been taken off the stack."""
        return  # most leave nothing behind


class Step:
    """A frame that asks nothing: it happens when its turn has come."""

    @abstractmethod
    def happen(self, state: State, frame: Frame) -> None:
        """The frame has been taken off the stack."""
