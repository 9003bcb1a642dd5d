"""What is stored of a table, as plain Python values: events, summaries, and changes to store.

No database is needed here: `store.py` keeps these rows in SQLite or PostgreSQL, `memory_store.py`
in memory. Both number the events of a table and refuse a number that is taken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

StoreBeside = Callable[[Any, str], None]
"""Stores something that belongs to a new table: gets the connection and the table's id."""


class Conflict(Exception):
    """Someone else has stored an event with that number first."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored event."""

    number: int
    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as a list shows it."""

    id: str
    game: str
    phase: str
    facts: dict[str, Any]
    due: float | None = None
    """When the player to move is late, in seconds of the epoch."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists show of a table, as it is stored."""

    phase: str
    summary: str

    def facts(self) -> dict[str, Any]:
        """The facts of the summary."""
        facts: dict[str, Any] = json.loads(self.summary)
        return facts


@dataclass(frozen=True, slots=True)
class Found:
    """The new events of a table, and the seats that a user has there."""

    events: list[Stored]
    seats: tuple[int, ...]
    listed: Listed | None
    """What lists show of it; None if there is no such table, or no longer."""


@dataclass(slots=True)
class Change:
    """What is stored in one transaction: the next events of a table, and what follows from them."""

    table_id: str
    events: Sequence[Stored]
    listed: Summary | None = None
    """What lists show of the table from now on; None: no change."""
    claims: Sequence[tuple[int, str]] = ()
    """Seats, and the users who take them."""
    freed: Sequence[tuple[int, str]] = ()
    """Seats that belong to this user alone from now on; an empty id: to nobody."""


class TableStore(Protocol):
    """What the table repository needs of a store."""

    async def load(self, table_id: str, after: int, user_id: str = "") -> Found:
        """The events of a table from number `after` on, and the seats of a user."""

    async def create(
        self,
        changes: Sequence[Change],
        summary: Summary,
        public: bool,
        beside: StoreBeside | None = None,
    ) -> None:
        """Stores a new table; Conflict if a number is taken."""

    async def append(self, change: Change) -> None:
        """Stores events; Conflict if a number is taken or the table is gone."""
