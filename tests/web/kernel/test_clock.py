"""The machine's clock is set forward or back: nobody is late by it, nothing is freed early."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dvergar.web
from dvergar.web.kernel import clock
from dvergar.web.kernel.clock import DAY_S, SteadyClock
from dvergar.web.kernel.tables import deal_day as day
from dvergar.web.kernel.tables.clocks import HOUR
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


def test_tables_are_not_deleted_by_a_wrong_clock_at_the_start(
    tmp_path: Path, machine: Machine
) -> None:
    place = Place(tmp_path)
    tables = []
    with place.serving() as served:
        for days in (35, 20, 0):
            program = Program(served.url)
            program.open(["me", "me"])
            tables.append(program.table)
            machine.wait(days * DAY_S)
    machine.wait(400 * DAY_S)
    with place.serving(keep_days=30) as served:
        server = served.inside

        def idle() -> list[str]:
            return served.run(server.store.idle_tables(served.run(server.idle_since())))

        assert set(idle()) <= {tables[0]}, "the others were played less than 30 days before"
        server._started -= 2 * DAY_S
        assert set(idle()) >= set(tables[1:]), "a clock that nobody corrects is believed"
