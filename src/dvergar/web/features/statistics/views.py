"""Statistics and the leaderboard of ratings of a game as tables, in one language.

A column is its heading and its number here, and the heading in `words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dvergar.core.info import GameInfo
from dvergar.core.languages import decimal
from dvergar.core.words import words
from dvergar.web.features.statistics.service import GameStatistics, Tally
from dvergar.web.kernel.tables.game_results import BOT_PLAYER
from dvergar.web.kernel.views.bot_choices import bot_label

MAX_BARS: Final = 12  # rows of a distribution
MAX_ROWS: Final = 80  # of other tables
MIN_SEATS: Final = 3  # that had a tile or an opening, for it to be listed


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what it is about, its numbers as they are written, and a bar."""

    label: str
    numbers: tuple[str, ...]
    bar: float = 0
    """How long it is, in percent of the width there is."""
    begin: float = 0
    """Where it begins, where numbers may be below zero."""
    less: bool = False
    """Whether it stands for a number below zero."""


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table with the headings of its columns, and perhaps a title."""

    heads: tuple[str, ...]
    rows: list[Row]
    bars: bool = False
    """Whether each row has a bar."""
    key: str = ""
    title: str = ""


class StatisticsView:
    """The statistics of one game as its pages show them."""

    def __init__(
        self, info: GameInfo, found: GameStatistics, names: Mapping[str, str], lang: str
    ) -> None:
        self._info = info
        self._found = found
        self._names = names
        self._lang = lang
        self._say = words("dvergar.web", lang)

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self._found.games.total()

    @property
    def moves(self) -> int:
        """The mean length of a game."""
        return round(self._found.moves / self.games) if self.games else 0

    def by_seats(self) -> NumberTable:
        """Games and points by the number of players."""
        rows = []
        for seats, games in sorted(self._found.games.items()):
            scores = self._found.scores[seats]
            mean = sum(points * n for points, n in scores.items()) / scores.total()
            ends = self._write(min(scores)), self._write(max(scores))
            rows.append(Row(str(seats), (self._write(games), self._write(mean, 1), *ends)))
        heads = self._heads(
            "statistics.players",
            "statistics.how_many",
            "statistics.mean",
            "statistics.lowest",
            "statistics.highest",
        )
        return NumberTable(heads, rows)

    def _heads(self, *keys: str) -> tuple[str, ...]:
        return tuple(self._say(key) for key in keys)

    def distributions(self) -> list[NumberTable]:
        """How often a seat had how many points, for each number of players."""
        heads = self._heads("scores.total", "statistics.seats")
        return [
            NumberTable(
                heads,
                self._bars(scores),
                bars=True,
                key=str(seats),
                title=self._say("statistics.points_of", n=seats),
            )
            for seats, scores in sorted(self._found.scores.items())
        ]

    def _bars(self, scores: Counter[int]) -> list[Row]:
        low, high = min(scores), max(scores)
        step = -(-(high - low + 1) // MAX_BARS)
        bins: Counter[int] = Counter()
        for points, n in scores.items():
            bins[(points - low) // step] += n
        longest = max(bins.values())
        return [
            Row(
                self._span(low + place * step, step),
                (str(bins[place]),),
                _percent(bins[place], longest),
            )
            for place in range((high - low) // step + 1)
        ]

    def _span(self, low: int, step: int) -> str:
        ends = [self._write(low)] if step == 1 else [self._write(low), self._write(low + step - 1)]
        return " – ".join(ends)

    def kept(self) -> list[NumberTable]:
        """Tiles, openings and what else the game notes, with what they were worth."""
        found = []
        for name, (_, fact, prefix) in self._info.kept.items():
            noted = self._found.kept.get(name, {})
            frequent = [
                (self._label(prefix, value), tally)
                for value, tally in _most_frequent(noted)
                if tally.seats >= MIN_SEATS
            ]
            if fact and frequent:
                key = f"statistics.kept.{name}"
                title = self._say(key) if key in self._say else name
                heads = (
                    title,
                    *self._heads("statistics.seats", "statistics.mean", "statistics.worth"),
                )
                rows = self._difference_rows(frequent)
                found.append(NumberTable(heads, rows, bars=True, key=name, title=title))
        return found

    def _difference_rows(self, noted: Sequence[tuple[str, Tally]]) -> list[Row]:
        """How often, the mean points with it, and, drawn too, how many more than without it."""
        mores = [self._difference(tally) for _, tally in noted]
        known = [0.0, *(more for more in mores if more is not None)]
        low, span = min(known), max(known) - min(known)
        rows = []
        for (label, tally), more in zip(noted, mores, strict=True):
            said = "–" if more is None else self._write(more, 1)
            numbers = self._write(tally.seats), self._write(tally.mean, 1), said
            drawn = more or 0.0
            bar, begin = _percent(abs(drawn), span), _percent(min(drawn, 0.0) - low, span)
            rows.append(Row(label, numbers, bar, begin, drawn < 0))
        return rows

    def _difference(self, tally: Tally) -> float | None:
        """By how much the mean of these seats is above that of all others, if there are any."""
        everybody = self._found.all
        others = Tally(everybody.seats - tally.seats, everybody.points - tally.points)
        return tally.mean - others.mean if others.seats else None

    def players(self) -> NumberTable:
        """How bots, people with a claimed name and all others did."""
        rows = []
        for who, tally in _most_frequent(self._found.who):
            label = self._say("statistics.guests") if not who else self.name_of(who)
            if label:
                won = 100 * tally.won / tally.met if tally.met else None
                share = "–" if won is None else f"{self._write(won)} %"
                numbers = (self._write(tally.seats), share, self._write(tally.mean, 1))
                rows.append(Row(label, numbers))
        return NumberTable(
            self._heads("scores.player", "statistics.seats", "statistics.won", "statistics.mean"),
            rows,
        )

    def ratings(self) -> NumberTable:
        """The ratings, highest first, each with the ends of its interval."""
        found = []
        for who, games in self._found.rated.items():
            label, figure = self.name_of(who), self._found.ratings.figure(who)
            if label:
                found.append((figure, label, games))
        found.sort(key=lambda one: (-one[0].value, one[1]))
        rows = []
        for figure, label, games in found[:MAX_ROWS]:
            low, high = self._write(figure.low, 1), self._write(figure.high, 1)
            interval = self._say("ratings.interval", low=low, high=high)
            numbers = (self._write(figure.value, 1), interval, self._write(games))
            rows.append(Row(label, numbers))
        heads = self._heads("scores.player", "ratings.rating", "ratings.between", "ratings.games")
        return NumberTable(heads, rows)

    def name_of(self, who: str) -> str:
        """The name of a player; empty if it was withdrawn."""
        if who.startswith(BOT_PLAYER):
            level = bot_label(self._info, who.removeprefix(BOT_PLAYER), self._lang)
            return self._say("table.bot", level=level)
        return self._names.get(who, "")

    def _label(self, prefix: str, value: str) -> str:
        speak, key = self._info.words(self._lang), f"{prefix}.{value}"
        return speak(key) if key in speak else value

    def _write(self, number: float, digits: int = 0) -> str:
        return decimal(number, self._lang, digits)


def _most_frequent(noted: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """The most frequent first."""
    return sorted(noted.items(), key=lambda one: (-one[1].seats, one[0]))[:MAX_ROWS]


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1) if whole else 0
