"""What became of a finished game, as one row beside the tables: for statistics, ratings and lists.

A row is made when a game ends. Games that ended before there were rows, or while a server was
killed, get theirs at the next start, one after the other in the background. No row holds a name.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, insert, select

from dvergar.core.errors import DvergarError
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.schema import (
    BROWSERS,
    CLAIMS,
    EVENTS,
    HINTED_TABLES,
    PLAYERS,
    RESULTS,
    TABLES,
)
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Conflict
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import BOT, PERSON, Table
from dvergar.web.kernel.tables.thinking_limits import NORMAL

LOG: Final = logging.getLogger("dvergar.results")
OPENING: Final = "opening"
MAX_LISTED_GAMES: Final = 50
MAX_OPENING_ENTRIES: Final = 3
CATCH_UP_BATCH: Final = 50  # tables without a row that are read together
CATCH_UP_PAUSE_S: Final = 0.02  # between two tables, for requests meanwhile
BOT_PLAYER: Final = "bot:"
"""What stands before the name of a bot where others have the number of their claimed name."""


@dataclass(frozen=True, slots=True)
class Result:
    """A row, read."""

    number: int
    table_id: str
    game: str
    seats: int
    day: str
    rated: bool
    player: str
    """Whose game it is: the claimed name of its one person, by its number."""
    points: int
    ended: float
    body: dict[str, Any]

    @staticmethod
    def of(row: Any) -> Result:
        """A result as the database has it; an error if that is damaged."""
        facts = {name: getattr(row, name) for name in Result.__slots__ if name != "body"}
        body = json.loads(row.body)
        for seat in body["seats"]:
            if not isinstance(seat["points"], int) or not isinstance(seat["rank"], int):
                raise TypeError("points and rank are whole numbers")
            str(seat["who"])
        int(body["moves"])
        str(body["out"])
        return Result(**facts, body=body)


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


class GameResults:
    """Stores what became of games."""

    def __init__(self, tables: TableService, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._noting: set[asyncio.Task[None]] = set()

    def note(self, table: Table) -> None:
        """A game is over: its row is stored soon, and nobody waits for it."""
        task = asyncio.get_running_loop().create_task(self.keep(table))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def settle(self) -> None:
        """Waits for the rows that are being stored."""
        await asyncio.gather(*self._noting, return_exceptions=True)

    async def keep(self, table: Table, ended: float | None = None) -> None:
        """Stores the row of a finished game; the first end of a table counts."""
        try:
            row = await self._tables.repository.run_in_thread(lambda: row_of(table))
            row["ended"] = now() if ended is None else ended
            await self._store.change(lambda connection: _insert(connection, table, row))
        except Conflict:
            return  # it is there
        except Exception as error:  # noqa: BLE001 - the game is over all the same
            LOG.error(
                "the result of table %s could not be stored: %s", table.id, format_error(error)
            )

    async def catch_up(self) -> int:
        """Stores the rows of games that have none yet, and says how many."""
        after, made = "", 0
        while missing := await self._missing(after):
            for table_id, ended in missing:
                after = table_id
                try:
                    table = await self._tables.repository.read(table_id)
                except DvergarError:
                    continue  # damaged, or of a game that is gone
                if table.state.over:
                    await self.keep(table, ended)
                    made += 1
                await asyncio.sleep(CATCH_UP_PAUSE_S)
        return made

    async def _missing(self, after: str) -> list[tuple[str, float]]:
        there = select(RESULTS.c.table_id).where(RESULTS.c.table_id == TABLES.c.id).exists()
        query = (
            select(TABLES.c.id, TABLES.c.updated)
            .where(TABLES.c.phase == "over", TABLES.c.id > after, ~there)
            .order_by(TABLES.c.id)
            .limit(CATCH_UP_BATCH)
        )

        def work(connection: Connection) -> list[tuple[str, float]]:
            return [(row.id, row.updated) for row in connection.execute(query)]

        return await self._store.ask(work)

    async def hinted(self, table_id: str) -> None:
        """Somebody was given a hint: the game counts for no rating."""
        row = {"table_id": table_id}
        try:
            await self._store.change(
                lambda connection: connection.execute(insert(HINTED_TABLES), row)
            )
        except Conflict:
            return  # it was so before

    async def listed(self, query: Select[Any], user_id: str = "") -> list[Played]:
        """Results as a list shows them; damaged ones are left out."""

        def work(connection: Connection) -> Sequence[Any]:
            return connection.execute(query).all()

        rows = [_played(row, user_id) for row in await self._store.ask(work)]
        return [row for row in rows if row is not None][:MAX_LISTED_GAMES]


def row_of(table: Table) -> dict[str, Any]:
    """What is known of a finished game by itself."""
    ranking = table.state.ranking()
    kept = _kept(table)
    seats: list[dict[str, Any]] = [
        {"points": score.total, "rank": ranking[seat], "who": _bot(table, seat), **kept[seat]}
        for seat, score in enumerate(table.state.scores())
    ]
    body = {"out": _left_out(table), "moves": len(table.steps), "seats": seats}
    people = sorted(table.people())
    points = [seats[seat]["points"] for seat in people] or [one["points"] for one in seats]
    return {
        "table_id": table.id,
        "game": table.game.slug,
        "seats": len(seats),
        "day": table.daily,
        "points": max(points),
        "body": body,
    }


def _bot(table: Table, seat: int) -> str:
    found = table.seats[seat]
    if seat in table.resigned:
        return ""  # a bot only played it out
    return f"{BOT_PLAYER}{found.bot}" if found.kind == BOT else ""


def _left_out(table: Table) -> str:
    """Why a game is not counted, if it is not."""
    if table.imported:
        return "imported"
    if table.practice:
        return "practice"
    if table.chosen_deal:
        return "chosen"
    return "guided" if table.is_guided else ""


def _kept(table: Table) -> list[dict[str, list[str]]]:
    """What each seat did that statistics tell of, as the INFO of its game says."""
    named = {
        kind: (name, fact)
        for name, (kind, fact, _) in table.game.info.event_columns.items()
        if fact
    }
    found: list[dict[str, list[str]]] = [{} for _ in table.seats]
    for step in table.steps:
        for event in step.events:
            if event.kind not in named or event.seat is None:
                continue
            name, fact = named[event.kind]
            noted = found[event.seat].setdefault(name, [])
            if name != OPENING or len(noted) < MAX_OPENING_ENTRIES:
                noted.append(str(event[fact]))
    return found


def _insert(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Stores a row, with who is known by a claimed name, and whether it counts for ratings."""
    players = _players(connection, table)
    body = row["body"]
    for seat in table.resigned:
        body["seats"][seat]["rank"] = len(body["seats"])
    for seat, player in players.items():
        body["seats"][seat]["who"] = player
    people = table.people()
    whose = players.get(min(people), "") if len(people) == 1 else ""
    rated = _is_rated(connection, table, body, players)
    facts = {**row, "body": json.dumps(body), "player": whose, "rated": rated}
    connection.execute(insert(RESULTS), facts)


