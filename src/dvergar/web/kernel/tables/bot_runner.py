"""Lets bots move at the tables they sit at, outside the event loop.

Where and when they think is the affair of `thinking`. They are given an imagined copy, and wait a
moment before they move so that people can follow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dvergar.core.bot import Thought
from dvergar.core.chance import derive
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.question import Question
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.leases import Leases, NoLeases
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import AT_ONCE, BRISK, CALM, Table
from dvergar.web.kernel.tables.thinking_limits import limits_of

LOG: Final = logging.getLogger("dvergar.bots")
FIRST_PAUSE: Final = 1.0  # seconds until a bot that failed is asked again
LONGEST_PAUSE: Final = 600.0
FIRST_LOOK: Final = 0.1  # seconds until it is asked again whether another server lets them move
LAST_LOOK: Final = 2.0
PACE: Final = {AT_ONCE: 0.0, BRISK: 1.0, CALM: 2.5}
"""How long people watch the turn of a bot, in parts of what the server is set to."""
SEEDS: Final = 1_000_000
"""Where the numbers begin by which the seeds of bots are derived from that of their table."""


class BotRunner:
    """One task for each table at which a bot is to move."""

    def __init__(
        self,
        tables: TableService,
        queue: FairQueue,
        pace: float,
        watched: Callable[[str], bool],
        leases: Leases | None = None,
    ) -> None:
        """`leases` says at which tables another server lets the bots move."""
        self._leases = leases or NoLeases()
        self._tables = tables
        self._queue = queue
        self._pace = pace
        self._watched = watched
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._skipped: dict[str, asyncio.Event] = {}
        self._thoughts: dict[str, Thought] = {}

    def wake(self, table_id: str) -> None:
        """Lets the bots of a table move, if it is their turn and they do not do so already."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id))

    def skip(self, table_id: str) -> None:
        """Lets nobody wait for the bots of a table until a person has to decide."""
        if table_id in self._tasks:
            self._skipped.setdefault(table_id, asyncio.Event()).set()

    def thought(self, table_id: str) -> Thought | None:
        """How far the bot has come that thinks at a table now; None: nobody can say."""
        return self._thoughts.get(table_id)

    async def _run(self, table_id: str) -> None:
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    if not await self._is_ours(table_id) or not await self._move(table_id):
                        return
                    pause = FIRST_PAUSE
                except WebError:
                    return  # the table is gone
                except Exception:
                    bot = self._bot_of(table_id)
                    LOG.exception("the bot “%s” failed at table %s; retrying", bot, table_id)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            # At once, not in a callback: whoever wakes them in between would not be heard.
            self._tasks.pop(table_id, None)
            self._skipped.pop(table_id, None)
            self._leases.give_back(table_id)

    def _bot_of(self, table_id: str) -> str:
        table = self._tables.cached(table_id)
        return table.acting_bot() if table is not None else ""

    async def _is_ours(self, table_id: str) -> bool:
        """Whether the bots of a table are ours to move; waits as long as another server has them.

        That one may end at any moment, or not know yet of what has woken them here.
        """
        pause = FIRST_LOOK
        while not await self._leases.take(table_id):
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_LOOK)
            if not self._has_turn(await self._tables.get(table_id)):
                return False
        return True

    def _has_turn(self, table: Table) -> bool:
        """Whether a bot is to move; among themselves they wait as long as nobody looks at them."""
        return bool(table.acting_bot() and (table.people() or self._watched(table.id)))

    async def _move(self, table_id: str) -> bool:
        """Lets one bot make its turn; false if it is nobody's of theirs."""
        table = await self._tables.get(table_id)
        if not self._has_turn(table):
            return False
        moves, _ = await asyncio.gather(self._think(table), self._let_watch(table))
        try:
            await self._tables.play(table, *moves)
        except WebError:
            LOG.info("table %s moved on while a bot was thinking", table_id)
        return True

    async def _let_watch(self, table: Table) -> None:
        """Waits so that people can follow, unless they do not want to."""
        skipped = self._skipped.setdefault(table.id, asyncio.Event())
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pace * PACE[table.pace]):
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
            derive(table.seed, SEEDS + table.version),
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
