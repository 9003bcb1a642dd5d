"""Wakes open pages and waiting programs when something changes at a table."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Notifier:
    """Waiting and waking, table by table, inside one process."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    def notify(self, table_id: str) -> None:
        """Wakes everyone who waits at the table."""
        for waiter in self._waiting.pop(table_id, set()):
            waiter.set()

    async def wait(self, table_id: str, seconds: float) -> bool:
        """Waits for a change of a table; false if none came in time."""
        waiter = asyncio.Event()
        self._waiting[table_id].add(waiter)
        try:
            async with asyncio.timeout(seconds):
                await waiter.wait()
            return True
        except TimeoutError:
            return False
        finally:
            waiting = self._waiting.get(table_id)
            if waiting is not None:
                waiting.discard(waiter)
                if not waiting:
                    del self._waiting[table_id]

    def waited_for(self) -> list[str]:
        """The tables at which someone waits."""
        return list(self._waiting)

    def notify_all(self) -> None:
        """Wakes everyone, at the end of the server."""
        for table_id in list(self._waiting):
            self.notify(table_id)
