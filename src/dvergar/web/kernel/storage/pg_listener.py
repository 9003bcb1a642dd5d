"""What other servers on the same PostgreSQL have done, so that pages here are told at once.

The database tells of every event as it is stored (`migrations`). A table that is in memory here
takes the event over before anybody is woken; one that is not is read when it is asked for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import DBAPIError

from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.live.notifier import Notifier
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.storage.database import Loop
from dvergar.web.kernel.storage.leases import Shared
from dvergar.web.kernel.storage.pg_connection import CHANNEL, TAKEOVER_SECONDS, Lost, Wire
from dvergar.web.kernel.tables.repository import TableRepository

LOG: Final = logging.getLogger("dvergar.news")
ANEW: Final = "anew"
HOST: Final = "-"
SKIP: Final = "skip"
CHAT: Final = "chat"
SEATED: Final = "seat"
HERE: Final = "here"
WHO: Final = "who"
TELL: Final = "select pg_notify($1, $2)"
MOMENT: Final = 0.002  # seconds
LATELY: Final = 3600.0  # seconds; no bot thinks longer
ROUND: Final = 30.0  # seconds between two looks for work that nobody does


class News:
    """Listens for this server."""

    def __init__(
        self,
        database: Loop,
        tables: TableRepository,
        notifier: Notifier,
        leases: Shared,
        takeover_seconds: float = TAKEOVER_SECONDS,
    ) -> None:
        self._tables = tables
        self._notifier = notifier
        self._leases = leases
        self._waiting: dict[str, int | None] = {}
        self._task: asyncio.Task[None] | None = None
        self._rounds: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()
        self.on: dict[str, Callable[[str, int, str], object]] = {}
        """What is called when another server has told a word: about whom or what, which server it
        was, and what else it said."""
        self.gone: Callable[[set[int]], None] = lambda _: None
        """Called with servers that are gone."""
        self.said: Callable[[], Awaitable[None]] = _nothing
        """Called when whoever runs the servers has said something to them."""
        self.look_after: Callable[[float], Awaitable[None]] = _nothing
        """Called when another server may have left work behind, at tables touched since then."""
        self._look_now = asyncio.Event()
        self.wire = Wire(
            database, self._hear, self._begin, leases.lose, self._left, takeover_seconds
        )
        leases.wire = self.wire

    async def start(self) -> None:
        """Begins to listen."""
        await self.wire.start()
        self._rounds = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        """Hears nothing any more."""
        for task in (self._task, self._rounds):
            if task is not None:
                task.cancel()
        await self.wire.close()

    def tell(self, whom: str, word: str, more: str = "") -> None:
        """Tells the other servers a word about a table or a holder: what is no event."""
        task = asyncio.create_task(self._tell(f"{whom} {word} {self.wire.number} {more}"))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, text: str) -> None:
        try:
            await self.wire.ask(TELL, CHANNEL, text)
        except Lost:
            LOG.info("the other servers could not be told something")

    def _hear(self, told: str) -> None:
        """A piece of news: a table, and the number of its new event or a word."""
        table_id, what, *teller = told.split(" ")
        if teller:
            server, more = int(teller[0]), teller[1]
            if server != self.wire.number and what in self.on:
                self.on[what](table_id, server, more)
            return
        number = int(what) if what.isdecimal() else None
        if table_id in self._waiting:
            other = self._waiting[table_id]
            number = None if number is None or other is None else max(number, other)
        self._waiting[table_id] = number
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._take_over())

    async def _take_over(self) -> None:
        """Takes over what was heard, table by table.

        What is just being stored here is heard of as well, perhaps before it is known to be stored.
        """
        while self._waiting:
            table_id = next((one for one in self._waiting if one not in self._tables.storing), "")
            if not table_id:
                await asyncio.sleep(MOMENT)
                continue
            number = self._waiting.pop(table_id)
            try:
                if table_id == HOST:
                    await self.said()
                else:
                    await self._tables.catch_up(table_id, number)
            except Exception as error:  # noqa: BLE001 - the page reads it when it is asked for
                LOG.error("news of table %s could not be taken over: %s", table_id, told(error))

    async def _begin(self) -> None:
        """Catches up with what was missed while nobody listened."""
        await self.said()
        self._tables.forget_all()
        for table_id in self._notifier.waited_for():
            self._hear(f"{table_id} {ANEW}")
        self._look_now.set()
        self.tell(HOST, WHO)
        if WHO in self.on:  # the others may have forgotten who is here
            self.on[WHO](HOST, self.wire.number, "")

    def _left(self, servers: set[int]) -> None:
        self.gone(servers)
        self._look_now.set()

    async def _look_around(self) -> None:
        """Takes over the work of servers that are gone, also of those that nobody saw leave.

        A task of its own: if there is much to do, the pulses of the wire must not wait for it.
        """
        while True:
            since = now() - LATELY
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND):
                    await self._look_now.wait()
                since = 0.0
            self._look_now.clear()
            try:
                await self.look_after(since)
            except (DBAPIError, WebError) as error:
                LOG.warning("the work of other servers could not be taken over: %s", error)


async def _nothing(*_: object) -> None:
    return
