"""Listens to what other servers on the same PostgreSQL do, so that open pages here hear of it.

The database notifies all servers of every event it stores (`migrations`). If the table is cached
here, its new event is loaded before pages are woken; otherwise it is loaded when someone asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import DBAPIError

from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.live.peers import (
    Notifier,
    OnConnected,
    OnGone,
    OnMessage,
    OnTakeover,
    PeerMessage,
)
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.pg_connection import (
    CHANNEL,
    TAKEOVER_S,
    ConnectionLost,
    PgConnection,
    PostgresLeases,
)
from dvergar.web.kernel.storage.postgres_database import PostgresDatabase
from dvergar.web.kernel.tables.repository import TableRepository

LOG: Final = logging.getLogger("dvergar.news")
ADMIN_KEY: Final = "-"
"""In the place of a table: the administrator has changed something for all servers."""
STORING_PAUSE_S: Final = 0.002
RECENT_S: Final = 3600.0
"""Work is taken over at tables that changed so recently; no bot thinks longer."""
TAKEOVER_ROUND_S: Final = 30.0
_NOTIFY: Final = "select pg_notify($1, $2)"


class PgListener:
    """The other servers on a PostgreSQL (see `Peers`)."""

    def __init__(
        self,
        database: PostgresDatabase,
        tables: TableRepository,
        notifier: Notifier,
        leases: PostgresLeases,
        on_admin_change: Callable[[], Awaitable[None]],
        takeover_seconds: float = TAKEOVER_S,
    ) -> None:
        """`on_admin_change` is called when the administrator has changed something, and first."""
        self._tables = tables
        self._notifier = notifier
        self._on_admin_change = on_admin_change
        self._pending: dict[str, int | None] = {}
        """Tables that others have changed: the number of the last event, None if it's unknown."""
        self._loading: asyncio.Task[None] | None = None
        self._rounds: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._on_message: defaultdict[str, list[OnMessage]] = defaultdict(list)
        self._on_connected: list[OnConnected] = []
        self._on_gone: list[OnGone] = []
        self._on_takeover: list[OnTakeover] = []
        self._take_over_now = asyncio.Event()
        self.connection = PgConnection(
            database, self._receive, self._connected, leases.lose, self._left, takeover_seconds
        )
        leases.connection = self.connection

    # What the rest of the server uses.

    def tell(self, word: str, key: str, text: str = "") -> None:
        """Sends a message to all other servers, without waiting for it to arrive."""
        task = asyncio.create_task(self._send(f"{key} {word} {self.connection.number} {text}"))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def on(self, word: str, handler: OnMessage) -> None:
        """Calls the handler with each message of this word from another server."""
        self._on_message[word].append(handler)

    def on_connected(self, handler: OnConnected) -> None:
        """Calls the handler whenever the other servers can be heard again, and at the start."""
        self._on_connected.append(handler)

    def on_gone(self, handler: OnGone) -> None:
        """Calls the handler with the numbers of servers that are gone."""
        self._on_gone.append(handler)

    def on_takeover(self, handler: OnTakeover) -> None:
        """Calls the handler when another server may have left work at tables changed since then."""
        self._on_takeover.append(handler)

    async def start(self) -> None:
        """Begins to listen."""
        await self.connection.start()
        self._rounds = asyncio.create_task(self._take_over_in_rounds())

    async def close(self) -> None:
        """Stops listening."""
        for task in (self._loading, self._rounds):
            if task is not None:
                task.cancel()
        await self.connection.close()

    # What comes over the connection.

    async def _send(self, payload: str) -> None:
        try:
            await self.connection.ask(_NOTIFY, CHANNEL, payload)
        except ConnectionLost:
            LOG.info("a message to the other servers was lost")

    def _receive(self, payload: str) -> None:
        """A notification: a table with the number of its new event, or a message."""
        key, what, *sender = payload.split(" ", 3)
        if sender:
            message = PeerMessage(key, sender[1], int(sender[0]))
            if message.server != self.connection.number:
                for handler in self._on_message[what]:
                    handler(message)
            return
        self._note_change(key, int(what) if what.isdecimal() else None)

    def _note_change(self, table_id: str, number: int | None) -> None:
        if table_id in self._pending:
            other = self._pending[table_id]
            number = None if number is None or other is None else max(number, other)
        self._pending[table_id] = number
        if self._loading is None or self._loading.done():
            self._loading = asyncio.create_task(self._load_pending())

    async def _load_pending(self) -> None:
        """Loads what others have changed, table by table.

        A server also hears of its own events, perhaps before it knows that they are stored.
        """
        while self._pending:
            table_id = next((one for one in self._pending if one not in self._tables.storing), "")
            if not table_id:
                await asyncio.sleep(STORING_PAUSE_S)
                continue
            number = self._pending.pop(table_id)
            try:
                if table_id == ADMIN_KEY:
                    await self._on_admin_change()
                else:
                    await self._tables.catch_up(table_id, number)
            except Exception as error:  # noqa: BLE001 - the page loads it when it is asked for
                LOG.error(
                    "the news of table %s could not be loaded: %s", table_id, format_error(error)
                )

    async def _connected(self) -> None:
        """Catches up with what was missed without a connection."""
        await self._on_admin_change()
        self._tables.forget_all()
        for table_id in self._notifier.waited_for():
            self._note_change(table_id, None)
        self._take_over_now.set()
        for handler in self._on_connected:
            handler()

    def _left(self, servers: set[int]) -> None:
        for handler in self._on_gone:
            handler(servers)
        self._take_over_now.set()

    async def _take_over_in_rounds(self) -> None:
        """Takes over the work of servers that are gone, also of those that nobody saw leave.

        A task of its own: the pulse of the connection must not wait for it.
        """
        while True:
            since = now() - RECENT_S
            with suppress(TimeoutError):
                async with asyncio.timeout(TAKEOVER_ROUND_S):
                    await self._take_over_now.wait()
                since = 0.0
            self._take_over_now.clear()
            try:
                for handler in self._on_takeover:
                    await handler(since)
            except (DBAPIError, WebError) as error:
                LOG.warning("the work of other servers could not be taken over: %s", error)
