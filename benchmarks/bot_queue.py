"""How long quick bots wait beside slow ones: the server's fair queue, and first come, first served.

`python benchmarks/bot_queue.py` lets some tables whose bot thinks for a second a turn, and some
whose bot is quick, ask for turn after turn, as a server does that never waits for people. What is
printed is the time from the question to the answer without the thought itself, for each way of
sharing the workers out: one worker in order of arrival (as it was), several in order of arrival,
and the fair queue.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import ClassVar

import dvergar
from dvergar import bots
from dvergar.compiled_engine import Engine
from dvergar.core.game import State
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker_pool import Worker, make_workers

STATE = dvergar.game("my_gold_mine", players=4, first_seat=0).start(1)
PAUSE = 0.05  # seconds between two turns at a table

Think = Callable[[Question], Awaitable[Answer]]


class Slow:
    """Reckons for as long as it is told, and then plays anything."""

    limits: ClassVar[tuple[str, ...]] = ("seconds",)

    def __init__(self, seed: int, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._seed = seed

    def choose(self, state: State) -> int:
        end = time.monotonic() + self._seconds
        while time.monotonic() < end:
            pass
        moves = state.moves()
        return moves[self._seed % len(moves)]


bots.GENERAL["slow"] = Slow  # in the workers as well: they read this module in


class InOrder:
    """Workers for whoever comes first."""

    def __init__(self, workers: list[Worker]) -> None:
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in workers:
            self._free.put_nowait(worker)

    async def think(self, question: Question) -> Answer:
        worker = await self._free.get()
        try:
            return await worker.think(question, lambda _: None)
        finally:
            self._free.put_nowait(worker)


async def ask_on(think: Think, table: str, bot: str, end: float, waits: list[float]) -> None:
    """One table: turn after turn until the end."""
    limits = {"seconds": 1.0} if bot == "slow" else {}
    turn = 0
    while time.monotonic() < end:
        asked = time.monotonic()
        answer = await think(Question(table, bot, STATE, turn, limits=limits))
        waits.append(time.monotonic() - asked - answer.seconds)
        turn += 1
        await asyncio.sleep(PAUSE)


async def measure(workers: int, fair: bool, slow: int, quick: int, seconds: float) -> list[str]:
    """One way of sharing out: a line of the table."""
    hired = make_workers(workers, 16, Engine())
    think: Think = FairQueue(hired).think if fair else InOrder(hired).think
    await asyncio.gather(
        *(one.think(Question("t", "careful", STATE, 0), lambda _: None) for one in hired)
    )
    await think(Question("t", "careful", STATE, 0))
    waits: dict[str, list[float]] = {"slow": [], "careful": []}
    end = time.monotonic() + seconds
    tables = [("slow", number) for number in range(slow)]
    tables += [("careful", number) for number in range(quick)]
    await asyncio.gather(*(ask_on(think, f"{bot} {n}", bot, end, waits[bot]) for bot, n in tables))
    for one in hired:
        one.close()
    return [_told(waits["careful"]), _told(waits["slow"])]


def _told(waits: list[float]) -> str:
    at_95 = statistics.quantiles(waits, n=20)[-1]
    return (
        f"{len(waits):,} turns, {statistics.median(waits):.3f} s, {at_95:.3f} s, {max(waits):.3f} s"
    )


def main() -> None:
    """Measure all ways in turn and print one table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--slow", type=int, default=6, help="tables whose bot thinks for a second")
    words.add_argument("--quick", type=int, default=6, help="tables whose bot is quick")
    words.add_argument("--seconds", type=float, default=12)
    words.add_argument("--workers", type=int, default=3)
    asked = words.parse_args()
    print(f"{asked.slow} slow and {asked.quick} quick tables; waiting: median, 95 %, longest")
    print("| | quick bots | slow bots |")
    print("| --- | --- | --- |")
    ways = [
        (1, False, "as it was"),
        (asked.workers, False, "in order"),
        (asked.workers, True, "fair"),
    ]
    for workers, fair, name in ways:
        line = measure(workers, fair, asked.slow, asked.quick, asked.seconds)
        print(
            f"| {workers} {'worker' if workers == 1 else 'workers'}, {name} | "
            f"{' | '.join(asyncio.run(line))} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
