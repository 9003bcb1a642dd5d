"""Tables rebuilt from what is stored: long ones beside the event loop, and each but once at a time.

A table whose moves were made by older rules goes on where they lead to the same by those of today;
a stored note then says so. Otherwise it is stopped where it differs, and can be looked at.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from dvergar.core.errors import GameFailed, OptionError, UnknownGame
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.store import Listed, Stored
from dvergar.web.kernel.tables.table import OVER, Table

LOG: Final = logging.getLogger("dvergar.tables")
LONG: Final = 60  # events that are replayed in a thread, so that nobody else waits
Result = TypeVar("Result")
COMPARED: Final = ("seat", "round", "winners")
"""What lists show of a table and older rules have led to: those of today have to as well."""


class Loader:
    """Rebuilds tables."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "replay")
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: str) -> asyncio.Lock:
        """Lets only one rebuild a table; whoever comes later finds it there."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def aside(self, work: Callable[[], Result]) -> Result:
        """Something that may take long, in the thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def load(self, table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
        """A table made of all its events."""
        build = partial(build_table, table_id, events, listed)
        if len(events) <= LONG and events and "moves" not in events[0].body:
            return build()
        return await self.aside(build)

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def build_table(table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
    """A table made of its events; WebError if they make none."""
    try:
        if [event.number for event in events] != list(range(len(events))):
            raise ValueError("events are missing")
        table = Table(table_id, events[0]).loaded(*events[1:])
        if table.is_older and not table.stopped:
            table = _compared(table, listed)
        table.summary()  # asks it for everything that is needed to list it
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise refusal(table_id, error) from error
    return table


def refusal(table_id: str, error: BaseException) -> WebError:
    """What is said of a table that cannot be rebuilt, whatever the reason."""
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
    """A table of older rules, if they have led to what is listed; cut off if they have not."""
    if listed.phase == OVER and not table.state.over:
        table = table.ended()
    then, now = listed.facts(), table.summary()
    same = all(then.get(name) == now.facts.get(name) for name in COMPARED)
    return table if same and listed.phase == now.phase else table.cut()


def renewal(table: Table) -> tuple[str, dict[str, object]]:
    """The note that a table goes on by the rules of today, with the moves that led there."""
    moves = [step.move for step in table.steps]
    return "rules", {"rules": table.game.info.rules_version, "moves": moves}
