"""Statistics of the finished games of a server: points, lengths, tiles, openings, ratings, records.

Statistics are sums that each new row adds to, so a page about thousands of games reads only the new
ones. If a row is gone, or one came late, everything is counted again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, func, select

from dvergar.lab.confidence import Ratings
from dvergar.web.kernel.clock import date_of
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.schema import PLAYERS, RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.game_results import (
    BOT_PLAYER,
    MAX_LISTED_GAMES,
    OPENING,
    GameResults,
    Played,
    Result,
)

LOG: Final = logging.getLogger("dvergar.results")
ROWS_AT_ONCE: Final = 100
RATING_DRIFT: Final = 25 / 300
"""How much the strength of a player may change between games, in the units of ratings."""


@dataclass(slots=True)
class Tally:
    """Some seats at finished tables, and how they did."""

    seats: int = 0
    points: int = 0
    met: int = 0
    """How many of these seats had somebody to play against."""
    won: int = 0

    def add(self, points: int, others: int, won: bool) -> None:
        """Counts one seat."""
        self.seats += 1
        self.met += others > 0
        self.points += points
        self.won += won

    @property
    def mean(self) -> float:
        """The mean of the points."""
        return self.points / self.seats if self.seats else 0.0


@dataclass(slots=True)
class GameStatistics:
    """The finished games of one kind."""

    games: Counter[int] = field(default_factory=Counter)
    """How many there were, by the number of seats."""
    moves: int = 0
    scores: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """How often a seat had so many points, by the number of seats."""
    all: Tally = field(default_factory=Tally)
    kept: dict[str, dict[str, Tally]] = field(default_factory=dict)
    """What seats did that is told of (tiles, openings), with how they did in the end."""
    who: dict[str, Tally] = field(default_factory=dict)
    """How bots and people with a claimed name did; all others under an empty text."""
    rated: Counter[str] = field(default_factory=Counter)
    """How many rated games somebody has."""
    curves: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """The ratings of people after each rated game, with the time of its end."""
    played: dict[str, list[int]] = field(default_factory=dict)
    """The numbers of the rows of people with a claimed name."""
    days: dict[str, Tally] = field(default_factory=dict)
    """How all seats did, by the day on which their game ended."""
    ratings: Ratings = field(default_factory=lambda: Ratings((), tau=RATING_DRIFT))

    def count(self, result: Result) -> None:
        """Counts a game in."""
        seats = result.body["seats"]
        if not result.body["out"]:
            self.games[len(seats)] += 1
            self.moves += result.body["moves"]
            day = self.days.setdefault(date_of(result.ended), Tally())
            for seat in seats:
                self._count_seat(seat, len(seats), day)
        people = [seat["who"] for seat in seats if is_person(seat["who"])]
        for who in people:
            self.played.setdefault(who, []).append(result.number)
        if result.rated:
            known = [seat for seat in seats if seat["who"]]
            one_each = {seat["who"]: seat["rank"] for seat in reversed(known)}
            self.ratings.count(list(one_each), list(one_each.values()))
            self.rated.update(one_each.keys())
            for who in people if len(one_each) > 1 else ():
                rating = self.ratings.figure(who).value
                self.curves.setdefault(who, []).append((result.ended, rating))

    def _count_seat(self, seat: dict[str, object], seats: int, day: Tally) -> None:
        did = int(str(seat["points"])), seats - 1, seats > 1 and seat["rank"] == 1
        self.scores[seats][did[0]] += 1
        self.all.add(*did)
        day.add(*did)
        self.who.setdefault(str(seat["who"]), Tally()).add(*did)
        for name, values in seat.items():
            if isinstance(values, list):
                noted = self.kept.setdefault(name, {})
                for value in values[:1] if name == OPENING else sorted(set(values)):
                    noted.setdefault(value, Tally()).add(*did)


def is_person(who: str) -> bool:
    """Whether a row names a person with a claimed name there."""
    return bool(who) and not who.startswith(BOT_PLAYER)


class Statistics:
    """The statistics of all games, as far as they are counted."""

    def __init__(self, store: Store, results: GameResults) -> None:
        self._store = store
        self._results = results
        self._games: dict[str, GameStatistics] = {}
        self._rows = 0
        self._last = 0
        self._lock = asyncio.Lock()

    async def of(self, game: str) -> GameStatistics:
        """The statistics of a game with everything that is stored by now."""
        await self.refresh()
        return self._games.get(game) or GameStatistics()

    async def best_alone(self, game: str) -> list[Played]:
        """The best games that people with a claimed name have played alone."""
        query = (
            select(RESULTS, TABLES.c.summary, PLAYERS.c.name)
            .join(PLAYERS, PLAYERS.c.id == RESULTS.c.player)
            .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .where(RESULTS.c.game == game, RESULTS.c.seats == 1, RESULTS.c.day == "")
            .order_by(RESULTS.c.points.desc(), RESULTS.c.number)
            .limit(4 * MAX_LISTED_GAMES)
        )
        return await self._results.listed(query)

    async def refresh(self) -> None:
        """Counts the games that are new."""
        async with self._lock:
            there = await self._store.ask(_size)
            if there == (self._rows, self._last):
                return
            gone = self._rows > there[0] or self._last > there[1]
            if gone or not await self._count_new(there[0]):
                self._games, self._rows, self._last = {}, 0, 0
                await self._count_new(there[0])

    async def _count_new(self, rows: int) -> bool:
        """Counts rows after the last one; false if earlier ones have changed."""
        while found := await self._store.ask(self._next):
            await asyncio.to_thread(self._count, found)
        return self._rows >= rows

    def _next(self, connection: Connection) -> Sequence[Any]:
        query = select(RESULTS).where(RESULTS.c.number > self._last).order_by(RESULTS.c.number)
        return connection.execute(query.limit(ROWS_AT_ONCE)).all()

    def _count(self, rows: Sequence[Any]) -> None:
        for row in rows:
            try:
                result = Result.of(row)
                self._games.setdefault(result.game, GameStatistics()).count(result)
            except Exception as error:  # noqa: BLE001 - one bad row spoils no statistics
                LOG.warning(
                    "the result of table %s is damaged: %s", row.table_id, format_error(error)
                )
        self._rows += len(rows)
        self._last = rows[-1].number


def _size(connection: Connection) -> tuple[int, int]:
    """How many rows there are, and the number of the last one."""
    row = connection.execute(select(func.count(), func.max(RESULTS.c.number))).one()
    return int(row[0]), int(row[1] or 0)
