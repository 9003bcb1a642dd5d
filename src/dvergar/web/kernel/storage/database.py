"""The database behind the store: SQLite is asked in threads, PostgreSQL by the event loop itself.

Both are handed the same functions of a connection. Whatever is asked for is done to its end, also
where whoever asked has gone meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from dvergar.web.kernel.storage.sqlite_database import SqliteDatabase

CONNECTIONS: Final = 10
"""Connections to PostgreSQL for requests; one more listens for news."""
SECONDS: Final = 10.0  # until a connection has to be there
LONGEST: Final = 60.0  # seconds that PostgreSQL may take for an answer
AGAIN: Final = frozenset({"40001", "40P01"})
"""What PostgreSQL says where two that waited for each other are to try again."""
ALIVE: Final = {
    "application_name": "dvergar",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "10s",
}
"""How PostgreSQL finds out that a machine is gone, so that its locks are free within half a minute,
or that a process hangs in the middle of a transaction, which it ends after ten seconds."""

DRIVER: Final = ("asyncpg", "greenlet")  # what the extra `postgres` brings
OPTIONS: Final = frozenset(
    {"host", "port", "ssl", "passfile", "service", "servicefile", "target_session_attrs"}
)
"""What an address of PostgreSQL may say behind its question mark."""
LAST_PORT: Final = 65535
SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

Result = TypeVar("Result")
Work = Callable[[Connection], Result]


class Database(Protocol):
    """What the store asks of a database."""

    engine: Engine

    async def change(self, work: Work[Result]) -> Result:
        """All of the work or nothing of it."""

    async def read(self, work: Work[Result]) -> Result:
        """What a work that changes nothing finds."""

    async def erase(self) -> None:
        """Takes what was deleted out of the files of the database as well."""

    async def close(self) -> None:
        """Waits for what is under way."""


class UnknownOption(ValueError):
    """The address of a database has an option that we don't know, or with a wrong value."""


class ConnectionSettingsError(Exception):
    """The driver can't use what the address or its files say, such as a missing certificate."""


def make_database(address: str) -> Database:
    """The database at an address; ValueError if there can be none."""
    url = read_address(address)
    return SqliteDatabase(url) if url.get_backend_name() == "sqlite" else Loop(url)


def read_address(address: str) -> URL:
    """An address as SQLAlchemy has it; ValueError if it is not one of a database we know.

    >>> read_address("postgres://anna@localhost/games?sslmode=require")
    postgresql+asyncpg://anna@localhost/games?ssl=require
    """
    if address.startswith("postgres://"):
        address = address.replace("postgres", "postgresql", 1)
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise ValueError(address) from error
    if url.get_backend_name() == "postgresql":
        if (url.port or 0) > LAST_PORT:
            raise ValueError(address)
        return _with_known_options(url.set(drivername="postgresql+asyncpg"))
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise ValueError(url.drivername)
    return url


def _with_known_options(url: URL) -> URL:
    """Calls TLS as the driver does; UnknownOption where it would stumble over an option."""
    options = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        raise UnknownOption(unknown[0])
    if options.get("ssl", SSL_MODES[0]) not in SSL_MODES:
        raise UnknownOption(f"ssl={options['ssl']}")
    return url.set(query=options)


class Loop:
    """PostgreSQL: its driver knows the event loop, and needs no thread."""

    def __init__(self, url: URL) -> None:
        for module in DRIVER:  # SQLAlchemy would not say which module is missing
            import_module(module)
        from sqlalchemy.ext.asyncio import create_async_engine

        self.asynchronous = create_async_engine(
            url,
            pool_size=CONNECTIONS // 2,
            max_overflow=CONNECTIONS - CONNECTIONS // 2 + 1,
            pool_timeout=SECONDS,
            connect_args={"timeout": SECONDS, "command_timeout": LONGEST, "server_settings": ALIVE},
        )
        self.engine = self.asynchronous.sync_engine
        self._reading = self.asynchronous.execution_options(isolation_level="AUTOCOMMIT")
        self._under_way: set[asyncio.Task[Any]] = set()

    async def change(self, work: Work[Result]) -> Result:
        """All of the work or nothing of it."""

        async def transaction() -> Result:
            async with self.asynchronous.begin() as connection:
                return await connection.run_sync(work)

        return await self._to_its_end(_again(transaction))

    async def read(self, work: Work[Result]) -> Result:
        """What a work that changes nothing finds."""

        async def look() -> Result:
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)

        return await self._to_its_end(_again(look))

    async def erase(self) -> None:
        """PostgreSQL does so by itself when it cleans up (autovacuum)."""

    async def close(self) -> None:
        """Waits for what is under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.asynchronous.dispose()

    async def _to_its_end(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Goes on though whoever waits is gone: a connection cut in the middle would be lost."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever would have been told may be gone


async def _again(work: Callable[[], Awaitable[Result]]) -> Result:
    """Does a work, once more where the connection was lost before or others stood in the way.

    What was stored for all that is not stored again: the number of each event is its key.
    """
    try:
        return await _told(work)
    except DBAPIError as error:
        if not error.connection_invalidated and getattr(error.orig, "sqlstate", "") not in AGAIN:
            raise
    return await _told(work)


async def _told(work: Callable[[], Awaitable[Result]]) -> Result:
    """Lets a database that is not there be an error of the database like any other."""
    try:
        return await work()
    except (OSError, TimeoutError, PoolTimeout) as error:
        raise OperationalError(None, None, error) from error
    except ValueError as error:
        from asyncpg.exceptions import ClientConfigurationError

        if isinstance(error, ClientConfigurationError):
            raise ConnectionSettingsError(error) from error
        raise


def allow_pauses(connection: Connection) -> None:
    """Lets the present transaction do other work between its statements for as long as it takes."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("set local idle_in_transaction_session_timeout = 0"))
