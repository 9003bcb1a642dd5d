"""Chat at a table: who may read and write, what is refused, and what stays out of the game."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from dvergar.web.features.chat.schema import MAX_MESSAGE_LETTERS
from dvergar.web.features.chat.service import MAX_MESSAGES_PER_TABLE
from dvergar.web.kernel.security.tokens import COOKIE
from tests.databases import on_both
from tests.web.players import Person, Program, assert_refused, invites
from tests.web.serving import PROMPT, Served, serving, statements


def browser_of(program: Program) -> Person:
    """The pages as a program's owner sees them."""
    person = Person(program.url)
    person.http.cookies.set(COOKIE, program.token)
    return person


@pytest.fixture
def two(server: Served) -> tuple[Person, Person, str]:
    """Ann, who opened a table, Bob, who joined it, and the address of its chat."""
    ann, bob = Program(server.url), Program(server.url)
    bob.join(invites(ann.open(["me", "open", "open"]))[0], "Bob")
    return browser_of(ann), browser_of(bob), f"/table/{ann.table}/chat"


def say(person: Person, chat: str, text: str) -> httpx.Response:
    return person.http.post(chat, data={"text": text})


def text(person: Person, path: str) -> str:
    """What somebody reads at an address."""
    person.go(path)
    return " ".join(person.document.text.split())


def test_those_who_play_there_talk_without_scripts(two: tuple[Person, Person, str]) -> None:
    ann, bob, chat = two
    bob.go(chat)
    bob.send(bob.form(chat), text="Good luck!")
    assert bob.path == chat
    assert "Bob : Good luck!" in text(ann, chat)
    ann.go(chat.removesuffix("/chat"))
    assert chat in [link["href"] for link in ann.document.find("a")]


def test_whatever_is_said_is_shown_as_it_is_and_steers_nothing(
    two: tuple[Person, Person, str],
) -> None:
    ann, bob, chat = two
    say(bob, chat, "<b>x</b>\u202e \x1b[2J\x00 & more")
    page = ann.http.get(chat).text
    assert "&lt;b&gt;x&lt;/b&gt; [2J &amp; more" in page
    assert "\u202e" not in page
    assert "\x1b" not in page


def test_spectators_are_kept_out_until_the_host_lets_them_in(
    two: tuple[Person, Person, str], server: Served
) -> None:
    ann, bob, chat = two
    say(ann, chat, "Between us")
    watcher = Person(server.url)
    assert_refused(watcher.http.get(chat), 403)
    assert_refused(say(watcher, chat, "Hello"), 403)
    assert f'{chat}"' not in watcher.http.get(chat.removesuffix("/chat")).text
    assert_refused(bob.http.post(f"{chat}/room", data={"spectators": "on"}), 403)
    assert ann.http.post(f"{chat}/room", data={"spectators": "on"}).is_success
    assert say(watcher, chat, "Hello").is_success
    assert "A spectator : Hello" in text(ann, chat)


def spectator(server: Served, name: str) -> Person:
    """Somebody who only watches, and whose browser remembers a name."""
    person = Person(server.url)
    person.http.cookies.set("name", quote(name))
    return person


@pytest.mark.parametrize(
    "name", ["Bob", "bob", "B\u043eb", "B0b", "\u202eboB", "Bo\u200bb", "B o b"]
)
def test_a_spectator_borrows_no_name_of_those_who_play(
    two: tuple[Person, Person, str], server: Served, name: str
) -> None:
    ann, bob, chat = two
    ann.http.post(f"{chat}/room", data={"spectators": "on"})
    say(spectator(server, name), chat, "I resign")
    assert "A spectator : I resign" in text(ann, chat)
    assert "Bob : I resign" not in text(ann, chat)
    table = chat.removesuffix("/chat")
    found = bob.http.get(f"/api{table.replace('table', 'tables')}/chat").json()
    (message,) = found["messages"]
    assert (message["seat"], message["name"]) == (None, "A spectator")
    assert [one["name"] for one in found["authors"]] == ["A spectator"]


