"""Undo inside one's turn, up to what has been revealed: proved with the toy game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from dvergar.core.words import words
from tests.toy import INFO as TOY
from tests.web.players import Person, Program, assert_refused, invites, play_out
from tests.web.serving import Served

STONES = TOY.slug


def event_kinds(server: Served, table: str) -> list[str]:
    with sqlite3.connect(server.data / "dvergar.sqlite") as connection:
        query = "select number, kind from events where table_id = ? order by number"
        rows = connection.execute(query, [table]).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows))), "no gaps"
    return [kind for _, kind in rows]


@pytest.fixture
def stones(program: Program) -> Program:
    program.open(["me", "me"], game=STONES)
    return program


def test_a_move_can_be_taken_back(stones: Program) -> None:
    before = stones.look()
    assert not before["undo"]
    after = stones.move("pick")
    assert after["undo"]
    assert after["view"]["hands"] == [1, 0]
    back = stones.undo()
    assert back["view"] == before["view"]
    assert back["number"] == 0
    assert not back["undo"]


def test_several_moves_can_be_taken_back_one_by_one_and_made_anew(stones: Program) -> None:
    for move in ("pick", "pick", "drop", "pick"):
        stones.move(move)
    views = []
    while stones.look()["undo"]:
        views.append(stones.undo()["view"]["hands"])
    assert views == [[1, 0], [2, 0], [1, 0], [0, 0]]
    for move in ("pick", "end turn", "pick"):
        stones.move(move)
    assert stones.look()["view"]["hands"] == [1, 1]


def test_undo_is_an_event_and_history_only_grows(stones: Program, server: Served) -> None:
    assert stones.look()["version"] == 1
    acts = ("pick", "pick", "undo", "undo", "pick")
    tables = [stones.undo() if act == "undo" else stones.move(act) for act in acts]
    assert [table["version"] for table in tables] == [2, 3, 4, 5, 6]
    kinds = ["open", "move", "move", "undo", "undo", "move"]
    assert event_kinds(server, stones.table) == kinds
    assert stones.look()["number"] == 1


def test_what_was_revealed_closes_undo_and_says_so(stones: Program, server: Served) -> None:
    stones.move("pick")
    stones.move("peek")
    assert not stones.look()["undo"]
    told = assert_refused(stones.try_undo(stones.look()["version"]), 409)
    assert told == words("dvergar.web", "en")("error.undo_revealed")
    for lang in ("en", "fr"):
        page = stones.http.get(f"/table/{stones.table}", headers={"accept-language": lang})
        assert words("dvergar.web", lang)("undo.revealed") in page.text, "announced on the page"
        assert f"/table/{stones.table}/undo" not in page.text
    stones.move("pick")
    assert stones.look()["undo"], "what came after the reveal can be taken back"
    stones.undo()
    assert not stones.look()["undo"]
    assert event_kinds(server, stones.table)[-1] == "undo"


def test_passing_the_turn_closes_undo(stones: Program) -> None:
    stones.move("pick")
    stones.move("end turn")
    told = assert_refused(stones.try_undo(stones.look()["version"]), 409)
    assert told == words("dvergar.web", "en")("error.undo_passed")


def test_nobody_takes_back_the_moves_of_others(
    program: Program, new_program: Callable[[], Program]
) -> None:
    guest = new_program()
    guest.join(invites(program.open(["me", "open"], game=STONES))[0])
    program.move("pick")
    assert not guest.look()["undo"]
    assert_refused(guest.try_undo(guest.look()["version"]), 409)
    assert program.look()["undo"]
    assert program.look()["view"]["hands"] == [1, 0]


def test_a_stale_undo_changes_nothing(stones: Program) -> None:
    stones.move("pick")
    stones.move("pick")
    at = stones.look()["version"]
    stones.undo()
    assert_refused(stones.try_undo(at), 409)
    assert_refused(stones.try_undo(at - 1), 409)
    assert stones.look()["view"]["hands"] == [1, 0]


def test_after_the_end_nothing_can_be_taken_back(stones: Program) -> None:
    """Whoever has the record knows the seed."""
    for _ in range(6):
        stones.move("end turn")
    end = stones.look()
    assert end["phase"] == "over"
    assert not end["undo"]
    assert_refused(stones.try_undo(end["version"]), 409)
    assert stones.record().status_code == 200


@pytest.mark.parametrize("seed", range(3))
def test_after_the_end_of_a_game_of_ours_nothing_can_be_taken_back(
    seed: int, program: Program
) -> None:
    program.open(["me", "me", "me"])
    end = play_out([program], seed=seed)
    assert not end["undo"]
    assert_refused(program.try_undo(end["version"]), 409)


def test_undo_works_without_javascript(person: Person) -> None:
    person.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "here"})
    table = person.path
    undo = f"{table}/undo"
    assert not person.document.find("form", action=undo)
    person.press(person.document.find("button", value="pick")[0])
    assert words("dvergar.web", "en")("undo.possible") in person.answer.text
    person.send(person.form(undo))
    assert person.path == table
    assert not person.document.find("form", action=undo)
    assert person.program().look()["number"] == 0


def test_a_replay_walks_over_what_counts_and_not_over_what_was_taken_back(stones: Program) -> None:
    stones.move("pick")
    stones.move("pick")
    stones.undo()
    stones.move("end turn")
    pages = [stones.http.get(f"/table/{stones.table}?at={number}").text for number in range(3)]
    assert len(set(pages)) == 3
    assert all('name="move"' not in page for page in pages), "a replay has nothing to press"
    assert stones.http.get(f"/table/{stones.table}?at=2").status_code == 200
    assert stones.look()["number"] == 2


def test_a_game_without_a_look_of_its_own_is_played_on_the_plain_table(person: Person) -> None:
    person.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "here"})
    for _ in range(6):
        assert {one["value"] for one in person.choices()} >= {"pick", "end turn"}
        person.press(person.document.find("button", value="end turn")[0])
    assert person.document.find(id="scores")
