"""Who thinks next, and where: tables in turn, each bot where it is remembered, nobody for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

import dvergar
from dvergar.web.thinking import queue
from dvergar.web.thinking.question import Answer, BotFailed, Question
from dvergar.web.thinking.queue import FairQueue
from dvergar.web.thinking.workers import Show

STATE = dvergar.game("my_gold_mine", players=3, first_seat=0).start(1)
QUICK, SLOW = "careful", "expert"
SECONDS = {QUICK: 0.0, SLOW: 60.0}


class Desk:
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


class Office:
    """A queue in front of some desks."""

    def __init__(self, desks: int) -> None:
        self.begun: list[tuple[int, str]] = []
        self.news = asyncio.Event()
        self.desks = [Desk(number, self.begun, self.news) for number in range(desks)]
        self.queue = FairQueue(self.desks)

    async def ask(self, table: str, bot: str = QUICK) -> asyncio.Task[Answer]:
        asked = asyncio.create_task(self.queue.think(Question(table, bot, STATE, 0)))
        await settle()
        return asked

    async def began(self, number: int) -> None:
        """Waits until so many thoughts have begun."""
        while len(self.begun) < number:
            self.news.clear()
            await self.news.wait()

    async def done(self, desk: int) -> None:
        """Lets a desk finish what it is at."""
        waits = self.desks[desk].go
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
    office = Office(1)
    for table in "abc":
        await office.ask(table)
    for _ in range(3):
        await office.done(0)
    assert office.tables() == ["a", "b", "c"]


@scene
async def test_a_table_that_has_had_much_time_waits_for_those_that_had_little() -> None:
    office, now = Office(1), [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "time", SimpleNamespace(monotonic=lambda: now[0]))
        await office.ask("greedy")
        await office.ask("modest")
        now[0] += 30
        await office.done(0)  # the modest one begins
        await office.ask("greedy")
        await office.ask("busy")
        now[0] += 1
        await office.done(0)
        await office.ask("modest")
        for _ in range(3):
            await office.done(0)
    assert office.tables() == ["greedy", "modest", "busy", "modest", "greedy"]


@scene
async def test_long_thoughts_leave_a_worker_for_quick_ones() -> None:
    office = Office(2)
    await office.teach(SLOW, QUICK)
    await office.ask("slow", SLOW)
    await office.ask("slower", SLOW)
    assert office.tables() == ["slow"]
    await office.ask("quick")
    assert office.tables() == ["slow", "quick"]
    await office.done(office.begun[1][0])
    assert office.tables() == ["slow", "quick"], "the last worker stays free"
    await office.done(office.begun[0][0])
    assert office.tables() == ["slow", "quick", "slower"]


@scene
async def test_a_bot_goes_back_to_where_it_is_remembered() -> None:
    office = Office(3)
    for _ in range(4):
        for table in "abcdef":
            await office.ask(table)
            await office.done(office.begun[-1][0])
    homes = {table: {desk for desk, other in office.begun if other == table} for table in "abcdef"}
    assert all(len(desks) == 1 for desks in homes.values())
    assert len(set.union(*homes.values())) > 1, "they do not all sit at one desk"


@scene
async def test_a_bot_waits_a_while_for_its_memory_and_then_goes_without() -> None:
    office = Office(3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "PATIENCE", 0.3)
        await waits_for_its_memory(office)


async def waits_for_its_memory(office: Office) -> None:
    await office.teach(SLOW)
    await office.ask("a", SLOW)
    home = office.begun[0][0]
    await office.done(home)
    # Somebody else thinks there now, while the other desks are free.
    await office.ask("a")
    assert office.begun[1] == (home, "a")
    asked = await office.ask("a", SLOW)
    assert len(office.begun) == 2, "it waits for its memory"
    await office.began(3)
    assert office.begun[2][0] != home
    await office.done(office.begun[2][0])
    assert (await asked).moves == ("dig",)


@scene
async def test_a_quick_bot_does_not_wait_for_its_memory() -> None:
    office = Office(3)
    await office.teach(QUICK, SLOW)
    await office.ask("a")
    home = office.begun[0][0]
    await office.done(home)
    await office.ask("a", SLOW)
    await office.ask("a")
    assert [desk == home for desk, _ in office.begun] == [True, True, False]


@scene
async def test_who_gives_up_waiting_takes_nothing_away() -> None:
    office = Office(1)
    await office.ask("a")
    given_up = await office.ask("b")
    await office.ask("c")
    given_up.cancel()
    await settle()
    await office.done(0)
    assert office.tables() == ["a", "c"]


@scene
async def test_a_bot_that_fails_frees_its_worker() -> None:
    office = Office(1)
    failing = await office.ask("a")
    await office.ask("b")
    waits = office.desks[0].go
    assert waits is not None
    waits.set_exception(BotFailed("deliberate"))
    await settle()
    with pytest.raises(BotFailed):
        await failing
    assert office.tables() == ["a", "b"]


@scene
async def test_a_table_that_is_over_is_forgotten_where_its_bots_thought() -> None:
    office = Office(3)
    await office.ask("a")
    home = office.begun[0][0]
    await office.done(home)
    office.queue.forget("a")
    assert [desk.forgotten for desk in office.desks if desk.forgotten] == [["a"]]
    assert office.desks[home].forgotten == ["a"]


@scene
async def test_what_is_known_of_bots_is_bounded() -> None:
    assert queue.HOMES < 10**5
    office = Office(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "HOMES", 2)
        for table in "abc":
            await office.ask(table)
            await office.done(0)
    office.queue.forget("a")
    office.queue.forget("c")
    assert office.desks[0].forgotten == ["c"]
