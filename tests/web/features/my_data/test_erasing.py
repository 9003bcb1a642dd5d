"""Deleted names are gone: from tables that others keep, and from every byte of SQLite's files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dvergar.web.kernel.security.tokens import digest
from dvergar.web.kernel.storage import sqlite_database
from tests.web.players import Program, invites, play_out
from tests.web.serving import Served, serving

NAME = "Zebulonia"


def files(data: Path) -> bytes:
    """All that SQLite keeps on the disk, in any case of letters."""
    return b"".join(path.read_bytes() for path in data.glob("dvergar.sqlite*")).lower()


def holds(data: Path) -> bool:
    return NAME.lower().encode() in files(data)


def forget(program: Program) -> None:
    assert program.http.post("/mine/delete", data={"sure": "yes"}).status_code == 303


def open_with(host: Program, guest: Program, **body: str) -> None:
    opened = host.open(["me", "open", "open"], **body)
    guest.join(invites(opened)[0], NAME)


def test_a_player_at_somebody_elses_table(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        open_with(host, guest, name=f"{NAME}'s evening")
        assert holds(tmp_path)
        forget(guest)
        assert not holds(tmp_path)
        assert host.look()["name"] == ""
        assert host.look()["seats"][1]["name"] == "#2"


def test_whoever_opened_a_table_has_named_it(tmp_path: Path) -> None:
    """The name of the table is theirs, whatever it says."""
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        opened = host.open(["me", "open"], name=f"Around {NAME.upper()}")
        guest.join(invites(opened)[0], "Bob")
        forget(host)
        assert not holds(tmp_path)
        assert guest.look()["name"] == ""


def test_a_table_keeps_a_name_that_has_nothing_to_do_with_the_player(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        opened = host.open(["me", "open"], name="Friday evening")
        guest.join(invites(opened)[0], "Fr")
        forget(guest)
        assert host.look()["name"] == "Friday evening"


def test_a_player_whom_the_host_removed(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        open_with(host, guest)
        removal = {"seat": 1}
        assert host.http.post(f"/api/tables/{host.table}/remove", json=removal).is_success
        forget(guest)
        assert not holds(tmp_path)
        assert digest(guest.token).encode() not in files(tmp_path)
        assert host.look()["phase"] == "waiting"


def leave(program: Program) -> None:
    assert not program.http.post(f"/table/{program.table}/leave").is_error


def resign(program: Program) -> None:
    answer = program.http.post(f"/table/{program.table}/resign", data={"sure": "yes"})
    assert not answer.is_error


@pytest.mark.parametrize("going", [leave, resign])
def test_a_seat_that_was_given_up_before(tmp_path: Path, going: Callable[[Program], None]) -> None:
    """Who has left holds no seat any more, and the name was in the game all the same."""
    with serving(tmp_path) as served:
        host, guest, third = (Program(served.url) for _ in range(3))
        opened = host.open(["me", "open", "open"])
        first, second = invites(opened)
        guest.join(first, NAME)
        if going is resign:
            third.join(second, "Bob")
        going(guest)
        assert host.look()["my_seats"] == [0]
        forget(guest)
        assert not holds(tmp_path)
        assert host.http.get(f"/table/{host.table}").is_success


def test_a_host_who_has_resigned(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest, third = (Program(served.url) for _ in range(3))
        seats = [{"kind": "me", "name": NAME}, {"kind": "open"}, {"kind": "open"}]
        answer = host.http.post("/api/tables", json={"game": "my_gold_mine", "seats": seats})
        host.token = answer.json()["token"]
        host.table = answer.json()["table"]["id"]
        first, second = invites(answer.json()["table"])
        guest.join(first, "Bob")
        third.join(second, "Cleo")
        resign(host)
        forget(host)
        assert not holds(tmp_path)
        assert guest.look()["seats"][1]["name"] == "Bob"


def test_a_rematch_that_others_play(tmp_path: Path) -> None:
    """The rematch has the name of its table, and the player never sat there."""
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        opened = host.open(["me", "open"], name=f"{NAME} and friends")
        guest.join(invites(opened)[0], NAME)
        play_out([host, guest])
        again = host.http.post(f"/api/tables/{host.table}/rematch")
        assert again.is_success, again.text
        forget(guest)
        assert not holds(tmp_path)


def test_somebody_elses_table_is_not_deleted_with_its_only_player(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        opened = host.open(["open", "open"])
        guest.join(invites(opened)[0], NAME)
        forget(guest)
        assert not holds(tmp_path)
        assert host.look()["seats"][0]["name"] == "#1"


def test_a_claimed_name_a_message_and_a_deleted_table(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        open_with(host, guest)
        text = {"text": f"It is me, {NAME}"}
        assert guest.http.post(f"/api/tables/{host.table}/chat", json=text).is_success
        assert guest.http.post("/ratings/claim", data={"name": NAME}).status_code == 303
        forget(guest)
        assert not holds(tmp_path)
        guest = Program(served.url)
        open_with(host, guest)
        assert holds(tmp_path)
        served.run(served.inside.store.delete(host.table))
        assert not holds(tmp_path)


def test_many_rows_leave_nothing_between_the_pages(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        guest = Program(served.url)
        for number in range(25):
            host = Program(served.url)
            opened = host.open(["me", "open"], name=f"{NAME} {number}" * 3)
            guest.join(invites(opened)[0], NAME)
        forget(guest)
        assert not holds(tmp_path)


def test_files_are_cleaned_as_soon_as_another_program_lets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "ERASE_TIMEOUT_MS", 10)
    monkeypatch.setattr(sqlite_database, "ERASE_RETRY_S", 0.05)
    with serving(tmp_path) as served:
        host, guest = Program(served.url), Program(served.url)
        open_with(host, guest)
        with closing(sqlite3.connect(tmp_path / "dvergar.sqlite", isolation_level=None)) as other:
            other.execute("begin")
            assert other.execute("select count(*) from events").fetchone()[0]
            forget(guest)
            assert holds(tmp_path), "the other program still reads what was there"
        served.run(_cleaned(served))
        assert not holds(tmp_path)


async def _cleaned(served: Served) -> None:
    database = served.inside.store.database
    assert isinstance(database, sqlite_database.SqliteDatabase)
    assert database.erasing is not None
    await database.erasing


def test_a_server_that_was_killed_before_it_cleaned_up_does_so_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    monkeypatch.setattr(sqlite_database.SqliteDatabase, "erase", _nothing)
    with serving(before) as served:
        host, guest = Program(served.url), Program(served.url)
        open_with(host, guest)
        forget(guest)
        for path in before.iterdir():  # what kill -9 leaves
            if path.is_file():
                (after / path.name).write_bytes(path.read_bytes())
    assert holds(after)
    monkeypatch.undo()
    with serving(after):
        assert not holds(after)


async def _nothing(_: object) -> None:
    pass
