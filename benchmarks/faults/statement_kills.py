"""Kills a server at every statement of its ordinary work, and looks what the next start finds.

`python -m benchmarks.faults.statement_kills` plays a scenario (open, join, move, undo, chat, a
claimed name, leave, resign, finish, rematch, delete one's data) on SQLite inside this process and
copies the files before every statement: what `kill -9` leaves at that moment. Each copy is started
again. `--real` kills a real server before every n-th statement that writes instead, which also
works on PostgreSQL (`--database own`). Nothing acknowledged may be missing, and nothing half done.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, Table, event, select

from benchmarks.faults.postgres import OWN, own_postgres
from benchmarks.faults.served import FREELY, Served
from dvergar.web.app import create_app
from dvergar.web.features import find_features
from dvergar.web.kernel.feature import install
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.storage import schema
from dvergar.web.kernel.storage.sqlite_database import WRITER_THREAD
from dvergar.web.kernel.storage.stored_rows import Listed
from dvergar.web.kernel.tables.repository import build_table
from dvergar.web.kernel.tables.seats import PERSON
from dvergar.web.settings import VARIABLE_PREFIX, Settings, read

GAME = "my_gold_mine"
GAME_END_TIMEOUT_S = 120
Rows = dict[str, list[Any]]


@dataclass(slots=True)
class Noted:
    """What the server has acknowledged so far."""

    versions: dict[str, int] = field(default_factory=dict)
    """Of each table the number of its events."""
    messages: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Names that were claimed."""
    forgotten: list[str] = field(default_factory=list)
    """Names that were deleted."""
    finished: bool = False

    def copy(self) -> Noted:
        """As it is now."""
        return Noted(
            dict(self.versions),
            list(self.messages),
            list(self.names),
            list(self.forgotten),
            self.finished,
        )


class Caller:
    """Somebody who uses the interface, and notes what was answered."""

    def __init__(self, http: httpx.AsyncClient, noted: Noted) -> None:
        self.noted = noted
        self.table: dict[str, Any] = {}
        self._http = http
        self._headers: dict[str, str] = {}

    async def post(self, path: str, body: dict[str, Any] | None = None, **more: Any) -> Any:
        """Sends something that has to be accepted."""
        answer = await self._http.post(path, json=body, headers=self._headers, **more)
        assert answer.status_code < 400, (path, answer.status_code, answer.text[:300])
        if "json" not in answer.headers.get("content-type", ""):
            return None
        tree = answer.json()
        if "token" in tree:
            self._headers = {"authorization": f"Bearer {tree['token']}"}
        table = tree.get("table", tree)
        if "version" in table and "id" in table:
            self.table = table
            self.noted.versions[table["id"]] = table["version"]
        return tree

    async def look(self) -> dict[str, Any]:
        """The table as it is now."""
        answer = await self._http.get(f"/api/tables/{self.table['id']}", headers=self._headers)
        self.table = answer.json()
        return self.table

    async def act(self, what: str, body: dict[str, Any] | None = None) -> Any:
        """Does something at the table."""
        return await self.post(f"/api/tables/{self.table['id']}/{what}", body or {})

    async def move(self, chance: random.Random) -> None:
        """Any move; more often the last, which leads to the end."""
        choices = [one["move"] for one in self.table["choices"]]
        move = chance.choice([*choices, choices[-1], choices[-1]])
        await self.act("moves", {"move": move, "at": self.table["version"]})


async def play(http: httpx.AsyncClient, noted: Noted) -> None:
    """Everything that people do, one after the other."""
    chance = random.Random(1)
    ann, bob, cleo = (Caller(http, noted) for _ in range(3))
    await _sit_down(ann, {bob: "Bob", cleo: "Cleo"})
    await ann.act("chat", {"text": "hello from Ann"})
    noted.messages.append("hello from Ann")
    await bob.act("chat", {"text": "hello from Bob"})
    noted.messages.append("hello from Bob")
    number = (await ann.act("chat", {"text": "once more"}))["messages"][-1]["number"]
    await bob.act("chat/mute", {"number": number, "mute": True})
    await ann.act("chat/room", {"closed": False, "spectators": True})
    await ann.post("/ratings/claim", data={"name": "Annabella"})
    noted.names.append("Annabella")
    people = [ann, bob, cleo]
    for _ in range(4):
        await _one_move(people, chance)
    await _take_back(people)
    await cleo.act("leave")
    await cleo.act("back")
    await cleo.look()
    await cleo.act("resign")
    await _play_out([ann, bob], chance)
    noted.finished = True
    await ann.act("rematch")
    await bob.act("rematch")
    await cleo.post("/mine/delete", data={"sure": "yes"})
    noted.forgotten.append("Cleo")


