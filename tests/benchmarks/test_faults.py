"""The fault campaign in its quick form: the same code as `benchmarks/faults`, a few of each."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.faults import (
    clocks,
    database_crashes,
    documented,
    freezes,
    fuzz,
    headers,
    kills,
    load,
    missing_game,
    news,
    redeal,
    statement_kills,
    storage,
    streams,
    thinking,
)
from benchmarks.faults.served import served
from tests.web.serving import Place
from tools.testing.postgres import MISSING, find_postgres

pytestmark = [
    pytest.mark.whole_games,
    pytest.mark.plain,
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals and limits"),
]


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    found = kills.kill_often(tmp_path, kills=2, players=2, seconds=120, longest=0.3)
    assert found["kills"] == 2
    assert found["acknowledged"] > 0
    assert found["lost"] == 0


def test_a_kill_at_any_statement_leaves_nothing_missing_or_half_done(tmp_path: Path) -> None:
    kills = statement_kills.recorded(tmp_path)
    assert kills[-1].noted.finished, "the scenario ended too soon"
    for kill in kills[::10]:
        assert statement_kills.faults(kill.folder, kill.noted) == [], kill.statement
    last = kills[-1]
    with closing(sqlite3.connect(last.folder / "dvergar.sqlite")) as database, database:
        database.execute("delete from events where number > 0")
    assert statement_kills.faults(last.folder, last.noted), "missing events are noticed"


def test_a_real_server_killed_at_a_statement_leaves_nothing_half_done_either(shared: Place) -> None:
    noted = statement_kills.killed_at(shared.data, 100, shared.database)
    assert noted.versions, "nothing was acknowledged"
    assert not noted.finished, "it was not killed"
    assert statement_kills.faults(shared.data, noted, shared.database) == []


def test_of_two_servers_a_killed_one_has_lost_nothing_either(shared: Place) -> None:
    found = kills.kill_one_of(
        shared.data, shared.database, processes=2, kills=1, players=2, seconds=120, longest=0.3
    )
    assert found["kills"] == 1
    assert found["acknowledged"] > 0
    assert (found["lost"], found["went_back"]) == (0, 0)


def test_a_frozen_server_loses_its_bots_and_does_no_harm_when_it_continues(shared: Place) -> None:
    found = freezes.freeze(shared.data, shared.database, 3, seconds=1, takeover=1, moves=2)
    assert (found["moved"], found["later"]) == (3, 6)
    assert (found["different"], found["errors"]) == (0, 0)


def test_pages_at_one_server_hear_of_moves_at_the_other(shared: Place) -> None:
    found = news.measured(shared.data, shared.database, pages=2, moves=2, pause=0.1)
    assert found["heard"] == 4


@pytest.mark.skipif(find_postgres() is None, reason=MISSING)
def test_a_crash_of_postgresql_costs_no_acknowledged_move(tmp_path: Path) -> None:
    found = database_crashes.crash_often(tmp_path, crashes=2, players=2, seconds=120)
    assert found["kills"] == 2
    assert found["acknowledged"] > 0
    assert (found["lost"], found["went_back"]) == (0, 0)


def test_no_request_is_answered_with_an_error_of_the_server(tmp_path: Path) -> None:
    found = fuzz.fuzz(tmp_path, requests=200, threads=2, seconds=300)
    assert found.total() > 50
    assert not [status for status in found if status >= 500]


def test_fuzzing_reaches_the_routes_of_every_feature() -> None:
    known = fuzz.addresses()
    assert {"/api/tables/{t}/moves", "/admin/ban", "/puzzles/{g}/{x}"} <= {*known["POST"]}
    assert {"/api/stream", "/admin/table/{t}", "/table/{t}"} <= {*known["GET"]}


@pytest.mark.parametrize(("public", "direct"), [(True, True), (False, False)])
def test_no_hostile_header_is_believed(tmp_path: Path, public: bool, direct: bool) -> None:
    found = headers.believe_nothing(tmp_path, 120, 2, 60, public=public, direct=direct)
    assert found.answers.total() > 50
    assert not [status for status in found.answers if status >= 500]
    assert found.believed == []
    assert found.opened == headers.TABLES
    assert found.mails == (3 if public else 0)


def test_a_header_that_was_believed_is_found_out() -> None:
    head = b"HTTP/1.1 307 Temporary Redirect\r\nlocation: %s\r\n\r\n"
    for where in (b"https://elsewhere.example/", b"//elsewhere.example/", b"http://127.0.0.1/"):
        assert headers.fault_of("/", head % where)
    assert headers.fault_of("/", b'HTTP/1.1 200 OK\r\n\r\n<a href="https://EVIL.example/join/x">')
    assert headers.fault_of("/metrics", b"HTTP/1.1 200 OK\r\n\r\n")
    assert not headers.fault_of("/", head % b"/about")


@pytest.mark.long
@pytest.mark.skipif(documented.program() is None, reason="schemathesis is not installed")
def test_every_answer_is_one_that_the_document_names(tmp_path: Path) -> None:
    done = documented.checked(tmp_path, cases=20, seconds=300)
    assert done.returncode == 0, done.stdout[-8000:]
    assert "No issues found" in done.stdout


def test_a_full_disk_costs_no_acknowledged_move(tmp_path: Path) -> None:
    found = storage.full(tmp_path, kilobytes=300, players=2, seconds=60)
    assert found["refused"] > 0, "the disk was never full"
    assert found["later"] > 0, "games go on afterwards"
    assert found["lost"] == 0
    assert found["log"] < 5000


def test_tables_of_a_game_that_was_uninstalled_continue_when_it_is_back(tmp_path: Path) -> None:
    found = missing_game.disappear(tmp_path, rounds=1)
    assert found["refused"] == 15, "each table says that its game is missing"
    assert (found["continued"], found["late"]) == (6, 1)
    assert (found["failed"], found["lost"]) == (0, 0)


def test_nothing_that_is_sent_hangs_on_what_is_hidden() -> None:
    found = redeal.redealt(1, every=40)
    assert found["views"] > 20
    assert found["different"] == 0


def test_everybody_who_watches_is_told(tmp_path: Path) -> None:
    with served(tmp_path, "--workers-for-bots", "0") as server:
        told = asyncio.run(load.spectators(server, count=5, moves=3, packed=True))
        assert told["missed"] == 0
        played = asyncio.run(load.tables(server, 2, seconds=2, pause=0.5, viewers=1))
    assert played["answered"]


def test_more_streams_than_files_are_refused_and_everything_else_is_answered(
    tmp_path: Path,
) -> None:
    found = streams.run(tmp_path, streams=150, files=200, moves=3)
    statuses = found["statuses"]
    assert statuses[200] > 50
    assert statuses[503] > 50
    assert statuses.keys() == {200, 503}
    assert len(found["answered"]) == 3
    assert found["again"] == 1
    assert found["log"] < 5000


def test_nobody_is_late_because_the_clock_of_the_machine_is_set(tmp_path: Path) -> None:
    found = clocks.set_often(tmp_path, tables=2, jumps=(clocks.DAY, -clocks.HOUR), pause=0.1)
    assert found == {"late": 0, "answered": 8, "errors": 0}


def test_who_asks_for_much_thinking_keeps_nobody_else_from_moving(tmp_path: Path) -> None:
    settings = thinking.PROXY | thinking.LIMITED
    with served(tmp_path, "--workers-for-bots", "1", forked=True, **settings) as server:
        found = thinking.attack(server, attackers=2, players=2, moves=3)
    assert len(found["answered"]) == 6
    assert not found["failed"]
    assert found["statuses"][201], "no bot was made to think"
    assert found["statuses"][200], "no hint or analysis was asked for"
    assert set(found["statuses"]) <= {200, 201, 429}
