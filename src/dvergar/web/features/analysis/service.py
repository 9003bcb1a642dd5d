"""Analyses of finished games: what each decision cost, worked out where bots think.

The first person to ask starts one; everyone sees the same. Every decision is one question in the
fair queue, so an analysis never holds up the bots of a game for longer than one decision takes. The
latest ones are kept.
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
MAX_KEPT_ANALYSES: Final = 100
SEED: Final = 1
MAX_RUNNING: Final = 2
"""Analyses that run at the same time; the others wait."""
MAX_WAITING: Final = 20
"""How many may wait before further ones are refused."""
UNWATCHED_S: Final = 120.0
"""After how long an analysis that waits gives way to others, if nobody looks at it."""


@dataclass(slots=True)
class AnalysisJob:
    """An analysis under way, or done."""

    all: int = 0
    done: int = 0
    result: Analysis | None = None
    failed: bool = False
    begun: bool = False
    """Whether it has been its turn."""
    looked_at: float = field(default_factory=time.monotonic)
    texts: dict[str, object] = field(default_factory=dict)
    """Its texts by language, kept by the view."""
    started: float = 0.0
    """When its first decision was evaluated, in seconds of the process."""

    def seconds_left(self) -> float:
        """About how long it will take; 0 if nobody can say yet."""
        if not self.done:
            return 0.0
        return (time.monotonic() - self.started) / self.done * (self.all - self.done)


class AnalysisService:
    """The analyses that were asked for lately."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._queue = kernel.queue
        self._limit = kernel.rate_limit(kernel.settings.analyses_per_minute, "too_many_analyses")
        self._kept: OrderedDict[str, AnalysisJob] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(MAX_RUNNING)

    def known(self, table: Table) -> AnalysisJob | None:
        """What there is of an analysis of a table."""
        job = self._kept.get(table.id)
        if job is not None:
            job.looked_at = time.monotonic()
        return job

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
        if len(self._tasks) >= MAX_RUNNING + MAX_WAITING:
            self._drop_unwatched()
        if len(self._tasks) >= MAX_RUNNING + MAX_WAITING:
            raise WebError(429, "too_many_analyses")
        job = self._kept[table.id] = AnalysisJob()
        self._kept.move_to_end(table.id)
        while len(self._kept) > MAX_KEPT_ANALYSES:
            oldest = next((one for one in self._kept if one not in self._tasks), table.id)
            del self._kept[oldest]
        self._tasks[table.id] = asyncio.create_task(self._run(table, job))

    async def close(self) -> None:
        """Stops all that is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop_unwatched(self) -> None:
        """Drops analyses that wait in line that nobody watches any more."""
        before = time.monotonic() - UNWATCHED_S
        for table_id in list(self._tasks):
            job = self._kept[table_id]
            if not job.begun and job.looked_at < before:
                self._tasks.pop(table_id).cancel()
                del self._kept[table_id]

    async def _run(self, table: Table, job: AnalysisJob) -> None:
        try:
            async with self._turn:
                job.begun = True
                await self._analyse(table, job)
        except Exception:
            LOG.exception("the analysis of table %s failed", table.id)
            job.failed = True
        finally:
            if self._tasks.get(table.id) is asyncio.current_task():
                del self._tasks[table.id]
            self._queue.forget(_name(table))

    async def _analyse(self, table: Table, job: AnalysisJob) -> None:
        record = table.record()
        adviser = adviser_of(table.game, 0, SEED)
        found = await asyncio.to_thread(decisions, record)
        job.all, job.started = len(found), time.monotonic()
        evaluated: list[EvaluatedDecision] = []
        for one in found:
            question = self._question(table, one)
            answer = await self._queue.think(question)
            assert answer.evaluation is not None, "asked for"
            evaluated.append(EvaluatedDecision(one.number, one.seat, one.played, answer.evaluation))
            job.done += 1
        scores = tuple([score.total for score in table.state.scores()])
        job.result = Analysis(record, adviser, tuple(evaluated), scores)

    def _question(self, table: Table, one: Decision) -> Question:
        adviser = adviser_for(one.number, adviser_of(table.game, 0, SEED))
        state = table.game.read(one.text)
        return Question(
            _name(table), adviser.bot, state, adviser.seed, turn=one.played, adviser=adviser
        )


def _name(table: Table) -> str:
    """The name of an analysis in the queue, beside that of the table's own bots."""
    return f"{table.id} analysis"
