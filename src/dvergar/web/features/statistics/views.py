"""Statistics of a game as charts and the leaderboard of ratings as a table, in one language.

A column is its heading and its number here, and the heading in `words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dvergar.core.info import GameInfo
from dvergar.core.languages import decimal
from dvergar.web.kernel.tables.game_results import BOT_PLAYER
from dvergar.web.kernel.tables.game_statistics import GameStatistics, Tally
from dvergar.web.kernel.views.bot_choices import bot_label
from dvergar.web.kernel.views.charts import Chart, Charts, Difference, NumberTable, Row

MAX_PERIODS: Final = 40  # points of the line over time
MAX_ROWS: Final = 80  # of a table
MIN_SEATS: Final = 3  # that had a tile or an opening, for it to be listed


class StatisticsView:
    """The statistics of one game as its pages show them."""

    def __init__(
        self,
        info: GameInfo,
        found: GameStatistics,
        names: Mapping[str, str],
        lang: str,
        pages: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`names` and `pages` (addresses) are of people, by the number of their claimed name."""
        self._info = info
        self._found = found
        self._names = names
        self._pages = pages
        self._lang = lang
        self._charts = Charts(lang)
        self._say = self._charts.say

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

    def distributions(self) -> list[Chart]:
        """How often a seat had how many points, for each number of players."""
        return [
            self._charts.histogram(str(seats), self._say("statistics.points_of", n=seats), scores)
            for seats, scores in sorted(self._found.scores.items())
        ]

    def over_time(self) -> Chart | None:
        """The mean points of all seats, day by day or over several days."""
        days = sorted(self._found.days.items())
        size = -(-len(days) // MAX_PERIODS) or 1
        means = []
        for start in range(0, len(days), size):
            part = days[start : start + size]
            seats = sum(tally.seats for _, tally in part)
            means.append((part[0][0], sum(tally.points for _, tally in part) / seats))
        if len(means) < 2:
            return None
        title, head = self._say("statistics.over_time"), self._say("statistics.mean")
        return self._charts.course("time", title, head, means)

    def kept(self) -> list[tuple[str, str, list[Difference]]]:
        """Tiles, openings and what else the game notes, with what they were worth."""
        found = []
        for name, (_, fact, prefix) in self._info.event_columns.items():
            frequent = [
                (self._label(prefix, value), tally.seats, self._difference(tally))
                for value, tally in _most_frequent(self._found.kept.get(name, {}))
                if tally.seats >= MIN_SEATS
            ]
            if fact and frequent:
                key = f"statistics.kept.{name}"
                title = self._say(key) if key in self._say else name
                found.append((name, title, self._charts.differences(frequent)))
        return found

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
                rows.append(Row(label, numbers, self._pages.get(who, "")))
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
                found.append((figure, label, games, self._pages.get(who, "")))
        found.sort(key=lambda one: (-one[0].value, one[1]))
        rows = []
        for figure, label, games, page in found[:MAX_ROWS]:
            low, high = self._write(figure.low, 1), self._write(figure.high, 1)
            interval = self._say("ratings.interval", low=low, high=high)
            numbers = (self._write(figure.value, 1), interval, self._write(games))
            rows.append(Row(label, numbers, page))
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
