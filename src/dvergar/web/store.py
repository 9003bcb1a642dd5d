"""Storage: a table is an append-only list of events with the primary key (table, number).

Whoever appends says which number the event is to have; if somebody else was quicker, the database
refuses and nothing is lost. SQLite in WAL mode is the default; the same statements run on
PostgreSQL.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_META = MetaData()
_TABLES = Table(
    "tables",
    _META,
    Column("id", String(24), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(12), nullable=False),
    Column("updated", Float, nullable=False),
    Column("summary", Text, nullable=False),
    Index("tables_listed", "public", "phase", "updated"),
)
_EVENTS = Table(
    "events",
    _META,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)
_CLAIMS = Table(
    "claims",
    _META,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(64), primary_key=True),
    Index("claims_of_holder", "holder"),
)
_INVITES = Table(
    "invites",
    _META,
    Column("token", String(64), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("invites_of_table", "table_id"),
)
_SECRETS = Table(
    "secrets",
    _META,
    Column("name", String(24), primary_key=True),
    Column("value", String(64), nullable=False),
)


class Conflict(Exception):
    """Somebody else has stored an event of that number first."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored event."""

    number: int
    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as a list shows it."""

    id: str
    game: str
    phase: str
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invite:
    """A link that lets one person sit down on an open seat."""

    token: str
    table_id: str
    seat: int


@dataclass(slots=True)
class Change:
    """What is stored in one step: one event, and what else it brings with it."""

    table_id: str
    number: int
    kind: str
    body: dict[str, Any]
    claims: Sequence[tuple[int, str]] = ()
    invites: Sequence[Invite] = ()


class Store:
    """The events of all tables."""

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(url)
        if url.startswith("sqlite"):
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Makes what is missing in the database."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_META.create_all)

    async def close(self) -> None:
        await self._engine.dispose()

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of this server; `fresh` becomes it if there is none yet."""
        query = select(_SECRETS.c.value).where(_SECRETS.c.name == name)
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(_SECRETS).values(name=name, value=fresh))
        except IntegrityError:
            async with self._engine.connect() as connection:
                return str((await connection.execute(query)).scalar_one())
        return fresh

    async def claim(self, table_id: str, seat: int, holder: str) -> None:
        """Lets one more browser hold a seat: another device of the same person."""
        claim = {"table_id": table_id, "seat": seat, "holder": holder}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(_CLAIMS).values(claim))
        except IntegrityError:
            return  # it holds the seat already

    async def create(self, changes: Sequence[Change], summary: Summary, public: bool) -> None:
        """Stores a new table with its first event, and what that brings to another table."""
        row = {
            "id": summary.id,
            "game": summary.game,
            "public": public,
            "phase": summary.phase,
            "updated": time.time(),
            "summary": json.dumps(summary.facts),
        }
        async with self._all_or_nothing() as connection:
            await connection.execute(insert(_TABLES).values(row))
            for change in changes:
                await self._store(connection, change)

    async def append(self, change: Change) -> None:
        """Stores an event; Conflict if its number is taken."""
        async with self._all_or_nothing() as connection:
            await self._store(connection, change)

    @asynccontextmanager
    async def _all_or_nothing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction; Conflict if somebody else was quicker."""
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Conflict from error

    async def note(self, table_id: str, phase: str, summary: dict[str, Any]) -> None:
        """Notes what lists show of a table."""
        row = {"phase": phase, "updated": time.time(), "summary": json.dumps(summary)}
        async with self._engine.begin() as connection:
            await connection.execute(update(_TABLES).where(_TABLES.c.id == table_id).values(row))

    async def _store(self, connection: AsyncConnection, change: Change) -> None:
        row = {
            "table_id": change.table_id,
            "number": change.number,
            "kind": change.kind,
            "body": json.dumps(change.body),
            "at": time.time(),
        }
        await connection.execute(insert(_EVENTS).values(row))
        for seat, holder in change.claims:
            claim = {"table_id": change.table_id, "seat": seat, "holder": holder}
            await connection.execute(insert(_CLAIMS).values(claim))
        for invite in change.invites:
            row = {"token": invite.token, "table_id": invite.table_id, "seat": invite.seat}
            await connection.execute(insert(_INVITES).values(row))

    async def events(self, table_id: str, after: int) -> list[Stored]:
        """The events of a table from number `after` on."""
        query = (
            select(_EVENTS.c.number, _EVENTS.c.kind, _EVENTS.c.body)
            .where(_EVENTS.c.table_id == table_id, _EVENTS.c.number >= after)
            .order_by(_EVENTS.c.number)
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return [Stored(number, kind, json.loads(body)) for number, kind, body in rows]

    async def seats_of(self, table_id: str, holder: str) -> list[int]:
        """The seats a holder has at a table."""
        query = select(_CLAIMS.c.seat).where(
            _CLAIMS.c.table_id == table_id, _CLAIMS.c.holder == holder
        )
        async with self._engine.connect() as connection:
            return sorted((await connection.execute(query)).scalars())

    async def invite(self, token: str) -> Invite | None:
        """The invite with this token."""
        query = select(_INVITES).where(_INVITES.c.token == token)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Invite(row.token, row.table_id, row.seat) if row else None

    async def invites(self, table_id: str) -> dict[int, str]:
        """The tokens of all invites to a table, by seat."""
        query = select(_INVITES.c.seat, _INVITES.c.token).where(_INVITES.c.table_id == table_id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.seat: row.token for row in rows}

    async def tables_of(self, holder: str, most: int) -> list[Summary]:
        """The tables at which a holder has a seat, newest first."""
        mine = select(_CLAIMS.c.table_id).where(_CLAIMS.c.holder == holder).distinct()
        return await self._summaries(_TABLES.c.id.in_(mine), most)

    async def open_tables(self, most: int) -> list[Summary]:
        """The public tables that are not over, newest first."""
        return await self._summaries(_TABLES.c.public & (_TABLES.c.phase != "over"), most)

    async def _summaries(self, condition: Any, most: int) -> list[Summary]:
        query = select(_TABLES).where(condition).order_by(_TABLES.c.updated.desc()).limit(most)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return [Summary(row.id, row.game, row.phase, json.loads(row.summary)) for row in rows]


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
