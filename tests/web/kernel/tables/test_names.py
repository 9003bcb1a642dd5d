"""No two at a table have the same name, however many sit down and however they are called."""

from __future__ import annotations

import dvergar
from dvergar.core.record import Record
from dvergar.core.words import words
from dvergar.web.kernel.tables.player_names import BOT_NAMES, named
from dvergar.web.kernel.tables.table import BOT, OPEN, PERSON, Seat
from tests.web.players import Person, Program, assert_refused, invites, post
from tests.web.serving import Served

SEVEN = 7
SAY = words("dvergar.web", "en")


def names_at(program: Program) -> list[str]:
    return [seat["name"] for seat in program.look()["seats"]]


def caverna(server: Served, *names: str, bots: int) -> Program:
    """A program opens a table of Caverna for people of these names and so many bots."""
    program = Program(server.url)
    seats = [{"kind": "me", "name": name} for name in names]
    seats += [{"kind": "bot", "bot": "random"}] * bots
    answer = program.http.post("/api/tables", json={"game": "caverna", "seats": seats})
    assert answer.is_success, answer.text
    program.token, program.table = answer.json()["token"], answer.json()["table"]["id"]
    return program


def test_seven_seats_have_seven_names_whatever_the_only_person_is_called(server: Served) -> None:
    for name in ("Ylva", "TOVE", "Alrik", "Anna"):
        found = names_at(caverna(server, name, bots=SEVEN - 1))
        assert found[0] == name
        assert len({one.casefold() for one in found}) == SEVEN


def test_bots_find_names_even_among_people_who_have_taken_theirs() -> None:
    people = [Seat(PERSON, name) for name in BOT_NAMES[: SEVEN - 1]]
    for place in range(SEVEN):
        seats = [*people[:place], Seat(BOT, "", "random"), *people[place:]]
        assert len({seat.name.casefold() for seat in named(seats)}) == SEVEN
    assert len(set(BOT_NAMES)) == 2 * SEVEN, "names are left whatever people are called"
    assert [seat.name for seat in named([Seat(OPEN, ""), Seat(OPEN, "")])] == ["", ""]


def test_two_people_of_one_name_are_asked_for_another_on_the_form(server: Served) -> None:
    person = Person(server.url)
    person.go("/?game=caverna")
    fields = {"game": "caverna", "table_name": "Kept", "kind-0": "me", "kind-1": "here"}
    person.post("/tables", {**fields, "name-0": "Anna", "name-1": "anna"})
    assert person.answer.status_code == 409
    assert SAY("error.name_taken", name="anna") in person.answer.text
    assert person.document.find("input", value="Kept"), "what was filled in is still there"
    person.post("/tables", {**fields, "name-0": "Anna", "name-1": "Bo"})
    assert person.answer.is_success


def test_whoever_sits_down_takes_a_name_that_is_free(server: Served) -> None:
    host = Program(server.url)
    table = host.open(["me", "random", "open", "open"])
    first, second = invites(table)
    for taken in ("Dwarf 1", "dwarf 1", table["seats"][1]["name"]):
        answer = post(f"{server.url}/api/join/{first.rsplit('/', 1)[1]}", json={"name": taken})
        assert assert_refused(answer, 409) == SAY("error.name_taken", name=taken)
    guest = Person(server.url)
    guest.go("/join/" + first.rsplit("/", 1)[1])
    guest.post(guest.path, {"name": "Dwarf 1"})
    assert SAY("error.name_taken", name="Dwarf 1") in guest.answer.text
    guest.post(guest.path, {"name": "Runa"})
    Program(server.url).join(second, "Odd")
    assert names_at(host) == ["Dwarf 1", "Ylva", "Runa", "Odd"]


def test_a_bot_that_fills_a_seat_takes_a_free_name(server: Served) -> None:
    host = Person(server.url)
    seats = {"kind-0": "me", "name-0": "Bror", "kind-1": "link", "kind-2": "link"}
    host.post("/tables", {"game": "my_gold_mine", **seats})
    for seat in ("2", "1"):
        host.post(f"/table/{host.table}/fill", {"seat": seat, "bot": "random"})
    assert names_at(host.program()) == ["Bror", "Ylva", "Odd"]


def test_the_players_of_a_record_are_told_apart(server: Served) -> None:
    game = dvergar.game("my_gold_mine", players=2, two_player_variant=False)
    record = Record.of(game, seed=1, seats=["greedy", "greedy"])
    state = game.start(1)
    while not state.over:
        record.moves.append(game.name(state.moves()[-1]))
        state.play(state.moves()[-1])
    record.finish(state)
    files = {"record": ("game.json", record.to_json(), "application/json")}
    page = post(f"{server.url}/records", files=files, follow_redirects=True)
    assert page.is_success
    assert "greedy 2" in page.text
