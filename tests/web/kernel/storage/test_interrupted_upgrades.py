"""A start or an upgrade that is interrupted at any statement costs nothing: the next one works."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from benchmarks.faults import schema_kills
from benchmarks.faults.schema_kills import FILE, NEW, STARTS, UNVERSIONED, Kill
from benchmarks.faults.served import Served
from dvergar.web.kernel.storage.schema import IncompleteSchema
from dvergar.web.kernel.storage.store import Store

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("start", STARTS)
def test_a_start_that_is_killed_has_changed_nothing_or_everything(
    tmp_path: Path, start: str
) -> None:
    schema_kills.make_start(tmp_path / "before", start)
    before = schema_kills.contents(tmp_path / "before")
    kills = schema_kills.kills_now(tmp_path, start)
    after = schema_kills.contents(tmp_path / "run")
    assert len(kills) > 10
    states = [schema_kills.contents(kill.folder) for kill in kills]
    assert all(state in (before, after) for state in states)
    assert states[0] == before
    assert schema_kills.faults(tmp_path, start, kills) == []


@pytest.mark.parametrize(
    ("start", "each_committed"),
    [*((start, False) for start in STARTS), (NEW, True), (UNVERSIONED, True)],
)
def test_what_earlier_releases_left_half_way_is_completed(
    tmp_path: Path, start: str, each_committed: bool
) -> None:
    kills = schema_kills.kills_before(tmp_path, start, each_committed)
    states = {kill.folder for kill in kills}
    assert len(states) > 2, "nothing was left half-way"
    assert schema_kills.faults(tmp_path, start, kills) == []


def test_a_killed_command_starts_again(tmp_path: Path) -> None:
    """The same with a real process and a real kill, in the middle of its schema change."""
    schema_kills.make_start(tmp_path / "data", UNVERSIONED)
    killed = Served(tmp_path / "data", "--workers-for-bots", "0", kill_at=20)
    killed.launch()
    killed.wait_until_killed()
    killed.kill_at = 0
    killed.start()
    killed.kill()
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as database:
        database.execute("delete from said where name = 'clock'")  # that a server was alive
        database.commit()
    whole = Kill(tmp_path / "whole", "")
    schema_kills.make_start(whole.folder, UNVERSIONED)
    assert schema_kills.contents(tmp_path / "data") == schema_kills.restart(whole)


def _start(file: Path, together: Barrier) -> None:
    store = Store(f"sqlite:///{file}")
    together.wait()
    store.prepare()


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot fork")
@pytest.mark.parametrize("start", [NEW, UNVERSIONED])
def test_several_processes_start_at_once(tmp_path: Path, start: str) -> None:
    schema_kills.make_start(tmp_path / "data", start)
    forking = multiprocessing.get_context("fork")
    together = forking.Barrier(4)
    processes = [
        forking.Process(target=_start, args=(tmp_path / "data" / FILE, together)) for _ in range(4)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 4
    whole = Kill(tmp_path / "whole", "")
    schema_kills.make_start(whole.folder, start)
    assert schema_kills.contents(tmp_path / "data") == schema_kills.restart(whole)


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("drop table claims", "claims"),
        ("alter table tables drop column game", "tables.game"),
    ],
)
def test_a_database_that_lacks_something_says_what(
    tmp_path: Path, statement: str, missing: str
) -> None:
    schema_kills.restart(Kill(tmp_path, ""))
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(statement)
        database.commit()
    before = schema_kills.contents(tmp_path)
    with pytest.raises(IncompleteSchema, match=missing):
        schema_kills.restart(Kill(tmp_path, ""))
    assert schema_kills.contents(tmp_path) == before
