"""The commands of whoever runs servers on a PostgreSQL, and what is said where it is not there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.faults.postgres import Postgres
from tests.web.players import Program, assert_refused
from tests.web.serving import Place, Served, free_socket

Typed = Callable[..., str]


def played(served: Served) -> Program:
    program = Program(served.url)
    program.open(["me", "me"], name="Friday", game="caverna", public=True)
    program.move(program.look()["choices"][0]["move"])
    return program


def again(served: Served, program: Program) -> Program:
    found = Program(served.url, program.token)
    found.table = program.table
    return found


def test_a_backup_of_a_postgresql_goes_to_sqlite_and_back(
    shared: Place, postgres: Postgres, tmp_path: Path, typed: Typed
) -> None:
    """The copy is an ordinary database: games move from one kind to the other with it."""
    copy, other = tmp_path / "copy.sqlite", postgres.new_database()
    with shared.serving() as served:
        program = played(served)
        before = program.look()
        typed("backup", copy, "--database", shared.database)
        assert "already exists" in typed("backup", copy, "--database", shared.database, code=2)
        said = typed("restore", copy, "--database", shared.database, code=2)
        assert "stop all servers first" in said
        program.move(before["choices"][0]["move"])
    assert copy.stat().st_mode & 0o77 == 0, "nobody else may read it"
    typed("restore", copy)
    for place in (Place(tmp_path), Place(tmp_path, other), shared):
        if place.database:
            typed("restore", copy, "--database", place.database)
        with place.serving() as served:
            assert again(served, program).look() == before
            assert "Friday" in Program(served.url).http.get("/").text
            again(served, program).move(before["choices"][0]["move"])
    typed("restore", tmp_path / "dvergar.sqlite.old", "--database", other)
    with Place(tmp_path, other).serving() as served:
        assert again(served, program).look()["version"] == before["version"] + 1, "kept beside"


def test_what_is_said_to_one_server_is_said_to_all(
    shared: Place, tmp_path: Path, typed: Typed
) -> None:
    address = ("--database", shared.database)
    typed("ban", "192.0.2.7", *address)
    with shared.serving() as one, shared.serving() as two:
        for served in (one, two):
            assert served.inside.admin_state.is_banned("192.0.2.7")
        typed("drain", *address)
        body = {"game": "my_gold_mine", "seats": [{"kind": "me", "name": "Ann"}] * 2}
        for served in (one, two):
            http = Program(served.url).http
            for _ in range(200):
                if http.get("/health").json()["status"] == "draining":
                    break
            assert_refused(http.post("/api/tables", json=body), 503)
    assert typed("ban", *address) == "192.0.2.7/32\n"
    assert not (tmp_path / "host.json").exists()


def test_a_postgresql_that_cannot_be_used(postgres: Postgres, typed: Typed) -> None:
    with free_socket() as nobody:
        port = nobody.getsockname()[1]
        address = f"postgresql://anna:secret@127.0.0.1:{port}/games"
        for words in (("serve", "--no-open"), ("tables", "list"), ("drain",)):
            said = typed(*words, "--database", address, code=2)
            assert said.startswith(f"The database postgresql+asyncpg://anna:***@127.0.0.1:{port}")
            assert said.endswith(
                "does not answer; check that its server is running and that the address is right.\n"
            )
    said = typed("serve", "--no-open", "--database", postgres.address("nowhere"), code=2)
    assert said.endswith('/nowhere cannot be used: database "nowhere" does not exist.\n')
    for wrong in ("games", "mysql://anna@localhost/games", "postgresql://a:b@c:d/e"):
        said = typed("tables", "list", "--database", wrong, code=2)
        assert said.startswith("The address of the database cannot be read; write postgresql+")


def test_without_the_library_the_extra_is_named(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    said = typed("serve", "--no-open", "--database", "postgresql://localhost/games", code=2)
    assert "is part of the extra “postgres”: pip install dvergar[postgres]." in said
