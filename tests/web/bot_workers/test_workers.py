"""Workers are processes: they are replaced when they die, and when there is a better engine."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import dvergar
from dvergar.compiled_engine import PLAIN, Engine
from dvergar.core.bot import Thought
from dvergar.web.bot_workers.question import Answer, BotFailed, Question
from dvergar.web.bot_workers.worker import WORKER_NICENESS
from dvergar.web.bot_workers.worker_pool import ProcessWorker

pytestmark = pytest.mark.plain  # it is about a server that runs the source
GAME = dvergar.game("my_gold_mine", players=3, first_seat=0)


class Hired:
    """A worker, and what one has to know to test it."""

    def __init__(self) -> None:
        self.before = {one.pid for one in multiprocessing.active_children()}
        self.engine = Engine()
        self.worker = ProcessWorker(self.engine, most=4)
        self.shown: list[Thought] = []

    def think(self, *moves: str, bot: str = "careful") -> Answer:
        state = GAME.start(7)
        for move in moves:
            state.play(GAME.move(move))
        question = Question("t", bot, state, seed=1, played=moves)
        return asyncio.run(self.worker.think(question, self.shown.append))

    def processes(self) -> list[int | None]:
        here = {one.pid for one in multiprocessing.active_children()}
        return sorted(here - self.before, key=str)


@pytest.fixture
def hired() -> Iterator[Hired]:
    found = Hired()
    yield found
    found.worker.close()


def test_a_worker_remembers_until_it_is_killed_and_plays_on_without(hired: Hired) -> None:
    assert not hired.processes(), "it is started when it is needed"
    assert hired.think().moves == ("dig",)
    assert hired.think("dig", "dig", "dig").remembered
    (pid,) = hired.processes()
    for process in multiprocessing.active_children():
        if process.pid == pid:
            process.kill()
            process.join()
    after = hired.think("dig", "dig", "dig", "dig", "dig", "dig")
    assert after.moves
    assert not after.remembered


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="Windows has no such priorities")
def test_a_worker_gives_way_to_the_server(hired: Hired) -> None:
    hired.think()
    (pid,) = hired.processes()
    assert pid is not None
    ours, theirs = (os.getpriority(os.PRIO_PROCESS, one) for one in (0, pid))
    assert theirs == min(19, ours + WORKER_NICENESS)


def test_a_bot_that_fails_leaves_its_worker_to_others(hired: Hired) -> None:
    with pytest.raises(BotFailed, match="clever"):
        hired.think(bot="clever")
    before = hired.processes()
    assert hired.think().moves == ("dig",)
    assert hired.processes() == before


def test_a_worker_moves_to_a_better_engine_between_two_thoughts(
    hired: Hired, tmp_path: Path
) -> None:
    hired.think()
    before = hired.processes()
    (tmp_path / "dvergar").symlink_to(Path(dvergar.__file__).parent)
    hired.engine.folder = tmp_path
    after = hired.think("dig", "dig", "dig")
    assert after.moves
    assert not after.remembered, "that is the price"
    assert hired.processes() != before
    assert hired.think("dig", "dig", "dig", *after.moves, "dig", "dig").remembered


def test_an_engine_that_does_not_start_is_not_asked_again(
    hired: Hired, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "dvergar").mkdir()
    (tmp_path / "dvergar" / "__init__.py").write_text("raise SystemExit(1)")
    hired.engine.folder = tmp_path
    assert hired.think().moves == ("dig",)
    assert hired.engine.kind == PLAIN
    assert "plain Python" in caplog.text
    assert hired.think("dig", "dig", "dig").remembered
