"""Feeding that leaves nothing to decide is answered by the page, for people and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import PERSON, Seat
from tests.games.caverna.tables import RESTING, table
from tests.web.players import Person
from tests.web.serving import Served, statements

PILES = {"wood_gathering": {"wood": 1}}
LAST_DWARF = "place wood_gathering"


def sit(server: Served, goods: dict[str, int], players: int = 1, **cookies: str) -> Person:
    """One person with all seats; the last dwarf of the round, of seat 0, is still to be placed."""
    first = {"dwarfs": ["home", "away"], "goods": goods}
    resting = [RESTING] * (players - 1)
    state: Any = table(first, *resting, players=players, piles=PILES, round=6, harvest="full")
    token = new_token()
    options = {name: value for name, value in state.game.options.items() if name != "players"}
    seats = [Seat(PERSON, f"Dwarf {seat}") for seat in range(players)]
    tables = server.inside.tables
    opened = server.run(tables.open(Plan("caverna", options, seats, ""), digest(token), 1))
    opened.state = state
    opened._checkpoints = {0: state.copy()}
    person = Person(server.url, confirm=cookies.pop("confirm", "never"))
    person.http.cookies.update({"dvergar": token, **cookies})
    person.go(f"/table/{opened.id}")
    return person


def press(person: Person, move: str) -> None:
    person.press(person.document.find("button", value=move)[0])


def asked(person: Person) -> set[str]:
    return {choice["value"] for choice in person.choices()}


def steps(server: Served, person: Person) -> list[tuple[str, bool]]:
    found = server.run(server.inside.tables.get(person.table)).steps
    return [(step.move, step.auto) for step in found]


def take_back(person: Person) -> None:
    person.send(person.form(f"/table/{person.table}/undo"))


def test_nobody_is_asked_where_feeding_is_all_there_is(server: Served) -> None:
    person = sit(server, {"food": 9})
    press(person, LAST_DWARF)
    assert "feed" not in asked(person)
    assert steps(server, person) == [(LAST_DWARF, False), ("feed", True)]
    assert "Automatically." in person.document.find(id="log")[0].text
    assert person.program().look()["view"]["players"][0]["goods"]["food"] == 5


@pytest.mark.parametrize(
    ("goods", "auto"),
    [
        ({"food": 9, "grain": 2, "sheep": 1}, True),
        ({"food": 9, "ruby": 1}, False),  # what it buys may breed
        ({"food": 3, "grain": 2}, False),
    ],
)
def test_whoever_wants_it_is_not_asked_where_the_rest_can_wait(
    server: Served, goods: dict[str, int], auto: bool
) -> None:
    person = sit(server, goods)
    press(person, LAST_DWARF)
    assert "feed" in asked(person), "without the preference"
    person = sit(server, goods, feeding="auto")
    press(person, LAST_DWARF)
    assert ("feed" in asked(person)) == (not auto)


def test_taking_back_goes_past_what_was_automatic(server: Served) -> None:
    person = sit(server, {"food": 9, "grain": 1}, feeding="auto", confirm="always")
    press(person, LAST_DWARF)
    assert steps(server, person) == [], "it waits, and nobody is fed"
    person.send(person.form(f"/table/{person.table}/confirm"))
    assert steps(server, person) == [(LAST_DWARF, False), ("feed", True)]
    take_back(person)
    assert steps(server, person) == []
    assert LAST_DWARF in asked(person)
    person.go(f"/table/{person.table}")
    assert steps(server, person) == []


def test_who_acts_within_the_meal_or_comes_back_to_it_decides(server: Served) -> None:
    person = sit(server, {"food": 3, "grain": 1}, feeding="auto")
    press(person, LAST_DWARF)
    press(person, "eat grain")
    assert "feed" in asked(person), "a choice within the meal has just been made"
    take_back(person)
    assert {"feed", "beg", "eat grain"} <= asked(person)


def test_a_program_is_asked_everything(server: Served) -> None:
    program = sit(server, {"food": 9}, feeding="auto").program()
    assert [choice["move"] for choice in program.move(LAST_DWARF)["choices"]] == ["feed"]


def test_a_program_at_a_seat_that_a_person_has_played_is_asked_again(server: Served) -> None:
    person = sit(server, {"food": 9}, players=2, confirm="always")
    press(person, LAST_DWARF)
    program = person.program()
    program.undo()
    assert [choice["move"] for choice in program.move(LAST_DWARF)["choices"]] == ["feed"]


@pytest.mark.parametrize("address", ["", "?at=0", "/live"])
def test_looking_at_a_table_answers_nothing(server: Served, address: str) -> None:
    person = sit(server, {"food": 9}, feeding="auto")
    person.program().move(LAST_DWARF)
    with person.http.stream("GET", f"/table/{person.table}{address}") as page:
        next(page.iter_bytes())
    assert steps(server, person) == [(LAST_DWARF, False)]


def test_all_seats_of_one_screen_are_fed(server: Served) -> None:
    person = sit(server, {"food": 9}, players=2)
    press(person, LAST_DWARF)
    assert [move for move, auto in steps(server, person) if auto] == ["feed", "feed"]


@pytest.mark.parametrize("confirm", ["never", "always"])
def test_what_is_answered_by_the_page_is_stored_with_the_click(
    server: Served, confirm: str
) -> None:
    person = sit(server, {"food": 9}, players=3, confirm=confirm)
    with statements(server) as asked:
        press(person, LAST_DWARF)
    assert len(asked) <= 4, "three for the click, and one for the page that is shown after it"
    if confirm == "always":
        with statements(server) as asked:
            person.send(person.form(f"/table/{person.table}/confirm"))
        assert len(asked) <= 4, asked
    assert [move for move, auto in steps(server, person) if auto] == ["feed"] * 3


def test_only_one_of_two_answers_is_shown_that_do_the_same(server: Served) -> None:
    person = sit(server, {"food": 2})
    press(person, LAST_DWARF)
    assert asked(person) & {"feed", "beg"} == {"feed"}
    (dish,) = person.document.find("button", value="feed")
    assert "takes 2 begging markers, −3 points each" in dish.text
    person = sit(server, {"food": 2, "grain": 2})
    press(person, LAST_DWARF)
    assert {"feed", "beg"} <= asked(person)
