"""Lets bots move at the tables they sit at, outside the event loop.

Bots think in processes of their own (a compiled engine would otherwise hold the server up), are
given an imagined copy, and wait a moment before they move so that people can follow.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final

from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.web.errors import WebError
from dvergar.web.tables import Tables

LOG: Final = logging.getLogger("dvergar.bots")


def think(name: str, state: State, seed: int) -> str:
    """The name of the move a bot chooses; runs wherever bots think."""
    bot = bots.make(name, seed=derive(seed, 1), game=state.game.slug)
    return state.game.name(ask(bot, state, seed))


class BotRunner:
    """One task for each table at which a bot is to move."""

    def __init__(self, tables: Tables, pace: float, workers: int) -> None:
        self._tables = tables
        self._pace = pace
        self._workers = workers
        self._pool = self._new_pool()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def _new_pool(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(1)
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=spawn)

    def wake(self, table_id: str) -> None:
        """Lets the bots of a table move, if it is their turn and they do not do so already."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id))

    def is_awake(self, table_id: str) -> bool:
        return table_id in self._tasks

    async def _run(self, table_id: str) -> None:
        try:
            while await self._move(table_id):
                pass
        except Exception:
            LOG.exception("the bots of table %s stopped", table_id)
        finally:
            # At once, not in a callback: whoever wakes them in between would not be heard.
            self._tasks.pop(table_id, None)

    async def _move(self, table_id: str) -> bool:
        """Lets one bot make one move; false if it is nobody's of theirs."""
        table = await self._tables.get(table_id)
        name = table.acting_bot()
        if not name:
            return False
        version = table.version
        seed = derive(table.seed, 1_000_000 + version)
        thought = self._think(name, table.state.copy(), seed)
        move, _ = await asyncio.gather(thought, asyncio.sleep(self._pace))
        if table.version == version:
            try:
                await self._tables.play(table, move)
            except WebError:
                LOG.info("table %s moved on while a bot was thinking", table_id)
        return True

    async def _think(self, name: str, state: State, seed: int) -> str:
        """Asks a bot outside the event loop; a worker that was killed is replaced once."""
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, think, name, state, seed)
        except BrokenExecutor:
            LOG.warning("a worker for bots has died and is replaced")
            if self._pool is pool:
                self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, think, name, state, seed)

    async def close(self) -> None:
        """Stops all bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
