"""Charts of finished games as coordinates for an SVG template, each with its numbers as a table.

The server draws them: they work without scripts, in both themes, and are read out as one sentence.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dvergar.core.languages import decimal
from dvergar.core.words import words
from dvergar.web.kernel.clock import day_text

LEFT, RIGHT, TOP, BOTTOM = 36.0, 552.0, 34.0, 162.0  # the drawing within 560 by 190
MAX_BINS: Final = 14
MAX_TICKS: Final = 5
MAX_DATES: Final = 5
MIN_GAMES_FOR_BARS: Final = 10
MOVING_MEAN_GAMES: Final = 10  # games, for the line through results


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what it is about, and its numbers as they are written."""

    label: str
    numbers: tuple[str, ...]
    link: str = ""
    """The page about it."""


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table with the headings of its columns, and perhaps a title."""

    heads: tuple[str, ...]
    rows: list[Row]
    key: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a histogram."""

    x: float
    y: float
    width: float
    height: float
    count: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A game; `filled` if it was won."""

    x: float
    y: float
    filled: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """What one SVG shows."""

    key: str
    title: str
    sentence: str
    """What someone hears who doesn't see it."""
    table: NumberTable
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    bars: tuple[Bar, ...] = ()
    dots: tuple[Dot, ...] = ()
    line: str = ""
    dashed: str = ""
    """The distribution of everybody, beside one's own."""
    mean: Tick | None = None
    results: bool = False
    """Whether dots are won or lost games."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How many points more or less seats had with something than without it."""

    label: str
    times: int
    more: float | None
    """None if everyone or no one had it."""
    said: str = ""
    width: float = 0
    """The length of its bar, in percent of a half of the width."""


def nice_step(span: float, most: int) -> int:
    """The smallest round number that divides a span into at most so many parts.

    >>> nice_step(100, 5), nice_step(3, 5), nice_step(131, 14)
    (20, 1, 10)
    """
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span <= most * factor * power:
                return factor * power
        power *= 10


def mean_of(scores: Counter[int]) -> float:
    """The mean of counted numbers."""
    return sum(points * n for points, n in scores.items()) / max(1, scores.total())


