"""Leaving a table and coming back, seats given away, resigning, rematches, and who is here."""

from __future__ import annotations

import asyncio
import json
import queue
import re
from collections.abc import Callable

import pytest

from tests.toy import INFO as TOY
from tests.web.kernel.live.streams import LOCKED_S, Message, listening
from tests.web.players import Person, Program, assert_refused, invites, play_out
from tests.web.serving import Served, serving

STONES = TOY.slug
Make = Callable[[], Program]


@pytest.fixture
def pair(new_program: Make) -> tuple[Program, Program]:
    """Two programs at a table of stones, of which the first is the host and to move."""
    host, guest = new_program(), new_program()
    (invite,) = invites(host.open(["me", "open"], game=STONES))
    guest.join(invite)
    return host, guest


@pytest.fixture
def at_once(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes and goes is told at once."""
    for wait in ("gather_s", "grace_s"):
        monkeypatch.setattr(server.inside.presence, wait, 0.0)


def post(program: Program, what: str, **body: object) -> dict[str, object]:
    answer = program.http.post(f"/api/tables/{program.table}/{what}", json=body or None)
    assert answer.is_success, answer.text
    found: dict[str, object] = answer.json()
    return found


def as_person(program: Program, lang: str = "en") -> Person:
    """The same holder with a browser."""
    person = Person(program.url, lang)
    person.http.cookies.set("dvergar", program.token)
    person.go(f"/table/{program.table}")
    return person


def standing_in(program: Program) -> list[str]:
    return [seat["standing_in"] for seat in program.look()["seats"]]


def my_turn(program: Program) -> None:
    """Waits until a bot has made its turn."""
    while not (seen := program.look())["my_turn"]:
        assert program.look(after=seen["version"], wait=20)["version"] > seen["version"]


# Leaving.


def test_who_leaves_before_the_game_frees_the_seat(new_program: Make) -> None:
    host, guest, third = new_program(), new_program(), new_program()
    first, _ = invites(host.open(["me", "open", "open"]))
    guest.join(first)
    left = post(guest, "leave")
    assert (left["phase"], left["my_seats"]) == ("waiting", [])
    assert_refused(guest.http.post(f"/api/tables/{guest.table}/leave"), 403)
    assert third.join(first, "Third")["my_seats"] == [1]


def test_a_bot_plays_for_who_leaves_until_he_is_back(pair: tuple[Program, Program]) -> None:
    host, guest = pair
    left = post(host, "leave")
    assert left["phase"] == "playing"
    assert standing_in(host) == ["left", ""]
    assert not left["my_turn"], "who has left is not asked"
    my_turn(guest)
    again = post(host, "leave")
    assert again["version"] == host.look()["version"], "once is enough"
    post(host, "back")
    assert standing_in(host) == ["", ""]
    page = as_person(guest)
    assert "<strong>Dwarf 1</strong> has left: a bot plays" in page.answer.text
    assert "<strong>Dwarf 1</strong> is back." in page.answer.text
    page = as_person(guest, "fr")
    assert "<strong>Dwarf 1</strong> a quitté la table : un bot joue" in page.answer.text.replace(
        "\u202f", " "
    )


def test_the_page_leads_out_and_by_the_link_in_again(
    pair: tuple[Program, Program], server: Served
) -> None:
    host, guest = pair
    person = as_person(guest)
    link = person.document.find("input", **{"aria-label": "Continue on another device"})[0]
    path = f"/table/{guest.table}"
    person.press(person.form(f"{path}/leave").find("button")[0])
    assert "You have left this table" in person.answer.text
    elsewhere = Person(server.url)
    elsewhere.follow(link.attributes["value"])
    elsewhere.press(elsewhere.form(f"{path}/back").find("button")[0])
    assert "You have left this table" not in elsewhere.answer.text
    assert standing_in(host) == ["", ""]


def test_a_seat_that_was_left_is_given_to_somebody_else(
    pair: tuple[Program, Program], new_program: Make, server: Served
) -> None:
    host, guest = pair
    come_back = as_person(guest).document.find(
        "input", **{"aria-label": "Continue on another device"}
    )[0]
    old_invite = server.inside.keys.invite(host.table, 1)
    assert_refused(host.http.post(f"/api/tables/{host.table}/give", json={"seat": 1}), 409)
    post(guest, "leave")
    assert_refused(guest.http.post(f"/api/tables/{host.table}/give", json={"seat": 1}), 403)
    post(host, "give", seat=1)
    (invite,) = invites(host.look())
    assert not invite.endswith(old_invite)
    assert guest.look()["my_seats"] == [], "who had left cannot come back"
    assert_refused(guest.http.post(f"/api/tables/{host.table}/back"), 403)
    for link in (come_back.attributes["value"], f"/join/{old_invite}"):
        assert_refused(guest.http.post("/api/join", json={"link": link, "name": "Guest"}), 404)
    host.move("end turn")
    my_turn(host)
    assert host.look()["phase"] == "playing", "the bot plays on meanwhile"
    heir = new_program()
    assert heir.join(invite, "Heir")["my_seats"] == [1]
    assert standing_in(host) == ["", ""]
    assert [seat["name"] for seat in host.look()["seats"]] == ["Dwarf 1", "Heir"]
    assert "<strong>Heir</strong> has taken over the seat" in as_person(host).answer.text
    assert_refused(new_program().http.post("/api/join", json={"link": invite, "name": "X"}), 409)
    with serving(server.data) as again:  # what is stored says the same
        later = Program(again.url, heir.token)
        later.table = host.table
        assert later.look()["my_seats"] == [1]


# The host removes somebody.


def test_the_host_removes_a_person_and_a_bot_plays_until_the_seat_is_taken(
    pair: tuple[Program, Program], new_program: Make, server: Served
) -> None:
    host, guest = pair
    come_back = as_person(guest).document.find(
        "input", **{"aria-label": "Continue on another device"}
    )[0]
    path = f"/api/tables/{host.table}/remove"
    assert_refused(guest.http.post(path, json={"seat": 0}), 403)
    page = as_person(host)
    action = f"/table/{host.table}/remove"
    page.send(page.form(action))
    assert "Tick the box first" in page.answer.text
    page.send(page.form(action), sure="yes")
    assert "removed <strong>Guest</strong>" in page.answer.text
    assert standing_in(host) == ["", "left"]

    told = assert_refused(guest.http.get(f"/api/tables/{host.table}"), 403)
    assert told.startswith("The host has removed you")
    (invite,) = invites(host.look())
    links = (come_back.attributes["value"], f"/join/{server.inside.keys.invite(host.table, 1)}")
    for link, status in ((invite, 403), *((link, 404) for link in links)):
        assert_refused(guest.http.post("/api/join", json={"link": link, "name": "G"}), status)
    host.move("end turn")
    my_turn(host)
    heir = new_program()
    assert heir.join(invite, "Heir")["my_seats"] == [1]
    with serving(server.data) as again:  # what is stored says the same
        later = Program(again.url, guest.token)
        later.table = host.table
        assert_refused(later.http.get(f"/api/tables/{host.table}"), 403)


def test_a_person_removed_before_the_game_leaves_an_open_seat(new_program: Make) -> None:
    host, guest, third = new_program(), new_program(), new_program()
    first, _ = invites(host.open(["me", "open", "open"]))
    guest.join(first)
    assert_refused(host.http.post(f"/api/tables/{host.table}/remove", json={"seat": 0}), 409)
    assert_refused(host.http.post(f"/api/tables/{host.table}/remove", json={"seat": 2}), 409)
    post(host, "remove", seat=1)
    seen = host.look()
    assert (seen["phase"], [seat["kind"] for seat in seen["seats"]]) == (
        "waiting",
        ["person", "open", "open"],
    )
    new, _ = invites(seen)
    assert new != first, "the old link leads nowhere"
    assert_refused(guest.http.post("/api/join", json={"link": new, "name": "G"}), 403)
    assert third.join(new, "Third")["my_seats"] == [1]


def test_who_resigns_is_gone_for_good_and_a_bot_plays_it_out(
    pair: tuple[Program, Program],
) -> None:
    host, guest = pair
    person = as_person(guest)
    path = f"/table/{guest.table}/resign"
    person.post(path, {})
    assert "Tick the box first" in person.answer.text
    assert standing_in(host) == ["", ""]
    person.post(path, {"sure": "yes"})
    seen = host.look()
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "bot"]
    assert seen["seats"][1]["name"] == "Guest", "whose game it was is not forgotten"
    assert guest.look()["my_seats"] == []
    assert "<strong>Guest</strong> has resigned" in as_person(host).answer.text
    assert play_out([host])["phase"] == "over"
    again = post(host, "rematch")["table"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "open"], again  # type: ignore[index]


def test_who_plays_alone_finds_the_table_waiting(program: Program, server: Served) -> None:
    program.open(["me", "random"], game=STONES)
    post(program, "leave")
    assert server.run(server.inside.tables.get(program.table)).acting_bot() == ""
    page = as_person(program)
    assert "<strong>Dwarf 1</strong> has left: the table waits." in page.answer.text
    post(program, "back")
    program.move("pick")


def test_a_game_that_nobody_plays_any_more_ends_without_result(program: Program) -> None:
    program.open(["me", "random"], game=STONES)
    post(program, "resign")
    seen = program.look()
    assert (seen["phase"], seen["my_turn"]) == ("stopped", False)
    assert "ends without a result" in as_person(program).answer.text
    assert_refused(program.try_move("pick", seen["version"]), 409)
    assert program.record().json()["moves"] == []
    assert program.look()["my_seats"] == [0], "it stays among one's tables"


def test_someone_who_has_left_is_not_asked_to_undo(pair: tuple[Program, Program]) -> None:
    host, guest = pair
    host.move("pick")
    host.move("end turn")
    seen = host.look()
    assert (seen["undo"], seen["undo_asks"]) == (False, True), "the guest is there"
    post(guest, "leave")
    my_turn(host)
    seen = host.look()
    assert (seen["undo"], seen["undo_asks"]) == (True, False)
    host.undo()
    seen = host.look()
    assert (seen["wish"], seen["view"]["hands"][0]) == (None, 1)


def test_the_first_seat_of_a_rematch_is_the_next_one(program: Program) -> None:
    program.open(["me", "me", "me"], options={"first_seat": 2})
    play_out([program])
    again = post(program, "rematch")["table"]
    assert again["options"]["first_seat"] == 0  # type: ignore[index]
    assert program.look()["rematch"] == again["id"]  # type: ignore[index]


# Who is here.


STATE = re.compile(r'class="presence-(\w+)" id="member-')


def wait_for(heard: queue.Queue[Message], *states: str, more: str = "") -> None:
    """Waits until a page is told that everybody is as wanted."""
    while True:
        words = json.loads(heard.get(timeout=LOCKED_S).html)["list"]
        if tuple(STATE.findall(words)) == states and more in words:
            return


@pytest.mark.usefixtures("at_once")
def test_everybody_is_told_who_is_here(pair: tuple[Program, Program], server: Served) -> None:
    host, guest = pair
    live = f"/table/{host.table}/live?after={host.look()['version']}"
    watching = Program(server.url).http
    shown = guest.http.get(f"/table/{host.table}").text
    assert "1/2" in shown, "whoever is just shown the table is there, before any stream says so"
    with listening(host.http, host.table, event="presence") as heard:
        wait_for(heard, "here", "away")
        with guest.http.stream("GET", live) as one:
            wait_for(heard, "here", "here")
            assert [seat["here"] for seat in guest.look()["seats"]] == [True, True]
            with watching.stream("GET", live):
                wait_for(heard, "here", "here", more="1 person watches")
                assert guest.look()["spectators"] == 1
            wait_for(heard, "here", "here")
            assert one.status_code == 200
        wait_for(heard, "here", "away")
        post(guest, "leave")
        wait_for(heard, "here", "left")


@pytest.mark.usefixtures("at_once")
def test_two_windows_are_one_person(
    pair: tuple[Program, Program], server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = pair
    presence = server.inside.presence
    news: list[str] = []

    async def come_and_go() -> None:
        one = presence.enter(host.table, [1], "guest")
        await asyncio.sleep(0.01)
        presence.leave(presence.enter(host.table, [1], "guest"))
        await asyncio.sleep(0.01)
        assert presence.here(host.table).seats == {1}
        assert news == [host.table], "a second window is no news"
        presence.leave(one)
        await asyncio.sleep(0.01)

    monkeypatch.setattr(presence._notifier, "notify", news.append)
    server.run(come_and_go())
    assert news == [host.table] * 2
    assert not guest.look()["seats"][1]["here"]
