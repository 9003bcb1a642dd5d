"""Several servers on one PostgreSQL: they hear of each other, and no two do the same."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from benchmarks.faults.postgres import Postgres
from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker_pool import ThreadWorker
from dvergar.web.features.chat.service import Room
from dvergar.web.features.my_data.service import delete_user_data
from dvergar.web.kernel.live.pg_listener import PgListener
from dvergar.web.kernel.security.tokens import digest
from dvergar.web.kernel.storage.schema import HEAD_REVISION
from dvergar.web.kernel.storage.store import Store
from tests.web.kernel.live.streams import LOCKED_S, Message, listening
from tests.web.players import Program, assert_refused, invites, play_out, wait_until
from tests.web.serving import Place, Served


@contextmanager
def two_servers(place: Place, **settings: Any) -> Iterator[tuple[Served, Served]]:
    with place.serving(**settings) as one, place.serving(**settings) as two:
        yield one, two


@pytest.fixture(scope="module")
def servers(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, Served]]:
    place = Place(tmp_path_factory.mktemp("servers"), postgres.new_database())
    with two_servers(place) as both:
        yield both


def seated(served: Served, other: Program) -> Program:
    """The same program at another server."""
    program = Program(served.url, other.token)
    program.table = other.table
    return program


def heard_in_time(heard: queue.Queue[Message], version: int) -> None:
    while heard.get(timeout=LOCKED_S).id != str(version):
        pass


def test_a_page_hears_of_a_move_made_at_another_server(servers: tuple[Served, Served]) -> None:
    one, two = servers
    program = Program(one.url)
    version = program.open(["me", "me"])["version"]
    with listening(Program(two.url).http, program.table, f"?after={version}") as heard:
        for more in (1, 2, 3):
            program.move("dig", version + more - 1)
            assert heard.get(timeout=5).id == str(version + more), "long before the heartbeat"
    with program.http.stream("GET", f"/api/tables/{program.table}/stream") as lines:
        each = lines.iter_lines()
        next(each)
        seated(two, program).move("dig", version + 3)
        assert f'"version":{version + 4}' in next(each)


def test_of_two_answers_at_once_one_counts(servers: tuple[Served, Served]) -> None:
    programs = [Program(servers[0].url)]
    programs[0].open(["me", "me"], game="cave_vs_cave")
    programs.append(seated(servers[1], programs[0]))
    with ThreadPoolExecutor(2) as pool:
        for _ in range(12):
            seen = programs[0].look()
            move, at = seen["choices"][0]["move"], seen["version"]
            answers = list(pool.map(Program.try_move, programs, [move] * 2, [at] * 2))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            looks = [one.look() for one in programs]
            assert looks[0] == looks[1]
            assert looks[0]["number"] > seen["number"]


def test_the_bots_of_a_table_think_once_whoever_wakes_them(
    servers: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: Counter[int] = Counter()
    think = ThreadWorker.think

    async def count(self: ThreadWorker, question: Question, show: Callable[..., None]) -> Answer:
        thoughts[len(question.played)] += 1
        await asyncio.sleep(0.02)
        return await think(self, question, show)

    monkeypatch.setattr(ThreadWorker, "think", count)
    program = Program(servers[0].url)
    program.open(["random", "random", "me"])
    stop = threading.Event()

    def wake() -> None:
        while not stop.is_set():
            for served in servers:
                served.loop.call_soon_threadsafe(served.inside.bots.wake, program.table)
            time.sleep(0.01)

    waking = threading.Thread(target=wake)
    waking.start()
    end = play_out([program, seated(servers[1], program)])
    stop.set()
    waking.join()
    assert end["phase"] == "over"
    assert set(thoughts.values()) == {1}, thoughts


def test_whoever_is_woken_where_others_just_stopped_goes_on(
    servers: tuple[Served, Served],
) -> None:
    """People move at one server and then at the other, and always a bot answers."""
    programs = [Program(servers[0].url)]
    programs[0].open(["me", "random"], game="cave_vs_cave")
    programs.append(seated(servers[1], programs[0]))
    for number in range(12):
        mover, other = programs[number % 2], programs[1 - number % 2]
        seen = mover.look()
        while not seen["my_turn"]:
            seen = mover.look(after=seen["version"], wait=20)
        moved = mover.move(seen["choices"][0]["move"], seen["version"])
        assert other.look()["version"] >= moved["version"]


def test_nobody_waits_for_a_bot_that_is_to_be_skipped_at_another_server(shared: Place) -> None:
    with two_servers(shared, bot_pace=60) as (one, two):
        program = Program(one.url)
        version = program.open(["random", "me"], options={"first_seat": 0})["version"]
        wait_until(lambda: program.table in one.inside.bots._skipped)
        skip = seated(two, program).http.post(f"/table/{program.table}/skip")
        assert skip.status_code == 303
        assert program.look(after=version, wait=20)["version"] > version


def test_lists_chat_and_presence_are_told_of_at_every_server(
    servers: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    monkeypatch.setattr(two.lobby, "pause", 0.05)
    monkeypatch.setattr(one.inside.presence, "grace_s", 0.0)
    host = Program(one.url)
    host.open(["me", "open"], name="Thursday")
    there = seated(two, host)
    for query, public in (({"open": "public"}, True), ({"mine": "1"}, False)):
        with there.http.stream("GET", "/live", params=query, timeout=10) as answer:
            lines = answer.iter_lines()
            next(line for line in lines if line.startswith("data: "))
            name = f"Friday {public}"
            host.open(["me", "open"], name=name, public=public)
            assert any(name in line for line in lines), "long before the heartbeat"
    with there.http.stream("GET", f"/table/{there.table}/live", timeout=10) as answer:
        lines = answer.iter_lines()
        next(lines)
        host.http.post(f"/table/{there.table}/chat", data={"text": "Dig deeper"})
        assert any(line.startswith("event: chat") for line in lines), "long before the heartbeat"
    wait_until(lambda: there.look()["seats"][0]["here"] is False)
    with host.http.stream("GET", f"/table/{there.table}/live"):
        wait_until(lambda: there.look()["seats"][0]["here"])
    wait_until(lambda: not there.look()["seats"][0]["here"])


def test_who_does_the_same_twice_at_once_has_done_it(servers: tuple[Served, Served]) -> None:
    ann, bob = Program(servers[0].url), Program(servers[0].url)
    bob.join(invites(ann.open(["me", "open"]))[0], "Bob")
    said = bob.http.post(f"/api/tables/{bob.table}/chat", json={"text": "Ha!"}).json()
    number, inside, me = said["messages"][-1]["number"], servers[0].inside, digest(ann.token)
    player = servers[0].run(inside.claimed_names.claim("Twice", digest(bob.token)))
    doing: list[Callable[[], Awaitable[object]]] = [
        lambda: servers[0].chat.mute(ann.table, me, number, True),
        lambda: servers[0].chat.set_room(ann.table, Room(spectators=True)),
        lambda: inside.claimed_names.take(player, me),
        lambda: servers[0].turn_notifier.contacts.put(me, "mail", "ann@example.org", "en"),
    ]

    async def at_once() -> None:
        await asyncio.gather(*[act() for act in doing for _ in range(6)])

    servers[0].run(at_once())
    read = ann.http.get(f"/api/tables/{ann.table}/chat").json()
    assert (read["spectators"], read["messages"]) == (True, [])
    assert servers[0].run(inside.claimed_names.of(me)) == player
    assert len(servers[0].run(servers[0].turn_notifier.contacts.of(me))) == 1


def test_who_deletes_his_data_is_gone_at_every_server(servers: tuple[Served, Served]) -> None:
    one, two = servers
    program, guest = Program(one.url), Program(one.url)
    table = program.open(["me", "open"])
    guest.join(table["seats"][1]["invite"], "Gudrun")
    there = seated(two, program)
    assert "Gudrun" in str(there.look())
    with listening(there.http, program.table) as heard:
        assert "Gudrun" in heard.get(timeout=LOCKED_S).html
        me, inside = digest(guest.token), one.inside
        one.run(delete_user_data(inside.store, inside.tables, me, lambda _: "random"))
        assert "Gudrun" not in heard.get(timeout=LOCKED_S).html
    assert "Gudrun" not in str(there.look())


def test_a_deleted_table_is_gone_for_pages_of_other_servers(
    servers: tuple[Served, Served],
) -> None:
    one, two = servers
    program = Program(one.url)
    program.open(["me", "me"])
    there = Program(two.url).http
    with there.stream("GET", f"/table/{program.table}/live", timeout=5) as live:
        lines = live.iter_lines()
        next(lines)
        one.run(one.inside.store.delete(program.table))
        assert list(lines), "it ends, long before the heartbeat"
    assert_refused(seated(two, program).http.get(f"/table/{program.table}"), 404)


def test_a_lost_line_is_made_again_and_nothing_is_missed(postgres: Postgres, shared: Place) -> None:
    with two_servers(shared) as (one, two):
        program = Program(one.url)
        version = program.open(["me", "me"])["version"]
        with listening(Program(two.url).http, program.table, f"?after={version}") as heard:
            for more in (1, 2):
                postgres.ask(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = $1 and pid <> pg_backend_pid()",
                    shared.name,
                )
                program.move("dig", version + more - 1)
                heard_in_time(heard, version + more)
        assert isinstance(two.inside.peers, PgListener)
        assert two.inside.peers.connection.losses >= 1


def test_a_database_that_was_away_is_found_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = Postgres()
    try:
        database.start()
        place = Place(tmp_path_factory.mktemp("away"), database.new_database())
        with place.serving() as served:
            program = Program(served.url)
            version = program.open(["me", "me"])["version"]
            with listening(Program(served.url).http, program.table, f"?after={version}"):
                database.stop()
                assert program.http.get("/health").status_code == 503
                refused = assert_refused(program.try_move("dig", version), 503)
                assert "Nothing can be saved right now" in refused
                database.start()
                assert program.move("dig", version)["version"] == version + 1
                assert program.http.get("/health").json()["status"] == "ok"
    finally:
        database.remove()


def test_servers_that_start_at_once_bring_the_database_up_to_date_once(
    postgres: Postgres,
) -> None:
    address = postgres.new_database()

    async def scene() -> None:
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(scene())
    rows = postgres.ask("select * from alembic_version", database=address.rpartition("/")[2])
    assert [row["version_num"] for row in rows] == [HEAD_REVISION]


@pytest.mark.parametrize("path", ["/table/a%00b", "/api/tables/%00", "/table/%ED%A0%80/live"])
def test_what_no_database_could_hold_is_not_found(
    path: str, servers: tuple[Served, Served]
) -> None:
    assert_refused(Program(servers[0].url).http.get(path), 404)
