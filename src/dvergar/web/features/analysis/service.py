"""Analyses of finished games: what each decision cost, worked out where bots think.

Whoever asks starts one; all see the same. Every decision is one question in the fair queue, so that
an analysis never holds up the bots of a game for longer than one of them. The last ones are kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from dvergar.core.errors import DvergarError
from dvergar.lab.analyse import Analysis, Decision, EvaluatedDecision, adviser_for, decisions
from dvergar.lab.move_evaluation import adviser_of
from dvergar.web.bot_workers.question import Question
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table

LOG: Final = logging.getLogger("dvergar.bots")
KEPT: Final = 100
SEED: Final = 1
AT_ONCE: Final = 2
"""Analyses that are worked on at the same time; the others wait in line."""
IN_LINE: Final = 20
"""How many may wait before one is asked to come later."""
UNWATCHED_SECONDS: Final = 120.0
"""After how long an analysis that waits gives way to others, if nobody has looked at it."""


@dataclass(slots=True)
class Work:
    """An analysis under way, or done."""

    all: int = 0
    done: int = 0
    result: Analysis | None = None
    failed: bool = False
    begun: bool = False
    """Whether it has been its turn."""
    looked_at: float = field(default_factory=time.monotonic)
    told: dict[str, object] = field(default_factory=dict)
    """What was told of it by language, kept by whoever tells of it."""


class Analyses:
    """The analyses that were asked for lately."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._queue = kernel.queue
        self._limit = kernel.rate_limit(kernel.settings.analyses_per_minute, "too_many_analyses")
        self._kept: OrderedDict[str, Work] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)

    def known(self, table: Table) -> Work | None:
        """What there is of an analysis of a table."""
        work = self._kept.get(table.id)
        if work is not None:
            work.looked_at = time.monotonic()
        return work

    def possible(self, table: Table) -> bool:
        """Whether a game is over and has a bot that can say what it expects."""
        if not table.state.over or not table.steps:
            return False
        try:
            adviser_of(table.game, 0, SEED)
        except DvergarError:
            return False
        return True

    def request(self, context: RequestContext, table: Table) -> None:
        """Begins the analysis of a finished game that someone has asked for."""
        if self.known(table) is None:
            self._limit.check(context.address)
        self.start(table)

    def start(self, table: Table) -> None:
        """Begins an analysis, unless there is one."""
        if not self.possible(table):
            raise WebError(409, "no_analysis")
        known = self._kept.get(table.id)
        if known is not None and not known.failed:
            return
        if len(self._tasks) >= AT_ONCE + IN_LINE:
            self._drop_unwatched()
        if len(self._tasks) >= AT_ONCE + IN_LINE:
            raise WebError(429, "too_many_analyses")
        work = self._kept[table.id] = Work()
        self._kept.move_to_end(table.id)
        while len(self._kept) > KEPT:
            oldest = next((one for one in self._kept if one not in self._tasks), table.id)
            del self._kept[oldest]
        self._tasks[table.id] = asyncio.create_task(self._run(table, work))

    async def close(self) -> None:
        """Stops all that is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop_unwatched(self) -> None:
        """Drops analyses that wait in line though whoever asked for them has left."""
        before = time.monotonic() - UNWATCHED_SECONDS
        for table_id in list(self._tasks):
            work = self._kept[table_id]
            if not work.begun and work.looked_at < before:
                self._tasks.pop(table_id).cancel()
                del self._kept[table_id]

    async def _run(self, table: Table, work: Work) -> None:
        try:
            async with self._turn:
                work.begun = True
                await self._analyse(table, work)
        except Exception:
            LOG.exception("the analysis of table %s failed", table.id)
            work.failed = True
        finally:
            if self._tasks.get(table.id) is asyncio.current_task():
                del self._tasks[table.id]
            self._queue.forget(_name(table))

    async def _analyse(self, table: Table, work: Work) -> None:
        record = table.record()
        adviser = adviser_of(table.game, 0, SEED)
        found = await asyncio.to_thread(decisions, record)
        work.all = len(found)
        judged: list[EvaluatedDecision] = []
        for one in found:
            question = self._question(table, one)
            answer = await self._queue.think(question)
            assert answer.weighed is not None, "asked for"
            judged.append(EvaluatedDecision(one.number, one.seat, one.played, answer.weighed))
            work.done += 1
        scores = tuple([score.total for score in table.state.scores()])
        work.result = Analysis(record, adviser, tuple(judged), scores)

    def _question(self, table: Table, one: Decision) -> Question:
        adviser = adviser_for(one, adviser_of(table.game, 0, SEED))
        state = table.game.read(one.text)
        return Question(
            _name(table), adviser.bot, state, adviser.seed, turn=one.played, adviser=adviser
        )


def _name(table: Table) -> str:
    """What an analysis is called in the queue: it stands in line beside the table's own bots."""
    return f"{table.id} analysis"
