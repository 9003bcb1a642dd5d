"""A profile as its page shows it: figures, charts and lists, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dvergar.core.info import GameInfo
from dvergar.web.features.profile.service import FinishedGame
from dvergar.web.kernel.clock import date_of
from dvergar.web.kernel.tables.game_results import OPENING
from dvergar.web.kernel.tables.game_statistics import GameStatistics, Tally
from dvergar.web.kernel.views.charts import Chart, Charts, Difference, NumberTable, Row

LAST_GAMES: Final = 40
LISTED_GAMES: Final = 12
LISTED_TILES: Final = 12
BEST_GAMES: Final = 5
MIN_TILE_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A number at the head of a profile."""

    value: str
    label: str
    change: str = ""


class ProfileView:
    """The finished games of a person in one game, perhaps only those of some number of players."""

    def __init__(
        self,
        info: GameInfo,
        games: Sequence[FinishedGame],
        found: GameStatistics,
        who: str,
        players: int,
        lang: str,
    ) -> None:
        """`who` is the number of the claimed name, or empty; `players` 0 means any number."""
        self._info = info
        self._found = found
        self._who = who
        self._charts = Charts(lang)
        self._say = self._charts.say
        self._lang = lang
        self.sizes = sorted({game.seats for game in games})
        self.games = [game for game in games if players in (0, game.seats)]
        self._everybody: Counter[int] = Counter()
        for seats, scores in found.scores.items():
            if players in (0, seats):
                self._everybody.update(scores)

    def figures(self) -> list[KeyFigure]:
        """Games, share won, mean, best, rating."""
        points = [game.points for game in self.games]
        met = [game for game in self.games if game.seats > 1]
        found = [KeyFigure(self._write(len(points)), self._say("profile.games", n=len(points)))]
        if met:
            share = 100 * sum(game.won for game in met) / len(met)
            found.append(KeyFigure(f"{self._write(share)} %", self._say("chart.won")))
        if points:
            mean = self._write(sum(points) / len(points), 1)
            found.append(KeyFigure(mean, self._say("profile.mean")))
            found.append(KeyFigure(self._write(max(points)), self._say("profile.best")))
        curve = self._found.curves.get(self._who, [])
        if curve:
            change = curve[-1][1] - curve[-2][1] if len(curve) > 1 else 0.0
            said = f"{'+' if change > 0 else ''}{self._write(change, 1)}" if change else ""
            rating = self._write(curve[-1][1], 1)
            found.append(KeyFigure(rating, self._say("profile.rating"), said))
        return found

    def charts(self) -> list[Chart]:
        """Distribution, results over time, rating."""
        if not self.games:
            return []
        scores = Counter(game.points for game in self.games)
        title = self._say("profile.points_in", n=len(self.games))
        everybody = self._everybody if len(self.games) > 1 else None
        last = [(game.day, game.points, game.won) for game in reversed(self.games[:LAST_GAMES])]
        found = [self._charts.histogram("points", title, scores, everybody)]
        found.append(self._charts.results(last))
        curve = [(date_of(at), value) for at, value in self._found.curves.get(self._who, [])]
        if len(curve) > 1:
            title = self._say("profile.rating_over_time")
            found.append(
                self._charts.course("rating", title, self._say("profile.rating"), curve[-200:])
            )
        return found

    def tiles(self) -> list[tuple[str, str, list[Difference]]]:
        """What the person used in enough games, with how many points more or less."""
        every = Tally()
        for game in self.games:
            every.add(game.points, game.seats - 1, game.won)
        found = []
        for name, (_, fact, prefix) in self._noted():
            frequent = [
                (self._label(prefix, value), tally.seats, _more(tally, every))
                for value, tally in self._used(name)
                if tally.seats >= MIN_TILE_GAMES and tally.seats < every.seats
            ]
            if fact and frequent:
                rows = self._charts.differences(frequent[:LISTED_TILES])
                found.append((name, self._title("profile.with", name), rows))
        return found

    def favourites(self) -> list[NumberTable]:
        """What the person used most often."""
        found = []
        for name, (_, fact, prefix) in reversed(self._noted()):
            rows = [
                Row(
                    self._label(prefix, value),
                    (self._write(tally.seats), self._write(tally.mean, 1)),
                )
                for value, tally in self._used(name)[:LISTED_TILES]
            ]
            if fact and rows:
                title = self._title("profile.favourite", name)
                heads = (title, self._say("profile.in_games"), self._say("profile.mean"))
                found.append(NumberTable(heads, rows, name, title))
        return found

    def day(self, day: str) -> str:
        """A day as the language writes it."""
        return self._charts.day(day)

    def best_alone(self) -> list[FinishedGame]:
        """The best games without opponents."""
        alone = [game for game in self.games if game.seats == 1]
        return sorted(alone, key=lambda game: -game.points)[:BEST_GAMES]

    def _noted(self) -> list[tuple[str, tuple[str, str, str]]]:
        """What statistics count in this game; openings come last."""
        return sorted(self._info.event_columns.items(), key=lambda one: one[0] == OPENING)

    def _used(self, name: str) -> list[tuple[str, Tally]]:
        """What was used, the most frequent first."""
        used: dict[str, Tally] = {}
        for game in self.games:
            values = game.noted.get(name, [])
            for value in values[:1] if name == OPENING else sorted(set(values)):
                used.setdefault(value, Tally()).add(game.points, game.seats - 1, game.won)
        return sorted(used.items(), key=lambda one: (-one[1].seats, one[0]))

    def _title(self, key: str, name: str) -> str:
        full = f"{key}.{name}"
        return self._say(full) if full in self._say else name

    def _label(self, prefix: str, value: str) -> str:
        speak, key = self._info.words(self._lang), f"{prefix}.{value}"
        return speak(key) if key in speak else value

    def _write(self, number: float, digits: int = 0) -> str:
        return self._charts.write(number, digits)


def _more(tally: Tally, every: Tally) -> float:
    """By how much the mean is above that of the other games."""
    others = Tally(every.seats - tally.seats, every.points - tally.points)
    return tally.mean - others.mean