def test_a_spectator_is_called_one(two: tuple[Person, Person, str], server: Served) -> None:
    ann, _, chat = two
    ann.http.post(f"{chat}/room", data={"spectators": "on"})
    say(spectator(server, "Carl"), chat, "Well played")
    assert "Carl (spectator) : Well played" in text(ann, chat)
    heir = Program(server.url)
    heir.table = chat.split("/")[2]
    token = server.inside.keys.invite(heir.table, 2)
    heir.join(f"/join/{token}", "Carl")
    assert "A spectator : Well played" in text(ann, chat), "not even by those who sit down later"


def test_a_spectator_borrows_no_claimed_name(
    two: tuple[Person, Person, str], server: Served
) -> None:
    ann, _, chat = two
    ann.http.post(f"{chat}/room", data={"spectators": "on"})
    owner = spectator(server, "Dvalin")
    owner.post("/ratings/claim", {"name": "Dvalin"})
    say(spectator(server, "Dval\u0456n"), chat, "I am Dvalin")
    assert "A spectator : I am Dvalin" in text(ann, chat)
    say(owner, chat, "No, I am")
    assert "Dvalin (spectator) : No, I am" in text(ann, chat)


@on_both
def test_the_host_closes_the_chat_and_opens_it_again(two: tuple[Person, Person, str]) -> None:
    ann, bob, chat = two
    ann.http.post(f"{chat}/room", data={"chat": "off"})
    assert_refused(say(bob, chat, "Hello"), 409)
    assert "has closed this chat" in text(bob, chat)
    ann.http.post(f"{chat}/room", data={"chat": "on"})
    assert say(bob, chat, "Hello").is_success


@on_both
def test_whoever_is_muted_is_heard_by_the_others_alone(two: tuple[Person, Person, str]) -> None:
    ann, bob, chat = two
    say(bob, chat, "You always lose")
    ann.go(chat)
    ann.send(ann.form(f"{chat}/mute"), mute="on")
    assert "You always lose" not in ann.document.text
    assert "Unmute Bob" in ann.document.text
    assert "You always lose" in text(bob, chat)
    ann.send(ann.form(f"{chat}/mute"), mute="off")
    assert "You always lose" in ann.document.text


@pytest.mark.parametrize("text", ["", " \u202e\n", "x" * (MAX_MESSAGE_LETTERS + 1)])
def test_nothing_and_too_much_are_refused(two: tuple[Person, Person, str], text: str) -> None:
    _, bob, chat = two
    assert_refused(say(bob, chat, text), 400)


@pytest.mark.parametrize(
    ("where", "facts"),
    [
        ("mute", {"number": "999999", "mute": "on"}),
        ("mute", {"number": "x", "mute": "on"}),
        ("mute", {"number": "1", "mute": "maybe"}),
        ("room", {"chat": "maybe"}),
    ],
)
def test_damaged_forms_are_refused(
    two: tuple[Person, Person, str], where: str, facts: dict[str, str]
) -> None:
    ann, _, chat = two
    assert ann.http.post(f"{chat}/{where}", data=facts).status_code in (400, 404)


@on_both
def test_a_table_keeps_only_the_newest_messages(
    two: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_MESSAGES_PER_TABLE > 100
    monkeypatch.setattr("dvergar.web.features.chat.service.MAX_MESSAGES_PER_TABLE", 3)
    ann, _, chat = two
    for number in range(5):
        say(ann, chat, f"line {number}")
    assert [f"line {n}" in text(ann, chat) for n in range(5)] == [False, False, True, True, True]


def test_who_says_too_much_waits_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, messages_per_minute=2)) as quiet:
        ann = Program(quiet.url)
        ann.open(["me", "open"])
        chat, person = f"/table/{ann.table}/chat", browser_of(ann)
        assert [say(person, chat, "x").status_code for _ in range(3)] == [200, 200, 429]


def test_at_a_table_with_bots_only_there_is_nobody_to_talk_to(server: Served) -> None:
    ann = Program(server.url)
    ann.open(["me", "careful"])
    assert_refused(browser_of(ann).http.get(f"/table/{ann.table}/chat"), 403)


