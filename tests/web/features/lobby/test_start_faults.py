"""The start page is there whatever one of the listed tables is like."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from dvergar.core import registry
from tests import toy
from tests.web.players import Program, assert_refused
from tests.web.serving import Served, serving


def change(server: Served, table: str, **columns: str) -> None:
    with sqlite3.connect(server.data / "dvergar.sqlite") as database:
        for name, value in columns.items():
            database.execute(f"update tables set {name} = ? where id = ?", [value, table])


@pytest.mark.parametrize(
    "columns",
    [
        {"game": "chess"},
        {"summary": "{"},
        {"summary": "[]"},
        {"summary": "{}"},
        {"summary": '{"seat": 7, "names": [], "taken": [], "name": "", "round": 1, "rounds": 2}'},
    ],
    ids=["game gone", "half a row", "no facts", "nothing", "no such seat"],
)
def test_one_bad_row_takes_nothing_else_with_it(
    tmp_path: Path, columns: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "open"], name="The bad one", public=True)
        bad = program.table
        program.open(["me", "open"], name="The good one", public=True)
        change(served, bad, **columns)
        with caplog.at_level(logging.WARNING):
            page = program.http.get("/")
        assert page.status_code == 200
        assert "The good one" in page.text
        assert "The bad one" not in page.text
        assert any(bad in line and "cannot be listed" in line for line in caplog.messages)
    with serving(tmp_path) as again:
        assert Program(again.url).http.get("/").status_code == 200, "and the server starts with it"


def test_the_table_of_a_game_that_is_gone_is_refused_in_a_sentence(tmp_path: Path) -> None:
    registry.register(toy.INFO)
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "me"], toy.INFO.slug)
    del registry.games()[toy.INFO.slug]
    with serving(tmp_path) as served:
        again = Program(served.url, program.token)
        assert_refused(again.http.get(f"/table/{program.table}"), 404)
        assert again.http.get("/").status_code == 200


def test_a_damaged_table_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "me"])
        program.move("dig")
    with sqlite3.connect(tmp_path / "dvergar.sqlite") as database:
        database.execute("update events set body = '{' where number = 1")
    with serving(tmp_path) as served:
        again = Program(served.url, program.token)
        assert "damaged" in assert_refused(again.http.get(f"/table/{program.table}"), 410)
