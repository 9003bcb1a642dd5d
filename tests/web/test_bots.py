"""Bots think outside the event loop: nobody waits for them who need not."""

from __future__ import annotations

import multiprocessing
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.core.game import State
from dvergar.web import bots
from tests.web.players import Person, Program, play_out
from tests.web.serving import PROMPT, Served, serving


def test_bots_in_a_process_of_their_own_play_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_workers=1)) as served:
        program = Program(served.url)
        program.open(["me", "careful", "bold"])
        end = play_out([program])
        assert end["phase"] == "over"


def test_a_slow_bot_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go = threading.Event(), threading.Event()

    def brood(name: str, state: State, seed: int) -> str:
        thinking.set()
        assert go.wait(20)
        return state.game.name(state.moves()[0])

    monkeypatch.setattr(bots, "think", brood)
    with serving(tmp_path) as served:
        program = Program(served.url)
        table = program.open(["bold", "me"], options={"first_seat": 0})
        assert thinking.wait(10)
        assert threading.active_count() > 1
        other = Program(served.url)
        for _ in range(3):
            started = time.monotonic()
            other.open(["me", "me"])
            other.move("dig")
            Person(served.url).go(f"/table/{program.table}")
            assert time.monotonic() - started < 5
        assert program.look()["version"] == table["version"]
        go.set()
        assert program.look(after=table["version"], wait=10)["version"] > table["version"]


def test_a_bot_waits_a_moment_so_that_people_can_follow(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_pace=0.4)) as served:
        program = Program(served.url)
        table = program.open(["bold", "me"], options={"first_seat": 0})
        started = time.monotonic()
        program.look(after=table["version"], wait=10)
        assert time.monotonic() - started > 0.2


def test_a_bot_that_fails_does_not_take_the_table_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str, state: State, seed: int) -> str:
        raise RuntimeError("deliberate")

    with serving(tmp_path) as served:
        program = Program(served.url)
        with monkeypatch.context() as patch:
            patch.setattr(bots, "think", fail)
            table = program.open(["bold", "me"], options={"first_seat": 0})
            time.sleep(0.3)
            assert program.look()["version"] == table["version"]
            person = Person(served.url)
            person.go(f"/table/{program.table}")
            assert person.answer.status_code == 200
        # Whoever looks at the table wakes its bots again.
        for _ in range(50):
            if program.look()["version"] > table["version"]:
                break
            time.sleep(0.1)
        assert program.look()["version"] > table["version"]
    assert "deliberate" in caplog.text


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_pace=30)) as served:
        program = Program(served.url)
        table = program.open(["bold", "me"], options={"first_seat": 0})
    with serving(tmp_path) as served:
        again = Program(served.url, program.token)
        again.table = program.table
        assert again.look(after=table["version"], wait=10)["version"] > table["version"]


def test_a_bot_does_not_move_twice_for_one_position(server: Served) -> None:
    """Many look at the table while the bot thinks; each look wakes it."""
    program = Program(server.url)
    program.open(["bold", "careful", "me"], options={"first_seat": 0})
    lookers = [
        threading.Thread(target=lambda: [program.look() for _ in range(10)]) for _ in range(4)
    ]
    for one in lookers:
        one.start()
    for one in lookers:
        one.join()
    end = play_out([program])
    record = program.record().json()
    assert len(record["moves"]) == end["number"]


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    """A machine short of memory ends processes as it likes."""
    before = {one.pid for one in multiprocessing.active_children()}
    with serving(tmp_path, replace(PROMPT, bot_workers=1)) as served:
        program = Program(served.url)
        program.open(["bold", "me"], options={"first_seat": 0})
        program.look(after=1, wait=20)
        workers = [one for one in multiprocessing.active_children() if one.pid not in before]
        assert workers
        for worker in workers:
            worker.kill()
        assert play_out([program])["phase"] == "over"
