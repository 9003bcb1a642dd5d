"""The time that counts at tables: it stands still while no server runs.

Players can't move while the server is down, so nobody may be late by it; nor by a clock that was
set in the meantime. Each server notes in the database from time to time that it is alive. Whatever
lies between the last note and the next start is left out of the time that tables use: everyone has
as much time left as before. The same holds for a machine that slept. Of several servers on one
database it is enough that one was alive.

Outages are remembered, so that tables are not deleted as idle because a server was down for long.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Final

from dvergar.web.kernel import clock
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.storage.store import Store

LOG: Final = logging.getLogger("dvergar.clock")
NAME: Final = "clock"  # of the note in the database
NOTE_S: Final = 30.0  # seconds between two notes
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
            await asyncio.sleep(NOTE_S)
            await self._note_or_log()

    async def _note_or_log(self) -> None:
        try:
            await self._note(MAX_SILENCE_S)
        except Exception as error:  # noqa: BLE001 - the next note is another try; no time passes
            LOG.warning("the time could not be noted: %s", format_error(error))

    async def _note(self, tolerated: float) -> None:
        """Notes that a server is alive; a longer silence than is tolerated doesn't count."""
        alive = self._read(await self._store.said(NAME)) or await self._store.last_touched()
        present = clock.now()
        silence = present - alive if alive else 0.0
        if abs(silence) > tolerated:
            self._skipped += silence
            self._outages = [one for one in self._outages if one[0] <= present]  # a clock was wrong
            if silence > MIN_OUTAGE_S:
                self._outages = [*self._outages, (present, silence)][-MAX_OUTAGES:]
            LOG.info("no server ran for %.0f s, which are counted to nobody", silence)
        note = {"alive": present, "skipped": self._skipped, "outages": self._outages}
        await self._store.say(NAME, json.dumps(note))
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
