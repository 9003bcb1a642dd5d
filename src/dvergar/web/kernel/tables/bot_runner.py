"""Runs the turns of bots: asks the workers (`bot_workers`) for moves and stores them.

A bot gets an imagined copy of the state. It waits a moment before it moves, so that people can
follow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dvergar.core.bot import Thought
from dvergar.core.chance import derive
from dvergar.core.info import load
from dvergar.core.registry import plugin_failures
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.question import Question
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.leases import Leases, NoLeases
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import AT_ONCE, BRISK, CALM, Table
from dvergar.web.kernel.tables.thinking_limits import limits_of

LOG: Final = logging.getLogger("dvergar.bots")
FIRST_RETRY_S: Final = 1.0  # a bot that failed is asked again after this time, then twice of it
MAX_RETRY_S: Final = 600.0
FIRST_LEASE_RETRY_S: Final = 0.1  # while another server has the lease of a table
MAX_LEASE_RETRY_S: Final = 2.0
PAUSE_S: Final = {AT_ONCE: 0.0, BRISK: 1.0, CALM: 2.5}
"""How long people can watch the turn of a bot, as a factor of the server's setting."""
SEED_STEP: Final = 1_000_000
"""The seeds of bots are derived from the seed of their table by numbers from here on."""


class BotRunner:
    """One task for each table at which a bot has to move."""

    def __init__(
        self,
        tables: TableService,
        queue: FairQueue,
        pace: float,
        watched: Callable[[str], bool],
        leases: Leases | None = None,
    ) -> None:
        """`watched` says whether someone looks at a table; `leases` whose server runs its bots."""
        self._leases = leases or NoLeases()
        self._tables = tables
        self._queue = queue
        self._pace = pace
        self._watched = watched
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._skipped: dict[str, asyncio.Event] = {}
        self._thoughts: dict[str, Thought] = {}

    def wake(self, table_id: str) -> None:
        """Starts the bots of a table if it is their turn, unless they are moving already."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id))

    def skip(self, table_id: str) -> None:
        """Makes the bots of a table move without pauses until a person has to decide."""
        if table_id in self._tasks:
            self._skipped.setdefault(table_id, asyncio.Event()).set()

    def thought(self, table_id: str) -> Thought | None:
        """The progress of the bot that is thinking at a table; None if it is unknown."""
        return self._thoughts.get(table_id)

    async def _run(self, table_id: str) -> None:
        pause = FIRST_RETRY_S
        try:
            while True:
                try:
                    if not await self._is_ours(table_id) or not await self._move(table_id):
                        return
                    pause = FIRST_RETRY_S
                except WebError:
                    return  # the table is gone
                except Exception:
                    bot = self._bot_of(table_id)
                    LOG.exception("the bot “%s” failed at table %s; retrying", bot, table_id)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, MAX_RETRY_S)
        finally:
            # Here and not in a callback: a wake-up in between would get lost.
            self._tasks.pop(table_id, None)
            self._skipped.pop(table_id, None)
            self._leases.give_back(table_id)

    def _bot_of(self, table_id: str) -> str:
        table = self._tables.cached(table_id)
        return table.acting_bot() if table is not None else ""

    async def _is_ours(self, table_id: str) -> bool:
        """Takes the lease of a table; waits while another server has it.

        That server may end at any moment, or not know yet what has woken the bots here.
        """
        pause = FIRST_LEASE_RETRY_S
        while not await self._leases.take(table_id):
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_LEASE_RETRY_S)
            if not self._has_turn(await self._tables.get(table_id)):
                return False
        return True

    def _has_turn(self, table: Table) -> bool:
        """Whether a bot has to move; bots among themselves wait while nobody watches."""
        return bool(table.acting_bot() and (table.people() or self._watched(table.id)))

    async def _move(self, table_id: str) -> bool:
        """Lets one bot make its turn; false if no bot has the turn."""
        table = await self._tables.get(table_id)
        if not self._has_turn(table):
            return False
        moves, _ = await asyncio.gather(self._think(table), self._pause(table))
        try:
            await self._tables.play(table, *moves)
        except WebError:
            LOG.info("table %s moved on while a bot was thinking", table_id)
        return True

    async def _pause(self, table: Table) -> None:
        """Waits so that people can follow, unless they skip it."""
        skipped = self._skipped.setdefault(table.id, asyncio.Event())
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace * _patience(table)):
                await skipped.wait()

    async def _think(self, table: Table) -> tuple[str, ...]:
        """The moves of the bot whose turn it is."""

        def show(thought: Thought) -> None:
            self._thoughts[table.id] = thought

        bot = table.acting_bot()
        question = Question(
            table.id,
            bot,
            table.state,
            derive(table.seed, SEED_STEP + table.version),
            played=tuple(step.move for step in table.steps),
            limits=limits_of(table.game, bot, table.thinking),
        )
        try:
            return (await self._queue.think(question, show)).moves
        finally:
            self._thoughts.pop(table.id, None)

    def __len__(self) -> int:
        return len(self._tasks)

    async def close(self) -> None:
        """Stops all bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _patience(table: Table) -> float:
    """How long people want to watch a turn; not at all once they are out, unless they like it calm.

    What happened meanwhile is told when it's their turn again.
    """
    takes_part = table.game.info.takes_part
    if table.pace != CALM and takes_part:
        with plugin_failures(table.game.info):
            playing = load(takes_part)
            if not any(playing(table.state, seat) for seat in table.people()):
                return 0.0
    return PAUSE_S[table.pace]
