"""Whose turn it is to think: a fair queue over the workers.

Tables are served in turn by the time they have had (start-time fair queueing): a table whose bots
think long waits longer for the next thought than one whose bots are quick. Thoughts that are
expected to be long never take the last worker, so that a quick one finds it free. A bot goes back
to the worker that remembers its game; where that one is busy and another is not, it waits as long
as its own thought would take, and then goes there without its memory.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from zlib import crc32

from cachetools import LRUCache

from dvergar.web.bot_workers.question import Answer, Key, Question
from dvergar.web.bot_workers.worker_pool import Show, Worker

MAX_QUICK_S: Final = 0.25  # a longer thought counts as long
MAX_WAIT_FOR_MEMORY_S: Final = 1.0
MAX_KNOWN_HOMES: Final = 5_000  # bots of which we know where they thought last
MAX_KNOWN_KINDS: Final = 1_000  # kinds of bots of which we know how long they think


@dataclass(eq=False, slots=True)
class _Waiting:
    """A question that waits for a worker, or has one."""

    question: Question
    start: float
    """Its place in the queue: the time its table has had, as the queue counts it."""
    since: float
    place: asyncio.Future[int] = field(repr=False)
    long: bool = False
    """Whether its thought counts as long."""


class FairQueue:
    """Hands questions to workers."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers
        self._free = set(range(len(workers)))
        self._long = 0
        """How many workers are at a thought that is expected to be long."""
        self._waiting: list[_Waiting] = []
        self._clock = 0.0
        self._finish: dict[str, float] = {}
        self._expected: LRUCache[str, float] = LRUCache(MAX_KNOWN_KINDS)
        self._homes: LRUCache[Key, int] = LRUCache(MAX_KNOWN_HOMES)

    async def think(self, question: Question, show: Show = lambda _: None) -> Answer:
        """A bot's answer, as soon as it is its table's turn."""
        waiting = self._stand_in_line(question)
        place = await self._turn(waiting)
        thinking = asyncio.ensure_future(self._workers[place].think(question, show))
        begun = time.monotonic()

        def done(_: object) -> None:
            self._finish[question.table] = waiting.start + time.monotonic() - begun
            if not thinking.cancelled() and thinking.exception() is None:
                self._expected[question.kind] = thinking.result().seconds
                self._homes[question.key] = place
            self._release(waiting, place)

        thinking.add_done_callback(done)
        return await asyncio.shield(thinking)  # a worker is busy though nobody waits any more

    def forget(self, table: str) -> None:
        """Lets the bots of a table go: its game is over."""
        self._finish.pop(table, None)
        homes = [key for key in self._homes if key[0] == table]
        for place in {self._homes.pop(key) for key in homes}:
            self._workers[place].forget(table)

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.close()

    def _stand_in_line(self, question: Question) -> _Waiting:
        start = max(self._clock, self._finish.get(question.table, 0.0))
        place = asyncio.get_running_loop().create_future()
        waiting = _Waiting(question, start, time.monotonic(), place)
        self._waiting.append(waiting)
        self._serve()
        return waiting

    async def _turn(self, waiting: _Waiting) -> int:
        """Waits for a worker; which one it is."""
        try:
            return await waiting.place
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting.place.cancelled():
                self._release(waiting, waiting.place.result())
            raise

    def _release(self, waiting: _Waiting, place: int) -> None:
        self._free.add(place)
        self._long -= waiting.long
        if not self._waiting:
            self._finish = {name: at for name, at in self._finish.items() if at > self._clock}
        self._serve()

    def _serve(self) -> None:
        """Gives every question a worker that can have one."""
        for waiting in sorted(self._waiting, key=lambda one: one.start):
            place = self._place(waiting)
            if place is None:
                continue
            self._waiting.remove(waiting)
            self._free.remove(place)
            self._clock = max(self._clock, waiting.start)
            waiting.long = self._is_long(waiting.question)
            self._long += waiting.long
            if not waiting.place.cancelled():
                waiting.place.set_result(place)

    def _place(self, waiting: _Waiting) -> int | None:
        """The worker for a question; None where it has to wait."""
        question = waiting.question
        if not self._free or (self._is_long(question) and self._keeps_last()):
            return None
        home = self._homes.get(question.key)
        if home is None:
            usual = crc32(f"{question.table}/{question.state.seat}".encode()) % len(self._workers)
            return usual if usual in self._free else min(self._free)
        if home in self._free:
            return home
        patience = min(MAX_WAIT_FOR_MEMORY_S, self._expected_s(question))
        left = waiting.since + patience - time.monotonic()
        if left <= 0:
            return min(self._free)
        asyncio.get_running_loop().call_later(left, self._serve)
        return None

    def _is_long(self, question: Question) -> bool:
        return self._expected_s(question) > MAX_QUICK_S

    def _expected_s(self, question: Question) -> float:
        """How long a bot of this kind thought last; unknown ones count as long."""
        return self._expected.get(question.kind, MAX_WAIT_FOR_MEMORY_S)

    def _keeps_last(self) -> bool:
        """Whether the workers that are left are kept for quick thoughts."""
        return len(self._workers) > 1 and self._long >= len(self._workers) - 1
