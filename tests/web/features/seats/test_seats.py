"""Who sits where: joining, filling seats, leaving and coming back, lists of tables, rematch."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from tests.web.documents import Element
from tests.web.players import GAME, JSON, Person, Program, assert_refused, get, invites, play_out
from tests.web.serving import Served

Make = Callable[[], Program]


def own_tables(person: Person) -> dict[str, str]:
    """The list of a visitor's tables: what stands beside each address."""
    person.go("/")
    return _rows(person.document, "my-tables")


def open_tables(person: Person) -> dict[str, str]:
    person.go("/")
    return _rows(person.document, "open-tables")


def _rows(document: Element, section: str) -> dict[str, str]:
    rows = {}
    for one in document.find("section", aria_labelledby=section):
        for link in [*one.find("a"), *one.find("form")]:
            address = link["href"] or link["action"].removesuffix("/sit")
            row = link if link.tag == "a" and "table-row" in link["class"] else link.within("li")
            if row is not None:  # not what stands above and below the list
                rows[address] = row.text
    return rows


def as_person(program: Program) -> Person:
    """A person with the same seats as a program."""
    person = Person(program.url)
    person.http.cookies.set("dvergar", program.token, domain="127.0.0.1")
    return person


def sit_with(host: Program, *kinds: str, **body: Any) -> tuple[JSON, list[Program]]:
    """Opens a table with open seats and lets strangers take them all."""
    table = host.open(["me", *kinds], **body)
    guests = [Program(host.url) for _ in invites(table)]
    for number, (guest, invite) in enumerate(zip(guests, invites(table), strict=True)):
        guest.join(invite, f"Guest {number + 1}")
    return table, guests


# Joining.


def test_a_seat_can_be_taken_once(program: Program, server: Served) -> None:
    table = program.open(["me", "open", "open"])
    invite = invites(table)[0]
    first, late = Person(server.url), Person(server.url)
    first.post(invite, {"name": "Anna"})
    assert first.path == f"/table/{program.table}"
    before = program.look()
    for lang in LANGUAGES:
        late.http.headers["accept-language"] = lang
        late.post(invite, {"name": "Ben"})
        told = assert_refused(late.answer, 409)
        assert told == words("dvergar.web", lang)("join.taken")
        late.go(invite)
        assert words("dvergar.web", lang)("join.taken_title") in late.document.text
        assert not late.document.find("form", action=f"/join/{invite.rsplit('/', 1)[1]}")
    token = invite.rsplit("/", 1)[1]
    assert_refused(late.http.post(f"/api/join/{token}", json={"name": "Ben"}), 409)
    assert program.look() == before
    assert [seat["name"] for seat in before["seats"]][1] == "Anna"


def test_who_follows_his_own_link_again_is_at_his_table(program: Program, server: Served) -> None:
    invite = invites(program.open(["me", "open"]))[0]
    guest = Person(server.url)
    guest.go(invite)
    assert "Dwarf 1" in guest.document.text, "who invites"
    guest.post(invite, {"name": "Anna"})
    version = program.look()["version"]
    guest.go(invite)
    assert guest.path == f"/table/{program.table}"
    guest.post(invite, {"name": "Anna"})
    assert guest.path == f"/table/{program.table}"
    assert program.look()["version"] == version


def test_of_two_who_press_at_once_one_gets_the_seat(program: Program, server: Served) -> None:
    invite = invites(program.open(["me", "open"]))[0]
    token = invite.rsplit("/", 1)[1]

    def sit(name: str) -> int:
        answer = Program(server.url).http.post(f"/api/join/{token}", json={"name": name})
        return answer.status_code

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(sit, "ABCD"))
    assert statuses == [200, 409, 409, 409]


def test_all_can_sit_down_at_the_same_moment(program: Program, server: Served) -> None:
    links = invites(program.open(["me"] + ["open"] * 5))

    def sit(link: str) -> int:
        token = link.rsplit("/", 1)[1]
        answer = Program(server.url).http.post(f"/api/join/{token}", json={"name": token[-8:]})
        return answer.status_code

    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(sit, links)) == [200] * 5
    assert program.look()["phase"] == "playing"


def test_a_program_that_says_what_it_is_is_marked_everywhere(server: Served) -> None:
    host, robot, human = (Program(server.url) for _ in range(3))
    table = host.open(["me", "open", "open", "careful"], public=True)
    first, second = invites(table)
    said = {"name": "Rune", "bot": "  Stone  eater "}
    assert robot.http.post(f"/api/join/{first.rpartition('/')[2]}", json=said).is_success
    listed = host.http.get("/api/tables").json()[0]["seats"]
    assert [seat["bot"] for seat in listed] == [False, True, False, True]
    human.join(second)
    seats = host.http.get(f"/api/tables/{table['id']}").json()["seats"]
    assert [(seat["kind"], seat["bot"]) for seat in seats] == [
        ("person", ""),
        ("person", "Stone eater"),
        ("person", ""),
        ("bot", "careful"),
    ]
    page = as_person(human)
    page.go(f"/table/{table['id']}")
    assert page.document.text.count("Stone eater bot") >= 2, "beside its seat, and in who is here"
    assert host.http.get(f"/api/tables/{table['id']}").json()["phase"] == "playing"


