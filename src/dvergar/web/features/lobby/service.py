"""News of the lists: which tables are open, and whose turn it is at the tables of each person.

Whoever waits here is woken by what happens at any table, at most once a second each; what is open
is read from the database once for all who look.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.live.peers import Notifier
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import Table

MESSAGE_PAUSE_S: Final = 1.0  # seconds between two messages of one kind
MAX_TABLES_READ: Final = 500  # open tables that are read at most
OPEN: Final = "open"

ReadTables = Callable[[int], Awaitable[list[Summary]]]


class Lobby:
    """Who looks at the lists, and what has changed since they were told last."""

    def __init__(
        self, read: ReadTables, is_public: Callable[[str], bool], pause: float = MESSAGE_PAUSE_S
    ) -> None:
        """`read` reads the open tables, `is_public` knows whether a table may be among them."""
        self.pause = pause
        self._read = read
        self._is_public = is_public
        self._notifier = Notifier()
        self._count = itertools.count(1)
        self._changes: Counter[str] = Counter()
        """The number of the last change of each list; one that nobody looks at is not watched."""
        self._sat: Counter[str] = Counter()
        self._looking: Counter[str] = Counter()
        self._followed: dict[str, frozenset[str]] = {}
        self._followers: defaultdict[str, set[str]] = defaultdict(set)
        self._lock = asyncio.Lock()
        self._open: tuple[int, float, list[Summary]] = (-1, float("-inf"), [])

    def __len__(self) -> int:
        return self._looking.total()

    # What has happened.

    def heard(self, table_id: str) -> None:
        """Something has happened at a table."""
        for holder in self._followers.get(table_id, ()):
            self.changed(holder)
        if self._looking[OPEN] and self._is_public(table_id):
            self.changed(OPEN)

    def changed(self, who: str) -> None:
        """The list of a holder, or that of the open tables, is another than it was."""
        if self._looking[who]:
            self._changes[who] = next(self._count)
            self._notifier.notify(who)

    def sat(self, holder: str) -> None:
        """A holder has got a seat: his list has another table."""
        if self._looking[holder]:
            self._sat[holder] += 1
        self.changed(holder)

    def close(self) -> None:
        """Lets everybody go who waits."""
        self._notifier.notify_all()

    # Those who look.

    @contextmanager
    def looking(self, who: str) -> Iterator[None]:
        """Somebody looks at the list of a holder, or at that of the open tables."""
        self._looking[who] += 1
        if self._looking[who] == 1:
            self._changes[who] = next(self._count)
        try:
            yield
        finally:
            self._looking[who] -= 1
            if not self._looking[who]:
                del self._looking[who]
                del self._changes[who]
                del self._sat[who]
                self.follow(who, ())

    def follow(self, holder: str, table_ids: Iterable[str]) -> bool:
        """Says which tables are a holder's; whether they are others than before."""
        new, old = frozenset(table_ids), self._followed.pop(holder, frozenset())
        for table_id in old - new:
            self._followers[table_id].discard(holder)
            if not self._followers[table_id]:
                del self._followers[table_id]
        for table_id in new - old:
            self._followers[table_id].add(holder)
        if new:
            self._followed[holder] = new
        return new != old

    def state(self, who: str) -> int:
        """The number of the last change of a list; to be asked for before it is read."""
        return self._changes[who]

    def seats_taken(self, holder: str) -> int:
        """How often a holder has got a seat since somebody looks at his list."""
        return self._sat[holder]

    async def wait(self, who: str, state: int, seconds: float) -> bool:
        """Waits until a list is another than in this state, or for so long; whether it is."""
        if self._changes[who] == state:
            return await self._notifier.wait(who, seconds)
        return True

    async def open_tables(self) -> list[Summary]:
        """The open tables, newest first, as they were at most a moment ago."""
        async with self._lock:
            state, read_at, found = self._open
            now = time.monotonic()
            if state != self.state(OPEN) or not self._looking[OPEN] or now - read_at > 15:
                state = self.state(OPEN)
                found = await self._read(MAX_TABLES_READ)
                self._open = (state, now, found)
            return found


async def open_new_table(kernel: Kernel, context: RequestContext, plan: Plan) -> Table:
    """Opens a table for someone; chance deals where nobody has chosen a deal."""
    kernel.check_new_table(context)
    context.identify()
    deal = secrets.randbits(64) if plan.deal is None else plan.deal
    return await kernel.tables.open(plan, context.user_id, deal)
