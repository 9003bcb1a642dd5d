"""What a report is made of: chapters, plots, tables, and figures as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Final

from dvergar.core.languages import decimal
from dvergar.core.words import Words, words
from dvergar.lab.confidence import Figure

PACKAGE: Final = "dvergar.lab.report"


@dataclass(frozen=True, slots=True)
class Table:
    """A table to read: heads and rows of texts; the first column names the row."""

    heads: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot, what it shows in a sentence, and its numbers as a table."""

    svg: str
    caption: str
    table: Table


@dataclass(slots=True)
class Chapter:
    """A part of the report."""

    anchor: str
    title: str
    texts: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)


def chapter_of(say: Words, name: str, **facts: object) -> Chapter:
    """An empty chapter with its title, and its text if it has one."""
    title = say(f"{name}.title") if f"{name}.title" in say else name
    text = f"{name}.text"
    return Chapter(name, title, [say(text, **facts)] if text in say else [])


class Numbers:
    """Writes figures with their intervals in one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._say = words(PACKAGE, lang)

    def points(self, figure: Figure) -> str:
        """Points, or anything else that is not a share."""
        return self._interval(figure, 1, "{}")

    def percent(self, figure: Figure) -> str:
        """A share of one in percent."""
        return self._interval(figure, 100, self._say("figure.percent", number="{}"))

    def share(self, share: float) -> str:
        """A share without an interval."""
        return self._say("figure.percent", number=decimal(100 * share, self._lang, 1))

    def _interval(self, figure: Figure, by: float, form: str) -> str:
        value, low, high = (
            decimal(by * one, self._lang, 1) if isfinite(one) else ""
            for one in (figure.value, figure.low, figure.high)
        )
        value = form.format(value)
        return self._say("figure.interval", value=value, low=low, high=high) if low else value


def five(ordered: Sequence[int]) -> list[int]:
    """The least, the quarters and the greatest of numbers in order.

    >>> five([1, 2, 3, 4, 5, 6, 7, 8, 9])
    [1, 3, 5, 7, 9]
    """
    last = len(ordered) - 1
    return [ordered[last * part // 4] for part in range(5)]
