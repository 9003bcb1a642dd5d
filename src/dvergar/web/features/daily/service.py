"""Deals of the day, and lists of games that others may look at: each with the way to its table.

On one day everybody gets the same deal of a game; the first table that somebody opens for it is
the one that counts.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, insert, select

from dvergar.core.registry import info, make_game, plugin_failures
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.storage.rows import StoreBeside
from dvergar.web.kernel.storage.schema import ATTEMPTS, PLAYERS, RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.deal_day import day_after, end_of

LOG: Final = logging.getLogger("dvergar.results")
MOST: Final = 50  # rows of a list
DAYS: Final = 30  # earlier days that are listed


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game in a list."""

    table_id: str
    """Empty where the table is gone."""
    name: str
    points: int
    rank: int
    day: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's own game of a day."""

    table_id: str
    over: bool


def companions(slug: str) -> int:
    """How many bots play the deal of the day: none where one plays alone and the deal matters."""
    least, most = info(slug).players
    if least > 1:
        return min(least, most - 1)
    game = make_game(slug, {"players": 1})
    with plugin_failures(game.info):
        deals = game.start(1).key(), game.start(2).key()
    return 0 if deals[0] != deals[1] else 1


class Daily:
    """Who has played which deal of a day."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def attempt(self, day: str, game: str, holder: str) -> Attempt | None:
        """What somebody has made of a day."""
        query = (
            select(ATTEMPTS.c.table_id, RESULTS.c.number)
            .outerjoin(RESULTS, RESULTS.c.table_id == ATTEMPTS.c.table_id)
            .where(ATTEMPTS.c.day == day, ATTEMPTS.c.game == game, ATTEMPTS.c.holder == holder)
        )
        row = await self._store.ask(lambda connection: connection.execute(query).first())
        return None if row is None else Attempt(row.table_id, row.number is not None)

    def begin(self, day: str, game: str, holder: str) -> StoreBeside:
        """Notes the table of a first attempt as it is stored; Conflict if there was one before."""

        def store(connection: Connection, table_id: str) -> None:
            row = {"day": day, "game": game, "holder": holder, "table_id": table_id}
            connection.execute(insert(ATTEMPTS), row)

        return store

    async def of(self, day: str, game: str, holder: str) -> list[Played]:
        """The games of a day that are over, the best first."""
        query = (
            select(RESULTS, TABLES.c.summary, ATTEMPTS.c.holder)
            .join(ATTEMPTS, ATTEMPTS.c.table_id == RESULTS.c.table_id)
            .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .where(RESULTS.c.day == day, RESULTS.c.game == game)
            .where(RESULTS.c.ended < end_of(day_after(day)))
            .order_by(RESULTS.c.points.desc(), RESULTS.c.number)
            .limit(MOST)
        )
        return await self._listed(query, holder)

    async def days(self, game: str, before: str) -> list[str]:
        """The days before a day on which somebody has finished a game."""
        query = (
            select(RESULTS.c.day)
            .where(RESULTS.c.game == game, RESULTS.c.day != "", RESULTS.c.day < before)
            .distinct()
            .order_by(RESULTS.c.day.desc())
            .limit(DAYS)
        )
        return await self._store.ask(lambda connection: list(connection.execute(query).scalars()))

    async def best(self, game: str) -> list[Played]:
        """The best games that people with a claimed name have played alone."""
        query = (
            select(RESULTS, TABLES.c.summary, PLAYERS.c.name)
            .join(PLAYERS, PLAYERS.c.id == RESULTS.c.player)
            .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .where(RESULTS.c.game == game, RESULTS.c.seats == 1, RESULTS.c.day == "")
            .order_by(RESULTS.c.points.desc(), RESULTS.c.number)
            .limit(4 * MOST)
        )
        return await self._listed(query)

    async def _listed(self, query: Select[Any], holder: str = "") -> list[Played]:
        def work(connection: Connection) -> Sequence[Any]:
            return connection.execute(query).all()

        rows = [_played(row, holder) for row in await self._store.ask(work)]
        return [row for row in rows if row is not None][:MOST]


def _played(row: Any, holder: str) -> Played | None:
    """A game in a list; None if it does not count, or, with a line in the log, if it is damaged."""
    try:
        body = json.loads(row.body)
        return None if body["out"] else _counted(row, body, holder)
    except Exception as error:  # noqa: BLE001 - one bad row takes no list down
        LOG.warning("the result of table %s cannot be listed: %s", row.table_id, told(error))
        return None


def _counted(row: Any, body: dict[str, Any], holder: str) -> Played:
    summary = json.loads(row.summary) if row.summary else None
    seat = next((n for n, one in enumerate(body["seats"]) if one["points"] == row.points), 0)
    claimed = getattr(row, "name", "")
    return Played(
        row.table_id if summary else "",
        claimed or (summary["names"][0] if summary else ""),
        row.points,
        body["seats"][seat]["rank"],
        row.day or datetime.fromtimestamp(row.ended, UTC).date().isoformat(),
        bool(holder) and getattr(row, "holder", "") == holder,
    )
