"""Leases: of several servers only one lets the bots of a table move.

A lease is a lock of PostgreSQL, free again as soon as its server is gone, or has been silent for so
long that another one cuts its connection (`pg_connection`). Leases save the time to think about a
turn twice; the numbers of events make sure that no move is made twice.
"""

from __future__ import annotations

from typing import Protocol


class Leases(Protocol):
    """Which server lets the bots of a table move."""

    async def take(self, table_id: str) -> bool:
        """Whether this server may, from now until it gives the table back."""

    def give_back(self, table_id: str) -> None:
        """Lets others have a table."""


class NoLeases:
    """The leases of a server that has its database for itself."""

    async def take(self, _: str) -> bool:
        """There is no other server."""
        return True

    def give_back(self, _: str) -> None:
        """Nobody wants it."""
