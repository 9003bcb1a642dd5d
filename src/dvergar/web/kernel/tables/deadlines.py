"""Deadlines: one task for all tables of a server, which sleeps until the next player is late.

The deadline of each table is in the database. The task reads the next ones once a minute, so a
table without a time limit costs nothing, a restart loses nothing, and deadlines that another
process has stored are found. If two processes act on the same deadline, the number of the event
refuses the second. A table that can't be rebuilt, because its game is missing or fails, keeps its
deadline and is tried again later; it delays no other table.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import DBAPIError

from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.service import TableService

LOG: Final = logging.getLogger("dvergar.tables")
READ_AHEAD_S: Final = 60.0
"""Deadlines within this time are read, and read again after it."""
FAILED_RETRY_S: Final = 600.0
"""A table that failed is tried again after this time."""


class Deadlines:
    """The deadlines of the next minute, in their order."""

    def __init__(self, tables: TableService, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._heap: list[tuple[float, str]] = []
        self._known: dict[str, float] = {}
        """The deadline of each table; other entries of the heap are out of date."""
        self._failed: dict[str, float] = {}
        """Tables that failed, and when they are tried again."""
        self._sooner = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stops the task."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def note(self, table_id: str, due: float | None) -> None:
        """A table has a new deadline, or none; distant ones are read from the database later."""
        self._known.pop(table_id, None)
        if due is None or due > self._now() + READ_AHEAD_S:
            return
        self._known[table_id] = due
        heapq.heappush(self._heap, (due, table_id))
        if self._heap[0] == (due, table_id):
            self._sooner.set()

    async def check(self) -> None:
        """Reads the next deadlines, and lets bots move for everyone who is late."""
        for table_id, due in await self._store.due_tables(self._now() + READ_AHEAD_S):
            if self._known.get(table_id) != due and self._failed.get(table_id, 0) <= self._now():
                self.note(table_id, due)
        await self._pass()

    def __len__(self) -> int:
        return len(self._known)

    def _now(self) -> float:
        return self._tables.now()

    async def _run(self) -> None:
        while True:
            try:
                await self.check()
                end = self._now() + READ_AHEAD_S
                while self._now() < end:
                    self._sooner.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(min(self._next(), end) - self._now()):
                            await self._sooner.wait()
                    await self._pass()
            except Exception as error:  # noqa: BLE001 - the next minute is another try
                LOG.error("deadlines could not be read: %s", format_error(error))
                await asyncio.sleep(READ_AHEAD_S)

    def _next(self) -> float:
        while self._heap and self._known.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else float("inf")

    async def _pass(self) -> None:
        while (due := self._next()) <= self._now():
            _, table_id = heapq.heappop(self._heap)
            self._known.pop(table_id, None)
            try:
                next_due = await self._tables.pass_time(table_id)
            except DBAPIError:
                raise  # no table can be handled now
            except Exception as error:  # noqa: BLE001 - one table delays no other
                LOG.warning(
                    "table %s: its deadline could not be kept: %s", table_id, format_error(error)
                )
                self._failed[table_id] = self._now() + FAILED_RETRY_S
                continue
            self._failed.pop(table_id, None)
            await self._store.correct_due(table_id, due, next_due)
            self.note(table_id, next_due)
