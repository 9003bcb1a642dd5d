"""Who thinks next, and where: tables in turn, each bot where it is remembered, nobody for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

import dvergar
from dvergar.lab.move_evaluation import Adviser
from dvergar.web.bot_workers import fair_queue as queue
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.question import Answer, BotFailed, Question
from dvergar.web.bot_workers.worker_pool import Show

STATE = dvergar.game("my_gold_mine", players=3, first_seat=0).start(1)
QUICK, SLOW = "careful", "expert"
SECONDS = {QUICK: 0.0, SLOW: 60.0}


class SlowWorker:
    """A worker that answers when the test says so."""

    def __init__(self, name: int, begun: list[tuple[int, str]], news: asyncio.Event) -> None:
        self.name = name
        self.news = news
        self.begun = begun
        self.go: asyncio.Future[None] | None = None
        self.forgotten: list[str] = []

    async def think(self, question: Question, _show: Show) -> Answer:
        assert self.go is None, "one question at a time"
        self.begun.append((self.name, question.table))
        self.news.set()
        self.go = asyncio.get_running_loop().create_future()
        try:
            await self.go
        finally:
            self.go = None
        return Answer(("dig",), seconds=SECONDS[question.bot])

    def forget(self, table: str) -> None:
        self.forgotten.append(table)

    def close(self) -> None:
        pass


class Line:
    """A queue in front of some workers."""

    def __init__(self, workers: int) -> None:
        self.begun: list[tuple[int, str]] = []
        self.news = asyncio.Event()
        self.workers = [SlowWorker(number, self.begun, self.news) for number in range(workers)]
        self.queue = FairQueue(self.workers)

    async def ask(self, table: str, bot: str = QUICK, **more: Any) -> asyncio.Task[Answer]:
        asked = asyncio.create_task(self.queue.think(Question(table, bot, STATE, 0, **more)))
        await settle()
        return asked

    async def began(self, number: int) -> None:
        """Waits until so many thoughts have begun."""
        while len(self.begun) < number:
            self.news.clear()
            await self.news.wait()

    async def done(self, worker: int) -> None:
        """Lets a worker finish what it is at."""
        waits = self.workers[worker].go
        assert waits is not None, "it thinks"
        waits.set_result(None)
        await settle()

    async def teach(self, *bots: str) -> None:
        """Lets the queue see how long bots think."""
        for bot in bots:
            await self.ask(f"lesson {bot}", bot)
            await self.done(self.begun[-1][0])
        self.begun.clear()

    def tables(self) -> list[str]:
        return [table for _, table in self.begun]


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def scene(play: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that is played in an event loop."""

    def run() -> None:
        asyncio.run(asyncio.wait_for(play(), 20))

    run.__name__ = play.__name__
    return run


@scene
async def test_tables_are_served_in_the_order_in_which_they_came() -> None:
    line = Line(1)
    for table in "abc":
        await line.ask(table)
    for _ in range(3):
        await line.done(0)
    assert line.tables() == ["a", "b", "c"]


@scene
async def test_a_table_that_has_had_much_time_waits_for_those_that_had_little() -> None:
    line, now = Line(1), [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "time", SimpleNamespace(monotonic=lambda: now[0]))
        await line.ask("greedy")
        await line.ask("modest")
        now[0] += 30
        await line.done(0)  # the modest one begins
        await line.ask("greedy")
        await line.ask("busy")
        now[0] += 1
        await line.done(0)
        await line.ask("modest")
        for _ in range(3):
            await line.done(0)
    assert line.tables() == ["greedy", "modest", "busy", "modest", "greedy"]


@scene
async def test_long_thoughts_leave_a_worker_for_quick_ones() -> None:
    line = Line(2)
    await line.teach(SLOW, QUICK)
    await line.ask("slow", SLOW)
    await line.ask("slower", SLOW)
    assert line.tables() == ["slow"]
    await line.ask("quick")
    assert line.tables() == ["slow", "quick"]
    await line.done(line.begun[1][0])
    assert line.tables() == ["slow", "quick"], "the last worker stays free"
    await line.done(line.begun[0][0])
    assert line.tables() == ["slow", "quick", "slower"]


@scene
async def test_a_bot_goes_back_to_where_it_is_remembered() -> None:
    line = Line(3)
    for _ in range(4):
        for table in "abcdef":
            await line.ask(table)
            await line.done(line.begun[-1][0])
    homes = {
        table: {worker for worker, other in line.begun if other == table} for table in "abcdef"
    }
    assert all(len(workers) == 1 for workers in homes.values())
    assert len(set.union(*homes.values())) > 1, "they do not all go to one worker"


@scene
async def test_a_bot_waits_a_while_for_its_memory_and_then_goes_without() -> None:
    line = Line(3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "MAX_WAIT_FOR_MEMORY_S", 0.3)
        await waits_for_its_memory(line)


