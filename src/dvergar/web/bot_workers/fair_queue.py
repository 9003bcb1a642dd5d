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
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar
from zlib import crc32

from dvergar.web.bot_workers.question import Answer, Key, Question
from dvergar.web.bot_workers.worker_pool import Show, Worker

QUICK: Final = 0.25  # seconds that a thought may take without counting as long
PATIENCE: Final = 1.0  # seconds that a bot waits for its memory at most
HOMES: Final = 5_000  # bots of which it is known where they thought last
KINDS: Final = 1_000  # kinds of bots of which it is known how long they think


K = TypeVar("K")
V = TypeVar("V")


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
        self._expected: OrderedDict[str, float] = OrderedDict()
        self._homes: OrderedDict[Key, int] = OrderedDict()

    async def think(self, question: Question, show: Show = lambda _: None) -> Answer:
        """A bot's answer, as soon as it is its table's turn."""
        waiting = self._stand_in_line(question)
        place = await self._turn(waiting)
        thinking = asyncio.ensure_future(self._workers[place].think(question, show))
        begun = time.monotonic()

        def done(_: object) -> None:
            self._finish[question.table] = waiting.start + time.monotonic() - begun
            if not thinking.cancelled() and thinking.exception() is None:
                _remember(self._expected, question.kind, thinking.result().seconds, KINDS)
                _remember(self._homes, question.key, place, HOMES)
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
        patience = min(PATIENCE, self._expected.get(question.kind, PATIENCE))
        left = waiting.since + patience - time.monotonic()
        if left <= 0:
            return min(self._free)
        asyncio.get_running_loop().call_later(left, self._serve)
        return None

    def _is_long(self, question: Question) -> bool:
        return self._expected.get(question.kind, PATIENCE) > QUICK

    def _keeps_last(self) -> bool:
        """Whether the workers that are left are kept for quick thoughts."""
        return len(self._workers) > 1 and self._long >= len(self._workers) - 1


def _remember(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Remembers a value, and forgets the one that was set the longest ago."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