class Charts:
    """Draws charts in one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self.say = words("dvergar.web", lang)

    def day(self, day: str, year: bool = True) -> str:
        """A day such as 2026-11-18 as the language writes it, in few letters."""
        return day_text(day, self._lang, year)

    def write(self, number: float, digits: int = 0) -> str:
        """A number as the language writes it."""
        return decimal(number, self._lang, digits)

    def histogram(
        self, key: str, title: str, scores: Counter[int], everybody: Counter[int] | None = None
    ) -> Chart:
        """How often points were reached; few games are dots, because bars would say too much."""
        step = nice_step(max(scores) - min(scores) + 1, MAX_BINS)
        first, last = min(scores) // step, max(scores) // step
        bins = _binned(scores, step)
        others = _expected(everybody, step, scores.total()) if everybody else {}
        places = range(first, last + 1)
        highest = max([*bins.values(), *(others.get(place, 0.0) for place in places)])
        width = (RIGHT - LEFT) / len(places)
        ticks, y = self._axis(0, highest)
        middles = [LEFT + (place - first + 0.5) * width for place in places]
        counts = [bins[place] for place in places]
        few = scores.total() < MIN_GAMES_FOR_BARS
        bars = tuple(
            Bar(x - width / 2 + 1.5, y(n), width - 3, BOTTOM - y(n), n)
            for x, n in zip(middles, counts, strict=True)
            if n and not few
        )
        dots = tuple(
            Dot(x, y(nth) - 5, filled=True)
            for x, n in zip(middles, counts, strict=True)
            for nth in range(n if few else 0)
        )
        mean = mean_of(scores)
        usual = max(places, key=lambda place: bins[place]) * step
        sentence = self.say(
            "chart.histogram",
            n=scores.total(),
            low=self.write(usual),
            high=self.write(usual + step - 1),
            mean=self.write(mean, 1),
        )
        return Chart(
            key=key,
            title=title,
            sentence=sentence,
            table=self._bin_table(bins, places, step),
            rows=ticks,
            columns=tuple(
                Tick(LEFT + (place - first) * width, self.write(place * step)) for place in places
            ),
            bars=bars,
            dots=dots,
            dashed=_points(middles, [y(others.get(place, 0.0)) for place in places])
            if others
            else "",
            mean=Tick(LEFT + (mean / step - first) * width, self.write(mean, 1)),
        )

    def _bin_table(self, bins: Counter[int], places: range, step: int) -> NumberTable:
        rows = []
        for place in places:
            low, high = self.write(place * step), self.write(place * step + step - 1)
            rows.append(Row(low if step == 1 else f"{low} – {high}", (self.write(bins[place]),)))
        return NumberTable((self.say("scores.total"), self.say("chart.how_often")), rows)

    def results(self, games: Sequence[tuple[str, int, bool]]) -> Chart:
        """One dot per game, as (day, points, won), and the mean of the last ten as a line."""
        points = [one[1] for one in games]
        means = [
            sum(points[max(0, n - MOVING_MEAN_GAMES + 1) : n + 1]) / min(n + 1, MOVING_MEAN_GAMES)
            for n in range(len(points))
        ]
        ticks, y = self._axis(min(points), max(points))
        xs = _spread(len(points))
        title = self.say("chart.last", n=len(games))
        heads = tuple(
            self.say(key) for key in ("results.day", "scores.total", "chart.won", "chart.mean_of")
        )
        rows = [
            Row(
                self.day(day),
                (self.write(n), self.say("chart.yes") if won else "–", self.write(mean, 1)),
            )
            for (day, n, won), mean in zip(games, means, strict=True)
        ]
        sentence = self.say(
            "chart.results",
            n=len(games),
            won=sum(one[2] for one in games),
            first=self.write(means[0], 1),
            last=self.write(means[-1], 1),
        )
        return Chart(
            key="results",
            title=title,
            sentence=sentence,
            table=NumberTable(heads, rows),
            rows=ticks,
            columns=self._dates([one[0] for one in games], xs),
            dots=tuple(Dot(x, y(n), won) for x, (_, n, won) in zip(xs, games, strict=True)),
            line=_points(xs, [y(mean) for mean in means]),
            results=True,
        )

    def course(self, key: str, title: str, head: str, values: Sequence[tuple[str, float]]) -> Chart:
        """A number over time, as (day, value)."""
        numbers = [one[1] for one in values]
        ticks, y = self._axis(min(numbers), max(numbers))
        xs = _spread(len(numbers))
        rows = [Row(self.day(day), (self.write(number, 1),)) for day, number in values]
        sentence = self.say(
            "chart.course",
            title=title,
            first=self.write(numbers[0], 1),
            last=self.write(numbers[-1], 1),
            low=self.write(min(numbers), 1),
            high=self.write(max(numbers), 1),
        )
        return Chart(
            key=key,
            title=title,
            sentence=sentence,
            table=NumberTable((self.say("results.day"), head), rows),
            rows=ticks,
            columns=self._dates([one[0] for one in values], xs),
            dots=tuple(Dot(x, y(n), filled=True) for x, n in zip(xs, numbers, strict=True))
            if len(xs) == 1
            else (),
            line=_points(xs, [y(number) for number in numbers]),
        )

    def differences(self, found: Sequence[tuple[str, int, float | None]]) -> list[Difference]:
        """What goes with more points first; the bars share one scale and one zero."""
        largest = max((abs(more) for _, _, more in found if more is not None), default=0) or 1
        rows = [
            Difference(
                label,
                times,
                more,
                "–" if more is None else f"{'+' if more > 0 else ''}{self.write(more, 1)}",
                round(100 * abs(more or 0) / largest, 1),
            )
            for label, times, more in found
        ]
        return sorted(rows, key=lambda row: (-(row.more or 0), row.label))

    def _dates(self, days: Sequence[str], xs: Sequence[float]) -> tuple[Tick, ...]:
        """The days under some of the places, each day once."""
        chosen: dict[str, float] = {}
        for n in range(0, len(days), max(1, math.ceil(len(days) / MAX_DATES))):
            chosen.setdefault(days[n], xs[n])
        return tuple(
            Tick(min(max(x, LEFT + 16), RIGHT - 16), self.day(day, year=False))
            for day, x in chosen.items()
        )

    def _axis(self, low: float, high: float) -> tuple[tuple[Tick, ...], _Scale]:
        """Round numbers beside the drawing, and how high a number is in it."""
        low = min(low, high)
        step = nice_step(max(high - low, 1), MAX_TICKS)
        bottom, top = math.floor(low / step) * step, math.ceil(high / step) * step
        scale = _Scale(bottom, max(top, bottom + step))
        count = round((scale.top - bottom) / step) + 1
        return tuple(
            Tick(scale(bottom + n * step), self.write(bottom + n * step)) for n in range(count)
        ), scale


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where numbers are in the height of a chart."""

    bottom: float
    top: float

    def __call__(self, number: float) -> float:
        share = (number - self.bottom) / (self.top - self.bottom)
        return round(BOTTOM - share * (BOTTOM - TOP), 1)


def _binned(scores: Counter[int], step: int) -> Counter[int]:
    bins: Counter[int] = Counter()
    for points, n in scores.items():
        bins[points // step] += n
    return bins


def _expected(everybody: Counter[int], step: int, games: int) -> dict[int, float]:
    """How so many games of everybody would be spread over the bins."""
    share = games / max(1, everybody.total())
    return {place: n * share for place, n in _binned(everybody, step).items()}


def _spread(count: int) -> list[float]:
    """Places from left to right; a single one is in the middle."""
    if count == 1:
        return [(LEFT + RIGHT) / 2]
    return [round(LEFT + 8 + n * (RIGHT - LEFT - 16) / (count - 1), 1) for n in range(count)]


def _points(xs: Sequence[float], ys: Sequence[float]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
