"""The one connection to PostgreSQL on which a server listens and holds its locks and leases.

When the connection is lost, another is made as soon as possible, and its users hear of it:
notifications may have been missed, and the locks are gone. PostgreSQL frees the locks of a process
when it ends, however it ends; so a server also knows which others there are.

A process that hangs keeps its connection. Each server therefore asks the database something once
per pulse, and PostgreSQL records when it last did. A server that stays silent for ten pulses of
another one loses its connection, and with it its locks: that is the takeover (decision 0092).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from dvergar.web.kernel.storage.postgres_database import PostgresDatabase

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LOG: Final = logging.getLogger("dvergar.wire")
CHANNEL: Final = "dvergar"
SERVER_LOCK: Final = 0x4456  # the first half of the lock that every server holds for itself
TAKEOVER_S: Final = 10.0
MIN_PULSE_S: Final = 0.1
MAX_MISSED_PULSES: Final = 10  # before other servers take over the work
ANSWER_TIMEOUT_S: Final = 5.0
RECONNECT_PAUSES_S: Final = (0.1, 0.5, 1.0, 2.0)
_ONLINE: Final = (
    "select objid::bigint as server, pid, state_change as last_pulse"
    " from pg_locks left join pg_stat_activity using (pid)"
    " where locktype = 'advisory' and objsubid = 2 and classid = $1::oid and granted"
    " and database = (select oid from pg_database where datname = current_database())"
)
_DISCONNECT: Final = (
    "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and state_change = $2"
)

Heard = Callable[[str], None]
Connected = Callable[[], Awaitable[None]]
Disconnected = Callable[[], None]
Left = Callable[[set[int]], None]


class ConnectionLost(Exception):
    """There is no connection just now."""


class Silence:
    """Counts how many pulses each other server has missed, without comparing any clocks.

    Only the pulses of the observer count: if it was frozen itself, or the database was, nothing
    has been missed. PostgreSQL hides the activity of other users, so servers that sign in as
    different users never disconnect each other.
    """

    def __init__(self, most: int = MAX_MISSED_PULSES) -> None:
        self._most = most
        self._missed: dict[int, tuple[object, int]] = {}

    def observe(self, pulses: Mapping[int, object]) -> list[int]:
        """Notes the last pulse of each connection; returns those that have missed too many.

        >>> silence = Silence(2)
        >>> [silence.observe({7: pulse}) for pulse in ("12:00", "12:00", "12:00")]
        [[], [], [7]]
        """
        before, self._missed = self._missed, {}
        for connection, pulse in pulses.items():
            last, missed = before.get(connection, (None, 0))
            same = pulse is not None and pulse == last
            self._missed[connection] = (pulse, missed + 1 if same else 0)
        return [one for one, (_, missed) in self._missed.items() if missed >= self._most]


class PgConnection:
    """A connection that is made again whenever it is lost."""

    def __init__(
        self,
        database: PostgresDatabase,
        heard: Heard,
        connected: Connected,
        disconnected: Disconnected,
        left: Left,
        takeover_seconds: float = TAKEOVER_S,
    ) -> None:
        """`heard` gets every notification; `connected` is called for every new connection and
        should return soon; `left` gets the numbers of servers that are gone."""
        self._database = database
        self._heard = heard
        self._connected = connected
        self._disconnected = disconnected
        self._left = left
        self._pulse = max(MIN_PULSE_S, (takeover_seconds or TAKEOVER_S) / MAX_MISSED_PULSES)
        self._takes_over = takeover_seconds > 0
        self._raw: Any = None
        self._silence = Silence()
        self._turn = asyncio.Lock()
        self._gone = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.number = random.SystemRandom().getrandbits(31)
        """By which the servers are told apart."""
        self.losses = 0
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
        """The single value that answers a question; ConnectionLost if there is none."""
        async with self._turn:
            if self._raw is None:
                raise ConnectionLost
            try:
                return await self._raw.fetchval(question, *facts, timeout=ANSWER_TIMEOUT_S)
            except Exception as error:
                raise ConnectionLost from error

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
                    self._disconnected()
                    await _end(connection)
            except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
                self.losses += 1
                LOG.warning("the line to the database is gone, news may come late: %s", error)
            ready.set()  # whoever waits for it can do without
            await asyncio.sleep(RECONNECT_PAUSES_S[min(tries, len(RECONNECT_PAUSES_S) - 1)])
            tries += 1

    async def _begin(self, connection: AsyncConnection) -> None:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        await raw.add_listener(CHANNEL, lambda *args: self._heard(args[3]))
        self._gone.clear()
        raw.add_termination_listener(lambda _: self._gone.set())
        await raw.execute("select pg_advisory_lock($1, $2)", SERVER_LOCK, self.number)
        self._raw = raw
        await self._connected()

    async def _watch(self) -> None:
        """Checks once per pulse that the connection is alive, and which other servers are."""
        before: set[int] = set()
        self._silence = Silence()
        while True:
            async with self._turn:
                rows = await self._raw.fetch(_ONLINE, SERVER_LOCK, timeout=ANSWER_TIMEOUT_S)
            online = {row["server"] for row in rows}
            if before - online:
                LOG.info("another server is gone; this one takes over its work")
                self._left(before - online)
            before = online
            if self._takes_over:
                await self._disconnect_silent({row["pid"]: row["last_pulse"] for row in rows})
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pulse):
                    await self._gone.wait()
                raise ConnectionLost("it was closed")

    async def _disconnect_silent(self, pulses: Mapping[int, object]) -> None:
        """Frees the locks of servers that hang by ending their connections."""
        for silent in self._silence.observe(pulses):
            LOG.warning("another server does not respond; others take over its work")
            await self.ask(_DISCONNECT, silent, pulses[silent])


async def _end(connection: AsyncConnection) -> None:
    """Gives a connection up: nobody else gets one that listens and holds locks."""
    try:
        await connection.invalidate()
        await connection.close()
    except Exception as error:
        LOG.debug("the line to the database ended badly", exc_info=error)


TAKE_LOCK: Final = "select pg_try_advisory_lock($1)"
RELEASE_LOCK: Final = "select pg_advisory_unlock($1)"


class PostgresLeases:
    """The leases of servers with one PostgreSQL."""

    def __init__(self) -> None:
        self.connection: PgConnection | None = None
        self._held: set[str] = set()
        self._giving: set[asyncio.Task[None]] = set()

    async def take(self, table_id: str) -> bool:
        """Takes a table unless another server has it; one that is held costs no question."""
        if table_id in self._held:
            return True
        if self.connection is None:
            return False
        try:
            taken = bool(await self.connection.ask(TAKE_LOCK, lock_of(table_id)))
        except ConnectionLost:
            return False
        if taken:
            self._held.add(table_id)
        return taken

    def give_back(self, table_id: str) -> None:
        """Lets others have a table; who takes it here at the same moment keeps it."""
        if table_id in self._held:
            self._held.discard(table_id)
            task = asyncio.create_task(self._give(table_id))
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)

    def lose(self) -> None:
        """All locks are gone with the connection that held them."""
        self._held.clear()

    async def _give(self, table_id: str) -> None:
        with suppress(ConnectionLost):  # then it is free already
            if self.connection is not None:
                await self.connection.ask(RELEASE_LOCK, lock_of(table_id))


def lock_of(table_id: str) -> int:
    """The number of a table's lock; the same everywhere.

    >>> lock_of("abcdefghjkmn") == lock_of("abcdefghjkmn") != lock_of("abcdefghjkmp")
    True
    """
    return int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], signed=True)