def test_a_message_is_no_move_and_is_announced_without_its_words(
    two: tuple[Person, Person, str], server: Served
) -> None:
    ann, bob, chat = two
    table = chat.split("/")[2]
    before = server.inside.tables.cached(table)
    assert before is not None
    with ann.http.stream("GET", f"/table/{table}/live?after={before.version}") as live:
        told = live.iter_lines()
        assert next(told) == "retry: 500"
        with statements(server) as asked:
            say(bob, chat, "Secret words")
        assert next(line for line in told if line.startswith("event: chat"))
        assert next(told) == "data: chat"
        assert not [one for one in asked if "INTO events" in one or "UPDATE tables" in one]
    after = server.inside.tables.cached(table)
    assert after is not None
    assert after.version == before.version


@on_both
def test_what_was_said_is_handed_out_and_deleted(two: tuple[Person, Person, str]) -> None:
    ann, bob, chat = two
    say(bob, chat, "Remember me")
    say(ann, chat, "And me")
    assert [one["text"] for one in bob.http.get("/mine/data").json()["messages"]] == ["Remember me"]
    assert "1 message in chats" in text(bob, "/mine")
    bob.send(bob.form("/mine/delete"), sure="yes")
    assert "Remember me" not in text(ann, chat)
    assert "And me" in ann.document.text


# Programs.


def ask(program: Program, path: str = "", **body: Any) -> httpx.Response:
    return program.http.post(f"/api/tables/{program.table}/chat{path}", json=body)


def hear(program: Program, **query: Any) -> dict[str, Any]:
    answer = program.http.get(f"/api/tables/{program.table}/chat", params=query)
    assert answer.is_success, answer.text
    heard: dict[str, Any] = answer.json()
    return heard


@pytest.fixture
def programs(server: Served) -> tuple[Program, Program]:
    """Ann, who opened a table, and Bob, who joined it."""
    ann, bob = Program(server.url), Program(server.url)
    bob.join(invites(ann.open(["me", "open", "open"]))[0], "Bob")
    return ann, bob


def test_programs_talk_and_read_on_from_where_they_were(programs: tuple[Program, Program]) -> None:
    ann, bob = programs
    said = ask(bob, text=" Good \n luck! ").json()["messages"][-1]
    assert (said["seat"], said["name"], said["text"], said["mine"]) == (
        1,
        "Bob",
        "Good luck!",
        True,
    )
    assert [(one["text"], one["mine"]) for one in hear(ann)["messages"]] == [("Good luck!", False)]
    assert hear(ann, after=said["number"])["messages"] == []
    assert_refused(ask(bob, text="\u202e"), 400)
    assert_refused(ask(bob, text="x" * (MAX_MESSAGE_LETTERS + 1)), 422)


def test_a_program_that_waits_hears_a_message_but_no_move(
    programs: tuple[Program, Program],
) -> None:
    ann, bob = programs
    later = threading.Timer(0.2, lambda: ask(bob, text="At last"))
    later.start()
    assert [one["text"] for one in hear(ann, wait=20)["messages"]] == ["At last"]
    later.join()


def test_a_program_mutes_and_its_host_arranges(
    programs: tuple[Program, Program], server: Served
) -> None:
    ann, bob = programs
    number = ask(bob, text="You always lose").json()["messages"][-1]["number"]
    muted = ask(ann, "/mute", number=number).json()
    assert (muted["messages"], muted["authors"][0]["muted"]) == ([], True)
    assert ask(ann, "/mute", number=number, mute=False).json()["messages"]
    assert_refused(ask(bob, "/room", spectators=True), 403)
    watcher = Program(server.url)
    watcher.table = ann.table
    assert_refused(watcher.http.get(f"/api/tables/{ann.table}/chat"), 403)
    assert ask(ann, "/room", spectators=True).json()["spectators"]
    assert hear(watcher)["messages"]
    assert_refused(ask(watcher, text="Hello"), 401)  # who has no token could not be muted
    assert ask(ann, "/room", closed=True).json()["spectators"], "what is left out stays"
    assert_refused(ask(bob, text="Hello"), 409)
