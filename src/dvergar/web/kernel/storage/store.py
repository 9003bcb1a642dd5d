"""Storage: a table is an append-only list of events with the primary key (table, number).

A writer says which number its event gets; if someone else was quicker, the database refuses it and
nothing is lost. SQLite in WAL mode is the default; the same statements run on
PostgreSQL.

Deleting a table or a user deletes their rows everywhere, in the tables of features too. A row
belongs to the table in its column `table_id`, and to the users in `holder` and `author`. The `info`
of a column says so where a row stays (`KEEP_ROW`, `CLEAR_COLUMN` in `schema`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from dvergar.web.kernel.clock import now
from dvergar.web.kernel.storage.database import make_database
from dvergar.web.kernel.storage.postgres_database import PostgresDatabase
from dvergar.web.kernel.storage.schema import (
    CLAIMS,
    CLEAR_COLUMN,
    EVENTS,
    KEEP_ROW,
    NAMED_VALUES,
    TABLES,
    all_tables,
    bring_up_to_date,
)
from dvergar.web.kernel.storage.stored_rows import (
    Change,
    Conflict,
    Found,
    Listed,
    StoreBeside,
    Stored,
    Summary,
)

LOG: Final = logging.getLogger("dvergar.tables")
ENDED: Final = ("over", "stopped")
Result = TypeVar("Result")

# Statements of every move are built once: building costs more than running them.
_NEW_EVENT: Final = insert(EVENTS)
_NEW_CLAIM: Final = insert(CLAIMS)
_RELIST: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ("phase", "updated", "summary", "due")})
)
_LISTED_AS: Final = -2
_NEW_EVENTS: Final = union_all(
    select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.body).where(
        EVENTS.c.table_id == bindparam("table"), EVENTS.c.number >= bindparam("after")
    ),
    select(literal(_LISTED_AS), TABLES.c.phase, TABLES.c.summary).where(
        TABLES.c.id == bindparam("table")
    ),
)
_NEW_EVENTS_AND_SEATS: Final[Any] = union_all(
    *_NEW_EVENTS.selects,
    select(literal(-1), literal("claim"), cast(CLAIMS.c.seat, String)).where(
        CLAIMS.c.table_id == bindparam("table"), CLAIMS.c.holder == bindparam("holder")
    ),
)


_SQLITE_SIZE: Final = text("select page_count * page_size from pragma_page_count, pragma_page_size")
_PG_SIZE: Final = text("select pg_database_size(current_database())")
MAX_TRIES: Final = 5


class Store:
    """The events of all tables."""

    def __init__(self, address: str) -> None:
        self.database = make_database(address)
        self.engine = self.database.engine

    @property
    def shared(self) -> bool:
        """Whether several servers may use the database, as PostgreSQL lets them."""
        return isinstance(self.database, PostgresDatabase)

    async def open(self) -> None:
        """Migrates the schema, and erases deleted data from the files."""
        await self._change(bring_up_to_date)
        await self.database.erase()

    async def close(self) -> None:
        """Waits for work in progress."""
        await self.database.close()

    async def _change(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work in one transaction; Conflict if someone else was quicker."""
        try:
            return await self.database.change(work)
        except IntegrityError as error:
            raise Conflict from error

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """The same for rows beside the tables."""
        return await self._change(work)

    async def change_with_retries(self, work: Callable[[Connection], Result]) -> Result:
        """The same for idempotent work: a concurrent duplicate is tried again."""
        for _ in range(MAX_TRIES):
            with suppress(Conflict):
                return await self._change(work)
        return await self._change(work)

    async def ask(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work that only reads."""
        return await self.database.read(work)

    async def _read(self, statement: Any, facts: dict[str, Any]) -> Sequence[Any]:
        return await self.database.read(lambda asked: asked.execute(statement, facts).all())

    async def check(self) -> None:
        """Checks that the database answers."""
        await self._read(select(literal(1)), {})

    async def size(self) -> int:
        """The bytes that the database takes on disk."""
        rows = await self._read(_PG_SIZE if self.shared else _SQLITE_SIZE, {})
        return int(rows[0][0])

    def prepare(self) -> None:
        """Opens the database synchronously, with a try to write, before a server starts."""
        if self.shared:
            asyncio.run(self._open_and_close())  # connections belong to the loop they began in
            return
        with self.engine.begin() as connection:  # takes the lock for writing
            bring_up_to_date(connection)

    async def _open_and_close(self) -> None:
        try:
            await self.open()
        finally:
            await self.close()

    # Writing.

    async def create(
        self,
        changes: Sequence[Change],
        summary: Summary,
        public: bool,
        beside: StoreBeside | None = None,
    ) -> None:
        """Stores a new table with its first event, and what that brings to another table.

        `beside` stores what belongs to the new table elsewhere, in the same transaction.
        """
        row = {
            "id": summary.id,
            "game": summary.game,
            "public": public,
            "phase": summary.phase,
            "updated": now(),
            "summary": json.dumps(summary.facts),
            "due": summary.due,
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(TABLES), row)
            for change in changes:
                _store(connection, change)
            if beside is not None:
                beside(connection, summary.id)

        await self._change(work)

    async def append(self, change: Change) -> None:
        """Stores events; Conflict if the number of one is taken."""
        await self._change(partial(_store, change=change))

    async def claim(self, table_id: str, seats: Sequence[int], user_id: str) -> None:
        """Lets one more browser hold seats: another device of the same person."""
        mine = (CLAIMS.c.table_id == table_id) & (CLAIMS.c.holder == user_id)

        def work(connection: Connection) -> None:
            held = set(connection.execute(select(CLAIMS.c.seat).where(mine)).scalars())
            for seat in set(seats) - held:
                _claim(connection, table_id, seat, user_id)

        await self.change_with_retries(work)

    # Reading.

    async def load(self, table_id: str, after: int, user_id: str = "") -> Found:
        """The events of a table from number `after` on and the seats of a user, in one go."""
        if not table_id.isalnum():
            return Found([], (), None)  # PostgreSQL takes not even a question with a NUL in it
        facts = {"table": table_id, "after": after}
        if user_id:
            rows = await self._read(_NEW_EVENTS_AND_SEATS, {**facts, "holder": user_id})
        else:
            rows = await self._read(_NEW_EVENTS, facts)
        listed = [Listed(kind, body) for n, kind, body in rows if n == _LISTED_AS]
        return Found(
            events=sorted(
                (Stored(n, kind, _body(body)) for n, kind, body in rows if n >= 0),
                key=lambda stored: stored.number,
            ),
            seats=tuple(sorted(int(body) for n, _, body in rows if n == -1)),
            listed=listed[0] if listed else None,
        )

    async def tables_of(self, user_id: str, most: int) -> list[tuple[Summary, list[int]]]:
        """The tables at which a user has seats, newest first, with those seats."""
        query = (
            select(TABLES, CLAIMS.c.seat)
            .join(CLAIMS, CLAIMS.c.table_id == TABLES.c.id)
            .where(CLAIMS.c.holder == user_id)
            .order_by(TABLES.c.updated.desc(), TABLES.c.id, CLAIMS.c.seat)
            .limit(most * 7)
        )
        found: dict[str, tuple[Summary, list[int]]] = {}
        for row in await self._read(query, {}):
            summary = _summary(row)
            if summary is not None:
                found.setdefault(row.id, (summary, []))[1].append(row.seat)
        return list(found.values())[:most]

    async def open_tables(self, most: int) -> list[Summary]:
        """The public tables whose games aren't over, newest first."""
        return await self._summaries(TABLES.c.public & TABLES.c.phase.not_in(ENDED), most)

    async def running_tables(self, since: float = 0.0) -> list[Summary]:
        """The running tables that changed since a moment."""
        return await self._summaries((TABLES.c.phase == "playing") & (TABLES.c.updated >= since))

    async def due_tables(self, before: float) -> list[tuple[str, float]]:
        """The tables whose deadline is before a moment, the earliest first."""
        query = select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= before)
        return [(row.id, row.due) for row in await self._read(query.order_by(TABLES.c.due), {})]

    async def correct_due(self, table_id: str, wrong: float, due: float | None) -> None:
        """Corrects the deadline of a table, unless it has changed."""
        this = update(TABLES).where(TABLES.c.id == table_id, TABLES.c.due == wrong).values(due=due)
        await self._change(lambda connection: connection.execute(this))

    async def idle_tables(self, since: float) -> list[str]:
        """The tables that have not changed since a moment (seconds of the epoch)."""
        rows = await self._read(select(TABLES.c.id).where(TABLES.c.updated < since), {})
        return [row.id for row in rows]

    async def last_touched(self) -> float:
        """When any table changed last (seconds of the epoch); 0.0 if never."""
        rows = await self._read(select(func.max(TABLES.c.updated).label("last")), {})
        return next((row.last for row in rows if row.last is not None), 0.0)

    async def all_tables(
        self, find: str = "", most: int | None = None
    ) -> list[tuple[Summary, float]]:
        """All tables with the time of their last change, newest first.

        `find` is an id, or a part of the names of a table and of the people there.
        """
        query = select(TABLES).order_by(TABLES.c.updated.desc()).limit(most)
        if find:
            named = TABLES.c.summary.icontains(json.dumps(find)[1:-1], autoescape=True)
            query = query.where((TABLES.c.id == find) | named)
        rows = await self._read(query, {})
        found = [(_summary(row), row.updated) for row in rows]
        return [(summary, updated) for summary, updated in found if summary is not None]

    async def delete(self, table_id: str) -> bool:
        """Deletes a table with all that is stored of it; false if there is none."""

        def work(connection: Connection) -> bool:
            return delete_table(connection, table_id)

        deleted = await self._change(work)
        await self.database.erase()
        return deleted

    # Values for all servers of a database.

    async def read_value(self, name: str) -> str:
        """The value of a setting of all servers; an empty text if there is none."""
        rows = await self._read(select(NAMED_VALUES.c.value).where(NAMED_VALUES.c.name == name), {})
        return str(rows[0].value) if rows else ""

    async def set_value(self, name: str, value: str) -> None:
        """Sets a value for all servers."""

        def work(connection: Connection) -> None:
            connection.execute(delete(NAMED_VALUES).where(NAMED_VALUES.c.name == name))
            connection.execute(insert(NAMED_VALUES), {"name": name, "value": value})

        await self._change(work)

    async def _summaries(
        self, condition: ColumnElement[bool], most: int | None = None
    ) -> list[Summary]:
        query = select(TABLES).where(condition).order_by(TABLES.c.updated.desc()).limit(most)
        found = [_summary(row) for row in await self._read(query, {})]
        return [summary for summary in found if summary is not None]


