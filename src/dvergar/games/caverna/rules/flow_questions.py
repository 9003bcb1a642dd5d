"""What the flow of a space asks as one goes through it, and where one of its parts begins."""

from __future__ import annotations

from dvergar.games.caverna.rules.attempt import attempt_now
from dvergar.games.caverna.rules.flow import Part, enter
from dvergar.games.caverna.rules.question import Question, Step
from dvergar.games.caverna.rules.spaces import PARTS
from dvergar.games.caverna.state.pending import Beginning, Flow, Frame
from dvergar.games.caverna.state.state import State


def open_verbs(state: State) -> list[Part]:
    """The verbs by which one may go on with the action that is asked about; none elsewhere."""
    frame = state.stack[-1]
    if not isinstance(frame, Flow):
        return []
    parts = PARTS[frame.part].open_parts(state.players[frame.seat], frame.done)
    return [verb for part in parts for verb in part.verbs()]


class InAction(Question):
    """Which part comes next?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Flow)
        return PARTS[frame.part].next_moves(attempt_now(state), frame.done)

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Flow)
        PARTS[frame.part].go_on(state, frame.done, move)

    def close(self, state: State, frame: Frame) -> None:
        assert isinstance(frame, Flow)
        PARTS[frame.part].leave(state, frame.done)


class BeginPart(Step):
    """A part of a flow begins."""

    def happen(self, state: State, frame: Frame) -> None:
        assert isinstance(frame, Beginning)
        enter(state, PARTS[frame.part])
