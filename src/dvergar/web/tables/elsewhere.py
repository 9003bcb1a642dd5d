"""Who is at a table by what the other servers on the same database say.

Each tells the others whenever its own live pages of a table change, and again now and then: a
server that was killed tells nothing any more, and is forgotten after a while.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

from dvergar.web.tables.presence import NOBODY, Here, Presence

AGAIN: Final = 30.0  # seconds after which it is said again who is here
STALE: Final = 2.5 * AGAIN


class Elsewhere:
    """What the other servers have said."""

    def __init__(self, presence: Presence, tell: Callable[[str, str], None]) -> None:
        """`tell` is called with a table and what the others are to hear of it."""
        self._presence = presence
        self._tell = tell
        self._heard: dict[str, dict[str, tuple[Here, float]]] = {}
        self._task: asyncio.Task[None] | None = None
        presence.elsewhere = self.here
        presence.tell_others = self._say

    def here(self, table_id: str) -> Here:
        """Who is at a table at other servers."""
        said = [here for here, _ in self._heard.get(table_id, {}).values()]
        seats = frozenset(seat for here in said for seat in here.seats)
        return Here(seats, sum(here.spectators for here in said))

    def hear(self, table_id: str, server: str, words: Sequence[str]) -> None:
        """Another server says who is at a table there: a number of spectators, then seats."""
        spectators, *seats = (int(word) for word in words)
        said = self._heard.setdefault(table_id, {})
        before, _ = said.get(server, (NOBODY, 0.0))
        now = Here(frozenset(seats), spectators)
        said[server] = now, time.monotonic()
        if now == NOBODY:
            self._drop(table_id, server)
        if now != before:
            self._presence.tell(table_id)

    def start(self) -> None:
        """Begins to say it again now and then."""
        self._task = asyncio.create_task(self._again())

    def close(self) -> None:
        """Says nothing any more."""
        if self._task is not None:
            self._task.cancel()

    def forget_stale(self, now: float) -> None:
        """Forgets what servers said that have said nothing since."""
        for table_id, said in list(self._heard.items()):
            for server, (_, at) in list(said.items()):
                if now - at > STALE:
                    self._drop(table_id, server)
                    self._presence.tell(table_id)

    async def _again(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            for table_id, here in self._presence.all_here():
                self._say(table_id, here)
            self.forget_stale(time.monotonic())

    def _say(self, table_id: str, here: Here) -> None:
        self._tell(table_id, " ".join(str(one) for one in (here.spectators, *sorted(here.seats))))

    def _drop(self, table_id: str, server: str) -> None:
        del self._heard[table_id][server]
        if not self._heard[table_id]:
            del self._heard[table_id]
