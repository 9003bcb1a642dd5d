"""Tables in memory, for playing without a database: in tests, tools, or a browser tab.

It keeps the promises of `store.py`: each change is stored entirely or not at all, and an event
whose number is taken is a Conflict. Everything is serialized to JSON as a database would do, so
nobody can change a stored event through a reference to it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from dvergar.web.kernel.storage.stored_rows import (
    Change,
    Conflict,
    Found,
    Listed,
    StoreBeside,
    Stored,
    Summary,
)


@dataclass(slots=True)
class _Rows:
    """What is stored of one table."""

    listed: Listed
    events: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The kind and the body of each event, by its number."""
    claims: set[tuple[int, str]] = field(default_factory=set)


class MemoryStore:
    """The events of all tables of this process (see `TableStore`)."""

    def __init__(self) -> None:
        self._tables: dict[str, _Rows] = {}

    async def load(self, table_id: str, after: int, user_id: str = "") -> Found:
        """The events of a table from number `after` on, and the seats of a user."""
        rows = self._tables.get(table_id)
        if rows is None:
            return Found([], (), None)
        events = [
            Stored(number, kind, json.loads(body))
            for number, (kind, body) in sorted(rows.events.items())
            if number >= after
        ]
        seats = sorted(seat for seat, holder in rows.claims if user_id and holder == user_id)
        return Found(events, tuple(seats), rows.listed)

    async def create(
        self,
        changes: Sequence[Change],
        summary: Summary,
        public: bool,  # noqa: ARG002 - there is no list of public tables here
        beside: StoreBeside | None = None,
    ) -> None:
        """Stores a new table, and what that means for another; `beside` gets this store."""
        if summary.id in self._tables:
            raise Conflict
        self._tables[summary.id] = _Rows(_listed(summary))
        try:
            for change in changes:
                self._check(change)
            if beside is not None:
                beside(self, summary.id)
        except BaseException:
            del self._tables[summary.id]
            raise
        for change in changes:
            self._store(change)

    async def append(self, change: Change) -> None:
        """Stores events; Conflict if a number is taken or the table is gone."""
        self._check(change)
        self._store(change)

    def _check(self, change: Change) -> None:
        rows = self._tables.get(change.table_id)
        if rows is None or any(event.number in rows.events for event in change.events):
            raise Conflict
        if len(set(change.claims)) < len(change.claims) or rows.claims & set(change.claims):
            raise Conflict

    def _store(self, change: Change) -> None:
        rows = self._tables[change.table_id]
        rows.events |= {
            event.number: (event.kind, json.dumps(event.body)) for event in change.events
        }
        if change.listed is not None:
            rows.listed = _listed(change.listed)
        rows.claims |= set(change.claims)
        for seat, user_id in change.freed:
            rows.claims = {
                (other, holder)
                for other, holder in rows.claims
                if other != seat or holder == user_id
            }


def _listed(summary: Summary) -> Listed:
    return Listed(summary.phase, json.dumps(summary.facts))
