"""Tables loaded from the store, cached while they are in use, and stored with every new event.

The stored events are the truth; a cached table is made from them. An event is stored before anyone
hears of it.

A table that was begun under older rules continues if its moves lead to the same position under
today's rules; the event `rules` then says so. Otherwise it is stopped where it differs, and people
can only look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from dvergar.core.errors import GameFailed, OptionError, UnknownGame
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.storage.stored_rows import (
    Change,
    Conflict,
    Listed,
    StoreBeside,
    Stored,
    Summary,
    TableStore,
)
from dvergar.web.kernel.tables import table_events
from dvergar.web.kernel.tables.table import OVER, Table

MAX_CACHED_TABLES: Final = 500
MAX_EVENTS_INLINE: Final = 60
"""Longer tables are rebuilt in a thread, so that nobody else waits."""

Event = tuple[str, dict[str, Any]]
"""The kind and the body of an event that is not stored yet."""
Claims = Sequence[tuple[int, str]]
"""Seats, and the ids of the users they belong to."""
Result = TypeVar("Result")


class TableRepository:
    """Loads, caches and stores tables."""

    def __init__(self, store: TableStore, events: Events) -> None:
        self._store = store
        self._events = events
        self._cache: LRUCache[str, Table] = LRUCache(MAX_CACHED_TABLES)
        self._thread = ThreadPoolExecutor(1, "replay")
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.storing: set[str] = set()
        """Tables of which an event is being stored."""

    def __len__(self) -> int:
        return len(self._cache)

    # Reading.

    async def get(self, table_id: str) -> Table:
        """The table with all its stored events."""
        return (await self.get_with_seats(table_id))[0]

    async def get_with_seats(
        self, table_id: str, user_id: str = ""
    ) -> tuple[Table, tuple[int, ...]]:
        """The table, and the seats of a user there, in one question to the database."""
        cached = self._cache.get(table_id)
        found = await self._store.load(table_id, cached.version if cached else 0, user_id)
        if found.listed is None:
            self.forget(table_id)
            raise WebError(404, "not_found")
        if cached is None:
            return await self._load(table_id, found.events, found.listed), found.seats
        # While this request waited, another one may have added the same events, or the table was
        # forgotten because names were deleted from its events.
        table = self._cache.get(table_id)
        if table is None:
            return await self.get_with_seats(table_id, user_id)
        new = [event for event in found.events if event.number >= table.version]
        return self._keep(self._with_events(table, new) if new else table), found.seats

    async def read(self, table_id: str) -> Table:
        """A table that nobody plays at just now: rebuilt in a thread and not cached."""
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        found = await self._store.load(table_id, 0)
        if found.listed is None:
            raise WebError(404, "not_found")
        return await self.run_in_thread(partial(build_table, table_id, found.events, found.listed))

    def cached(self, table_id: str) -> Table | None:
        """The table as this process knows it, without asking the database."""
        return self._cache.get(table_id)

    async def catch_up(self, table_id: str, number: int | None) -> None:
        """Loads the event with this number, which another server has stored, and tells everyone.

        Without a number the cached table may be wrong: names were deleted, or the whole table.
        """
        cached = self._cache.get(table_id)
        if number is None:
            self.forget(table_id)
        elif cached is not None and cached.version > number:
            return
        elif cached is not None:
            with suppress(WebError):  # the table is gone, as waiting pages will find out
                if (await self.get(table_id)).state.over:
                    self._events.emit(table_events.TableClosed(table_id))
        self._events.emit(table_events.TableChanged(table_id))

    def forget(self, table_id: str) -> None:
        """Removes a table from the cache."""
        self._cache.pop(table_id, None)

    def forget_all(self) -> None:
        """Empties the cache: nobody knows which events were missed."""
        self._cache.clear()

    async def run_in_thread(self, work: Callable[[], Result]) -> Result:
        """Does something that may take long in a thread, so that nobody else waits."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _with_events(self, table: Table, new: Sequence[Stored]) -> Table:
        """A table with events that another process stored; a damaged one is forgotten."""
        try:
            return table.loaded(*new)
        except Exception as error:
            self.forget(table.id)
            raise load_error(table.id, error) from error

    async def _load(self, table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
        """Rebuilds a table; requests that ask for it meanwhile wait for the same one."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        async with lock:
            cached = self._cache.get(table_id)
            if cached is not None:
                return cached
            table = await self._build(table_id, events, listed)
            if table.is_older and not table.stopped:
                stored = numbered(table, [migrate_rules(table)])
                with suppress(Conflict):  # another process has stored it
                    await self._store.append(Change(table_id, stored))
                table = table.loaded(*stored)
            return self._keep(table)

    async def _build(self, table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
        build = partial(build_table, table_id, events, listed)
        if len(events) <= MAX_EVENTS_INLINE and events and "moves" not in events[0].body:
            return build()
        return await self.run_in_thread(build)

    def _keep(self, table: Table) -> Table:
        self._cache[table.id] = table
        return table

    # Storing.

    async def create(
        self,
        table: Table,
        opening: Stored,
        claims: Claims,
        summary: Summary,
        rematch_of: Table | None = None,
        beside: StoreBeside | None = None,
    ) -> None:
        """Stores a new table, and at the table of which it is the rematch an event that says so."""
        changes = [Change(table.id, [opening], claims=claims)]
        if rematch_of is not None:
            again = Stored(rematch_of.version, "rematch", {"table": table.id})
            changes.append(Change(rematch_of.id, [again]))
        self.storing.add(table.id)
        try:
            await self._store.create(changes, summary, table.public, beside)
        finally:
            self.storing.discard(table.id)
        self._keep(table)
        self._emit_stored(table, claims)

    async def append(
        self,
        new: Table,
        events: Sequence[Stored],
        summary: Summary,
        claims: Claims = (),
        freed: Claims = (),
    ) -> None:
        """Stores the events that led to a new table; WebError `stale` if others were quicker."""
        self.storing.add(new.id)
        try:
            await self._store.append(Change(new.id, events, summary, claims, freed))
        except Conflict as error:
            raise WebError(409, "stale") from error
        finally:
            self.storing.discard(new.id)
        moves = sum(event.kind == "move" for event in events)
        self._events.emit(table_events.MovesStored(new.game.slug, moves))
        cached = self._cache.get(new.id)
        if cached is None or cached.version < new.version:
            self._keep(new)
        self._emit_stored(new, claims)
        if new.state.over:
            self._events.emit(table_events.TableClosed(new.id))
            self._events.emit(table_events.GameEnded(new))

    def _emit_stored(self, table: Table, claims: Claims) -> None:
        """Tells the rest of the server about a table that was just stored."""
        for _, user_id in claims:
            self._events.emit(table_events.SeatTaken(user_id))
        self._events.emit(table_events.TableChanged(table.id))
        if table.timing:
            self._events.emit(table_events.DeadlineChanged(table.id, table.due()))
        if table.acting_bot():
            self._events.emit(table_events.BotToMove(table.id))


def numbered(table: Table, events: Sequence[Event]) -> list[Stored]:
    """The next events of a table, with their numbers."""
    return [Stored(table.version + n, *event) for n, event in enumerate(events)]


LOG: Final = logging.getLogger("dvergar.tables")
COMPARED_FACTS: Final = ("seat", "round", "winners")
"""The facts of a list that today's rules have to lead to as the older ones did."""


def build_table(table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
    """A table made from all its events; WebError if that fails."""
    try:
        if [event.number for event in events] != list(range(len(events))):
            raise ValueError("events are missing")
        table = Table(table_id, events[0]).loaded(*events[1:])
        if table.is_older and not table.stopped:
            table = _compared(table, listed)
        table.summary()  # fails here if a list can't show it
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise load_error(table_id, error) from error
    return table


def load_error(table_id: str, error: BaseException) -> WebError:
    """The error that people see when a table can't be rebuilt."""
    if isinstance(error, UnknownGame):
        LOG.warning("table %s cannot be shown: %s", table_id, error)
        return WebError(404, "game_missing", name=error.facts["name"])
    if isinstance(error, OptionError):
        return WebError(410, "old_rules")
    if isinstance(error, GameFailed):
        LOG.error("table %s cannot be shown: %s", table_id, error)
        return WebError(503, "game_failed", name=error.facts["name"])
    LOG.error("table %s is damaged: %s %s", table_id, type(error).__name__, error)
    return WebError(410, "damaged")


def _compared(table: Table, listed: Listed) -> Table:
    """A table of older rules as it is if it led to what lists show, else without its last step."""
    if listed.phase == OVER and not table.state.over:
        table = table.ended()
    then, now = listed.facts(), table.summary()
    same = all(then.get(name) == now.facts.get(name) for name in COMPARED_FACTS)
    return table if same and listed.phase == now.phase else table.cut()


def migrate_rules(table: Table) -> tuple[str, dict[str, object]]:
    """The event by which a table continues under today's rules, with the moves that led there."""
    moves = [step.move for step in table.steps]
    return "rules", {"rules": table.game.info.rules_version, "moves": moves}
