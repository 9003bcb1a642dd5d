"""Who is late and when, by a clock that the tests set; bots step in and out again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import time as now
from typing import cast

import pytest

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.clocks import DAY, HOUR, SPEEDS, Clock, Timing
from dvergar.web.kernel.tables.deadlines import Deadlines
from dvergar.web.kernel.tables.service import TableService
from tests.databases import on_both
from tests.toy import INFO as TOY
from tests.web.players import Person, Program, assert_refused, invites
from tests.web.serving import Served, serving

STONES = TOY.slug
LIVE = {"move": 30, "reserve": 600}


@dataclass(slots=True)
class Time:
    """What time it is on the server, as a test says."""

    server: Served
    now: float = 1_800_000_000.0

    def pass_by(self, seconds: float) -> None:
        """So much time passes, and the server looks who is late."""
        self.now += seconds
        self.server.run(self.server.inside.deadlines.check())


@pytest.fixture
def time(server: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Time]:
    time = Time(server)
    monkeypatch.setattr(server.inside.tables, "now", lambda: time.now)
    yield time
    time.now = 0.0  # nobody is late in the next test


@pytest.fixture
def quiet(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are woken by nobody: what they would do is not what is asked."""
    monkeypatch.setattr(server.inside.bots, "wake", lambda _: None)


@pytest.fixture
def two(new_program: Callable[[], Program]) -> Callable[..., tuple[Program, Program]]:
    """Seats two programs of their own at a table of stones; the first is to move."""

    def seat(**timing: int) -> tuple[Program, Program]:
        host, guest = new_program(), new_program()
        (invite,) = invites(host.open(["me", "open"], game=STONES, timing=timing or None))
        guest.join(invite)
        return host, guest

    return seat


Two = Callable[..., tuple[Program, Program]]


def standing_in(program: Program) -> list[str]:
    return [seat["standing_in"] for seat in program.look()["seats"]]


def test_the_time_of_a_turn_comes_before_the_reserve() -> None:
    timing = Timing(move=30, reserve=60)
    clock = Clock((60.0, 60.0)).at(timing, 1000.0, (0, 0))
    assert clock.due(timing) == 1090.0
    clock = clock.at(timing, 1020.0, (1, 1))
    assert clock.reserves == (60.0, 60.0), "within the time of the turn"
    clock = clock.at(timing, 1075.0, (0, 2))
    assert clock.reserves == (60.0, 35.0)
    assert clock.at(timing, 2000.0, None).reserves == (0.0, 35.0), "never below nothing"


def test_a_turn_that_goes_on_does_not_begin_anew() -> None:
    timing = Timing(deadline=HOUR)
    clock = Clock((0.0, 0.0)).at(timing, 1000.0, (0, 0)).at(timing, 2000.0, (0, 0))
    assert clock.due(timing) == 1000.0 + HOUR
    assert clock.at(timing, 2000.0, None).due(timing) is None


def test_speeds_are_named_as_they_are_read() -> None:
    assert all(timing.text() == name for name, timing in SPEEDS.items())
    assert all(Timing.of(timing.facts()) == timing for timing in SPEEDS.values())


def test_a_table_waits_for_ever_unless_it_is_told_otherwise(two: Two, time: Time) -> None:
    host, _ = two()
    time.pass_by(400 * DAY)
    assert host.look()["clock"] is None
    assert standing_in(host) == ["", ""]


@on_both
@pytest.mark.usefixtures("quiet")
def test_a_bot_moves_when_the_deadline_has_passed(two: Two, time: Time, server: Served) -> None:
    host, guest = two(deadline=DAY)
    assert host.look()["clock"]["left"] == DAY
    time.pass_by(DAY - 1)
    assert host.look()["clock"]["left"] == 1
    host.move("pick")
    assert host.look()["clock"]["left"] == 1, "the same turn"
    time.pass_by(1)
    assert standing_in(host) == ["late", ""]
    assert host.look()["clock"]["left"] is None, "a bot is never late"
    table = server.run(server.inside.tables.get(host.table))
    assert table.acting_bot() == "random"
    guest_sees = Person(server.url)
    guest_sees.go(f"/table/{guest.table}")
    assert "<strong>Dwarf 1</strong>’s time is up" in guest_sees.answer.text


@pytest.mark.usefixtures("quiet")
def test_who_acts_is_back_and_what_the_bot_was_about_to_do_is_not_done(
    two: Two, time: Time, server: Served
) -> None:
    host, _ = two(deadline=HOUR)
    time.pass_by(HOUR)
    tables = server.inside.tables
    late = server.run(tables.get(host.table))
    seen = host.look()
    assert seen["my_turn"], "one may act at once"
    host.move("pick", seen["version"])
    assert standing_in(host) == ["", ""]
    assert host.look()["view"]["hands"] == [1, 0]
    with pytest.raises(Exception, match="moved on"):
        server.run(tables.play(late, "end turn"))
    assert host.look()["clock"]["left"] == HOUR, "the time of the turn begins anew"


def test_who_says_so_is_back(two: Two, time: Time, server: Served) -> None:
    host, guest = two(deadline=HOUR)
    server.run(server.inside.bots.close())
    time.pass_by(HOUR)
    back = host.http.post(f"/api/tables/{host.table}/back").json()
    assert [seat["standing_in"] for seat in back["seats"]] == ["", ""]
    again = host.http.post(f"/api/tables/{host.table}/back").json()
    assert again["version"] == back["version"], "whoever is there does not come back"
    stranger = Program(server.url)
    assert_refused(stranger.http.post(f"/api/tables/{guest.table}/back"), 401)


