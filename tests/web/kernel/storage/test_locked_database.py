"""While another program keeps SQLite locked, pages are answered; only changes wait."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from dvergar.web.kernel.storage import sqlite_database
from dvergar.web.kernel.storage.database import read_address
from dvergar.web.kernel.storage.sqlite_database import READER_THREADS, SqliteDatabase
from tests.web.players import Program
from tests.web.serving import Served, serving

LONG_MS = 300_000
"""Longer than any test: nobody is refused meanwhile."""
PAGES = (
    "/",
    "/table/TABLE",
    "/table/TABLE/log",
    "/table/TABLE/chat",
    "/api/tables/TABLE",
    "/api/tables/TABLE/chat",
    "/api/tables",
    "/daily",
    "/mine",
    "/mine/data",
    "/statistics",
    "/ratings",
    "/best",
    "/turns",
    "/health",
)


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Another program writes, and doesn't come to an end."""
    database = sqlite3.connect(data / "dvergar.sqlite", timeout=30, isolation_level=None)
    database.execute("begin immediate")
    try:
        yield
    finally:
        database.execute("rollback")
        database.close()


def wait_for_writers(served: Served, count: int) -> None:
    while len(served.inside.tables.repository.storing) < count:
        time.sleep(0.01)


def test_every_page_is_answered_while_changes_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "LOCK_TIMEOUT_MS", LONG_MS)
    writers = 3 * READER_THREADS
    with serving(tmp_path) as served:
        players = [Program(served.url) for _ in range(writers)]
        versions = [player.open(["me", "me"])["version"] for player in players]
        reader = Program(served.url, players[0].token)
        with ThreadPoolExecutor(writers) as pool:
            with locked(tmp_path):
                moving = [
                    pool.submit(player.try_move, "dig", version)
                    for player, version in zip(players, versions, strict=True)
                ]
                wait_for_writers(served, writers)
                for page in PAGES:
                    answer = reader.http.get(page.replace("TABLE", players[0].table))
                    assert answer.status_code == 200, page
                assert not any(move.done() for move in moving), "changes wait for the lock"
            assert [move.result().status_code for move in moving] == [200] * writers


def test_changes_are_refused_in_a_sentence_and_pages_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as served:
        player = Program(served.url)
        version = player.open(["me", "me"])["version"]
        monkeypatch.setattr(sqlite_database, "LOCK_TIMEOUT_MS", 10)
        with locked(tmp_path):
            answer = player.try_move("dig", version)
            assert answer.status_code == 503
            assert "nothing has changed" in answer.json()["error"]
            assert player.look()["version"] == version
        assert player.move("dig", version)["version"] == version + 1


def test_changes_in_line_do_not_wait_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock timeout counts from the request on, not from the change before."""
    patience = []

    def note(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            return
        driver = connection.connection.driver_connection
        assert driver is not None
        patience.append(driver.execute("pragma busy_timeout").fetchone()[0])

    async def scene() -> None:
        database = SqliteDatabase(read_address(f"sqlite:///{tmp_path / 'dvergar.sqlite'}"))
        await database.change(lambda connection: connection.execute(text("create table t (x)")))
        monkeypatch.setattr(sqlite_database, "LOCK_TIMEOUT_MS", 100)
        event.listen(database.engine, "before_cursor_execute", note)
        insert = text("insert into t values (1)")
        with locked(tmp_path):
            changes = [database.change(lambda one: one.execute(insert)) for _ in range(3)]
            done = await asyncio.gather(*changes, return_exceptions=True)
        assert all(isinstance(error, OperationalError) for error in done)
        assert patience[0] > 0
        assert patience[1:] == [0, 0]
        patience.clear()
        await database.change(lambda one: one.execute(insert))
        assert patience[0] > 0, "the next one waits as long as ever"
        await database.close()

    asyncio.run(scene())


def test_reading_goes_on_though_a_change_takes_long(tmp_path: Path) -> None:
    async def scene() -> None:
        database = SqliteDatabase(read_address(f"sqlite:///{tmp_path / 'dvergar.sqlite'}"))
        await database.change(lambda connection: connection.execute(text("create table t (x)")))
        finished = threading.Event()

        def long_change(connection: Connection) -> None:
            connection.execute(text("insert into t values (1)"))
            assert finished.wait(60)

        change = asyncio.create_task(database.change(long_change))
        count = text("select count(*) from t")
        found = await database.read(lambda connection: connection.execute(count).scalar())
        assert (found, change.done()) == (0, False)
        finished.set()
        await change
        assert await database.read(lambda connection: connection.execute(count).scalar()) == 1
        await database.close()

    asyncio.run(scene())


def test_a_live_page_begins_while_changes_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "LOCK_TIMEOUT_MS", LONG_MS)
    with serving(tmp_path) as served:
        player = Program(served.url)
        version = player.open(["me", "me"])["version"]
        with ThreadPoolExecutor(1) as pool:
            with locked(tmp_path):
                moving = pool.submit(player.try_move, "dig", version)
                wait_for_writers(served, 1)
                watcher = Program(served.url)
                with watcher.http.stream("GET", f"/table/{player.table}/live") as stream:
                    assert isinstance(next(stream.iter_raw()), bytes)
                    assert not moving.done()
            assert moving.result().status_code == httpx.codes.OK
