"""The lobby: open tables with what one wants to know of them, filters, pages, and live news."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.web.kernel.tables.table_events import TableChanged
from tests.web.players import GAME, Person, Program, assert_refused, invites
from tests.web.serving import Served, statements


class News:
    """A live stream, message by message."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.iter_lines()

    def next(self, *events: str) -> str:
        """The data of the next message of one of these kinds."""
        event = ""
        for line in self._lines:
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: ") and event in events:
                return line.removeprefix("data: ")
        raise AssertionError("the stream has ended")


@contextmanager
def news(program: Program, **query: Any) -> Iterator[News]:
    with program.http.stream("GET", "/live", params=query, timeout=30) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield News(answer)


def rows(person: Person) -> list[str]:
    (part,) = person.document.find("div", id="open-list")
    return [one.find("strong")[0].text for one in part.find("li")]


@pytest.fixture(autouse=True)
def quickly(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.lobby, "pause", 0.05)


@pytest.fixture
def hall(server: Served) -> Iterator[Program]:
    """Somebody with open tables of three kinds, deleted afterwards."""
    host = Program(server.url)
    found = []
    for name, body in {
        "plain": {"game": GAME, "seats": ["me", "open"]},
        "varied": {"game": GAME, "seats": ["me", "open", "open"], "options": {"open_gold": True}},
        "people": {"game": "cave_vs_cave", "seats": ["me", "open"], "bots": False},
    }.items():
        host.open(**body, name=name, public=True)  # type: ignore[arg-type]
        found.append(host.table)
    yield host
    for table in found:
        server.run(server.inside.store.delete(table))
        server.inside.events.emit(TableChanged(table))


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", ["people", "varied", "plain"]),
        (f"only={GAME}", ["varied", "plain"]),
        ("free=2", ["varied"]),
        ("bots=on", ["varied", "plain"]),
        ("speed=now", ["people", "varied", "plain"]),
        ("speed=days", []),
        ("only=nothing&free=many&page=x", ["people", "varied", "plain"]),
    ],
)
def test_a_form_without_scripts_finds_what_one_looks_for(
    hall: Program, person: Person, query: str, shown: list[str]
) -> None:
    assert hall.table
    person.go(f"/?{query}")
    assert rows(person) == shown
    assert ("none-open" in person.answer.text) == (not shown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_says_how_it_is_played(hall: Program, server: Served, lang: str) -> None:
    assert hall.table
    person = Person(server.url, lang)
    person.go("/?free=2")
    (row,) = person.document.find("div", id="open-list")[0].find("li")
    words = {
        "de": ("Offenes Gold", "jetzt", "Bots willkommen"),
        "en": ("Open gold", "now", "bots welcome"),
        "fr": ("Or visible", "maintenant", "bots"),
    }
    for text in words[lang]:
        assert text.lower() in row.text.lower()
    person.go("/?only=cave_vs_cave")
    assert words[lang][2] not in rows(person)


def test_a_program_sits_only_where_programs_are_welcome(hall: Program, server: Served) -> None:
    other = Program(server.url)
    refused = other.http.post(f"/api/tables/{hall.table}/sit", json={"name": "Bot"})
    assert "invite" in assert_refused(refused, 403)
    (invite,) = invites(hall.look())
    other.join(invite, "Bot")
    assert other.look()["phase"] == "playing"


def test_long_lists_have_pages(server: Served, person: Person) -> None:
    host = Program(server.url)
    tables = []
    for number in range(14):
        host.open(["me", "open"], name=f"t{number}", public=True)
        tables.append(host.table)
    person.http.cookies.set("dvergar", host.token)
    person.go("/?only=my_gold_mine&mine=2")
    assert len(rows(person)) == 12
    (mine,) = person.document.find("div", id="my-list")
    assert len(mine.find("li")) == 6
    (after,) = [one for one in person.document.find("a", rel="next") if "only" in one["href"]]
    person.go(after["href"])
    assert len(rows(person)) == 2
    person.go("/?page=99")
    assert len(rows(person)) == 2, "the last page"
    for table in tables:
        server.run(server.inside.store.delete(table))


def test_whoever_looks_at_the_lobby_hears_of_new_and_taken_seats(
    server: Served, new_program: Any
) -> None:
    watcher, host, guest = new_program(), new_program(), new_program()
    with news(watcher, open="") as told:
        assert "none-open" in told.next("open:")
        table = host.open(["me", "open"], name="Under the hill", public=True)
        shown = told.next("open:")
        assert "Under the hill" in shown
        assert "/sit" in shown
        guest.join(invites(table)[0])
        assert "/sit" not in told.next("open:")
    server.run(server.inside.store.delete(host.table))


def test_whose_turn_it_is_comes_by_one_stream_for_all_tables(new_program: Any) -> None:
    host, guest = new_program(), new_program()
    host.open(["me", "open"], name="First")
    with news(host, mine="1") as told:
        turns: list[Any] = json.loads(told.next("turns"))
        assert turns == []
        assert "First" in told.next("mine:1")
        first = host.table
        guest.join(invites(host.look())[0])
        while True:  # until it is the host's turn
            table = guest.look()
            if not table["my_turn"]:
                break
            guest.move(table["choices"][0]["move"], table["version"])
        assert [one["id"] for one in json.loads(told.next("turns"))] == [first]
        host.open(["me", "me"], name="Second")
        found = json.loads(told.next("turns"))
        assert {one["name"] for one in found} == {"First", "Second"}
        assert found[0]["url"].endswith(f"/table/{host.table}")


def test_seven_tables_come_over_one_connection(new_program: Any) -> None:
    host = new_program()
    tables = []
    for _ in range(7):
        table = host.open(["me", "me"])
        tables.append((host.table, table["version"]))
    asked = ",".join(f"{table}:{version}" for table, version in tables)
    with news(host, tables=f"{asked},nothing:3") as told:
        for table, _ in reversed(tables):
            host.table = table
            host.move(host.look()["choices"][0]["move"])
            assert 'id="move"' in told.next(table)


def test_all_who_look_share_what_is_read_and_drawn(
    server: Served, new_program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    renderer = server.inside.renderer
    page = renderer.page

    def drawing(name: str, *args: Any, **more: Any) -> str:
        drawn.append(name)
        return page(name, *args, **more)

    monkeypatch.setattr(renderer, "page", drawing)
    watchers = [new_program() for _ in range(3)]
    host = new_program()
    with (
        news(watchers[0], open="") as a,
        news(watchers[1], open="") as b,
        news(watchers[2], open="") as c,
    ):
        for told in (a, b, c):
            told.next("open:")
        drawn.clear()
        with statements(server) as asked:
            host.open(["me", "open"], name="Shared", public=True)
            for told in (a, b, c):
                assert "Shared" in told.next("open:")
        assert drawn.count("_open_tables.html") == 1
        assert sum("tables.public" in one for one in asked) == 1
    server.run(server.inside.store.delete(host.table))