async def _sit_down(host: Caller, guests: dict[Caller, str]) -> None:
    seats = [{"kind": "me", "name": "Ann"}, *({"kind": "open"} for _ in guests)]
    await host.post("/api/tables", {"game": GAME, "seats": seats})
    invites = [seat["invite"] for seat in host.table["seats"] if seat["invite"]]
    for (guest, name), invite in zip(guests.items(), invites, strict=True):
        await guest.post(f"/api/join/{invite.rsplit('/', 1)[1]}", {"name": name})


async def _one_move(people: Sequence[Caller], chance: random.Random) -> bool:
    """Makes a move for the player to move; false if the game is over or it's a bot's turn."""
    for one in people:
        table = await one.look()
        if table["phase"] == "over":
            return False
        if table["my_turn"] and table["choices"]:
            await one.move(chance)
            return True
    await asyncio.sleep(0.01)
    return True


async def _take_back(people: Sequence[Caller]) -> None:
    """Somebody asks to take the last move back, and the others agree."""
    for one in people:
        await one.look()
        with suppress(AssertionError):  # only who has moved last may
            await one.act("undo", {"at": one.table["version"], "whole_turn": False})
            break
    for one in people:
        table = await one.look()
        with suppress(AssertionError):  # who asked need not agree
            await one.act("wish", {"at": table["version"], "agree": True})


async def _play_out(people: Sequence[Caller], chance: random.Random) -> None:
    async with asyncio.timeout(GAME_END_TIMEOUT_S):
        while await _one_move(people, chance):
            pass


# Kills inside this process: copies of the files.


@dataclass(frozen=True, slots=True)
class Kill:
    """A data folder as a kill before a statement left it, and what was acknowledged by then."""

    folder: Path
    statement: str
    noted: Noted


def settings_of(data: Path, database: str = "") -> Settings:
    """Settings of a server that makes nobody wait."""
    typed = {"bot_pace": 0.0, "bot_workers": 0, "database": database}
    return read(
        data, {name: value for name, value in FREELY.items() if name != VARIABLE_PREFIX}, typed
    )


def recorded(folder: Path) -> list[Kill]:
    """Plays the scenario; all kills that leave other files than the one before."""
    data, noted, kills = folder / "run", Noted(), list[Kill]()
    data.mkdir(parents=True)
    app = create_app(settings_of(data))
    server: Kernel = app.state.kernel
    seen: dict[str, bytes] = {}

    def copy(*arguments: Any) -> None:
        if not threading.current_thread().name.startswith(WRITER_THREAD):
            return  # the files may change meanwhile
        files = {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()}
        if files == seen:
            return
        seen.clear()
        seen.update(files)
        target = folder / f"kill-{len(kills):04}"
        shutil.copytree(data, target)
        kills.append(Kill(target, arguments[2], noted.copy()))

    async def scene() -> None:
        await server.open()
        event.listen(server.store.engine, "before_cursor_execute", copy)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            await play(http, noted)
        await server.close()

    asyncio.run(scene())
    return kills


# Kills of a real process.


def killed_at(data: Path, number: int, database: str = "") -> Noted:
    """Plays on a real server that kills itself at a statement; what it had acknowledged."""
    server = Served(
        data,
        *("--workers-for-bots", "0"),
        kill_at=number,
        DVERGAR_DATABASE=database,
        DVERGAR_BOT_PACE="0",
    )
    noted = Noted()

    async def scene() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60, trust_env=False) as http:
            await play(http, noted)

    try:
        server.start()
        with suppress(httpx.TransportError):
            asyncio.run(scene())
    except SystemExit:
        pass  # killed before it answered anybody
    if server.alive() and not noted.forgotten:
        server.wait_until_killed()
    elif server.alive():
        server.kill()
    return noted


# What is found afterwards.


def faults(data: Path, noted: Noted, database: str = "") -> list[str]:
    """Starts a server on what a kill has left; what is missing or half done there."""

    async def scene() -> list[str]:
        server = Kernel(settings_of(data, database))
        install(server, [make(server) for make in find_features()])
        await server.open()
        await server.settled()
        await server.results.settle()
        await server.bots.close()  # a move between two reads would look half done
        rows = await server.store.ask(_all_rows)
        await server.close()
        return [*_missing(rows, noted), *_half_done(rows)]

    return asyncio.run(scene())


def _all_rows(connection: Connection) -> Rows:
    def of(table: Table) -> list[Any]:
        return list(connection.execute(select(table).order_by(*table.primary_key)).all())

    return {name: of(table) for name, table in schema.META.tables.items()}


