"""Leases of servers that share a PostgreSQL: advisory locks, held by one connection."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import Final

from dvergar.web.kernel.storage.pg_connection import ConnectionLost, PgConnection

TAKE: Final = "select pg_try_advisory_lock($1)"
GIVE: Final = "select pg_advisory_unlock($1)"


class PostgresLeases:
    """The leases of servers with one PostgreSQL."""

    def __init__(self) -> None:
        self.connection: PgConnection | None = None
        self._held: set[str] = set()
        self._giving: set[asyncio.Task[None]] = set()

    async def take(self, table_id: str) -> bool:
        """Takes a table unless another server has it; one that is held costs no question."""
        if table_id in self._held:
            return True
        if self.connection is None:
            return False
        try:
            taken = bool(await self.connection.ask(TAKE, lock_of(table_id)))
        except ConnectionLost:
            return False
        if taken:
            self._held.add(table_id)
        return taken

    def give_back(self, table_id: str) -> None:
        """Lets others have a table; who takes it here at the same moment keeps it."""
        if table_id in self._held:
            self._held.discard(table_id)
            task = asyncio.create_task(self._give(table_id))
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)

    def lose(self) -> None:
        """All locks are gone with the connection that held them."""
        self._held.clear()

    async def _give(self, table_id: str) -> None:
        with suppress(ConnectionLost):  # then it is free already
            if self.connection is not None:
                await self.connection.ask(GIVE, lock_of(table_id))


def lock_of(table_id: str) -> int:
    """The number of a table's lock; the same everywhere.

    >>> lock_of("abcdefghjkmn") == lock_of("abcdefghjkmn") != lock_of("abcdefghjkmp")
    True
    """
    return int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], signed=True)
