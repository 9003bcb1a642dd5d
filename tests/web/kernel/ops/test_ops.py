"""What programs are told that watch over a server, and what it deletes by itself."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.web.kernel.http import table_stream as live
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.ops.admin_state import AdminState, ServerState, read, write
from dvergar.web.kernel.views.fragments import Fragments
from dvergar.web.kernel.views.table_view import TableView
from tests.web.kernel.live.streams import LOCKED_S, listening
from tests.web.players import Program, assert_refused
from tests.web.serving import PROMPT, serving


def test_health_says_whether_the_database_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> None:
        raise OperationalError("select 1", {}, sqlite3.OperationalError("disk I/O error"))

    with serving(tmp_path) as served:
        http = Program(served.url).http
        assert http.get("/health").json()["status"] == "ok"
        monkeypatch.setattr(served.inside.store, "check", broken)
        answer = http.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "no database")


def test_a_database_that_fails_while_it_runs_is_a_sentence_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_: object) -> None:
        raise OperationalError("insert", {}, sqlite3.OperationalError("database or disk is full"))

    with serving(tmp_path) as served:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        with monkeypatch.context() as patch:
            patch.setattr(served.inside.store, "append", full)
            answer = program.try_move("dig", version)
        assert "nothing has changed" in assert_refused(answer, 503)
        assert answer.headers["retry-after"]
        assert "database or disk is full" in caplog.text
        assert program.move("dig", version)["version"] == version + 1


def test_metrics_count_requests_and_moves_and_name_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "me"])
        program.move("dig")
        program.http.get("/wp-login.php")
        text = program.http.get("/metrics").text
    assert 'dvergar_moves_total{game="my_gold_mine"} 1.0' in text
    opened = 'dvergar_requests_total{method="POST",route="/api/tables",status="201"} 1.0'
    moved = 'dvergar_request_seconds_count{method="POST",route="/api/tables/{table_id}/moves"} 1.0'
    assert opened in text
    assert moved in text
    assert 'route="other",status="404"} 1.0' in text
    assert "dvergar_bots_waiting 0.0" in text
    assert float(text.split("\ndvergar_database_bytes ")[1].split()[0]) > 10_000
    assert "dvergar_tables_in_memory 1.0" in text
    assert program.table not in text
    assert "Dwarf" not in text


@pytest.mark.parametrize("name", ["grafana-dashboard.json", "prometheus-alerts.yaml"])
def test_dashboard_and_alerts_ask_for_what_there_is(tmp_path: Path, name: str) -> None:
    text = (Path(__file__).parents[4] / "deploy" / name).read_text("utf-8")
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "me"])
        program.move("dig")
        found = set(re.findall(r"^(dvergar_\w+)", program.http.get("/metrics").text, re.MULTILINE))
    assert set(re.findall(r"dvergar_\w+", text)) <= found
    labels = set(re.findall(r"(?:by|on) \(([^)]+)\)", text))
    known = {"status", "route", "method", "le", "game", "instance"}
    assert {one.strip() for part in labels for one in part.split(",")} <= known


@pytest.mark.parametrize(("allowed", "status"), [("local", 200), ("all", 200), ("off", 404)])
def test_who_reads_the_metrics_is_a_setting(tmp_path: Path, allowed: str, status: int) -> None:
    with serving(tmp_path, replace(PROMPT, metrics=allowed)) as served:
        assert Program(served.url).http.get("/metrics").status_code == status


def test_tables_that_are_too_old_are_deleted_by_themselves(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        old, new = Program(served.url), Program(served.url)
        old.open(["me", "me"])
        new.open(["me", "me"])
    with sqlite3.connect(tmp_path / "dvergar.sqlite") as database:
        database.execute("update tables set updated = 0 where id = ?", [old.table])
    with serving(tmp_path, replace(PROMPT, keep_days=1.0)) as served:
        for _ in range(100):
            answer = Program(served.url).http.get(f"/api/tables/{old.table}")
            if answer.status_code == 404:
                break
        assert_refused(answer, 404)
        assert Program(served.url).http.get(f"/api/tables/{new.table}").is_success


def test_a_warm_server_has_drawn_every_game_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str]] = []

    def draw(_: Fragments, view: TableView, lang: str) -> None:
        drawn.append((view.slug, lang))

    monkeypatch.setattr(Fragments, "make", draw)
    with serving(tmp_path, replace(PROMPT, warm=True)) as served:
        served.run(served.inside.settled())
    assert drawn == [(slug, lang) for slug in games() for lang in LANGUAGES]


def test_whoever_looks_at_a_table_is_told_that_the_server_drains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.1)
    monkeypatch.setattr(admin_state, "FILE_CHECK_S", 0.0)
    with serving(tmp_path) as served:
        program = Program(served.url)
        version = program.open(["me", "me"])["version"]
        with listening(program.http, program.table, f"?after={version}") as heard:
            write(tmp_path, ServerState(drain=True))
            assert "about to be restarted" in heard.get(timeout=LOCKED_S).html
            write(tmp_path, ServerState())
            assert "about to be restarted" not in heard.get(timeout=LOCKED_S).html


def test_bans_of_an_earlier_release_stay(tmp_path: Path) -> None:
    (tmp_path / "host.json").write_text('{"drain": true, "barred": ["192.0.2.7/32"]}')
    assert read(tmp_path) == ServerState(drain=True, banned=("192.0.2.7/32",))
    write(tmp_path, read(tmp_path))
    assert read(tmp_path).banned == ("192.0.2.7/32",)


def test_a_damaged_state_of_the_server_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "host.json").write_text('{"banned": ["everybody"]}')
    assert read(tmp_path) == ServerState()
    assert not AdminState(tmp_path).is_banned("192.0.2.1")
    write(tmp_path, ServerState(True, ("192.0.2.0/24",)))
    assert AdminState(tmp_path).is_banned("192.0.2.1")
    assert not AdminState(tmp_path).is_banned("not an address")