def test_the_seat_that_a_program_opens_for_itself_is_marked(program: Program) -> None:
    mine = {"kind": "me", "name": "Rune", "bot": "search"}
    seats = [mine, {"kind": "me", "name": "Ann"}]
    answer = program.http.post("/api/tables", json={"game": GAME, "seats": seats}).json()
    assert [seat["bot"] for seat in answer["table"]["seats"]] == ["search", ""]
    assert answer["table"]["my_turn"], "it plays itself; our own bot of that name does not"


def test_the_game_begins_when_the_last_seat_is_taken(program: Program, new_program: Make) -> None:
    table = program.open(["me", "open", "open"])
    assert table["view"] is None
    for number, invite in enumerate(invites(table)):
        assert program.look()["phase"] == "waiting"
        new_program().join(invite, f"G{number}")
    assert program.look()["phase"] == "playing"
    assert invites(program.look()) == []


def test_only_the_host_sees_invites_and_fills_seats(program: Program, server: Served) -> None:
    program.open(["me", "open", "open"])
    stranger = Program(server.url)
    stranger.table = program.table
    assert invites(stranger.look()) == []
    fields = {"seat": "1", "bot": "bold"}
    path = f"/table/{program.table}/fill"
    assert_refused(stranger.http.post(path, data=fields), 403)
    before = program.look()
    for wrong, status in (
        ({"seat": "0", "bot": "bold"}, 409),
        ({"seat": "9", "bot": "bold"}, 400),
        ({"seat": "-1", "bot": "bold"}, 400),
        ({"seat": "1", "bot": "genius"}, 400),
        ({"seat": "1"}, 400),
        ({}, 400),
    ):
        assert_refused(program.http.post(path, data=wrong), status)
    assert program.look() == before
    assert program.http.post(path, data=fields).status_code == 303
    assert program.look()["seats"][1]["kind"] == "bot"
    assert_refused(program.http.post(path, data=fields), 409)


def test_a_bot_that_fills_the_last_seat_plays_at_once(server: Served) -> None:
    host = Person(server.url)
    fields = {"game": GAME, "kind-0": "me", "kind-1": "link", "option-first_seat": "1"}
    host.post("/tables", fields)
    (form,) = host.document.find("form", action=f"{host.path}/fill")
    host.send(form, bot="bold")
    program = host.program()
    table = program.look()
    for _ in range(20):
        if table["my_turn"]:
            break
        table = program.look(after=table["version"], wait=5)
    assert table["my_turn"]
    assert table["number"] >= 1


# Lists.


def test_a_public_table_is_listed_until_it_is_over(person: Person, server: Served) -> None:
    host = Program(server.url)
    host.open(["me", "open"], name="Everybody", public=True)
    private = Program(server.url)
    private.open(["me", "open"], name="Secret")
    address = f"/table/{host.table}"
    listed = open_tables(person)
    assert "Everybody" in listed[address]
    assert f"/table/{private.table}" not in listed
    person.send(person.form(f"{address}/sit"))
    assert person.path.startswith("/join/")
    person.send(person.form(person.path), name="Passer-by")
    assert person.path == address
    assert host.look()["seats"][1]["name"] == "Passer-by"
    stranger = Person(server.url)
    assert address in open_tables(stranger)
    assert not stranger.document.find("form", action=f"{address}/sit"), "full: only watch"
    assert_refused(stranger.http.post(f"{address}/sit"), 409)
    assert_refused(stranger.http.post(f"/table/{private.table}/sit"), 409)
    play_out([host, person_program(person, host.table)])
    assert address not in open_tables(stranger)


def person_program(person: Person, table: str) -> Program:
    person.go(f"/table/{table}")
    return person.program()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_my_tables_say_whose_turn_it_is_and_how_it_ended(lang: str, server: Served) -> None:
    say = words("dvergar.web", lang)
    person = Person(server.url, lang)
    assert own_tables(person) == {}
    fields = {"game": GAME, "kind-0": "me", "name-0": "Anna", "kind-1": "here", "kind-2": "closed"}
    person.post("/tables", {**fields, "table_name": "Mine"})
    mine = person.path
    person.post("/tables", {**fields, "kind-1": "link", "table_name": "Waiting"})
    waiting = person.path
    (invite,) = [one["value"] for one in person.document.find("input") if "/join/" in one["value"]]
    rows = own_tables(person)
    assert set(rows) == {mine, waiting}
    assert say("start.your_turn") in rows[mine]
    assert say("start.waiting") in rows[waiting]
    assert next(iter(rows)) == mine, "what waits for me comes first"
    guest = Program(server.url)
    guest.join(invite, "Ben")
    if guest.look()["my_turn"]:
        assert "Ben" in own_tables(person)[waiting]
    play_out([guest, person_program(person, guest.table)])
    over = own_tables(person)[waiting]
    assert say("start.finished") in over
    other = Person(server.url, lang)
    assert own_tables(other) == {}, "what others play is not on my list"