def test_the_bot_plays_on_where_somebody_else_plays(two: Two, time: Time) -> None:
    _, guest = two(deadline=HOUR)
    time.pass_by(HOUR)
    while not (seen := guest.look(after=guest.look()["version"], wait=1))["my_turn"]:
        assert seen["phase"] == "playing"
    guest.move("end turn")
    while not guest.look()["my_turn"]:
        guest.look(after=guest.look()["version"], wait=1)
    assert standing_in(guest) == ["late", ""]


def test_nobody_plays_on_where_everybody_is_late(two: Two, time: Time, server: Served) -> None:
    host, guest = two(deadline=HOUR)
    time.pass_by(HOUR)
    while not (seen := guest.look())["my_turn"]:
        guest.look(after=seen["version"], wait=1)
    time.pass_by(HOUR)
    while (seen := guest.look())["seat"] == 1:
        guest.look(after=seen["version"], wait=1)
    table = server.run(server.inside.tables.get(host.table))
    assert standing_in(host) == ["late", "late"]
    assert table.acting_bot() == "", "the late turn is made; behind it the table waits"
    host.move("pick")
    assert standing_in(host) == ["", "late"]


@on_both
@pytest.mark.usefixtures("quiet")
def test_the_reserve_is_used_up_once(two: Two, time: Time) -> None:
    host, guest = two(**LIVE)
    time.pass_by(90)
    host.move("end turn")
    assert guest.look()["clock"]["reserves"] == [540.0, 600.0]
    assert guest.look()["clock"]["left"] == 630.0
    time.pass_by(629)
    assert standing_in(guest) == ["", ""]
    time.pass_by(1)
    assert standing_in(guest) == ["", "late"]
    guest.move("end turn")
    assert host.look()["clock"]["reserves"] == [540.0, 0.0]
    time.pass_by(570)
    assert standing_in(guest) == ["late", ""]


@pytest.mark.usefixtures("quiet")
def test_taking_back_does_not_stop_the_clock(two: Two, time: Time) -> None:
    host, _ = two(**LIVE)
    time.pass_by(20)
    host.move("pick")
    time.pass_by(5)
    host.undo()
    assert host.look()["clock"]["left"] == 605.0


@pytest.mark.usefixtures("quiet")
def test_a_move_that_waits_to_be_confirmed_is_made_when_time_is_over(
    two: Two, time: Time, server: Served
) -> None:
    host, guest = two(**LIVE)
    person = Person(server.url, confirm="always")
    person.http.cookies.set("dvergar", host.token)
    person.go(f"/table/{host.table}")
    person.post(
        f"/table/{host.table}/move", {"move": "end turn", "at": str(host.look()["version"])}
    )
    assert server.run(server.inside.tables.get(host.table)).held == "end turn"
    time.pass_by(629)
    assert not guest.look()["my_turn"], "it waits, and the clock runs"
    time.pass_by(1)
    assert guest.look()["my_turn"]
    assert standing_in(guest) == ["", ""], "nobody had to stand in"


def test_deadlines_outlive_the_server(
    two: Two, time: Time, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = two(deadline=HOUR)
    with serving(server.data) as again:
        later = Program(again.url, host.token)
        later.table = host.table
        monkeypatch.setattr(again.inside.tables, "now", lambda: time.now + HOUR)
        again.run(again.inside.deadlines.check())
        assert standing_in(later)[0] == "late"


def test_nobody_is_asked_for_tables_without_deadlines(server: Served, time: Time) -> None:
    time.pass_by(0)
    before = len(server.inside.deadlines)
    Program(server.url).open(["me", "me"], game=STONES)
    assert len(server.inside.deadlines) == before == 0


@pytest.mark.parametrize(
    "timing",
    [
        {},
        {"deadline": 59},
        {"deadline": 3600, "move": 30},
        {"deadline": 3600, "reserve": 60},
        {"reserve": 60},
        {"move": 4},
        {"move": 30, "reserve": 7201},
        {"deadline": 10**9},
    ],
)
def test_a_time_that_makes_no_sense_is_refused(program: Program, timing: dict[str, int]) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    body = {"game": STONES, "seats": seats, "timing": timing}
    answer = program.http.post("/api/tables", json=body)
    assert answer.status_code in (400, 422), answer.text


def test_the_task_wakes_by_itself_for_the_first_who_is_late() -> None:
    """Without anybody looking, in the order of the deadlines, and again after a failure."""
    late: asyncio.Queue[str] = asyncio.Queue()

    class Rows:
        async def due_tables(self, _: float) -> list[tuple[str, float]]:
            return [("stored", now() - 1)]

        async def correct_due(self, *_: object) -> None:
            pass

    class Tables:
        def now(self) -> float:
            return now()

        async def pass_time(self, table_id: str) -> float | None:
            await late.put(table_id)
            if table_id == "gone":
                raise WebError(404, "not_found")
            return None

    async def look() -> None:
        deadlines = Deadlines(cast(TableService, Tables()), cast(Store, Rows()))
        deadlines.start()
        assert await late.get() == "stored"
        deadlines.note("second", now() + 0.04)
        deadlines.note("gone", now() + 0.02)
        deadlines.note("far", now() + DAY)
        deadlines.note("moved", now() + 0.01)
        deadlines.note("moved", None)
        assert [await late.get(), await late.get()] == ["gone", "second"]
        assert len(deadlines) == 0
        await deadlines.close()

    asyncio.run(asyncio.wait_for(look(), 20))
