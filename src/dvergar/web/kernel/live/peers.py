"""Other servers on the same database: short messages to them, and from them.

Stored events reach the other servers by themselves; messages here are about what isn't stored: who
is at a table, that bots should hurry. A message is a word, a key
(mostly the id of a table or user) and a text without spaces. `PgListener` sends them through
PostgreSQL; `NoPeers` is for a server that has its database for itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol


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