async def waits_for_its_memory(line: Line) -> None:
    await line.teach(SLOW)
    await line.ask("a", SLOW)
    home = line.begun[0][0]
    await line.done(home)
    # Somebody else thinks there now, while the other workers are free.
    await line.ask("a")
    assert line.begun[1] == (home, "a")
    asked = await line.ask("a", SLOW)
    assert len(line.begun) == 2, "it waits for its memory"
    await line.began(3)
    assert line.begun[2][0] != home
    await line.done(line.begun[2][0])
    assert (await asked).moves == ("dig",)


@scene
async def test_a_quick_bot_does_not_wait_for_its_memory() -> None:
    line = Line(3)
    await line.teach(QUICK, SLOW)
    await line.ask("a")
    home = line.begun[0][0]
    await line.done(home)
    await line.ask("a", SLOW)
    await line.ask("a")
    assert [worker == home for worker, _ in line.begun] == [True, True, False]


@scene
async def test_who_gives_up_waiting_takes_nothing_away() -> None:
    line = Line(1)
    await line.ask("a")
    given_up = await line.ask("b")
    await line.ask("c")
    given_up.cancel()
    await settle()
    await line.done(0)
    assert line.tables() == ["a", "c"]


@scene
async def test_who_leaves_while_a_worker_thinks_frees_it_when_it_is_done() -> None:
    line = Line(1)
    given_up = await line.ask("a")
    await line.ask("b")
    given_up.cancel()
    await settle()
    assert line.tables() == ["a"], "the worker still thinks"
    await line.done(0)
    assert line.tables() == ["a", "b"]


@scene
async def test_a_bot_that_fails_frees_its_worker() -> None:
    line = Line(1)
    failing = await line.ask("a")
    await line.ask("b")
    waits = line.workers[0].go
    assert waits is not None
    waits.set_exception(BotFailed("deliberate"))
    await settle()
    with pytest.raises(BotFailed):
        await failing
    assert line.tables() == ["a", "b"]


@scene
async def test_a_table_that_is_over_is_forgotten_where_its_bots_thought() -> None:
    line = Line(3)
    await line.ask("a")
    home = line.begun[0][0]
    await line.done(home)
    line.queue.forget("a")
    assert [worker.forgotten for worker in line.workers if worker.forgotten] == [["a"]]
    assert line.workers[home].forgotten == ["a"]


@scene
async def test_what_is_known_of_bots_is_bounded() -> None:
    assert queue.MAX_KNOWN_HOMES < 10**5
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "MAX_KNOWN_HOMES", 2)
        line = Line(1)
    for table in "abc":
        await line.ask(table)
        await line.done(0)
    line.queue.forget("a")
    line.queue.forget("c")
    assert line.workers[0].forgotten == ["c"]


@scene
async def test_many_tables_of_a_network_get_no_more_than_one_of_another() -> None:
    line = Line(1)
    for number in range(5):
        await line.ask(f"many {number}", client="192.0.2.1")
    await line.ask("single", client="192.0.2.2")
    await line.done(0)
    assert [table for _, table in line.begun] == ["many 0", "single"]
    for _ in range(2):
        await line.done(0)
    assert [table for _, table in line.begun] == ["many 0", "single", "many 1", "many 2"]


@scene
async def test_a_network_that_has_a_thought_under_way_comes_after_those_that_have_none() -> None:
    line = Line(3)
    await line.teach(QUICK)
    for table, client in (("a", "192.0.2.1"), ("b", "192.0.2.1"), ("c", "192.0.2.2")):
        await line.ask(table, client=client)
    line.begun.clear()
    await line.ask("d", client="192.0.2.1")
    await line.ask("e", client="192.0.2.3")
    await line.done(2)
    assert [table for _, table in line.begun] == ["e"]


@scene
async def test_no_network_has_all_workers_for_long_thoughts() -> None:
    line = Line(3)
    for table in ("a", "b", "c"):
        await line.ask(table, SLOW, client="192.0.2.1")
    assert [table for _, table in line.begun] == ["a"]
    await line.ask("other", SLOW, client="192.0.2.2")
    assert [table for _, table in line.begun] == ["a", "other"]
    await line.ask("quick", QUICK)
    assert len(line.begun) == 2, "nobody knows yet that it is quick"
    await line.done(line.begun[1][0])
    assert line.begun[2][1] == "quick", "one network has its long thought"


@scene
async def test_tables_of_which_nobody_knows_the_network_are_told_apart() -> None:
    line = Line(3)
    await line.ask("a", SLOW)
    await line.ask("b", SLOW)
    assert [table for _, table in line.begun] == ["a", "b"]


@scene
async def test_analyses_come_after_everything_else_and_leave_room_for_games() -> None:
    line = Line(3)
    adviser = Adviser("cunning", nodes=1, seed=1)
    await line.ask("a analysis", SLOW, adviser=adviser)
    await line.ask("b analysis", SLOW, adviser=adviser)
    assert [table for _, table in line.begun] == ["a analysis"]
    await line.ask("game", SLOW)
    assert [table for _, table in line.begun] == ["a analysis", "game"]
    await line.ask("next game", SLOW)
    await line.done(line.begun[0][0])
    assert [table for _, table in line.begun][2:] == ["next game"]
    await line.done(line.begun[1][0])
    assert [table for _, table in line.begun][3:] == ["b analysis"]
