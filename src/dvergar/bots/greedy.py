"""The bot that takes the best next step: for any game that has an `evaluate`.

It tries every move on a copy, continues to the end of its own turn with the step that looks best,
and compares the estimates of the positions it reaches. Free moves use something up and change
nothing else, so they are judged by what they change at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from dvergar.core.chance import Chance
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.registry import evaluate

DEFAULT_BREADTH: Final = 24
"""Maximum number of steps tried at each question on the way to the end of the turn."""

MIN_FREE_MOVE_GAIN: Final = 0.05
"""What a free move must gain to be made at all."""

MAX_TURN_STEPS: Final = 60

MAX_CERTAIN_ANSWERS: Final = 3
"""Noise doesn't apply where there are this few answers: nobody begs with food at hand."""


class Greedy:
    """Plays the move after which its own turn can end best."""

    limits: ClassVar[tuple[str, ...]] = ("breadth", "noise")

    def __init__(self, seed: int, breadth: int = DEFAULT_BREADTH, noise: float = 0.0) -> None:
        self._chance = Chance(seed)
        self._breadth = breadth
        self._noise = noise  # points by which it misjudges where a turn leads, at most

    def choose(self, state: State) -> int:
        judge = evaluate(state.game.slug)
        if judge is None:
            raise UnknownBot("bot.unsuited", name="greedy", game=state.game.slug)
        real = state.moves(free=False)
        free = self._worthwhile(state, judge)
        if free is not None:
            return free
        if len(real) == 1:
            return real[0]
        ends = [self._outcome(state, move, judge) for move in real]
        values = [judge(end, state.seat) for end in ends]
        if self._noise and len(real) > MAX_CERTAIN_ANSWERS:
            values = [
                value + self._error(end, state.seat, value)
                for value, end in zip(values, ends, strict=True)
            ]
        best = max(values)
        equal = [move for move, value in zip(real, values, strict=True) if value == best]
        return equal[self._chance.below(len(equal))]

    def _worthwhile(self, state: State, judge: Callable[[State, int], float]) -> int | None:
        """The free move that gains most at once, if one gains anything."""
        moves = [move for move in state.moves() if state.game.is_free(move)]
        if not moves:
            return None
        seat, now = state.seat, judge(state, state.seat)
        value, move = max((judge(_after(state, move), seat), -move) for move in moves)
        return -move if value > now + MIN_FREE_MOVE_GAIN else None

    def _outcome(self, state: State, move: int, judge: Callable[[State, int], float]) -> State:
        """Where the turn that begins with this move ends."""
        seat, turn = state.seat, state.turn
        after = _after(state, move)
        for _ in range(MAX_TURN_STEPS):
            if after.over or after.seat != seat or after.turn != turn:
                break
            steps = [_after(after, step) for step in self._some(after.moves(free=False))]
            after = max(steps, key=lambda step: judge(step, seat))
        return after

    def _error(self, end: State, seat: int, value: float) -> float:
        """By how much it misjudges a turn: anything up to its noise, but only what is a guess.

        Points already scored are exact, so the last rounds are played well.
        """
        guess = abs(value - end.scores()[seat].total)
        return min(self._noise, guess) * self._chance.below(1000) / 1000

    def _some(self, moves: list[int]) -> list[int]:
        """All moves, or as many of them as are looked at, evenly spread."""
        if len(moves) <= self._breadth:
            return moves
        step = len(moves) / self._breadth
        return [moves[int(number * step)] for number in range(self._breadth)]


def _after(state: State, move: int) -> State:
    after = state.copy()
    after.play(move)
    return after
