"""The machine's clock is set forward or back: nobody is late by it, nothing is freed early."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dvergar.web
from dvergar.web.kernel import clock, clock as day
from dvergar.web.kernel.clock import DAY_S, SteadyClock
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.clocks import HOUR
from dvergar.web.kernel.tables.deadlines import MAX_SILENCE_S, GameTime
from tests.web.players import Program, invites
from tests.web.serving import Place, Served

START = 1_790_000_000.0
FORBIDDEN = {"time.time", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
"""What reads the clock of the machine."""


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.wall = START
        self.passed = 100.0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.passed)

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds

    def restart(self, jump: float) -> None:
        """Starts a server later, or with a clock that was set."""
        self.wall += jump
        self.clock = SteadyClock(lambda: self.wall, lambda: self.passed)
        setattr(clock, "_CLOCK", self.clock)  # noqa: B010 - the fixture sets it back


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(clock, "_CLOCK", machine.clock)
    return machine


@pytest.mark.parametrize("jump", [DAY_S, -DAY_S, HOUR, -HOUR, 1e9, -1e9])
def test_time_passes_evenly_whatever_the_clock_of_the_machine_does(
    jump: float, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    machine.wall += jump
    for waited in (10, 20, 30):
        machine.wait(10)
        assert clock.now() == START + waited
    assert len(caplog.records) == 1, "it is said once"
    machine.wall -= jump
    machine.wait(10)
    assert clock.now() == machine.wall == START + 40


def test_small_corrections_are_followed(machine: Machine) -> None:
    for _ in range(100):
        machine.wall += 1.5
        machine.wait(10)
        assert clock.now() == machine.wall


def test_the_deal_of_tomorrow_does_not_come_by_a_jump(machine: Machine) -> None:
    today = day.today()
    machine.wall += 3 * DAY_S
    assert day.today() == today
    assert day.lasts(today), "what others made of it is not shown yet"
    machine.wall -= 6 * DAY_S
    assert day.today() < today
    assert day.lasts(today)


def test_a_clock_that_stays_where_it_was_set_is_believed_after_a_day(machine: Machine) -> None:
    today = day.today()
    machine.wall += 3 * DAY_S
    clock.now()
    machine.wait(DAY_S + 60)
    assert day.today() == day.date_of(machine.wall) > today


def test_days_change_at_midnight_of_universal_time(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on the days on which the clocks of a time zone change."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    days = set()
    for hour in range(48):
        machine.wait(3600)
        days.add((int(machine.wall // DAY_S), day.today()))
        assert hour < 48
    assert len(days) == 3


def reads_of_the_clock(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in FORBIDDEN:
            yield ast.unparse(node)


def test_nothing_else_reads_the_clock_of_the_machine() -> None:
    folder = Path(dvergar.web.__file__).parent
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if list(reads_of_the_clock(ast.parse(path.read_text("utf-8"))))
    }
    assert found == {"kernel/clock.py"}


def test_nobody_is_late_because_a_clock_was_set(server: Served, machine: Machine) -> None:
    host, guest = Program(server.url), Program(server.url)
    guest.join(invites(host.open(["me", "open"], timing={"move": 30, "reserve": 60}))[0])
    for jump in (DAY_S, -2 * DAY_S, HOUR):
        left = host.look()["clock"]["left"]
        machine.wall += jump
        server.run(server.inside.deadlines.check())
        seen = host.look()
        assert seen["clock"]["left"] == left
        assert [seat["standing_in"] for seat in seen["seats"]] == ["", ""]
    machine.wait(91)
    server.run(server.inside.deadlines.check())
    assert any(seat["standing_in"] for seat in host.look()["seats"]), "time passes all the same"


def wait_while_running(served: Served, machine: Machine, seconds: float) -> None:
    """Lets time pass in which the server runs."""
    machine.wait(seconds)
    served.run(served.inside.time._note(math.inf))


def test_a_table_is_idle_only_while_a_server_runs(tmp_path: Path, machine: Machine) -> None:
    place = Place(tmp_path)
    tables = []
    with place.serving() as served:
        for days in (35, 20, 0):
            program = Program(served.url)
            program.open(["me", "me"])
            tables.append(program.table)
            wait_while_running(served, machine, days * DAY_S)

    def idle(served: Served) -> list[str]:
        server = served.inside
        return served.run(server.store.idle_tables(server.time.idle_since(30 * DAY_S)))

    machine.restart(400 * DAY_S)
    with place.serving() as served:
        assert idle(served) == tables[:1]
        wait_while_running(served, machine, 11 * DAY_S)
        assert idle(served) == tables[:2]
    for wrong in (-900 * DAY_S, 1000 * DAY_S):
        machine.restart(wrong)
        with place.serving() as served:
            assert set(idle(served)) <= set(tables[:2]), "a wrong clock makes nothing older"


@pytest.mark.parametrize(
    ("timing", "away"),
    [({"move": 30, "reserve": 60}, DAY_S), ({"deadline": 3600}, -400 * DAY_S)],
    ids=["later", "earlier"],
)
def test_nobody_is_late_because_the_server_was_down(
    place: Place, machine: Machine, timing: Any, away: float
) -> None:
    with place.serving() as served:
        host, guest = Program(served.url), Program(served.url)
        guest.join(invites(host.open(["me", "open"], timing=timing))[0])
        wait_while_running(served, machine, 20)
        left = host.look()["clock"]["left"]
    machine.restart(away)
    with place.serving() as served:
        later = Program(served.url, host.token)
        later.table = host.table
        served.run(served.inside.deadlines.check())
        seen = later.look()
        assert seen["clock"]["left"] == pytest.approx(left)
        assert [seat["standing_in"] for seat in seen["seats"]] == ["", ""]
        wait_while_running(served, machine, left + 1)
        served.run(served.inside.deadlines.check())
        late = [seat["standing_in"] for seat in later.look()["seats"]]
        assert "late" in late, "time passes again"


def test_no_time_passes_while_the_machine_sleeps(server: Served, machine: Machine) -> None:
    server.run(server.inside.time._note(math.inf))
    host, guest = Program(server.url), Program(server.url)
    guest.join(invites(host.open(["me", "open"], timing={"deadline": 3600}))[0])
    left = host.look()["clock"]["left"]
    machine.wait(DAY_S)
    server.run(server.inside.deadlines.check())
    assert host.look()["clock"]["left"] >= left - MAX_SILENCE_S
    server.run(server.inside.time._note_or_log())
    assert host.look()["clock"]["left"] == pytest.approx(left)


def test_a_damaged_note_about_the_time_counts_as_none(tmp_path: Path) -> None:
    time = GameTime(Store(f"sqlite:///{tmp_path}/x"))
    for text in ("", "{}", "[1]", '{"alive": "x"}', '{"alive": 1, "skipped": 0, "outages": [1]}'):
        assert time._read(text) == 0.0
    assert time._read('{"alive": 7, "skipped": 3, "outages": [[5, 3]]}') == 7.0