def _body(text: str) -> dict[str, Any]:
    """The body of an event; empty if it is damaged, so that its table is refused."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _summary(row: Any) -> Summary | None:
    """A table as a list shows it; None, and a line in the log, if what is stored is damaged."""
    try:
        facts = json.loads(row.summary)
        if not isinstance(facts, dict):
            raise ValueError("no facts")
    except ValueError as error:
        LOG.warning("table %s cannot be listed: its summary is damaged (%s)", row.id, error)
        return None
    return Summary(row.id, row.game, row.phase, facts)


def _store(connection: Connection, change: Change) -> None:
    moment = now()
    rows = [
        {
            "table_id": change.table_id,
            "number": event.number,
            "kind": event.kind,
            "body": json.dumps(event.body),
            "at": moment,
        }
        for event in change.events
    ]
    connection.execute(_NEW_EVENT, rows)
    if change.listed is not None:
        relisted = connection.execute(_RELIST, _relisted(change.listed))
        if not relisted.rowcount:
            raise Conflict  # someone has deleted the table
    for seat, user_id in change.claims:
        _claim(connection, change.table_id, seat, user_id)
    for seat, user_id in change.freed:
        others = (CLAIMS.c.table_id == change.table_id) & (CLAIMS.c.seat == seat)
        connection.execute(delete(CLAIMS).where(others & (CLAIMS.c.holder != user_id)))


def _claim(connection: Connection, table_id: str, seat: int, user_id: str) -> None:
    row = {"table_id": table_id, "seat": seat, "holder": user_id}
    connection.execute(_NEW_CLAIM, row)


def _relisted(summary: Summary) -> dict[str, Any]:
    return {
        "table": summary.id,
        "new_phase": summary.phase,
        "new_updated": now(),
        "new_summary": json.dumps(summary.facts),
        "new_due": summary.due,
    }


USER_COLUMNS: Final = ("holder", "author")


def delete_table(connection: Connection, table_id: str) -> bool:
    """Deletes a table with everything that belongs to it; false if there is none."""
    _delete_rows(connection, ("table_id",), table_id)
    return bool(connection.execute(delete(TABLES).where(TABLES.c.id == table_id)).rowcount)


def delete_user(connection: Connection, user_id: str) -> None:
    """Deletes everything that belongs to a user, except what events of tables say."""
    _delete_rows(connection, USER_COLUMNS, user_id)


def _delete_rows(connection: Connection, names: tuple[str, ...], value: str) -> None:
    columns = [table.c[name] for table in all_tables() for name in names if name in table.c]
    for column in columns:
        if column.info == CLEAR_COLUMN:
            cleared = update(column.table).where(column == value).values({column.name: ""})
            connection.execute(cleared)
        elif column.info != KEEP_ROW:
            connection.execute(delete(column.table).where(column == value))
