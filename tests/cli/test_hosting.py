"""The commands of whoever runs a server: tables, backup, restore, drain, ban."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dvergar.cli import run
from dvergar.core.record import Record
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.storage.data_lock import locked
from tests.web.players import Program, assert_refused
from tests.web.serving import Place, Served, serving

Typed = Callable[..., str]


def played(server: Served) -> Program:
    program = Program(server.url)
    program.open(["me", "me"], name="Friday")
    program.move("dig")
    return program


def test_tables_are_listed_shown_and_exported(tmp_path: Path, place: Place, typed: Typed) -> None:
    with place.serving() as served:
        program = played(served)
        (row,) = json.loads(typed("tables", "list", "--json"))
        assert (row["id"], row["phase"]) == (program.table, "playing")
        assert program.table in typed("tables", "list")
        shown = json.loads(typed("tables", "show", program.table, "--json"))
        assert (shown["name"], shown["events"], shown["rules"]) == ("Friday", 2, 1)
        assert "Name: Friday" in typed("tables", "show", program.table)
        file = tmp_path / "game.json"
        typed("tables", "export", program.table, "--out", file)
        assert Record.load(file).moves == ["dig"]
        events = typed("tables", "export", program.table, "--events").splitlines()
        assert [json.loads(line)["kind"] for line in events] == ["open", "move"]
    for words in (("show", "nowhere"), ("export", "nowhere"), ("close", "nowhere")):
        assert "There is no table “nowhere”" in typed("tables", *words, code=2)


def test_unknown_tables_are_named_and_the_others_deleted(place: Place, typed: Typed) -> None:
    with place.serving() as served:
        first, second = played(served).table, played(served).table
    told = typed("tables", "delete", "nowhere", first, "lost", second, first, code=1)
    assert "There are no tables “nowhere”, “lost”; dvergar tables list" in told
    assert json.loads(typed("tables", "list", "--json")) == []


def test_a_table_that_is_deleted_is_gone_though_it_was_in_memory(
    place: Place, typed: Typed
) -> None:
    with place.serving() as served:
        program = played(served)
        typed("tables", "delete", program.table)
        assert_refused(program.http.get(f"/table/{program.table}"), 404)
        assert_refused(program.try_move("dig", 2), 404)
        assert program.http.get("/").status_code == 200


def test_a_closed_table_can_only_be_looked_at(place: Place, typed: Typed) -> None:
    with place.serving() as served:
        program = played(served)
        typed("tables", "close", program.table)
        shown = program.look()
        assert (shown["phase"], shown["choices"]) == ("stopped", [])
        assert "closed this table" in assert_refused(program.try_move("dig", shown["version"]), 409)
        assert_refused(program.try_undo(shown["version"]), 409)
        page = program.http.get(f"/table/{program.table}").text
        assert "has closed this table" in page
        assert program.record().is_success
        assert "Friday" not in program.http.get("/").text or program.http.get("/").is_success


def test_the_data_folder_can_be_named_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as served:
        program = played(served)
    monkeypatch.setenv("DVERGAR_DATA", str(tmp_path))
    assert run(["tables", "list", "--json"]) == 0
    assert program.table in capsys.readouterr().out


def test_only_tables_that_nobody_touches_are_pruned(place: Place, typed: Typed) -> None:
    with place.serving() as served:
        program = played(served)
    assert typed("tables", "prune", "--days", 1) == "0 tables deleted.\n"
    assert program.table in typed("tables", "list")
    assert typed("tables", "prune", "--days", 0) == "1 table deleted.\n"


def test_a_backup_comes_back(tmp_path: Path, typed: Typed) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(tmp_path) as served:
        program = played(served)
        typed("backup", copy)
        program.move("dig")
        assert "already exists" in typed("backup", copy, code=2)
    with locked(tmp_path):
        assert "Another server already uses" in typed("restore", copy, code=2)
    typed("restore", copy)
    with serving(tmp_path) as served:
        again = Program(served.url, program.token)
        again.table = program.table
        assert again.look()["number"] == 1
    assert (tmp_path / "dvergar.sqlite.old").exists()
    assert copy.stat().st_mode & 0o77 == 0, "nobody else may read it"


@pytest.mark.parametrize("content", [None, b"", b"no database " * 100])
def test_what_is_no_backup_is_not_restored(
    tmp_path: Path, typed: Typed, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "copy").write_bytes(content)
    said = typed("restore", tmp_path / "copy", code=2)
    assert "There is no database" in said or "damaged or not a Dvergar database" in said
    assert not (tmp_path / "dvergar.sqlite").exists()


def test_a_draining_server_opens_no_tables_and_says_so(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_state, "FILE_CHECK_S", 0.0)
    with serving(tmp_path) as served:
        program = played(served)
        typed("drain")
        seats = [{"kind": "me", "name": "Ann"}] * 2
        body = {"game": "my_gold_mine", "seats": seats}
        assert_refused(program.http.post("/api/tables", json=body), 503)
        assert program.http.get("/health").json()["status"] == "draining"
        for path in ("/", f"/table/{program.table}"):
            assert "about to be restarted" in program.http.get(path).text
        assert program.move("dig")["version"], "whoever plays goes on"
        typed("drain", "--off")
        assert "about to be restarted" not in program.http.get("/").text


def test_an_address_is_banned_and_let_in_again(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_state, "FILE_CHECK_S", 0.0)
    with serving(tmp_path) as served:
        program = Program(served.url)
        typed("ban", "127.0.0.0/8")
        assert "127.0.0.0/8" in typed("ban")
        assert_refused(program.http.get("/"), 403)
        assert_refused(program.http.get("/api/games"), 403)
        typed("bar", "127.0.0.0/8", "--off")  # the earlier name of the command
        assert program.http.get("/").status_code == 200
    assert "is not an address" in typed("ban", "somebody", code=2)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_what_root_says_and_restores_is_the_server_s_to_read(tmp_path: Path, typed: Typed) -> None:
    with serving(tmp_path) as server:
        played(server)
    copy = tmp_path / "copy.sqlite"
    typed("backup", copy)
    os.chown(tmp_path, 12345, 12345)
    typed("drain")
    typed("restore", copy)
    for name in (admin_state.ADMIN_STATE_FILE, "dvergar.sqlite"):
        assert (tmp_path / name).stat().st_uid == 12345, name
