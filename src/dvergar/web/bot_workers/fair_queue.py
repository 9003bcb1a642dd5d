"""Whose turn it is to think: a fair queue over the workers.

Clients (networks) are served in turn by the time they have had, and so are the tables of a client
(start-time fair queueing): where bots think long, the next thought waits longer than where they are
quick, and many tables of one client get no more than one table of another. A client that has a
thought under way comes after those that have none, and never has all workers for long thoughts.
Analyses come after everything else.

Thoughts that are expected to be long never take the last worker, so that a quick one finds it free.
A bot goes back to the worker that remembers its game; where that one is busy and another is not, it
waits as long as its own thought would take, and then goes there without its memory.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
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
    client: str
    """For whom it is: a network, or else its table."""
    clock: float
    """The time that everyone had had when it came."""
    since: float
    place: asyncio.Future[int] = field(repr=False)
    start: float = 0.0
    """The time its client had had when it got a worker."""
    table_start: float = 0.0
    long: bool = False
    """Whether its thought counts as long."""
    is_called: bool = False
    """Whether it will be looked at when it has waited long enough for its memory."""


class FairQueue:
    """Hands questions to workers."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers
        self._free = set(range(len(workers)))
        self._long: Counter[str] = Counter()
        """How many workers are at a thought that is expected to be long, by client."""
        self._analyses = 0
        """How many workers are at an analysis."""
        self._running: Counter[str] = Counter()
        """How many workers are at a thought, by client."""
        self._waiting: list[_Waiting] = []
        self._clock = 0.0
        self._used: dict[str, float] = {}
        """The time that clients and tables have had."""
        self._expected: LRUCache[str, float] = LRUCache(MAX_KNOWN_KINDS)
        self._homes: LRUCache[Key, int] = LRUCache(MAX_KNOWN_HOMES)

    async def think(self, question: Question, show: Show = lambda _: None) -> Answer:
        """A bot's answer, as soon as it is its turn."""
        waiting = self._wait_in_line(question)
        place = await self._turn(waiting)
        thinking = asyncio.ensure_future(self._workers[place].think(question, show))
        begun = time.monotonic()

        def done(_: object) -> None:
            seconds = time.monotonic() - begun
            self._charge(waiting.client, waiting.start, seconds)
            if waiting.client != question.table:
                self._charge(question.table, waiting.table_start, seconds)
            if not thinking.cancelled() and thinking.exception() is None:
                self._expected[question.kind] = thinking.result().seconds
                self._homes[question.key] = place
            self._release(waiting, place)

        thinking.add_done_callback(done)
        return await asyncio.shield(thinking)  # a worker is busy though nobody waits any more

    def forget(self, table: str) -> None:
        """Lets the bots of a table go: its game is over."""
        self._used.pop(table, None)
        homes = [key for key in self._homes if key[0] == table]
        for place in {self._homes.pop(key) for key in homes}:
            self._workers[place].forget(table)

    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._waiting)

    def longest_wait(self) -> float:
        """For how many seconds the oldest of them has waited."""
        since = min((one.since for one in self._waiting), default=None)
        return 0.0 if since is None else time.monotonic() - since

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.close()

    def _wait_in_line(self, question: Question) -> _Waiting:
        client = question.client or question.table
        place = asyncio.get_running_loop().create_future()
        waiting = _Waiting(question, client, self._clock, time.monotonic(), place)
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

    def _charge(self, name: str, start: float, seconds: float) -> None:
        """Adds to the time that a client or a table has had."""
        self._used[name] = max(start, self._used.get(name, 0.0)) + seconds

    def _release(self, waiting: _Waiting, place: int) -> None:
        self._free.add(place)
        self._analyses -= waiting.question.is_analysis
        self._running[waiting.client] -= 1
        self._long[waiting.client] -= waiting.long
        self._running, self._long = +self._running, +self._long  # without those that have none
        if not self._waiting:
            self._used = {name: at for name, at in self._used.items() if at > self._clock}
        self._serve()

    def _serve(self) -> None:
        """Gives every question a worker that can have one."""
        while (found := self._next()) is not None:
            waiting, place = found
            self._waiting.remove(waiting)
            self._free.remove(place)
            waiting.start = self._start(waiting, waiting.client)
            waiting.table_start = self._start(waiting, waiting.question.table)
            self._clock = max(self._clock, waiting.start)
            waiting.long = self._is_long(waiting.question)
            self._running[waiting.client] += 1
            self._long[waiting.client] += waiting.long
            self._analyses += waiting.question.is_analysis
            if not waiting.place.cancelled():
                waiting.place.set_result(place)

    def _next(self) -> tuple[_Waiting, int] | None:
        """The first question in line that can have a worker, and which."""
        for waiting in sorted(self._waiting, key=self._rank):
            place = self._place(waiting)
            if place is not None:
                return waiting, place
        return None

    def _rank(self, waiting: _Waiting) -> tuple[bool, int, float, float]:
        """What is smaller is served earlier."""
        question, client = waiting.question, waiting.client
        return (
            question.is_analysis,
            self._running[client],
            self._start(waiting, client),
            self._start(waiting, question.table),
        )

    def _start(self, waiting: _Waiting, name: str) -> float:
        return max(waiting.clock, self._used.get(name, 0.0))

    def _place(self, waiting: _Waiting) -> int | None:
        """The worker for a question; None where it has to wait."""
        question = waiting.question
        if not self._free or (self._is_long(question) and not self._has_room(waiting)):
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
        if not waiting.is_called:
            waiting.is_called = True
            asyncio.get_running_loop().call_later(left, self._serve)
        return None

    def _is_long(self, question: Question) -> bool:
        return self._expected_s(question) > MAX_QUICK_S

    def _expected_s(self, question: Question) -> float:
        """How long a bot of this kind thought last; unknown ones count as long."""
        return self._expected.get(question.kind, MAX_WAIT_FOR_MEMORY_S)

    def _has_room(self, waiting: _Waiting) -> bool:
        """Whether a long thought leaves workers for quick ones, for other clients and for games."""
        room = len(self._workers) - 1
        if not room:
            return True
        part = max(1, room - 1)
        if waiting.question.is_analysis and self._analyses >= part:
            return False
        if waiting.question.client and self._long[waiting.client] >= part:
            return False
        return self._long.total() < room
