"""Bots that play among themselves wait while nobody looks; where a person plays they never do."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dvergar.web.kernel.live import watched_tables as watching
from dvergar.web.kernel.live.watched_tables import Watching
from tests.web.players import Program
from tests.web.serving import Served, serving


def moves_made(server: Served, table: str) -> int:
    return len(server.events(table)) - 1


def rests(server: Served, table: str) -> bool:
    """Whether the bots of a table come to rest before its game is over."""
    for _ in range(200):
        if table not in server.inside.bots._tasks:
            return True
        time.sleep(0.05)
    return False


def test_bots_among_themselves_wait_until_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOKS", -1.0)  # nobody is ever thought to look
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["random", "random"])
        assert rests(served, program.table)
        made = moves_made(served, program.table)
        program.look()
        assert rests(served, program.table)
        assert moves_made(served, program.table) == made
        monkeypatch.setattr(watching, "LOOKS", 60.0)
        version = program.look()["version"]
        assert program.look(after=version, wait=20)["version"] > version


def test_bots_go_on_where_a_person_plays_though_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOKS", -1.0)
    with serving(tmp_path) as served:
        program = Program(served.url)
        version = program.open(["random", "me"], options={"first_seat": 0})["version"]
        assert program.look(after=version, wait=20)["version"] > version


def test_a_look_lasts_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    watched = Watching()
    watched.note("a")
    now[0] += watching.LOOKS
    assert watched.is_watched("a")
    now[0] += 1
    assert not watched.is_watched("a")
    watched.note("b")
    assert len(watched) == 1, "what nobody looks at is forgotten"
