"""A refused request changes nothing: every route that takes something, compared by the database.

Each of them is asked by several visitors at tables in every phase, with what it expects and with
something else. Whenever the answer is an error, all that is stored is as it was.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from dvergar.web.app import create_app
from dvergar.web.bot_workers.question import BotFailed
from dvergar.web.settings import Settings
from tests import toy
from tests.toy.state import State as ToyState
from tests.web.players import Program, invites
from tests.web.serving import Served

pytestmark = pytest.mark.whole_games
GOOD: dict[str, Any] = {
    "move": "dig",
    "sure": "yes",
    "answer": "yes",
    "agree": True,
    "whole_turn": True,
    "pace": "calm",
    "hints": "on",
    "seat": 1,
    "name": "Zoe",
    "bot": "normal",
    "back": "turn",
    "text": "Well dug!",
    "number": 1,
    "mute": "on",
    "chat": "off",
    "spectators": "on",
    "closed": True,
    "address": "zoe@example.org",
    "game": "my_gold_mine",
    "seats": [{"kind": "me", "name": "Zoe"}, {"kind": "bot", "bot": "normal"}],
    "kind-0": "me",
    "kind-1": "bot",
    "bot-1": "normal",
}
"""What every request may need; it takes its part of it."""
STRANGER = "x" * 43
COUNTERS = ('INSERT INTO "contact_requests"', 'INSERT INTO "sqlite_sequence"')
"""What counts how often somebody asked, refused or not."""
CLOCK = """INSERT INTO "said" VALUES('clock',"""
"""What a server notes by itself every half minute."""
BAD: tuple[dict[str, Any], ...] = (
    {},
    {**GOOD, "move": "fly", "seat": 6, "bot": "nobody", "name": "", "address": "x", "text": ""},
)


@dataclass(slots=True)
class Situation:
    """A table, and those who may ask something there."""

    table: str
    visitors: dict[str, str] = field(default_factory=dict)
    """Tokens by who it is."""


@pytest.fixture(scope="module")
def quiet(server: Served) -> Served:
    """No bot moves by itself, no mail arrives: whatever is stored, a request has stored."""
    inside: Any = server.inside
    inside.bots.wake = lambda _: None

    async def fail(*_: Any, **__: Any) -> Any:
        raise BotFailed("deliberate")

    async def count_nothing(*_: Any, **__: Any) -> int:
        return 0

    async def lose(*_: Any, **__: Any) -> bool:
        return False

    inside.queue.think = fail
    notifier: Any = server.turn_notifier
    reports: Any = server.features["reports"]
    notifier.limit.check = reports.limit.check = lambda _: None
    notifier.limits.count = count_nothing
    notifier.mailer.send = lose
    notifier.mailer.possible = True
    return server


@cache
def routes() -> list[tuple[str, str]]:
    """Every route that is no question, as method and path."""
    app = create_app(Settings(Path("nowhere")))
    found = [route for route in app.routes if isinstance(route, APIRoute)]
    changing = [(one.path, set(one.methods or ()) - {"GET", "HEAD"}) for one in found]
    return [(method, path) for path, methods in changing for method in sorted(methods)]


class Watched:
    """The database of a server, and whether it has changed."""

    def __init__(self, server: Served) -> None:
        self._database = sqlite3.connect(server.data / "dvergar.sqlite")
        self._version = self._seen()
        self.dump = self._dump()

    def changes(self) -> list[str]:
        """The lines of a dump that are there now and were not before, or the other way round."""
        version = self._seen()
        if version == self._version:
            return []
        before, self.dump, self._version = self.dump, self._dump(), version
        return sorted(set(before) ^ set(self.dump))

    def close(self) -> None:
        self._database.close()

    def _seen(self) -> int:
        return int(self._database.execute("pragma data_version").fetchone()[0])

    def _dump(self) -> list[str]:
        return [
            line for line in self._database.iterdump() if not line.startswith((*COUNTERS, CLOCK))
        ]


@pytest.fixture
def watched(quiet: Served) -> Iterator[Watched]:
    with closing(Watched(quiet)) as watching:
        yield watching


def situations(server: Served) -> dict[str, Situation]:
    """Tables in every phase."""
    found: dict[str, Situation] = {}

    def keep(name: str, host: Program, **others: Program) -> None:
        tokens = {who: one.token for who, one in others.items()}  # a host may take their seats
        found[name] = Situation(host.table, {**tokens, "host": host.token})

    waiting = Program(server.url)
    waiting.open(["me", "open"], public=True)
    keep("waiting", waiting)
    host, guest = _two(server)
    keep("two people", host, guest=guest)
    host, guest = _two(server)
    host.http.post(f"/api/tables/{host.table}/leave")
    guest.http.post(f"/api/tables/{host.table}/leave")
    keep("both away", host, guest=guest)
    resigned = Program(server.url)
    resigned.open(["me", "normal"])
    resigned.http.post(f"/api/tables/{resigned.table}/resign")
    keep("closed", resigned)
    alone = Program(server.url)
    alone.open(["me", "me"])
    alone.move("dig")
    keep("one screen", alone)
    guided = httpx.Client(base_url=server.url, verify=False)
    table = guided.post("/guide/my_gold_mine").headers["location"].rsplit("/", 1)[1]
    found["guided"] = Situation(table, {"host": guided.cookies["dvergar"]})
    return found


def _two(server: Served) -> tuple[Program, Program]:
    host, guest = Program(server.url), Program(server.url)
    table = host.open(["me", "open"], options={"first_seat": 0})
    guest.join(invites(table)[0])
    host.move("dig")
    guest.http.post(f"/api/tables/{host.table}/chat", json={"text": "Hello"})
    return host, guest


def requests(path: str, table: str, version: int, who: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A path filled in, with bodies of every kind."""
    filled = path.replace("{table_id}", table).replace("{slug}", "caverna")
    filled = filled.replace("{game}", "caverna").replace("{kind}", "mail")
    filled = re.sub(r"\{\w+\}", "nobody", filled)
    yield filled, {**GOOD, "at": version}
    for body in BAD:
        yield filled, {**body, **({"at": version} if body else {})}
    if who == "guest":
        yield filled, {**GOOD, "at": version - 1}
        yield re.sub(r"\{\w+\}", "nobody", path), {**GOOD, "at": version}


def send(http: httpx.Client, method: str, path: str, body: dict[str, Any]) -> httpx.Response:
    if path.startswith("/api"):
        return http.request(method, path, json=body)
    texts = {name: str(value) for name, value in body.items() if not isinstance(value, list)}
    return http.request(method, path, data=texts)


def test_a_refused_request_leaves_the_database_as_it_was(quiet: Served, watched: Watched) -> None:
    refused = 0
    for name, situation in situations(quiet).items():
        watched.changes()
        for who, token in {**situation.visitors, "stranger": STRANGER}.items():
            http = httpx.Client(base_url=quiet.url, verify=False, timeout=60)
            http.headers["authorization"] = f"Bearer {token}"
            for method, path in routes():
                if path.endswith(("/delete", "/drop")):
                    continue  # the table is to stay
                version = quiet.run(quiet.inside.tables.get(situation.table)).version
                for filled, body in requests(path, situation.table, version, who):
                    answer = send(http, method, filled, body)
                    quiet.run(quiet.inside.results.settle())  # of games that have just ended
                    changed = watched.changes()
                    if answer.status_code >= 400:
                        refused += 1
                        assert not changed, (name, who, method, filled, body, answer.text, changed)
    assert refused > 1000


def test_a_failed_mail_leaves_the_address_that_was_there(quiet: Served, watched: Watched) -> None:
    host, _ = _two(quiet)
    holder = _holder(quiet, host)
    old, _ = quiet.run(quiet.turn_notifier.contacts.put(holder, "mail", "old@example.org", "en"))
    watched.changes()
    answer = host.http.post("/turns/mail", data={"address": "new@example.org"})
    assert answer.status_code == 502
    assert not watched.changes()
    kept = quiet.run(quiet.turn_notifier.contacts.of(holder))
    assert [one.id for one in kept] == [old.id]


def _holder(server: Served, program: Program) -> str:
    return server.run(server.inside.tables.get(program.table)).host


def test_two_clicks_at_once_open_one_table_of_the_day(quiet: Served, watched: Watched) -> None:
    async def both() -> list[httpx.Response]:
        headers = {"authorization": f"Bearer {'y' * 43}"}
        async with httpx.AsyncClient(base_url=quiet.url, verify=False, headers=headers) as http:
            clicks = [http.post("/daily/cave_vs_cave") for _ in range(4)]
            return list(await asyncio.gather(*clicks))

    answers = asyncio.run(both())
    assert len({answer.headers["location"] for answer in answers}) == 1
    tables = [line for line in watched.changes() if 'INTO "tables"' in line]
    assert len(tables) == 1


@pytest.mark.parametrize("fails", ["play", "view", "moves"])
def test_a_move_that_a_plug_in_cannot_show_is_not_stored(
    quiet: Served, watched: Watched, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    program = Program(quiet.url)
    table = program.open(["me", "me"], toy.INFO.slug)
    watched.changes()

    def fail(*_: Any, **__: Any) -> Any:
        raise SystemExit("a plug-in has had enough")

    monkeypatch.setattr(ToyState, fails, fail, raising=False)
    answer = program.try_move("pick", table["version"])
    assert answer.status_code == 503
    assert "stones" in answer.json()["error"]
    assert not watched.changes()
    monkeypatch.undo()
    assert program.move("pick")["version"] == table["version"] + 1
