"""The one connection to PostgreSQL that a server keeps: it hears news on it and holds locks by it.

When the connection is lost, another is made as soon as it can be, and whoever uses it is told so:
news may have been missed, and the locks are gone. PostgreSQL gives them back at the very moment a
process ends, however it ends; so a server also knows which others there are.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from dvergar.web.tables.database import Loop

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LOG: Final = logging.getLogger("dvergar.wire")
CHANNEL: Final = "dvergar"
SERVERS: Final = 0x4456  # the first half of the lock that every server holds for itself
PULSE: Final = 1.0  # seconds between two looks at who is there
ANSWER: Final = 5.0  # seconds until a connection that does not answer is given up
PAUSES: Final = (0.1, 0.5, 1.0, 2.0)  # seconds between two tries to connect
_THERE: Final = (
    "select objid::bigint as server from pg_locks where locktype = 'advisory' and objsubid = 2"
    " and classid = $1::oid and granted and database ="
    " (select oid from pg_database where datname = current_database())"
)

Heard = Callable[[str], None]
Changed = Callable[[], Awaitable[None]]
Left = Callable[[set[int]], Awaitable[None]]


class Lost(Exception):
    """There is no connection just now."""


class Wire:
    """A connection that is made again whenever it is lost."""

    def __init__(self, database: Loop, heard: Heard, began: Changed, left: Left) -> None:
        """`heard` is told every piece of news; `began` that a connection is there, a first or a
        new one; `left` which other servers are gone."""
        self._database = database
        self._heard = heard
        self._began = began
        self._left = left
        self._raw: Any = None
        self._turn = asyncio.Lock()
        self._gone = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.number = random.SystemRandom().getrandbits(31)
        """By which the servers are told apart."""
        self.lost = 0
        """How often the connection was lost."""

    async def start(self) -> None:
        """Begins to listen; what happens from now on is heard."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._keep(ready))
        await ready.wait()

    async def close(self) -> None:
        """Ends it; all locks are free then."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, question: str, *facts: object) -> Any:
        """The single value that answers a question; Lost if nobody is there to be asked."""
        async with self._turn:
            if self._raw is None:
                raise Lost
            try:
                return await self._raw.fetchval(question, *facts, timeout=ANSWER)
            except Exception as error:
                raise Lost from error

    async def _keep(self, ready: asyncio.Event) -> None:
        tries = 0
        while True:
            try:
                connection = await self._database.asynchronous.connect()
                try:
                    await self._begin(connection)
                    ready.set()
                    tries = 0
                    await self._watch()
                finally:
                    self._raw = None
                    await _end(connection)
            except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
                self.lost += 1
                LOG.warning("the line to the database is gone, news may come late: %s", error)
            ready.set()  # whoever waits for it can do without
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _begin(self, connection: AsyncConnection) -> None:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        await raw.add_listener(CHANNEL, lambda *told: self._heard(told[3]))
        self._gone.clear()
        raw.add_termination_listener(lambda _: self._gone.set())
        await raw.execute("select pg_advisory_lock($1, $2)", SERVERS, self.number)
        self._raw = raw
        await self._began()

    async def _watch(self) -> None:
        """Looks again and again whether the connection is alive, and who else is."""
        before: set[int] = set()
        while True:
            async with self._turn:
                rows = await self._raw.fetch(_THERE, SERVERS, timeout=ANSWER)
            there = {row["server"] for row in rows}
            if before - there:
                LOG.info("another server is gone; its bots are looked after")
                await self._left(before - there)
            before = there
            with suppress(TimeoutError):
                async with asyncio.timeout(PULSE):
                    await self._gone.wait()
                raise Lost("it was closed")


async def _end(connection: AsyncConnection) -> None:
    """Gives a connection up: nobody else gets one that listens and holds locks."""
    try:
        await connection.invalidate()
        await connection.close()
    except Exception as error:
        LOG.debug("the line to the database ended badly", exc_info=error)
