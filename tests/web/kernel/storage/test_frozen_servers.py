"""SIGSTOP of one of two servers: the other takes over its work, and SIGCONT does no harm.

That bots move meanwhile is shown by `tests/benchmarks/test_faults.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.faults.postgres import Postgres
from dvergar.web.kernel.storage.database import make_database
from dvergar.web.kernel.storage.postgres_database import SERVER_SETTINGS, PostgresDatabase
from dvergar.web.kernel.storage.schema import EVENTS
from tests.web.kernel.live.streams import listening
from tests.web.players import Program, invites, wait_until
from tests.web.serving import Place, ServerProcess

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGSTOP")
QUICKLY = {"DVERGAR_TAKEOVER_SECONDS": "1", "DVERGAR_BOT_WORKERS": "0"}


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ServerProcess]]:
    """Two servers; the first one is frozen and continued by every test."""
    data, database = tmp_path_factory.mktemp("servers"), postgres.new_database()
    started = [ServerProcess(data, 0.0, False, database, **QUICKLY) for _ in range(2)]
    for process in started:
        process.start()
    yield started
    for process in started:
        process.close()


def at(process: ServerProcess, program: Program) -> Program:
    """The same program at another server."""
    other = Program(process.url, program.token)
    other.table = program.table
    return other


def move_in_turn(program: Program) -> None:
    seen = program.look()
    while not seen["my_turn"]:
        seen = program.look(after=seen["version"], wait=20)
    program.move(seen["choices"][0]["move"], seen["version"])


def test_a_server_that_was_frozen_takes_part_again(pair: list[ServerProcess]) -> None:
    frozen, healthy = pair
    program = Program(frozen.url)
    program.open(["me", "random"], game="cave_vs_cave")
    there = at(healthy, program)
    frozen.freeze()
    move_in_turn(there)
    frozen.thaw()
    for mover in (program, there) * 2:
        move_in_turn(mover)


def test_who_is_at_a_frozen_server_is_away_until_it_continues(pair: list[ServerProcess]) -> None:
    frozen, healthy = pair
    program = Program(frozen.url)
    program.open(["me", "me"])
    there = at(healthy, program)

    def is_here() -> bool:
        return bool(there.look()["seats"][0]["here"])

    with listening(program.http, program.table):
        wait_until(is_here)
        frozen.freeze()
        try:
            wait_until(lambda: not is_here())
        finally:
            frozen.thaw()
        wait_until(is_here)


def test_a_deadline_that_a_frozen_server_knew_of_is_kept(pair: list[ServerProcess]) -> None:
    frozen, healthy = pair
    host, guest = Program(frozen.url), Program(frozen.url)
    timing = {"move": 5}
    guest.join(invites(host.open(["me", "open"], timing=timing))[0])
    there = at(healthy, host)
    frozen.freeze()
    try:
        wait_until(lambda: any(seat["standing_in"] for seat in there.look()["seats"]))
    finally:
        frozen.thaw()


def test_an_open_transaction_of_a_frozen_server_blocks_nobody(
    shared: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may be frozen between two statements, while it holds the lock of a row."""
    monkeypatch.setitem(SERVER_SETTINGS, "idle_in_transaction_session_timeout", "1s")
    with shared.serving() as served:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        frozen = make_database(shared.database)
        assert isinstance(frozen, PostgresDatabase)

        async def begin() -> AsyncConnection:
            connection = await frozen.asynchronous.connect()
            row = {"table_id": program.table, "number": version, "kind": "x", "body": "", "at": 0.0}
            await connection.execute(insert(EVENTS), row)
            return connection

        connection = served.run(begin())
        assert program.move("dig", version)["version"] == version + 1
        served.run(connection.invalidate())
        served.run(connection.close())
        served.run(frozen.close())
