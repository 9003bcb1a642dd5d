"""All that a PostgreSQL holds as one SQLite file, and such a file back into a PostgreSQL.

The file is an ordinary database of Dvergar, so this is also the way from one kind of database to
the other. Nobody else is needed for it, neither PostgreSQL's own tools nor those of its version.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, text

from dvergar.web.kernel.storage.database import allow_pauses, read_address
from dvergar.web.kernel.storage.pg_connection import SERVER_LOCK
from dvergar.web.kernel.storage.schema import TABLES, all_tables, bring_up_to_date
from dvergar.web.kernel.storage.sqlite_database import make_sqlite_engine

BATCH_ROWS: Final = 1000  # that are read and written at a time
REPEATABLE_READ: Final = "set transaction isolation level repeatable read"
_SERVERS: Final = text(
    "select count(*) from pg_locks where locktype = 'advisory' and objsubid = 2"
    " and classid = cast(cast(:servers as bigint) as oid) and database ="
    " (select oid from pg_database where datname = current_database())"
)


class InUse(Exception):
    """A server uses the database."""


def copy_file(source: Path, target: Path) -> None:
    """Copies an SQLite database as it is at one moment, also while a server uses it."""
    target.touch(mode=0o600)
    address = f"{source.resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as one,
        closing(sqlite3.connect(target)) as other,
    ):
        one.backup(other)


def copy_out(connection: Connection, file: Path) -> None:
    """Writes everything as it is at one moment to a new file."""
    connection.execute(text(REPEATABLE_READ))
    allow_pauses(connection)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    engine = make_sqlite_engine(read_address(f"sqlite:///{file}"))
    try:
        with engine.begin() as target:
            bring_up_to_date(target)
            _copy(connection, target)
    finally:
        engine.dispose()


def copy_in(connection: Connection, file: Path) -> None:
    """Puts what a file holds in the place of everything; the file is brought up to date.

    InUse if a server would not hear of it.
    """
    if connection.execute(_SERVERS, {"servers": SERVER_LOCK}).scalar():
        raise InUse
    allow_pauses(connection)
    engine = make_sqlite_engine(read_address(f"sqlite:///{file}"))
    try:
        with engine.begin() as source:
            bring_up_to_date(source)
        with engine.connect() as source:
            _tell(connection, "disable")
            for table in reversed(all_tables()):
                connection.execute(delete(table))
            _copy(source, connection)
            _tell(connection, "enable")
    finally:
        engine.dispose()


def is_empty(connection: Connection) -> bool:
    """Whether there is no table to lose."""
    return not connection.execute(select(func.count()).select_from(TABLES)).scalar()


def _copy(source: Connection, target: Connection) -> None:
    for table in all_tables():
        asked = select(table).execution_options(yield_per=BATCH_ROWS)
        for rows in source.execute(asked).partitions(BATCH_ROWS):
            target.execute(insert(table), [dict(row._mapping) for row in rows])
    _count_on(target)


def _count_on(target: Connection) -> None:
    """Lets PostgreSQL number new rows after those that came with their numbers."""
    if target.dialect.name != "postgresql":
        return
    for table in all_tables():
        column = table.autoincrement_column
        if column is not None:
            highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            counter = func.pg_get_serial_sequence(table.name, column.name)
            target.execute(select(func.setval(counter, highest, False)))


def _tell(connection: Connection, whether: str) -> None:
    """Lets the database tell of what is stored, or keep silent while much is."""
    for table in all_tables():
        connection.execute(text(f"alter table {table.name} {whether} trigger user"))