def _missing(rows: Rows, noted: Noted) -> Iterator[str]:
    """What was acknowledged and is not there."""
    events = _events_of(rows)
    for table, version in noted.versions.items():
        if len(events.get(table, [])) < version:
            yield f"table {table} has lost events: {len(events.get(table, []))} of {version}"
    texts = {row.text for row in rows["messages"]}
    yield from (f"a message is lost: {text}" for text in noted.messages if text not in texts)
    names = {row.name for row in rows["players"]}
    yield from (f"a claimed name is lost: {name}" for name in noted.names if name not in names)
    for name in noted.forgotten:
        held = [row for row in rows["events"] if f'"{name}"' in row.body]
        held += [row for row in rows["tables"] if f'"{name}"' in row.summary]
        yield from (f"a deleted name is there: {row}" for row in held)
    if noted.finished and not rows["results"]:
        yield "the result of the finished game is lost"


def _events_of(rows: Rows) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows["events"]:
        found.setdefault(row.table_id, []).append(row)
    return found


def _half_done(rows: Rows) -> Iterator[str]:
    """What contradicts itself: one part of a change without the other."""
    events, tables = _events_of(rows), {row.id: row for row in rows["tables"]}
    for table_id in events.keys() ^ tables.keys():
        yield f"table {table_id} has a row or events, not both"
    for table_id in events.keys() & tables.keys():
        yield from _half_done_table(tables[table_id], events[table_id], rows)
    players = {row.id for row in rows["players"]}
    browsers = {row.player for row in rows["browsers"]}
    yield from (f"player {one} has a row or a browser, not both" for one in players ^ browsers)


def _half_done_table(row: Any, events: list[Any], rows: Rows) -> Iterator[str]:
    from dvergar.web.kernel.storage.store import _body
    from dvergar.web.kernel.storage.stored_rows import Stored

    if [event.number for event in events] != list(range(len(events))):
        yield f"table {row.id} has gaps in its events"
        return
    stored = [Stored(event.number, event.kind, _body(event.body)) for event in events]
    listed = Listed(row.phase, row.summary)
    table = build_table(row.id, stored, listed)
    summary = table.summary()
    if (summary.phase, summary.facts) != (row.phase, listed.facts()):
        yield f"lists show something else of table {row.id}: {row.summary}"
    claimed = {claim.seat for claim in rows["claims"] if claim.table_id == row.id}
    held = {
        number
        for number, seat in enumerate(table.seats)
        if seat.kind == PERSON and number not in table.resigned
    }
    if claimed != held:
        yield f"table {row.id} has people at {held} and claims for {claimed}"
    if table.rematch and table.rematch not in {one.id for one in rows["tables"]}:
        yield f"the rematch of table {row.id} is not there"
    results = sum(result.table_id == row.id for result in rows["results"])
    if results != (row.phase == "over"):
        yield f"table {row.id} is {row.phase} and has {results} results"


def copied(folder: Path, every: int, tell: Callable[[str], None]) -> tuple[int, list[str]]:
    """Checks every n-th of the copies; how many, and what is wrong."""
    kills, found = recorded(folder)[::every], []
    for number, kill in enumerate(kills):
        found += [f"{kill.statement[:60]!r}: {one}" for one in faults(kill.folder, kill.noted)]
        if number % 20 == 0:
            tell(f"{number} of {len(kills)} kills, {len(found)} faults")
    return len(kills), found


def killed(
    folder: Path, at: Sequence[int], new_database: Callable[[], str]
) -> tuple[int, list[str]]:
    """Kills a real server at these statements, each in a folder and on a database of its own."""
    done, found = 0, []
    for number in at:
        data = folder / f"at-{number}"
        data.mkdir()
        database = new_database()
        noted = killed_at(data, number, database)
        found += [f"statement {number}: {one}" for one in faults(data, noted, database)]
        if noted.forgotten:
            break  # it was not killed any more: all statements are done
        done += 1
        print(f"killed at statement {number}, {len(found)} faults", flush=True)
    return done, found


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="only each n-th statement")
    parser.add_argument("--real", action="store_true", help="kill a process each time")
    parser.add_argument("--database", choices=["", OWN], default="", help="PostgreSQL, real kills")
    asked = parser.parse_args(typed)
    at = range(1, 100_000, asked.every)
    with tempfile.TemporaryDirectory() as folder:
        if asked.database:
            with own_postgres() as postgres:
                done, found = killed(Path(folder), at, postgres.new_database)
        elif asked.real:
            done, found = killed(Path(folder), at, lambda: "")
        else:
            done, found = copied(Path(folder), asked.every, lambda line: print(line, flush=True))
    print(f"{done} kills, {len(found)} faults", *found[:20], sep="\n  ")


if __name__ == "__main__":
    main()
