"""Reads the finished games of one person.

A person's own games are those of their browsers and of their claimed name. Others only see games
under the claimed name. Where someone held several seats of a table, they played for others too:
such games are left out, as in ratings.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, or_, select

from dvergar.web.kernel.clock import date_of, is_open
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.schema import BROWSERS, CLAIMS, RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.claimed_names import Player
from dvergar.web.kernel.tables.game_results import Result
from dvergar.web.kernel.tables.game_statistics import GameStatistics, is_person

LOG: Final = logging.getLogger("dvergar.results")
MAX_GAMES: Final = 1000  # the newest ones of a game


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game from the side of one seat."""

    table_id: str
    """Empty if the table is gone, or is nothing for others."""
    name: str
    """The name of the table; empty if it has none or others don't see it."""
    day: str
    seats: int
    seat: int
    rank: int
    points: int
    noted: dict[str, list[str]]
    """What the seat did that statistics count, such as its tiles."""
    daily: str

    @property
    def won(self) -> bool:
        """Whether there was somebody to win against, and this seat did."""
        return self.seats > 1 and self.rank == 1


async def own_games(
    store: Store, slug: str, found: GameStatistics, player: Player | None, user_id: str
) -> list[FinishedGame]:
    """The games of the visitor, newest first."""
    holders = select(BROWSERS.c.holder).where(BROWSERS.c.player == (player.id if player else ""))
    mine = or_(CLAIMS.c.holder == user_id, CLAIMS.c.holder.in_(holders))
    claims = select(CLAIMS.c.table_id, CLAIMS.c.seat).where(mine)
    numbers = found.played.get(player.id, []) if player else []
    tables = select(CLAIMS.c.table_id).where(mine)
    query = _newest(slug).where(
        or_(RESULTS.c.table_id.in_(tables), RESULTS.c.number.in_(numbers[-MAX_GAMES:]))
    )

    def work(connection: Connection) -> tuple[Sequence[Any], dict[str, set[int]]]:
        seats: dict[str, set[int]] = {}
        for table_id, seat in connection.execute(claims):
            seats.setdefault(table_id, set()).add(seat)
        return connection.execute(query).all(), seats

    rows, seats = await store.ask(work)
    who = player.id if player else ""
    return list(_games(rows, seats, who, others=False))


async def shown_games(
    store: Store, slug: str, found: GameStatistics, player: Player
) -> list[FinishedGame]:
    """The games that others see of a person with a claimed name, newest first."""
    numbers = found.played.get(player.id, [])[-MAX_GAMES:]
    query = _newest(slug).where(RESULTS.c.number.in_(numbers))
    rows = await store.ask(lambda connection: connection.execute(query).all())
    return list(_games(rows, {}, player.id, others=True))


def _newest(slug: str) -> Select[Any]:
    return (
        select(RESULTS, TABLES.c.summary, TABLES.c.public)
        .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .where(RESULTS.c.game == slug)
        .order_by(RESULTS.c.number.desc())
        .limit(MAX_GAMES)
    )


def _games(
    rows: Sequence[Any], claimed: dict[str, set[int]], who: str, others: bool
) -> Iterator[FinishedGame]:
    for row in rows:
        try:
            result = Result.of(row)
            seats = _seats_of(result, claimed, who)
            secret = others and is_open(result.day)  # its points stay secret as long as the deal
            if len(seats) == 1 and not result.body["out"] and not secret:
                yield _game(row, result, seats.pop(), others)
        except Exception as error:  # noqa: BLE001 - one bad row spoils no profile
            LOG.warning("the result of table %s is damaged: %s", row.table_id, format_error(error))


def _seats_of(result: Result, claimed: dict[str, set[int]], who: str) -> set[int]:
    """The seats of a person at a table."""
    named = {n for n, seat in enumerate(result.body["seats"]) if who and seat["who"] == who}
    return named or set(claimed.get(result.table_id, ()))


def _game(row: Any, result: Result, seat: int, others: bool) -> FinishedGame:
    facts = result.body["seats"][seat]
    summary = json.loads(row.summary) if row.summary else {}
    people = [one for one in result.body["seats"] if not one["who"] or is_person(one["who"])]
    linked = bool(summary) and (not others or row.public or len(people) == 1)
    return FinishedGame(
        result.table_id if linked else "",
        str(summary.get("name", "")) if linked else "",
        date_of(result.ended),
        result.seats,
        seat,
        facts["rank"],
        facts["points"],
        {name: values for name, values in facts.items() if isinstance(values, list)},
        result.day,
    )
