"""Bots think outside the event loop: nobody waits for them who need not."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.compiled_engine import EngineBuilder
from dvergar.core.bot import Thought
from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker import Memory
from dvergar.web.bot_workers.worker_pool import Show, ThreadWorker
from dvergar.web.kernel.tables.bot_runner import _patience
from dvergar.web.kernel.tables.table import BOT, CALM, PERSON, Seat, sample
from tests.web.players import Person, Program, play_out, wait_until
from tests.web.serving import PROMPT, Served, serving


@pytest.mark.whole_games
def test_bots_in_a_process_of_their_own_play_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_workers=1)) as served:
        program = Program(served.url)
        program.open(["me", "careful", "bold"])
        end = play_out([program])
        assert end["phase"] == "over"


def test_a_slow_bot_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go = threading.Event(), threading.Event()

    def brood(_: Memory, question: Question) -> Answer:
        thinking.set()
        assert go.wait(60)
        return Answer((question.state.game.name(question.state.moves()[0]),))

    monkeypatch.setattr(Memory, "think", brood)
    with serving(tmp_path) as served:
        program = Program(served.url)
        table = program.open(["bold", "me"], options={"first_seat": 0})
        assert thinking.wait(10)
        assert threading.active_count() > 1
        other = Program(served.url)
        try:
            for _ in range(3):  # a request that had to wait for the bot would be given up first
                other.open(["me", "me"])
                other.move("dig")
                Person(served.url).go(f"/table/{program.table}")
            assert program.look()["version"] == table["version"]
        finally:
            go.set()
        assert program.look(after=table["version"], wait=10)["version"] > table["version"]


def test_a_bot_waits_a_moment_so_that_people_can_follow(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, bot_pace=0.4)) as served:
        program = Program(served.url)
        started = time.monotonic()
        table = program.open(["bold", "me"], options={"first_seat": 0})
        assert program.look(after=table["version"], wait=20)["version"] > table["version"]
        assert time.monotonic() - started > 0.39


def test_bots_do_not_dawdle_while_nobody_takes_part() -> None:
    table = sample("my_gold_mine", 2)
    table.seats = [Seat(PERSON, "Ada"), Seat(BOT, "Balin", bot="bold")]
    table.state = table.game.position(dwarfs=["out", 4, 4, 4], ladder={0: []}, turn=2)
    assert _patience(table) > 0, "her second dwarf is in the mine"
    table.state = table.game.position(dwarfs=["out", "out", 4, 4], ladder={0: [], 1: []}, turn=2)
    assert _patience(table) == 0
    table.pace = CALM
    assert _patience(table) > 0, "she wants to watch"


def test_a_bot_that_fails_does_not_take_the_table_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed = threading.Event()

    def fail(*_: object) -> Answer:
        failed.set()
        raise RuntimeError("deliberate")

    with serving(tmp_path) as served:
        program = Program(served.url)
        with monkeypatch.context() as patch:
            patch.setattr(Memory, "think", fail)
            table = program.open(["bold", "me"], options={"first_seat": 0})
            assert failed.wait(20)
            assert program.look()["version"] == table["version"]
            person = Person(served.url)
            person.go(f"/table/{program.table}")
            assert person.answer.status_code == 200
        # It is asked again after a while.
        for _ in range(20):
            if program.look(after=table["version"], wait=1)["version"] > table["version"]:
                break
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


def test_a_bot_is_kept_for_its_game_and_let_go_with_it(server: Served) -> None:
    (worker,) = server.inside.workers
    assert isinstance(worker, ThreadWorker)
    program = Program(server.url)
    table = program.open(["bold", "me"], options={"first_seat": 0})
    program.look(after=table["version"], wait=20)
    assert (program.table, 0) in worker.memory
    play_out([program])
    program.look()
    wait_until(lambda: (program.table, 0) not in worker.memory)


def test_how_far_a_bot_has_come_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    async def brood(_: ThreadWorker, question: Question, show: Show) -> Answer:
        show(Thought(nodes=1200, share=0.5, points=(9.0, 1.0)))
        await asyncio.to_thread(go.wait, 60)
        return Answer((question.state.game.name(question.state.moves()[0]),))

    monkeypatch.setattr(ThreadWorker, "think", brood)
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["bold", "me"], options={"first_seat": 0})
        wait_until(lambda: program.look()["thinking"] is not None)
        assert program.look()["thinking"] == {"nodes": 1200, "share": 0.5}
        message = program.http.get(f"/table/{program.table}/thinking").text
        assert "1,200 positions" in message or "1200 positions" in message
        assert "9" not in message, "what it expects is its own affair"
        go.set()
        wait_until(lambda: bool(program.look()["my_turn"]))
        assert program.look()["thinking"] is None


def test_a_bot_does_not_move_twice_for_one_position(server: Served) -> None:
    """Many look at the table while the bot thinks."""
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


def test_an_engine_is_compiled_only_where_the_server_is_set_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    async def provide(_: EngineBuilder) -> None:
        begun.set()

    monkeypatch.setattr(EngineBuilder, "provide", provide)
    with serving(tmp_path / "as it is", replace(PROMPT, bot_workers=1)):
        assert not begun.is_set()
    with serving(tmp_path / "set", replace(PROMPT, bot_workers=1, compile_bots=True)):
        assert begun.wait(20)


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
