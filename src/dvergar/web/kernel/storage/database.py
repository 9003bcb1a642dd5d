"""The database behind the store: its address, what is wrong with it, and what all kinds share.

SQLite and PostgreSQL get the same functions of a connection: `SqliteDatabase` runs them in threads,
`PostgresDatabase` in the event loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, TimeoutError as SQLAlchemyTimeout

from dvergar.web.kernel.storage.postgres_database import PostgresDatabase
from dvergar.web.kernel.storage.sqlite_database import SqliteDatabase

URL_OPTIONS: Final = frozenset(
    {"host", "port", "ssl", "passfile", "service", "servicefile", "target_session_attrs"}
)
"""The options that the address of a PostgreSQL may have."""
MAX_PORT: Final = 65535
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


def make_database(address: str) -> Database:
    """The database at an address; ValueError if there can be none."""
    url = read_address(address)
    return SqliteDatabase(url) if url.get_backend_name() == "sqlite" else PostgresDatabase(url)


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
        if (url.port or 0) > MAX_PORT:
            raise ValueError(address)
        return _with_known_options(url.set(drivername="postgresql+asyncpg"))
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise ValueError(url.drivername)
    return url


def _with_known_options(url: URL) -> URL:
    """Calls TLS as the driver does; UnknownOption where it would stumble over an option."""
    options = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    unknown = [name for name in options if name not in URL_OPTIONS]
    if unknown:
        raise UnknownOption(unknown[0])
    if options.get("ssl", SSL_MODES[0]) not in SSL_MODES:
        raise UnknownOption(f"ssl={options['ssl']}")
    return url.set(query=options)


def allow_pauses(connection: Connection) -> None:
    """Lets the present transaction do other work between its statements for as long as it takes."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("set local idle_in_transaction_session_timeout = 0"))


FAULTS: Final = (
    ("readonly", "read_only"),
    ("read-only", "read_only"),
    ("locked", "locked"),
    ("not a database", "broken"),
    ("malformed", "broken"),
    ("disk image", "broken"),
    ("full", "full"),
    ("no space left", "full"),
    ("unable to open", "unreachable"),
    ("disk i/o", "disk"),
)


def fault_of(error: Exception) -> str:
    """What kind of fault an error of the database is; `other` if it is none of the usual ones.

    >>> from alembic.util.exc import CommandError
    >>> fault_of(CommandError("Can't locate revision identified by '0099'"))
    'newer'
    """
    from alembic.util.exc import CommandError  # Alembic is large, and most starts don't need it

    if isinstance(error, CommandError):
        return "newer"
    if isinstance(error, DBAPIError) and isinstance(error.orig, OSError | SQLAlchemyTimeout):
        return "away"
    message = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    return next((key for words, key in FAULTS if words in message), "other")
