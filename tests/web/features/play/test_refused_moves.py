"""A refused move says why: with its reason and rule in JSON, with a link on the page."""

from __future__ import annotations

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.core.words import words
from tests.databases import in_tab_too
from tests.web.players import Program

CAVERNA = "dvergar.games.caverna"


@pytest.fixture
def table(program: Program) -> Program:
    """A program at a table of Caverna."""
    program.open(["me", "me"], game="caverna", options={"first_seat": 0})
    return program


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_json_interface_tells_reason_and_rule(table: Program, lang: str) -> None:
    blocked = table.look(lang=lang)["blocked"][0]
    name = blocked["anchor"].replace("space:", "place ")
    body = {"move": name, "at": table.look()["version"]}
    path = f"/api/tables/{table.table}/moves"
    answer = table.http.post(path, params={"lang": lang}, json=body)
    told = answer.json()
    assert answer.status_code == 409
    assert told["rule"] == blocked["rule"] in info("caverna").rulebook().ids()
    assert words(CAVERNA, lang)(f"blocked.{told['reason']}", what="") == blocked["reason"]
    assert blocked["label"] in told["error"]
    assert blocked["reason"] in told["error"]


def test_a_move_that_is_not_asked_for_brings_the_question(table: Program) -> None:
    seen = table.look()
    told = table.try_move("feed", seen["version"]).json()
    assert (told["reason"], told["rule"]) == ("not_asked", "")
    assert seen["question"] in told["error"]


def test_other_errors_have_no_reason(table: Program) -> None:
    assert set(table.try_move("feed", 99).json()) == {"error"}


@in_tab_too
def test_the_page_links_to_the_rule(table: Program) -> None:
    seen = table.look()
    blocked = seen["blocked"][0]
    move = blocked["anchor"].replace("space:", "place ")
    path = f"/table/{table.table}/move"
    page = table.http.post(path, data={"move": move, "at": str(seen["version"])})
    assert page.status_code == 409
    notice = page.text.partition('id="notice"')[2].partition("</p>")[0]
    assert blocked["reason"] in notice
    assert f'href="/rules/caverna?table={table.table}#{blocked["rule"]}"' in notice


def test_the_document_describes_reason_and_rule(program: Program) -> None:
    shapes = program.http.get("/api/openapi.json").json()["components"]["schemas"]
    assert {"error", "reason", "rule"} <= set(shapes["ErrorAnswer"]["properties"])
    assert shapes["ErrorAnswer"]["required"] == ["error"]
