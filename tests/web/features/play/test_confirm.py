"""A move that ends the turn or reveals something waits until its player confirms it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.core.registry import games
from dvergar.core.words import words
from dvergar.web.kernel.request_context import CONFIRM
from dvergar.web.kernel.tables.table import Table
from tests.databases import in_tab_too
from tests.toy import INFO as TOY
from tests.web.players import Person, Program, assert_refused, invites
from tests.web.serving import PROMPT, Served, serving

STONES = TOY.slug
SAY = words("dvergar.web", "en")


def sit_down(server: Served, confirm: str = "always", **fields: str) -> Person:
    """Two people at one screen; an empty `confirm` leaves it to the game."""
    person = Person(server.url, confirm=confirm)
    person.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "here", **fields})
    return person


def press(person: Person, move: str) -> None:
    person.press(person.document.find("button", value=move)[0])


def waits(person: Person) -> bool:
    return bool(person.document.find("form", action=f"/table/{person.table}/confirm"))


def confirm(person: Person) -> None:
    person.send(person.form(f"/table/{person.table}/confirm"))


def number(person: Person) -> int:
    """How many moves have been made, as a program sees it."""
    made: int = person.program().look()["number"]
    return made


def test_the_last_choice_of_a_turn_waits_and_is_made_when_it_is_confirmed(server: Served) -> None:
    person = sit_down(server)
    press(person, "pick")
    assert not waits(person), "it can simply be taken back"
    assert number(person) == 1
    press(person, "end turn")
    assert waits(person)
    assert SAY("held.ends") in person.answer.text
    assert number(person) == 1, "nothing has happened yet"
    person.go(person.path)
    assert waits(person), "a reload keeps it"
    confirm(person)
    assert not waits(person)
    assert number(person) == 2


def test_what_would_reveal_something_waits_and_shows_nothing_of_it(server: Served) -> None:
    person = sit_down(server)
    press(person, "peek")
    assert waits(person)
    assert SAY("held.reveals") in person.answer.text
    view = person.program().look()["view"]
    assert view["card"] is None
    confirm(person)
    assert person.program().look()["view"]["card"] is not None


@in_tab_too
def test_undo_lets_a_waiting_move_go_and_restart_the_turn_with_it(server: Served) -> None:
    person = sit_down(server)
    press(person, "pick")
    press(person, "end turn")
    person.send(person.form(f"/table/{person.table}/undo"))
    assert not waits(person)
    assert number(person) == 1, "what came before it stays"
    press(person, "end turn")
    restart = person.document.find("button", id="restart-button")[0]
    person.press(restart)
    assert not waits(person)
    assert number(person) == 0


def test_nobody_else_sees_a_move_that_waits(server: Served) -> None:
    host, guest = Person(server.url, confirm=""), Person(server.url, confirm="")
    host.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "link"})
    link = invites(host.program().look())[0]
    guest.post("/join/" + link.rsplit("/", 1)[1], {"name": "Guest"})
    host.go(f"/table/{host.table}")
    press(host, "pick")
    guest.go(guest.path)
    before = seen(guest)
    press(host, "end turn")
    guest.go(guest.path)
    assert seen(guest) == before
    watcher = Person(server.url)
    watcher.go(f"/table/{host.table}")
    assert "confirm-button" not in watcher.answer.text
    assert host.program().look()["my_turn"]


def seen(person: Person) -> str:
    """A page without the number of the version it answers."""
    return re.sub(r'(after=|name="at" value=")\d+', r"\1", person.answer.text)


@in_tab_too
@pytest.mark.parametrize("choice", CONFIRM[1:])
def test_each_person_says_whether_moves_wait(choice: str, server: Served) -> None:
    person = sit_down(server)
    person.post("/preferences", {"confirm": choice, "back": person.path})
    press(person, "end turn")
    assert waits(person) == (choice in ("always", "countdown"))
    counted = [one for one in person.document.find("button") if "data-countdown" in one]
    assert bool(counted) == (choice == "countdown")


def test_by_default_only_what_cannot_be_taken_back_alone_waits(server: Served) -> None:
    for rival in ({"kind-1": "here"}, {"kind-1": "bot", "bot-1": "random"}):
        person = sit_down(server, confirm="", **rival)
        press(person, "end turn")
        assert not waits(person), "undo is there"
    person = sit_down(server, confirm="")
    press(person, "peek")
    assert waits(person), "it shows something hidden"


def test_by_default_a_turn_waits_where_another_person_goes_on(server: Served) -> None:
    host, guest = Person(server.url, confirm=""), Person(server.url, confirm="")
    host.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "link"})
    guest.post("/join/" + invites(host.program().look())[0].rsplit("/", 1)[1], {"name": "Guest"})
    host.go(f"/table/{host.table}")
    press(host, "end turn")
    assert waits(host)
    guest.post(f"{guest.path}/leave", {})
    host.go(host.path)
    confirm(host)
    assert "Ask to undo" not in host.answer.text, "nobody is left to ask"


def test_what_waits_by_default_is_said_by_the_game(server: Served) -> None:
    kept = {slug: info.confirms for slug, info in games().items() if slug != STONES}
    assert kept == {"caverna": True, "cave_vs_cave": True, "my_gold_mine": False}
    person = Person(server.url, confirm="")
    person.post("/tables", {"game": "my_gold_mine", "kind-0": "me", "kind-1": "here"})
    press(person, "dig")
    assert not waits(person)


def test_programs_never_wait(program: Program) -> None:
    program.open(["me", "me"], game=STONES)
    assert program.move("end turn")["number"] == 1


def test_a_program_is_asked_although_a_person_at_its_seat_hesitates(server: Served) -> None:
    person = sit_down(server)
    press(person, "end turn")
    program = person.program()
    assert program.look()["my_turn"]
    assert program.look()["choices"]
    assert program.move("pick")["number"] == 1
    person.go(person.path)
    assert not waits(person)


def test_a_waiting_move_outlives_its_server(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        person = sit_down(served)
        press(person, "end turn")
    with serving(tmp_path) as served:
        again = Person(served.url, confirm="always")
        again.http.cookies.update(person.http.cookies)
        again.go(f"/table/{person.table}")
        assert waits(again)


def test_what_does_not_wait_cannot_be_confirmed(server: Served) -> None:
    person = sit_down(server)
    at = str(person.program().look()["version"])
    assert_refused(person.http.post(f"/table/{person.table}/confirm", data={"at": at}), 409)
    press(person, "end turn")
    assert_refused(person.http.post(f"/table/{person.table}/confirm", data={"at": at}), 409)
    stranger = Person(server.url)
    late = str(person.program().look()["version"])
    refused = stranger.http.post(f"/table/{person.table}/confirm", data={"at": late})
    assert_refused(refused, 403)
    assert waits(person)


@pytest.mark.whole_games
@pytest.mark.parametrize(("slug", "players"), [("caverna", 1), ("caverna", 2), ("cave_vs_cave", 2)])
def test_games_of_ours_can_be_played_with_every_decisive_move_confirmed(
    slug: str, players: int, server: Served
) -> None:
    person = Person(server.url, confirm="always")
    kinds = {f"kind-{seat}": "here" if seat else "me" for seat in range(players)}
    person.post("/tables", {"game": slug, **kinds})
    chance = random.Random(3)
    held = told = 0
    for _ in range(60):
        if waits(person):
            held += 1
            told += bool(person.document.find("ul", aria_label=SAY("held.effects")))
            confirm(person)
        else:
            person.press(chance.choice(person.choices()))
        assert person.answer.status_code == 200
    assert held >= told > 2, "to end a turn by doing nothing more has no effect to tell of"


def test_only_who_may_sets_the_pace_of_the_bots(server: Served) -> None:
    person = Person(server.url)
    person.post("/tables", {"game": STONES, "kind-0": "me", "kind-1": "bot", "bot-1": "random"})
    person.post(f"/table/{person.table}/pace", {"pace": "at_once"})
    assert person.document.find("button", value="at_once", aria_pressed="true")
    stranger = Person(server.url)
    assert_refused(stranger.http.post(f"/table/{person.table}/pace", data={"pace": "calm"}), 403)
    assert_refused(stranger.http.post(f"/table/{person.table}/skip"), 403)
    assert_refused(person.http.post(f"/table/{person.table}/pace", data={"pace": "x"}), 400)


def test_among_people_the_host_sets_the_pace(server: Served) -> None:
    host, guest = Program(server.url), Program(server.url)
    guest.join(invites(host.open(["me", "open", "bold"]))[0])
    for who, status in ((guest, 403), (host, 303)):
        answer = who.http.post(f"/table/{host.table}/pace", data={"pace": "calm"})
        assert answer.status_code == status


def test_skipping_ends_the_waiting_for_bots(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_pace=600)) as served:
        program = Program(served.url)
        table = program.open(["me", "bold", "bold"], options={"first_seat": 1})
        assert program.look(after=table["version"], wait=0.5)["version"] == table["version"]
        assert program.http.post(f"/table/{program.table}/skip").status_code == 303
        while not (now := program.look())["my_turn"]:
            assert program.look(after=now["version"], wait=20)["version"] > now["version"]


def test_a_bot_makes_its_whole_turn_in_one_step_and_is_watched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many small choices it has; seven players, six of them bots."""
    with serving(tmp_path) as served:
        tables, bots = served.inside.tables, served.inside.bots
        store, watch = tables.play, bots._pause
        watched: list[int] = []
        turns: list[tuple[int, bool]] = []

        async def play(table: Table, *names: str) -> Table:
            after = await store(table, *names)
            if table.acting_bot():
                now, then = table.state, after.state
                turns.append((len(names), (then.seat, then.turn) != (now.seat, now.turn)))
            return after

        async def let_watch(table: Table) -> None:
            watched.append(table.version)
            await watch(table)

        monkeypatch.setattr(tables, "play", play)
        monkeypatch.setattr(bots, "_pause", let_watch)
        program = Program(served.url)
        table = program.open(["me", *["random"] * 6], game="caverna")
        while len(turns) < 40:
            if table["my_turn"]:
                table = program.move(table["choices"][0]["move"])
            else:
                table = program.look(after=table["version"], wait=20)
        ended = [whole for _, whole in turns]
        assert all(ended), "no bot stops in the middle of its turn"
        assert max(moves for moves, _ in turns) > 1, "there were turns of several choices"
        assert len(set(watched)) == len(watched) <= len(turns) + 1, "one pause a turn"


def test_a_host_who_does_not_play_has_the_pace_at_hand(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_pace=600)) as served:
        host, guest = Person(served.url), Program(served.url)
        seats = {"kind-0": "link", "kind-1": "bot", "bot-1": "bold", "option-first_seat": "1"}
        host.post("/tables", {"game": "my_gold_mine", **seats})
        (invite,) = [one["value"] for one in host.document.find("input", id="invite-0")]
        guest.join(invite)
        host.go(host.path)
        assert host.document.find("button", id="skip-button")
        host.post(f"/table/{host.table}/pace", {"pace": "at_once"})
        assert host.document.find("button", value="at_once", aria_pressed="true")
        watching = Person(served.url)
        watching.go(host.path)
        assert not watching.document.find("button", id="skip-button")
