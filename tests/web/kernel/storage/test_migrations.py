"""A database of an earlier release is recognised, brought up to date, and keeps what it held."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from benchmarks.faults.postgres import Postgres
from dvergar.core.registry import info
from dvergar.web.kernel.storage.schema import HEAD_REVISION, META
from dvergar.web.kernel.storage.store import Store
from tests.web.players import GAME, Program, assert_refused, invites
from tests.web.serving import Place, serving

OLD = Path(__file__).parents[2] / "data" / "database-0.1.0.sql"
WAITING, RUNNING = "6mbt5ge6mwep", "trh7sqhm674a"
HOST, PLAYER = "t" * 24, "u" * 24
OLD_INVITE = "1yR5Ij30B5jgK-vL5yLbLhnV1MpNkPWt"
OLD_KEY = "w6114N6aorr0PoYDLxJ76kERRpup0hrl"
OLD_LINK = f"/return/{RUNNING}/0-1/78afb97dc61dd9566f283b55f50bdb88bfe58c76"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data folder as 0.1.0 left it, its games of the present rules."""
    script = OLD.read_text(encoding="utf-8")
    script = script.replace('"rules": 1', f'"rules": {info(GAME).rules_version}')
    with sqlite3.connect(tmp_path / "dvergar.sqlite") as connection:
        connection.executescript(script)
    return tmp_path


def open_and_close(data: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{data / 'dvergar.sqlite'}")
        await store.open()
        await store.close()

    asyncio.run(scene())


def version(data: Path) -> str:
    with sqlite3.connect(data / "dvergar.sqlite") as connection:
        return str(connection.execute("select version_num from alembic_version").fetchone()[0])


def test_an_old_database_keeps_tables_events_and_seats(old: Path) -> None:
    with serving(old) as served:
        player = Program(served.url, PLAYER)
        player.table = RUNNING
        table = player.look()
        assert table["my_seats"] == [0, 1]
        assert table["number"] == 1
        assert player.move(table["choices"][0]["move"], table["version"])["number"] == 2
    assert version(old) == HEAD_REVISION


def test_old_links_are_void_and_new_ones_are_shown(old: Path) -> None:
    with serving(old) as served:
        guest = Program(served.url)
        assert_refused(guest.http.get(f"/join/{OLD_INVITE}"), 404)
        assert_refused(guest.http.get(OLD_LINK), 404)
        host = Program(served.url, HOST)
        host.table = WAITING
        (invite,) = invites(host.look())
        guest.join(invite, "Anna")
        assert host.look()["phase"] == "playing"


def test_nothing_is_left_of_the_old_key_and_invites(old: Path) -> None:
    open_and_close(old)
    held = b"".join(path.read_bytes() for path in old.glob("dvergar.sqlite*"))
    for secret in (OLD_INVITE, OLD_KEY):
        assert secret.encode() not in held


def test_opening_again_changes_nothing(old: Path) -> None:
    open_and_close(old)
    with sqlite3.connect(old / "dvergar.sqlite") as connection:
        before = list(connection.iterdump())
    open_and_close(old)
    with sqlite3.connect(old / "dvergar.sqlite") as connection:
        assert list(connection.iterdump()) == before


@pytest.mark.parametrize("kind", ["new", "old"])
def test_the_steps_lead_to_the_schema_of_the_code(kind: str, tmp_path: Path, old: Path) -> None:
    data = old if kind == "old" else tmp_path / "new"
    data.mkdir(exist_ok=True)
    open_and_close(data)
    engine = create_engine(f"sqlite:///{data / 'dvergar.sqlite'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), META) == []
    engine.dispose()


def test_the_last_step_is_the_one_the_code_expects() -> None:
    config = Config()
    config.set_main_option("script_location", "dvergar.web.kernel.storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD_REVISION]


def test_the_dump_is_one_of_0_1_0() -> None:
    text = OLD.read_text(encoding="utf-8")
    assert "alembic" not in text
    assert json.dumps(OLD_INVITE).strip('"') in text
    assert OLD_KEY in text


# The same on PostgreSQL, with what 0.1.0 would have left there.


@pytest.fixture
def old_postgres(shared: Place, postgres: Postgres) -> Place:
    """The tables of a database of 0.1.0, in a PostgreSQL without a version."""
    script = OLD.read_text(encoding="utf-8").replace("PRAGMA foreign_keys=OFF;", "")
    script = re.sub(r",([01]),('waiting'|'playing')", r",\1::boolean,\2", script)
    script = script.replace('"rules": 1', f'"rules": {info(GAME).rules_version}')
    script = script.replace("BEGIN TRANSACTION;", "").replace("COMMIT;", "")
    postgres.use(lambda connection: connection.execute(script), shared.name)
    return shared


def test_an_old_database_keeps_tables_events_and_seats_on_postgresql(
    old_postgres: Place, postgres: Postgres
) -> None:
    with old_postgres.serving() as served:
        player = Program(served.url, PLAYER)
        player.table = RUNNING
        table = player.look()
        assert table["my_seats"] == [0, 1]
        assert player.move(table["choices"][0]["move"], table["version"])["number"] == 2
    (row,) = postgres.ask("select version_num from alembic_version", database=old_postgres.name)
    assert row["version_num"] == HEAD_REVISION
    left = postgres.ask("select to_regclass('secrets') as key", database=old_postgres.name)
    assert left[0]["key"] is None


def test_the_steps_lead_to_the_schema_of_the_code_on_postgresql(shared: Place) -> None:
    async def scene() -> None:
        store = Store(shared.address)
        await store.open()
        differences = await store.database.read(
            lambda connection: compare_metadata(MigrationContext.configure(connection), META)
        )
        assert differences == []
        await store.close()

    asyncio.run(scene())
