"""Tables stored by older versions: they go on by the rules of today, or stop where these differ.

The databases in `tests/records/old/tables` were written by `tests/web/storing.py`.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dvergar.core.record import Record
from dvergar.core.registry import games, info
from tests.web.players import Program, assert_refused
from tests.web.serving import Served, serving
from tests.web.storing import DATABASE, MOVES, TOKEN, main

pytestmark = pytest.mark.whole_games

OLD = Path(__file__).parents[1] / "records" / "old" / "tables"
OLDER = "This game was started with an older version of the rules."


class Kept:
    """A database of older tables, on a server of today."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.folder = folder
        lines = file.read_text(encoding="utf-8").splitlines()
        self.token = next(line for line in lines if line.startswith(TOKEN)).removeprefix(TOKEN)
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            database.executescript("\n".join(lines))
            query = "select table_id, body from events where kind = 'open'"
            self.opened = {table: json.loads(body) for table, body in database.execute(query)}

    def by_our_rules(self) -> dict[str, dict[str, Any]]:
        return {table: body for table, body in self.opened.items() if is_ours(body)}


def is_ours(body: dict[str, Any]) -> bool:
    return bool(body["rules"] == info(body["game"]).rules_version)


@pytest.fixture(params=sorted(OLD.glob("*.sql")), ids=lambda file: file.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    return Kept(request.param, tmp_path)


@pytest.fixture
def old_server(kept: Kept) -> Iterator[Served]:
    with serving(kept.folder) as served:
        yield served


def test_there_are_tables_of_every_game_in_every_phase(kept: Kept) -> None:
    found = Counter(body["game"] for body in kept.opened.values())
    assert found == dict.fromkeys(games(), 3)


def test_a_table_is_as_it_was_left_and_goes_on(kept: Kept, old_server: Served) -> None:
    person = Program(old_server.url, kept.token)
    for table, body in kept.opened.items():
        person.table = table
        shown = person.look()
        page = person.http.get(f"/table/{table}")
        assert shown["my_seats"], "the seats are still theirs"
        assert (OLDER in page.text) == (shown["phase"] == "stopped")
        if shown["phase"] == "stopped":
            assert not is_ours(body), "only moves of older rules lead elsewhere"
            assert_refused(person.try_move("done", shown["version"]), 409)
            record = person.record().json()
            assert (record["rules"], record["seed"]) == (body["rules"], body["seed"])
            assert len(record["moves"]) >= shown["number"]
        elif body["name"] == "Over":
            assert shown["phase"] == "over"
            record = Record.from_json(person.record().content)
            assert record.verify().over, "it is one of our rules by now"
        elif body["name"] == "Under way":
            assert MOVES - 2 <= shown["number"] <= MOVES + 2
            assert person.move(shown["choices"][0]["move"])["version"] > shown["version"]
        else:
            assert shown["phase"] == "waiting"
    assert person.http.get("/").status_code == 200


def test_a_table_of_older_rules_is_the_same_after_a_restart(kept: Kept) -> None:
    looks = []
    for _ in range(2):
        with serving(kept.folder) as served:
            person = Program(served.url, kept.token)
            shown = []
            for table in kept.opened:
                person.table = table
                seen = person.look()
                shown.append((seen["number"], seen["version"], seen["phase"], seen["view"]))
            looks.append(shown)
    assert looks[0] == looks[1]


def test_tables_can_be_stored_for_later(tmp_path: Path) -> None:
    """What a later version will find among its tests is made by the present one."""
    main(str(tmp_path / "now.sql"))
    now = Kept(tmp_path / "now.sql", tmp_path)
    assert now.token
    assert len(now.by_our_rules()) == 3 * len(games())
