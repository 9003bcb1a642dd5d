"""A table has an end: nothing is taken back any more after so many events, and moves go on."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dvergar.web.tables import loading
from dvergar.web.tables.store import Stored
from dvergar.web.tables.table import Entry, Table
from tests.web.players import Person, Program, assert_refused, play_out
from tests.web.serving import PROMPT, serving
from tests.web.tables.test_older_rules import opening

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
        assert "nothing can be taken back" in assert_refused(program.try_undo(version), 409)
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
    build = loading.build_table

    def note(*args: object) -> object:
        built.append(threading.current_thread().name)
        return build(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(loading, "build_table", note)
    monkeypatch.setattr(loading, "LONG", 3)
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
