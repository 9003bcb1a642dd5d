"""Who hears of changes: open pages of this server, and other servers on the same database.

`Notifier` wakes open pages and waiting programs here. Peers are the other servers: stored events
reach them by themselves; messages are about what isn't stored: who is at a table, that bots should
hurry. A message is a word, a key (mostly the id of a table or user) and a text without spaces.
`PgListener` sends them through PostgreSQL; `NoPeers` is for a server that has its database for
itself.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol


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


@dataclass(frozen=True, slots=True)
class PeerMessage:
    """What another server tells."""

    key: str
    text: str
    server: int
    """The number of the server that sent it."""


OnMessage = Callable[[PeerMessage], object]
OnConnected = Callable[[], object]
OnGone = Callable[[set[int]], object]
OnTakeover = Callable[[float], Awaitable[object]]


class Peers(Protocol):
    """The other servers."""

    def tell(self, word: str, key: str, text: str = "") -> None:
        """Sends a message to all other servers, without waiting for it to arrive."""

    def on(self, word: str, handler: OnMessage) -> None:
        """Calls the handler with each message of this word from another server."""

    def on_connected(self, handler: OnConnected) -> None:
        """Calls the handler whenever the other servers can be heard again, and at the start."""

    def on_gone(self, handler: OnGone) -> None:
        """Calls the handler with the numbers of servers that are gone."""

    def on_takeover(self, handler: OnTakeover) -> None:
        """Calls the handler when another server may have left work at tables changed since then."""

    async def start(self) -> None:
        """Begins to listen."""

    async def close(self) -> None:
        """Stops listening."""


class NoPeers:
    """There are no other servers: nobody hears anything, and nobody says anything."""

    def tell(self, word: str, key: str, text: str = "") -> None:
        """Nobody is there."""

    def on(self, word: str, handler: OnMessage) -> None:
        """Never called."""

    def on_connected(self, handler: OnConnected) -> None:
        """Never called."""

    def on_gone(self, handler: OnGone) -> None:
        """Never called."""

    def on_takeover(self, handler: OnTakeover) -> None:
        """Never called."""

    async def start(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""
