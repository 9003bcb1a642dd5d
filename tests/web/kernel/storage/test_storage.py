"""Storage: events are append-only, stored before they are shown, and outlive the server."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.live.peers import Notifier
from dvergar.web.kernel.security.tokens import digest
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Change, Conflict, Stored
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import PERSON, Seat
from dvergar.web.kernel.tables.table_events import TableChanged
from tests.web.players import GAME, Program, invites, play_out, port_of
from tests.web.serving import Place, Served, serving

HOLDER = digest("h" * 24)
PLAN = Plan(GAME, {}, [Seat(PERSON, "A"), Seat(PERSON, "B")], "")


def database(server: Served) -> sqlite3.Connection:
    return sqlite3.connect(server.data / "dvergar.sqlite")


def test_the_database_writes_ahead(server: Served) -> None:
    with database(server) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)


def test_events_have_the_primary_key_table_and_number(server: Served) -> None:
    with database(server) as connection:
        columns = connection.execute("pragma table_info(events)").fetchall()
    keys = {name: key for _, name, _, _, _, key in columns if key}
    assert keys == {"table_id": 1, "number": 2}


def test_events_are_only_ever_added(program: Program, server: Served) -> None:
    program.open(["me", "me"])
    before: list[tuple[object, ...]] = []
    for step in range(6):
        with database(server) as connection:
            query = "select * from events where table_id = ? order by number"
            rows = connection.execute(query, [program.table]).fetchall()
        assert rows[: len(before)] == before
        assert len(rows) == step + 1 == program.look()["version"]
        before = rows
        table = program.look()
        program.move(table["choices"][0]["move"], table["version"])


def test_a_move_is_stored_before_anybody_is_told(place: Place) -> None:
    """When the first waiter wakes, another connection finds the event in the database."""

    async def scene() -> None:
        store, other = Store(place.address), Store(place.address)
        await store.open()
        hub = Notifier()
        events = Events()
        events.on(TableChanged, lambda event: hub.notify(event.table_id))
        tables = TableService(store, events)
        table = await tables.open(PLAN, HOLDER, 1)
        waiting = asyncio.create_task(hub.wait(table.id, 10))
        await asyncio.sleep(0)
        moving = asyncio.create_task(tables.move(table, "dig", table.version, [0, 1]))
        assert await waiting
        found = await other.load(table.id, 0)
        assert [event.kind for event in found.events] == ["open", "move"]
        await moving
        await store.close()
        await other.close()

    asyncio.run(scene())


def test_a_move_that_cannot_be_stored_is_not_shown(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with place.serving() as served:
        program = Program(served.url)
        table = program.open(["me", "me"])

        async def full(_: Change) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(served.inside.store, "append", full)
        answer = program.try_move("dig", table["version"])
        assert answer.status_code == 500
        again = Program(served.url, program.token)
        again.table = program.table
        assert again.look() == table
        monkeypatch.undo()
        again.move("dig", table["version"])


def test_two_servers_on_one_database_see_each_others_events(place: Place) -> None:
    with place.serving() as one, place.serving() as two:
        first = Program(one.url)
        table = first.open(["me", "me"])
        second = Program(two.url, first.token)
        second.table = first.table
        for mover, looker in ((first, second), (second, first)) * 3:
            seen = mover.look()
            moved = mover.move(seen["choices"][0]["move"], seen["version"])
            assert looker.look() == moved
        assert table["version"] + 6 == first.look()["version"]


def test_of_two_stores_only_one_gets_a_number(place: Place) -> None:
    async def scene() -> None:
        stores = [Store(place.address), Store(place.address)]
        await stores[0].open()
        houses = [TableService(store, Events()) for store in stores]
        opened = await houses[0].open(PLAN, HOLDER, 1)
        tables = [await house.get(opened.id) for house in houses]
        played = await houses[0].play(tables[0], "dig")
        assert tables[0].steps == [], "whoever looks at a table sees a whole position"
        with pytest.raises(WebError) as refused:
            await houses[1].play(tables[1], "draw exit")
        assert refused.value.key == "stale"
        late = Stored(1, "move", {"move": "dig", "seat": 0})
        with pytest.raises(Conflict):
            await stores[1].append(Change(opened.id, [late]))
        fresh = await houses[1].get(opened.id)
        assert [step.move for step in fresh.steps] == ["dig"]
        assert fresh.state == played.state
        for store in stores:
            await store.close()

    asyncio.run(scene())


def test_a_refused_change_leaves_nothing_behind(place: Place) -> None:
    async def scene() -> None:
        store = Store(place.address)
        await store.open()
        table = await TableService(store, Events()).open(PLAN, HOLDER, 1)
        sit = Stored(0, "sit", {"seat": 1, "name": "X"})
        late = Change(table.id, [sit], claims=[(1, "thief")])
        with pytest.raises(Conflict):
            await store.append(late)
        assert (await store.load(table.id, 0, "thief")).seats == ()
        await store.close()

    asyncio.run(scene())


def test_a_server_started_again_shows_the_same_position(place: Place) -> None:
    with place.serving() as served:
        program, guest = Program(served.url), Program(served.url)
        table = program.open(["me", "open", "random"], name="Kept", public=True)
        guest.join(invites(table)[0], "Guest")
        done = Program(served.url)
        done.open(["me", "me"])
        play_out([done])
        seen = {one: one.look() for one in (guest, done)}
        page = done.http.get(f"/table/{done.table}").text.replace(port_of(served.url), "")
    with place.serving() as served:
        for one, before in seen.items():
            again = Program(served.url, one.token)
            again.table = one.table
            after = again.look()
            if one is guest:
                assert after["version"] >= before["version"], "a bot may have moved meanwhile"
            else:
                assert after == before
                shown = again.http.get(f"/table/{one.table}").text
                assert shown.replace(port_of(served.url), "") == page


@pytest.mark.whole_games
def test_a_long_game_looks_the_same_at_every_position_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me"] * 6)
        end = play_out([program])
        numbers = [0, 1, 15, 16, 17, 31, 32, 33, end["number"] - 1, end["number"]]
        before = [program.http.get(f"/table/{program.table}?at={n}").text for n in numbers]
    with serving(tmp_path) as served:
        again = Program(served.url, program.token)
        after = [again.http.get(f"/table/{program.table}?at={n}").text for n in numbers]
    assert after == before
    assert len(set(before)) == len(numbers)


def test_tables_forgotten_by_memory_are_remembered_by_the_database(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dvergar.web.kernel.tables.repository.MAX_CACHED_TABLES", 2)
    with place.serving() as served:
        programs = [Program(served.url) for _ in range(5)]
        for program in programs:
            program.open(["me", "me"])
        for _ in range(3):
            for program in programs:
                seen = program.look()
                moved = program.move(seen["choices"][0]["move"], seen["version"])
                assert moved["version"] == seen["version"] + 1


def test_what_lists_show_is_stored_with_the_move_or_neither_is(tmp_path: Path) -> None:
    """The list cannot be written: the move is refused, and nothing of it is there."""
    with serving(tmp_path) as served:
        program = Program(served.url)
        table = program.open(["me", "me"])
        with database(served) as connection:
            connection.execute(
                "create trigger full before update on tables "
                "begin select raise(abort, 'no space left'); end"
            )
        assert program.try_move("dig", table["version"]).is_error
        assert program.look() == table
        assert len(served.events(program.table)) == table["version"]
        with database(served) as connection:
            connection.execute("drop trigger full")
        assert program.move("dig", table["version"])["version"] == table["version"] + 1


def test_every_answer_tells_the_truth_while_others_lock_the_database(tmp_path: Path) -> None:
    """A backup or a second program writes in between: what was answered is what is stored."""
    with serving(tmp_path) as served:
        players = [Program(served.url) for _ in range(3)]
        for player in players:
            player.open(["me", "me"])
        stop = threading.Event()

        def hinder() -> None:
            connection = sqlite3.connect(served.data / "dvergar.sqlite", timeout=30)
            connection.isolation_level = None
            while not stop.is_set():
                connection.execute("begin immediate")
                time.sleep(0.02)
                connection.execute("rollback")
                time.sleep(0.01)
            connection.close()

        def play(player: Program) -> list[tuple[int, int]]:
            """What each try was answered, and how many events were stored then."""
            told = []
            for _ in range(6):
                seen = player.look()
                answer = player.try_move(seen["choices"][0]["move"], seen["version"])
                stored = len(served.events(player.table)) - seen["version"]
                told.append((answer.status_code, stored))
            return told

        other = threading.Thread(target=hinder, daemon=True)
        other.start()
        with ThreadPoolExecutor(3) as pool:
            told = [pair for pairs in pool.map(play, players) for pair in pairs]
        stop.set()
        other.join(30)
        assert all((status == 200) == (stored == 1) for status, stored in told), told
