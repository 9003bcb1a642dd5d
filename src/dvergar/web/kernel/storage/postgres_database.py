"""PostgreSQL behind the store, asked by the event loop itself.

Work that was begun is done to its end, also if the request that asked for it is gone meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from importlib import import_module
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError as PoolTimeout

MAX_CONNECTIONS: Final = 10
"""For requests; one more listens to other servers."""
CONNECT_TIMEOUT_S: Final = 10.0
COMMAND_TIMEOUT_S: Final = 60.0
RETRIED_STATES: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for transactions that blocked each other and should be tried again."""
SERVER_SETTINGS: Final = {
    "application_name": "dvergar",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "10s",
}
"""How PostgreSQL finds out that a machine is gone, so that its locks are free within half a minute,
or that a process hangs in the middle of a transaction, which it ends after ten seconds."""
DRIVER_MODULES: Final = ("asyncpg", "greenlet")  # installed by the extra `postgres`

Result = TypeVar("Result")


class ConnectionSettingsError(Exception):
    """The driver can't use what the address or its files say, such as a missing certificate."""


class PostgresDatabase:
    """PostgreSQL: its driver uses the event loop and needs no thread."""

    def __init__(self, url: URL) -> None:
        for module in DRIVER_MODULES:  # SQLAlchemy would not say which module is missing
            import_module(module)
        from sqlalchemy.ext.asyncio import create_async_engine

        self.asynchronous = create_async_engine(
            url,
            pool_size=MAX_CONNECTIONS // 2,
            max_overflow=MAX_CONNECTIONS - MAX_CONNECTIONS // 2 + 1,
            pool_timeout=CONNECT_TIMEOUT_S,
            connect_args={
                "timeout": CONNECT_TIMEOUT_S,
                "command_timeout": COMMAND_TIMEOUT_S,
                "server_settings": SERVER_SETTINGS,
            },
        )
        self.engine = self.asynchronous.sync_engine
        self._reading = self.asynchronous.execution_options(isolation_level="AUTOCOMMIT")
        self._running: set[asyncio.Task[Any]] = set()

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work in one transaction: all of it is stored or nothing."""

        async def transaction() -> Result:
            async with self.asynchronous.begin() as connection:
                return await connection.run_sync(work)

        return await self._shielded(_retried(transaction))

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work that changes nothing."""

        async def query() -> Result:
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)

        return await self._shielded(_retried(query))

    async def erase(self) -> None:
        """PostgreSQL does this by itself (autovacuum)."""

    async def close(self) -> None:
        """Waits for work in progress."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.asynchronous.dispose()

    async def _shielded(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Continues though the request is gone: a connection cut in the middle would be lost."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the request that asked may be gone


async def _retried(work: Callable[[], Awaitable[Result]]) -> Result:
    """Runs work, and once again if the connection was lost or two transactions blocked each other.

    Nothing is stored twice: the number of an event is part of its key.
    """
    try:
        return await _with_database_errors(work)
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", "")
        if not error.connection_invalidated and state not in RETRIED_STATES:
            raise
    return await _with_database_errors(work)


async def _with_database_errors(work: Callable[[], Awaitable[Result]]) -> Result:
    """Turns the errors of an unreachable database into ordinary errors of the database."""
    try:
        return await work()
    except (OSError, TimeoutError, PoolTimeout) as error:
        raise OperationalError(None, None, error) from error
    except ValueError as error:
        from asyncpg.exceptions import ClientConfigurationError

        if isinstance(error, ClientConfigurationError):
            raise ConnectionSettingsError(error) from error
        raise
