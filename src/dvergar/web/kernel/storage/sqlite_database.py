"""SQLite behind the store: transactions that include schema changes, and threads to wait in.

One thread writes, because SQLite lets one transaction write at a time; reading has threads of its
own. So a page is answered while writers wait for another program to release the database.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL

READER_THREADS: Final = 4
LOCK_TIMEOUT_MS: Final = 5000
"""How long a change waits for another program to release the database."""
RETRY_S: Final = 0.01
ERASE_TIMEOUT_MS: Final = 1000
ERASE_RETRY_S: Final = 10.0
WRITER_THREAD: Final = "store-write"
"""The name of the thread that writes."""
_READING: Final = "dvergar_reading"

Result = TypeVar("Result")


class SqliteDatabase:
    """Runs each piece of work in one trip to a thread (decision 0026)."""

    def __init__(self, url: URL) -> None:
        self.engine = make_sqlite_engine(url)
        event.listen(self.engine, "connect", _set_pragmas)
        self._reading = self.engine.execution_options(**{_READING: True})
        self._writer = ThreadPoolExecutor(1, WRITER_THREAD)
        self._readers = ThreadPoolExecutor(READER_THREADS, "store-read")
        self.erasing: asyncio.Task[None] | None = None
        """Tries again to empty the write-ahead log, while another program reads it."""

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work in one transaction: all of it is stored or nothing."""
        asked = time.monotonic()

        def transaction() -> Result:
            waited = int((time.monotonic() - asked) * 1000)
            with self.engine.connect() as connection:
                return _in_transaction(connection, work, LOCK_TIMEOUT_MS - waited)

        return await asyncio.get_running_loop().run_in_executor(self._writer, transaction)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Runs work that changes nothing; it never waits for a writer."""

        def query() -> Result:
            with self._reading.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, query)

    async def erase(self) -> None:
        """Takes what was deleted out of the files: now, or as soon as no other program reads it.

        The pages of the database are overwritten (`secure_delete`); their former contents are in
        the write-ahead log until it is emptied.
        """
        if not await self._empty_log() and (self.erasing is None or self.erasing.done()):
            self.erasing = asyncio.create_task(self._empty_log_later())

    async def _empty_log_later(self) -> None:
        emptied = False
        while not emptied:
            await asyncio.sleep(ERASE_RETRY_S)
            emptied = await self._empty_log()

    async def _empty_log(self) -> bool:
        """Empties the write-ahead log; false if another program is using it."""

        def work() -> bool:
            with self.engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                with _lock_timeout(driver, ERASE_TIMEOUT_MS):
                    busy, *_ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                return not busy

        return await asyncio.get_running_loop().run_in_executor(self._writer, work)

    async def close(self) -> None:
        """Waits for work in progress."""
        if self.erasing is not None:
            self.erasing.cancel()
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def make_sqlite_engine(url: URL) -> Engine:
    """An engine whose transactions include changes of the schema.

    Python's driver begins a transaction before INSERT, UPDATE and DELETE alone, so that every
    CREATE or ALTER would be committed by itself. SQLAlchemy's recipe turns that off and begins
    transactions itself; ours take the lock for writing at once, so they never fail half-way
    because someone else has written meanwhile.
    """
    engine = create_engine(url)
    event.listen(engine, "connect", _leave_transactions_to_us)
    event.listen(engine, "begin", _begin)
    return engine


def _leave_transactions_to_us(connection: Any, _record: object) -> None:
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    if not connection.get_execution_options().get(_READING):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_pragmas(connection: Any, _record: object) -> None:
    connection.execute(f"PRAGMA busy_timeout={LOCK_TIMEOUT_MS}").close()
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: Any) -> None:
    """Turns the write-ahead log on; SQLite doesn't wait here when others do so at the same time."""
    end = time.monotonic() + LOCK_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(RETRY_S)
        else:
            return


def _in_transaction(
    connection: Connection, work: Callable[[Connection], Result], patience_ms: int
) -> Result:
    """Runs work in a transaction that waits so long for the lock.

    Changes that have waited in line behind others don't wait again: when another program keeps the
    database locked, all of them fail after one timeout, not one after the other.
    """
    driver: Any = connection.connection.driver_connection
    with _lock_timeout(driver, max(0, patience_ms)), connection.begin():
        return work(connection)


@contextmanager
def _lock_timeout(driver: Any, milliseconds: int) -> Iterator[None]:
    """Lets a connection wait so long for a lock, and afterwards as long as usual."""
    driver.execute(f"PRAGMA busy_timeout={milliseconds}").close()
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout={LOCK_TIMEOUT_MS}").close()