def _players(connection: Connection, table: Table) -> dict[int, str]:
    """The seats of people with a claimed name; who holds several seats plays for others too."""
    query = (
        select(CLAIMS.c.seat, PLAYERS.c.id)
        .join(BROWSERS, BROWSERS.c.holder == CLAIMS.c.holder)
        .join(PLAYERS, PLAYERS.c.id == BROWSERS.c.player)
        .where(CLAIMS.c.table_id == table.id)
        .distinct()
    )
    rows = [(row.seat, row.id) for row in connection.execute(query)]
    gone = {player: seat for seat, player in table.resigned.items() if player}
    known = select(PLAYERS.c.id).where(PLAYERS.c.id.in_(gone))
    rows += [(gone[row.id], row.id) for row in connection.execute(known)]
    seats, players = [seat for seat, _ in rows], [player for _, player in rows]
    return {
        seat: player
        for seat, player in rows
        if (table.seats[seat].kind == PERSON or seat in table.resigned)
        and seats.count(seat) == 1
        and players.count(player) == 1
    }


def _is_rated(
    connection: Connection, table: Table, body: dict[str, Any], players: dict[int, str]
) -> bool:
    """Whether a game counts: nobody was helped, and at least two are known by what they are."""
    known = [seat["who"] for seat in body["seats"] if seat["who"]]
    if body["out"] or table.daily or not players or len(known) < 2:
        return False
    bots = [
        seat
        for seat, one in enumerate(table.seats)
        if one.kind == BOT and seat not in table.resigned
    ]
    taken_back = any(entry.undone and entry.step.seat in bots for entry in table.log)
    if taken_back or (bots and table.thinking != NORMAL):
        return False
    if (
        connection.execute(
            select(HINTED_TABLES).where(HINTED_TABLES.c.table_id == table.id)
        ).first()
        is not None
    ):
        return False
    first = (EVENTS.c.table_id == table.id) & (EVENTS.c.number == 0)
    opening = json.loads(connection.execute(select(EVENTS.c.body).where(first)).scalar_one())
    return all(opening["seats"][seat]["kind"] == BOT for seat in bots)


def _played(row: Any, user_id: str) -> Played | None:
    """A game in a list; None if it does not count, or, with a line in the log, if it is damaged."""
    try:
        body = json.loads(row.body)
        return None if body["out"] else _counted(row, body, user_id)
    except Exception as error:  # noqa: BLE001 - one bad row takes no list down
        LOG.warning(
            "the result of table %s cannot be listed: %s", row.table_id, format_error(error)
        )
        return None


def _counted(row: Any, body: dict[str, Any], user_id: str) -> Played:
    summary = json.loads(row.summary) if row.summary else None
    seat = next((n for n, one in enumerate(body["seats"]) if one["points"] == row.points), 0)
    claimed = getattr(row, "name", "")
    return Played(
        row.table_id if summary else "",
        claimed or (summary["names"][0] if summary else ""),
        row.points,
        body["seats"][seat]["rank"],
        row.day or datetime.fromtimestamp(row.ended, UTC).date().isoformat(),
        bool(user_id) and getattr(row, "holder", "") == user_id,
    )
