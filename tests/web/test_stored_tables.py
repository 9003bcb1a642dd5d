"""Tables stored by older versions: shown where the rules are still the same, else refused.

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

from dvergar.core.registry import games, info
from tests.web.players import Program
from tests.web.serving import Served, serving
from tests.web.storing import DATABASE, MOVES, TOKEN, main

pytestmark = pytest.mark.whole_games

OLD = Path(__file__).parents[1] / "records" / "old" / "tables"
REFUSED = "This table was played by an older version of the rules"


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


def test_a_table_of_older_rules_is_refused_and_the_others_go_on(
    kept: Kept, old_server: Served
) -> None:
    person = Program(old_server.url, kept.token)
    for table, body in kept.opened.items():
        answer = person.http.get(f"/api/tables/{table}")
        page = person.http.get(f"/table/{table}")
        if is_ours(body):
            assert answer.json()["my_seats"], "the seats are still theirs"
            assert page.status_code == 200
        else:
            assert answer.status_code == page.status_code == 410
            assert REFUSED in answer.text
            assert REFUSED in page.text
    assert person.http.get("/").status_code == 200


def test_a_table_of_our_rules_is_as_it_was_left(kept: Kept, old_server: Served) -> None:
    person = Program(old_server.url, kept.token)
    for table, body in kept.by_our_rules().items():
        person.table = table
        shown = person.look()
        if body["name"] == "Over":
            assert shown["phase"] == "over"
            assert person.record().is_success
        elif body["name"] == "Under way":
            assert MOVES - 2 <= shown["number"] <= MOVES
            assert person.move(shown["choices"][0]["move"])["version"] > shown["version"]
        else:
            assert shown["phase"] == "waiting"


def test_tables_can_be_stored_for_later(tmp_path: Path) -> None:
    """What a later version will find among its tests is made by the present one."""
    main(str(tmp_path / "now.sql"))
    now = Kept(tmp_path / "now.sql", tmp_path)
    assert now.token
    assert len(now.by_our_rules()) == 3 * len(games())
