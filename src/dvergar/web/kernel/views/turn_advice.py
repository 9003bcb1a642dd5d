"""Advice of a bot in words: the steps of a whole turn, and what speaks for it.

The bot gives reasons as data (`TurnAdvice`); they become short sentences in the viewer's language.
Moves are called as the choices of the page are, in the imagined position that the bot was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dvergar.core.game import State
from dvergar.core.languages import decimal
from dvergar.core.sentences import join_list
from dvergar.core.words import Words, words
from dvergar.lab.move_evaluation import ForeseenMove, TurnAdvice

MAX_DENIALS_SHOWN: Final = 2


@dataclass(frozen=True, slots=True)
class TurnText:
    """A turn in words."""

    steps: tuple[str, ...]
    """What is done one after another, without what goes without saying."""
    reasons: tuple[str, ...]
    """What it brings at once, what it prepares, what it keeps from others."""


def turn_text(
    state: State, advice: TurnAdvice, lang: str, names: Sequence[str], points: bool = True
) -> TurnText:
    """A turn from an imagined position in words; `points` says whether they may be shown."""
    return _TurnWriter(state, lang, names, points).write(advice)


def turn_steps(
    state: State, moves: Sequence[str], lang: str, names: Sequence[str]
) -> tuple[str, ...]:
    """The moves of a turn as the choices are called; the same one several times is counted."""
    state, parts = state.copy(), []
    for number, name in enumerate(moves):
        if number == 0 or len(state.moves()) > 1:
            parts.append(_label(state, name, lang, names))
        state.play(state.game.move(name))
    runs = [(label, len(list(run))) for label, run in groupby(parts)]
    return tuple([f"{label} ×{times}" if times > 1 else label for label, times in runs])


class _TurnWriter:
    """Writes about turns from one position in a language."""

    def __init__(self, state: State, lang: str, names: Sequence[str], points: bool) -> None:
        self._state = state
        self._lang = lang
        self._names = names
        self._points = points
        self._say: Words = words("dvergar.web", lang)
        self._game: Words = state.game.info.words(lang)

    def write(self, advice: TurnAdvice) -> TurnText:
        reasons = [self._now(advice), *self._facts(advice), self._next(advice)]
        reasons += self._denied(advice)
        steps = turn_steps(self._state, advice.moves, self._lang, self._names)
        return TurnText(steps, tuple([one for one in reasons if one]))

    def _now(self, advice: TurnAdvice) -> str:
        """What the turn brings at once, and what it takes."""
        gains = [(name, n) for name, n in advice.gains if f"count.{name}" in self._game]
        parts = [self._count(name, n) for name, n in gains if n > 0]
        costs = [self._count(name, -n) for name, n in gains if n < 0]
        scored = sum([n for _, n in advice.scored]) if self._points else 0
        if scored > 0:
            parts.append(self._say("advice.scored", n=scored))
        elif scored < 0:
            costs.append(self._say("advice.scored", n=-scored))
        if not parts and not costs:
            return ""
        key = "advice.now" if not costs else "advice.now_for" if parts else "advice.now_costs"
        return self._say(
            key, gains=join_list(parts, self._lang), costs=join_list(costs, self._lang)
        )

    def _count(self, name: str, n: int) -> str:
        return self._game(f"count.{name}", n=n)

    def _facts(self, advice: TurnAdvice) -> list[str]:
        """What only the bots of this game can say."""
        return [
            self._game(
                f"advice.{name}", n=decimal(value, self._lang, 0 if value == int(value) else 1)
            )
            for name, value in advice.facts
            if f"advice.{name}" in self._game
        ]

    def _next(self, advice: TurnAdvice) -> str:
        if advice.prepares is None:
            return ""
        return self._say("advice.prepares", move=self._foreseen(advice.prepares))

    def _denied(self, advice: TurnAdvice) -> list[str]:
        """What others lose: a move they would like, or else points."""
        parts = [
            self._say("advice.denies", name=self._names[one.seat], move=self._foreseen(one))
            for one in advice.denies[:MAX_DENIALS_SHOWN]
        ]
        if parts or not advice.takes or not self._points:
            return parts
        seat, points = max(advice.takes, key=lambda one: one[1])
        lost = decimal(points, self._lang, 1)
        return [self._say("advice.takes", name=self._names[seat], points=lost)]

    def _foreseen(self, one: ForeseenMove) -> str:
        state = self._state.copy()
        for name in one.path:
            state.play(state.game.move(name))
        return _label(state, one.move, self._lang, self._names)


def _label(state: State, name: str, lang: str, names: Sequence[str]) -> str:
    choices = state.prompt(lang, names).choices
    return next((one.label for one in choices if one.name == name), name)
