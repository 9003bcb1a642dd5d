"""A deal that is no secret any more: looked at, played again, gone on with from any position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.databases import in_tab_too
from tests.web.players import (
    GAME,
    START,
    Person,
    Program,
    assert_refused,
    finished,
    play_out,
    upload,
)
from tests.web.serving import Served


def uploaded(server: Served, tree: dict[str, Any]) -> Person:
    """Somebody who looks at a record."""
    person = Person(server.url)
    answer = upload(person, json.dumps(tree).encode())
    assert answer.is_success, answer.text
    person.go(answer.url.path)
    return person


@in_tab_too
def test_a_record_is_gone_on_with_from_any_position(server: Served) -> None:
    tree = finished()
    for at in (0, 1, len(tree["moves"]) - 1):
        person = uploaded(server, tree)
        shown = person.path
        person.go(f"{shown}?at={at}")
        person.send(person.form(f"{shown}/play-on"))
        mine = person.program().look()
        assert server.events(person.table)[0].get("moves", []) == tree["moves"][:at]
        assert server.events(person.table)[0]["seed"] == tree["seed"]
        assert len(mine["my_seats"]) == 1
        (other,) = [seat for seat in mine["seats"] if seat["seat"] not in mine["my_seats"]]
        assert other["kind"] == "bot"


@in_tab_too
def test_the_end_of_a_game_is_not_gone_on_with(server: Served) -> None:
    person = uploaded(server, finished())
    last = len(finished()["moves"])
    assert_refused(person.http.post(f"{person.path}/play-on", data={"at": str(last)}), 409)
    assert_refused(person.http.post(f"{person.path}/play-on", data={"at": str(last + 1)}), 400)
    assert_refused(person.http.post(f"{person.path}/play-on", data={"at": "x"}), 400)


def test_a_game_that_is_not_over_keeps_its_deal_to_itself(server: Served) -> None:
    program = Program(server.url)
    program.open(["me", "me"])
    program.move(program.look()["choices"][0]["move"])
    person = Person(server.url)
    assert_refused(person.http.post(f"/table/{program.table}/play-on", data={"at": "0"}), 409)
    person.go(f"/table/{program.table}?at=0")
    assert "/play-on" not in person.document.text
    assert not [form for form in person.document.find("form") if "play-on" in form["action"]]


@in_tab_too
def test_when_it_is_over_the_number_of_the_deal_is_shown_and_deals_the_same_game(
    server: Served,
) -> None:
    program = Program(server.url)
    program.open(["me", "me"])
    play_out([program])
    record = program.record().json()
    person = Person(server.url)
    person.go(f"/table/{program.table}")
    assert f"Deal {record['seed']}." in person.document.text
    person.go(START)
    person.send(
        person.form("/tables"), deal=str(record["seed"]), **{"kind-1": "here", "name-0": "Ann"}
    )
    again = person.program()
    for move in record["moves"]:
        again.move(move)
    assert again.record().json()["scores"] == record["scores"]
    person.go(f"/table/{again.table}")
    assert "The host chose the deal." in person.document.text


@in_tab_too
@pytest.mark.parametrize("deal", ["-1", "x", "1.5", "²", str(1 << 64), "1e3"])
def test_a_number_that_is_no_deal_is_refused(deal: str, server: Served) -> None:
    person = Person(server.url)
    person.go(START)
    form = {"game": GAME, "kind-0": "me", "kind-1": "bot", "bot-1": "bold", "deal": deal}
    said = assert_refused(person.http.post("/tables", data=form), 400)
    assert "deal number" in said


@in_tab_too
def test_a_game_that_was_not_played_to_its_end_can_be_looked_at(server: Served) -> None:
    tree = finished()
    half = len(tree["moves"]) // 2
    person = uploaded(server, {**tree, "moves": tree["moves"][:half], "scores": None})
    shown = person.path
    person.go(f"{shown}?at={half}")
    person.send(person.form(f"{shown}/play-on"))
    assert person.program().look()["number"] >= half
