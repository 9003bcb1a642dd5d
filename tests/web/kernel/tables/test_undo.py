"""What may be taken back, by whom and how far: proved with the toy game.

How moves wait to be confirmed is in `test_confirm`.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable

import pytest

from dvergar.core.languages import LANGUAGES
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
    for lang in LANGUAGES:
        page = stones.http.get(f"/table/{stones.table}", headers={"accept-language": lang})
        assert words("dvergar.web", lang)("undo.revealed") in page.text, "announced on the page"
        assert f"/table/{stones.table}/undo" not in page.text
    stones.move("pick")
    assert stones.look()["undo"], "what came after the reveal can be taken back"
    stones.undo()
    assert not stones.look()["undo"]
    assert event_kinds(server, stones.table)[-1] == "undo"


def test_people_at_one_screen_go_back_as_they_like(stones: Program) -> None:
    for move in ("pick", "end turn", "pick", "end turn", "drop"):
        stones.move(move)
    while stones.look()["undo"]:
        stones.undo()
    assert stones.look()["number"] == 0


def test_a_whole_turn_can_be_taken_back(stones: Program) -> None:
    for move in ("pick", "end turn", "pick", "pick", "drop"):
        stones.move(move)
    assert stones.undo(whole_turn=True)["number"] == 2
    assert stones.undo(whole_turn=True)["number"] == 0


def test_a_whole_turn_is_taken_back_up_to_what_was_revealed_in_it(stones: Program) -> None:
    for move in ("pick", "peek", "pick", "pick"):
        stones.move(move)
    assert stones.undo(whole_turn=True)["number"] == 2
    assert not stones.look()["undo"]


@pytest.fixture
def two(program: Program, new_program: Callable[[], Program]) -> tuple[Program, Program]:
    guest = new_program()
    guest.join(invites(program.open(["me", "open"], game=STONES))[0])
    return program, guest


def test_a_turn_that_has_passed_is_taken_back_when_the_others_agree(
    two: tuple[Program, Program],
) -> None:
    host, guest = two
    for move in ("pick", "end turn"):
        host.move(move)
    mine = host.look()
    assert not mine["undo"]
    assert mine["undo_asks"]
    asked = host.undo(whole_turn=True)
    assert asked["number"] == 2, "nothing is taken back before they have agreed"
    assert asked["wish"] == {"name": "Dwarf 1", "mine": True, "asked": False}
    assert guest.look()["wish"] == {"name": "Dwarf 1", "mine": False, "asked": True}
    assert guest.answer_wish(True)["number"] == 0
    assert host.look()["my_turn"]
    assert host.look()["wish"] is None


def test_whoever_does_not_agree_lets_nothing_be_taken_back(two: tuple[Program, Program]) -> None:
    host, guest = two
    host.move("end turn")
    host.undo()
    after = guest.answer_wish(False)
    assert after["number"] == 1
    assert after["wish"] is None


def test_a_wish_is_void_once_the_game_goes_on_or_who_asked_stops(
    two: tuple[Program, Program],
) -> None:
    host, guest = two
    host.move("end turn")
    host.undo()
    assert host.answer_wish(False)["wish"] is None
    host.undo()
    assert guest.move("pick")["wish"] is None
    late = {"at": guest.look()["version"], "agree": True}
    assert_refused(guest.http.post(f"/api/tables/{guest.table}/wish", json=late), 409)


def test_nobody_agrees_to_his_own_wish(two: tuple[Program, Program]) -> None:
    host, _ = two
    host.move("end turn")
    mine = {"at": host.undo()["version"], "agree": True}
    assert_refused(host.http.post(f"/api/tables/{host.table}/wish", json=mine), 409)
    stranger = Program(host.url)
    assert_refused(stranger.http.post(f"/api/tables/{host.table}/wish", json=mine), 401)


def test_consent_does_not_reach_past_what_was_revealed(two: tuple[Program, Program]) -> None:
    host, guest = two
    for move in ("pick", "end turn"):
        host.move(move)
    guest.move("peek")
    assert not host.look()["undo_asks"]
    told = assert_refused(host.try_undo(host.look()["version"]), 409)
    assert told == words("dvergar.web", "en")("error.undo_revealed")


def test_at_a_table_for_practice_one_goes_back_past_what_was_revealed(program: Program) -> None:
    program.open(["me", "me"], game=STONES, practice=True)
    for move in ("pick", "peek", "end turn"):
        program.move(move)
    while program.look()["undo"]:
        program.undo()
    assert program.look()["number"] == 0


def test_practice_against_bots_reaches_past_a_reveal_with_the_moves_of_the_bots(
    program: Program,
) -> None:
    seats = ["me", "bold", "bold"]
    table = program.open(seats, options={"first_seat": 0}, practice=True)
    program.move("dig", table["version"])
    while not (now := program.look())["my_turn"]:
        program.look(after=now["version"], wait=20)
    assert now["number"] > 1
    assert program.undo()["number"] == 0


def test_practice_among_people_reaches_no_further_than_what_was_revealed(
    program: Program, new_program: Callable[[], Program]
) -> None:
    guest = new_program()
    guest.join(invites(program.open(["me", "open"], game=STONES, practice=True))[0])
    for move in ("pick", "peek"):
        program.move(move)
    told = assert_refused(program.try_undo(program.look()["version"]), 409)
    assert told == words("dvergar.web", "en")("error.undo_revealed")


def test_alone_in_caverna_one_goes_back_to_the_start(program: Program) -> None:
    """The order of the cards is printed, so turning one over reveals nothing."""
    program.open(["me"], game="caverna")
    chance = random.Random(1)
    while program.look()["view"]["round"] < 3:
        program.move(chance.choice(program.look()["choices"])["move"])
    while program.look()["undo"]:
        program.undo(whole_turn=True)
    assert program.look()["number"] == 0


def test_against_bots_my_last_turn_comes_back_with_what_the_bots_did(program: Program) -> None:
    program.open(["me", "random"], game="caverna")
    table = program.look()
    if not table["my_turn"]:
        table = program.look(after=table["version"], wait=10)
    before = table["number"]
    program.move(table["choices"][0]["move"])
    while not (now := program.look())["my_turn"]:
        program.look(after=now["version"], wait=10)
    assert now["undo"]
    while now["number"] > before:
        now = program.undo(whole_turn=True)
    assert now["number"] == before
    assert now["my_turn"]


def test_the_log_keeps_what_was_taken_back_struck_through(person: Person) -> None:
    person.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "here"})
    program = person.program()
    for move in ("pick", "pick"):
        program.move(move)
    program.undo()
    program.move("drop")
    person.go(f"/table/{program.table}")
    turns = [one for one in person.document.find("li") if "log-turn" in one["class"].split()]
    assert [("undone" in turn["class"].split()) for turn in turns] == [False, True, False]


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
