"""How a long command shows how far it is, and how it writes figures with their intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import isfinite
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dvergar.cli.console import ERR, lang, note, speak
from dvergar.core.languages import decimal
from dvergar.lab import Figure, Results
from dvergar.lab.journal import lines_in


class Bar:
    """A bar on stderr: how many games are played, and how quickly.

    Where games are kept, Ctrl-C is answered by a sentence that says how many.
    """

    def __init__(self, total: int, kept: Path | None) -> None:
        self._kept = kept
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        speed = TextColumn("{task.fields[speed]}")
        self._progress = Progress(
            *columns,
            speed,
            TimeRemainingColumn(),
            console=ERR,
            transient=True,
            disable=not ERR.is_terminal,
        )
        self._task = self._progress.add_task(speak()("simulate.playing"), total=total, speed="")
        self._told = 0.0

    def games(self, results: Results) -> None:
        """So many have been played; said a few times a second."""
        done = results.games + len(results.failures)
        now = time.monotonic()
        if now - self._told < 0.1 and results.fresh > 1:
            return
        self._told = now
        seconds = max(results.seconds, 1e-6)
        speed = speak()(
            "simulate.rate",
            games=decimal(results.fresh / seconds, lang(), 1),
            moves=decimal(results.fresh_moves / seconds, lang()),
        )
        self._progress.update(self._task, completed=done, speed=speed)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._progress.stop()
        if kind is KeyboardInterrupt and self._kept and self._kept.exists():
            note("simulate.stopped", n=lines_in(self._kept))


def interval(figure: Figure, said: Callable[[float], str], by: float = 1) -> str:
    """A figure with the ends of its interval, in units of `by`; one deal says nothing of them."""
    if not isfinite(figure.low):
        return said(figure.value)
    low, high = (decimal(by * end, lang(), 1) for end in (figure.low, figure.high))
    return speak()("simulate.interval", value=said(figure.value), low=low, high=high)


def points(figure: Figure) -> str:
    """Points on average, with their interval."""
    return interval(figure, lambda value: decimal(value, lang(), 1))


def percent(figure: Figure) -> str:
    """A share of one in percent, with its interval."""

    def said(share: float) -> str:
        return speak()("simulate.percent", percent=decimal(100 * share, lang(), 1))

    return interval(figure, said, by=100)