def test_who_left_comes_back_through_his_list(server: Served) -> None:
    person = Person(server.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "bot", "bot-1": "bold"})
    table = person.path
    again = Person(server.url)
    again.http.cookies = person.http.cookies
    assert table in own_tables(again)
    again.go(table)
    assert again.program().look()["my_seats"] == [0]


def test_a_private_link_brings_one_s_seats_to_another_device(server: Served) -> None:
    person = Person(server.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    table = person.path
    (link,) = {one["value"] for one in person.document.find("input") if "/return/" in one["value"]}
    phone = Person(server.url)
    phone.follow(link)
    assert phone.path == table
    assert phone.program().look()["my_seats"] == [0, 1]
    assert table in own_tables(phone)
    phone.go(link)
    phone.go(table)
    assert phone.choices(), "one can play on there"
    spectator = Person(server.url)
    spectator.go(table)
    assert "/return/" not in spectator.answer.text
    path = link.removeprefix(server.url)
    _, _, table_id, seats, key = path.split("/")
    for wrong in (
        f"/return/{table_id}/0/{key}",
        f"/return/{table_id}/{seats}/{key[:-1]}",
        f"/return/{table_id}/{seats}/{key}0",
        f"/return/{table_id}/{seats}/é",
        f"/return/{table_id}/x/{key}",
        f"/return/nothing/{seats}/{key}",
    ):
        stranger = Person(server.url)
        stranger.go(wrong)
        assert_refused(stranger.answer, 404)
        assert "dvergar" not in stranger.http.cookies


# Rematch.


def test_both_press_rematch_and_meet_at_one_table(program: Program) -> None:
    _, (guest,) = sit_with(program, "open", "bold", name="Again", options={"open_gold": True})
    play_out([program, guest])
    path = f"/table/{program.table}/rematch"
    first = program.http.post(path).headers["location"]
    second = guest.http.post(path).headers["location"]
    assert first == second != f"/table/{program.table}"
    program.table = guest.table = first.removeprefix("/table/")
    table = guest.look()
    assert table["name"] == "Again"
    assert table["phase"] == "playing"
    assert table["my_seats"] == [1]
    assert [seat["name"] for seat in table["seats"]][:2] == ["Dwarf 1", "Guest 1"]
    assert table["seats"][2]["kind"] == "bot"
    end = play_out([program, guest])
    assert program.record().json()["options"]["open_gold"] is True
    assert end["phase"] == "over"


def test_rematches_at_the_same_moment_lead_to_one_table(program: Program) -> None:
    _, guests = sit_with(program, "open", "open")
    everybody = [program, *guests]
    play_out(everybody)
    path = f"/table/{program.table}/rematch"
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda one: one.http.post(path), everybody))
    places = {answer.headers["location"] for answer in answers}
    assert len(places) == 1
    for one in everybody:
        one.table = next(iter(places)).removeprefix("/table/")
    assert program.look()["phase"] == "playing"
    assert [one.look()["my_seats"] for one in everybody] == [[0], [1], [2]]
    for one in everybody:
        assert len(own_tables(as_person(one))) == 2, "no table was opened in vain"


def test_the_old_table_leads_everybody_to_the_new_one(program: Program, server: Served) -> None:
    _, (guest,) = sit_with(program, "open")
    play_out([program, guest])
    old = f"/table/{program.table}"
    new = program.http.post(f"{old}/rematch").headers["location"]
    visitor = Person(server.url)
    visitor.go(old)
    assert visitor.document.find("a", href=new), "a spectator follows"
    person = as_person(guest)
    person.go(old)
    person.press(person.form(f"{old}/rematch").find("button")[0])
    assert person.path == new
    assert person.program().look()["my_seats"] == [1], "and a player has his seat again"


def test_a_running_game_has_no_rematch(program: Program) -> None:
    program.open(["me", "me"])
    for lang in LANGUAGES:
        answer = program.http.post(
            f"/table/{program.table}/rematch", headers={"accept-language": lang}
        )
        assert_refused(answer, 409)
    assert f"{program.table}/rematch" not in get(f"{program.url}/table/{program.table}").text
