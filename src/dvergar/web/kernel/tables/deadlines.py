"""Deadlines: one task for all tables of a server, which sleeps until the next player is late.

The deadline of each table is in the database. The task reads the next ones once a minute, so a
table without a time limit costs nothing, a restart loses nothing, and deadlines that another
process has stored are found. If two processes act on the same deadline, the number of the event
refuses the second. A table that can't be rebuilt, because its game is missing or fails, keeps its
deadline and is tried again later; it delays no other table.

Time in which no server runs doesn't count (`GameTime`): players can't move then, so nobody may be
late by it; nor by a clock that was set in the meantime. Each server notes in the database from time
to time that it is alive. Everything between the last note and the next start is left out of the
time that tables use: everyone has as much time left as before. The same holds for a machine that
slept. Of several servers on one database it is enough that one was alive. Outages are remembered,
so that tables are not deleted as idle because a server was down for long.
"""

from __future__ import annotations

import asyncio
import heapq
import json
import logging
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import DBAPIError

from dvergar.web.kernel import clock
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


CLOCK_LOG: Final = logging.getLogger("dvergar.clock")
CLOCK_NOTE: Final = "clock"  # of the note in the database
NOTE_INTERVAL_S: Final = 30.0  # seconds between two notes
MAX_SILENCE_S: Final = 90.0  # without a note; after that no time passes
MAX_OUTAGES: Final = 100  # remembered
MIN_OUTAGE_S: Final = 3600.0  # shorter ones matter to no idle table


class GameTime:
    """Seconds of the epoch, less those in which no server ran."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._skipped = 0.0
        self._outages: list[tuple[float, float]] = []
        """When each outage ended, and how many seconds it took."""
        self._noted = float("inf")
        """When the last note was made; without a start everything counts."""
        self._task: asyncio.Task[None] | None = None

    def now(self) -> float:
        """The present time at all tables."""
        return min(clock.now(), self._noted + MAX_SILENCE_S) - self._skipped

    def idle_since(self, seconds: float) -> float:
        """Since when a table is idle for so many seconds in which a server ran."""
        since = clock.now() - seconds
        for ended, took in reversed(self._outages):
            if ended > since:
                since -= took
        return since

    async def start(self) -> None:
        """Leaves out the time since the last note, and begins to make notes."""
        await self._note(MAX_SILENCE_S if self._store.shared else 0.0)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Makes a last note."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._note_or_log()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(NOTE_INTERVAL_S)
            await self._note_or_log()

    async def _note_or_log(self) -> None:
        try:
            await self._note(MAX_SILENCE_S)
        except Exception as error:  # noqa: BLE001 - the next note is another try; no time passes
            CLOCK_LOG.warning("the time could not be noted: %s", format_error(error))

    async def _note(self, tolerated: float) -> None:
        """Notes that a server is alive; a longer silence than is tolerated doesn't count."""
        alive = (
            self._read(await self._store.read_value(CLOCK_NOTE)) or await self._store.last_touched()
        )
        present = clock.now()
        silence = present - alive if alive else 0.0
        if abs(silence) > tolerated:
            self._skipped += silence
            self._outages = [one for one in self._outages if one[0] <= present]  # a clock was wrong
            if silence > MIN_OUTAGE_S:
                self._outages = [*self._outages, (present, silence)][-MAX_OUTAGES:]
            CLOCK_LOG.info("no server ran for %.0f s, which are counted to nobody", silence)
        note = {"alive": present, "skipped": self._skipped, "outages": self._outages}
        await self._store.set_value(CLOCK_NOTE, json.dumps(note))
        self._noted = present

    def _read(self, text: str) -> float:
        """When the last note was made, by any server; what it says besides is taken over.

        0.0 if there is none: the database is new, or of a release that made no notes.
        """
        try:
            note = json.loads(text)
            alive, skipped = float(note["alive"]), float(note["skipped"])
            outages = [(float(ended), float(took)) for ended, took in note["outages"]]
        except (ValueError, TypeError, LookupError):
            return 0.0
        self._skipped, self._outages = skipped, outages
        return alive
