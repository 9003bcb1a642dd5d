"""A table has an end: nothing is taken back any more after so many events, and moves go on."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables import repository
from dvergar.web.kernel.tables.repository import build_table
from dvergar.web.kernel.tables.table import Entry, Table
from tests.web.kernel.tables.test_older_rules import opening
from tests.web.players import Person, Program, assert_refused, play_out
from tests.web.serving import PROMPT, serving

OPEN = {
    "game": "my_gold_mine",
    "rules": 1,
    "options": {"players": 2, "first_seat": 0},
    "seed": 1,
    "seats": ["Ann", "Bo"],
}


def test_after_so_many_events_nothing_is_taken_back_but_the_game_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, longest_table=6)) as served:
        program = Program(served.url)
        version = program.open(["me", "me"], practice=True)["version"]
        while version < 6:
            version = program.move("dig", version)["version"]
            if version < 6:
                version = program.undo()["version"]
        assert "can’t take back moves" in assert_refused(program.try_undo(version), 409)
        pace = program.http.post(f"/table/{program.table}/pace", data={"pace": "calm"})
        assert pace.status_code in (403, 409)
        person = Person(served.url, confirm="always")
        person.http.cookies.set("dvergar", program.token)
        person.go(f"/table/{program.table}")
        person.press(person.choices()[0])
        assert program.look()["version"] > version, "a move does not wait any more"
        assert play_out([program])["phase"] == "over"


def test_taking_back_again_and_again_costs_the_same_each_time() -> None:
    """The log keeps what was taken back; what is done to it does not grow with it."""
    touched: list[int] = []

    class Counted(list[Entry]):
        def __setitem__(self, place: Any, entry: Any) -> None:
            touched.append(place)
            super().__setitem__(place, entry)

    table = Table("long", opening(OPEN))
    table.log = Counted()
    table._as_stored = True
    for number in range(200):
        table._apply(Stored(2 * number + 1, "move", {"move": "dig", "seat": 0}))
        table._apply(Stored(2 * number + 2, "undo", {"to": 0}))
    assert len(touched) == len(table.log) == 200
    assert all(entry.undone for entry in table.log)


def test_a_long_table_is_rebuilt_beside_the_event_loop_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        version = program.open(["me", "me"], practice=True)["version"]
        for _ in range(3):
            program.move("dig", version)
            version = program.undo()["version"]
    built: list[str] = []

    def note(*args: object) -> object:
        built.append(threading.current_thread().name)
        return build_table(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(repository, "build_table", note)
    monkeypatch.setattr(repository, "MAX_EVENTS_INLINE", 3)
    with serving(tmp_path) as served:
        programs = [Program(served.url, program.token) for _ in range(4)]
        asked = [
            threading.Thread(target=one.http.get, args=(f"/api/tables/{program.table}",))
            for one in programs
        ]
        for thread in asked:
            thread.start()
        for thread in asked:
            thread.join(30)
    assert len(built) == 1
    assert built[0].startswith("replay")


UNDONE = 10_000
MAX_GROWTH_BYTES = 60_000
DIG = ("move", {"move": "dig", "seat": 0})
UNDO = ("undo", {"to": 0, "seat": 0})
LEAVE = ("away", {"seats": [1], "bot": "random"})
BACK = ("back", {"seats": [1]})
Events = list[tuple[str, dict[str, Any]]]


def store(data: Path, table: str, events: Events) -> None:
    """Stores events of a table without asking a server."""
    with sqlite3.connect(data / "dvergar.sqlite") as database:
        (last,) = database.execute(
            "select max(number) from events where table_id = ?", [table]
        ).fetchone()
        database.executemany(
            "insert into events (table_id, number, kind, body, at) values (?, ?, ?, ?, 0)",
            [
                (table, number, kind, json.dumps(body))
                for number, (kind, body) in enumerate(events, last + 1)
            ],
        )


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([DIG, UNDO], f"{UNDONE - 8} more moves were taken back"),
        ([DIG, DIG, DIG, UNDO], f"{3 * UNDONE - 8} more moves were taken back"),
        ([DIG, LEAVE, BACK, UNDO], f"{UNDONE - 8} more moves were taken back"),
        ([LEAVE, BACK], f"came and went {2 * UNDONE - 8} more times"),
    ],
    ids=["one seat", "two seats", "who leaves meanwhile", "who only leaves"],
)
def test_pages_stay_small_however_often_something_is_taken_back(
    tmp_path: Path, events: Events, told: str
) -> None:
    with serving(tmp_path) as served:
        before = Program(served.url)
        before.open(["me", "me"], practice=True, options={"first_seat": 0})
        path = f"/table/{before.table}"
        small = len(before.http.get(path).text)
    store(tmp_path, before.table, events * UNDONE)
    with serving(tmp_path) as served:
        program = Program(served.url, before.token)
        program.table = before.table
        for page in ("", "?at=0", "/log"):
            assert len(program.http.get(path + page).text) < small + MAX_GROWTH_BYTES, page
        assert told in program.http.get(f"{path}/log").text
        assert len(served.events(program.table)) == len(events) * UNDONE + 1, "nothing is lost"
        program.move("dig")
        table = served.run(served.inside.tables.get(program.table))
        assert table.record().moves == ["dig"], "a record has what counts"
