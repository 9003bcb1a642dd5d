"""Deals of the day: who has begun which one, and the results.

On each day everyone gets the same deal of a game; the first table that someone opens for it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select

from dvergar.core.registry import info, make_game, plugin_failures
from dvergar.web.features.daily.schema import ATTEMPTS
from dvergar.web.kernel.storage.schema import RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import StoreBeside
from dvergar.web.kernel.tables.deal_day import day_after, end_of
from dvergar.web.kernel.tables.game_results import MAX_LISTED_GAMES, GameResults, Played

MAX_LISTED_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first game of someone for a deal of the day."""

    table_id: str
    over: bool


def companions(slug: str) -> int:
    """How many bots play along: none if the game can be played alone and the deal matters then."""
    least, most = info(slug).players
    if least > 1:
        return min(least, most - 1)
    game = make_game(slug, {"players": 1})
    with plugin_failures(game.info):
        deals = game.start(1).key(), game.start(2).key()
    return 0 if deals[0] != deals[1] else 1


class DailyService:
    """Who has played which deal of a day."""

    def __init__(self, store: Store, results: GameResults) -> None:
        self._store = store
        self._results = results

    async def attempt(self, day: str, game: str, user_id: str) -> Attempt | None:
        """The game of a user for a day, or None."""
        query = (
            select(ATTEMPTS.c.table_id, RESULTS.c.number)
            .outerjoin(RESULTS, RESULTS.c.table_id == ATTEMPTS.c.table_id)
            .where(ATTEMPTS.c.day == day, ATTEMPTS.c.game == game, ATTEMPTS.c.holder == user_id)
        )
        row = await self._store.ask(lambda connection: connection.execute(query).first())
        return None if row is None else Attempt(row.table_id, row.number is not None)

    def begin(self, day: str, game: str, user_id: str) -> StoreBeside:
        """Notes the table of a first attempt as it is stored; Conflict if there was one before."""

        def store(connection: Connection, table_id: str) -> None:
            row = {"day": day, "game": game, "holder": user_id, "table_id": table_id}
            connection.execute(insert(ATTEMPTS), row)

        return store

    async def results(self, day: str, game: str, user_id: str) -> list[Played]:
        """The games of a day that are over, the best first."""
        query = (
            select(RESULTS, TABLES.c.summary, ATTEMPTS.c.holder)
            .join(ATTEMPTS, ATTEMPTS.c.table_id == RESULTS.c.table_id)
            .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .where(RESULTS.c.day == day, RESULTS.c.game == game)
            .where(RESULTS.c.ended < end_of(day_after(day)))
            .order_by(RESULTS.c.points.desc(), RESULTS.c.number)
            .limit(MAX_LISTED_GAMES)
        )
        return await self._results.listed(query, user_id)

    async def days(self, game: str, before: str) -> list[str]:
        """The days before a day on which somebody has finished a game."""
        query = (
            select(RESULTS.c.day)
            .where(RESULTS.c.game == game, RESULTS.c.day != "", RESULTS.c.day < before)
            .distinct()
            .order_by(RESULTS.c.day.desc())
            .limit(MAX_LISTED_DAYS)
        )
        return await self._store.ask(lambda connection: list(connection.execute(query).scalars()))
