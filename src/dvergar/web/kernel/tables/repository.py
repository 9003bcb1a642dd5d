"""The tables of a server: found, remembered while they are in use, and stored with every event.

The stored events are the truth; what is remembered here is made of them. An event is stored before
anybody is told of it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from dvergar.core.registry import info, plugin_failures
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.security.tokens import new_table_id
from dvergar.web.kernel.storage.store import (
    Change,
    Conflict,
    Listed,
    Store,
    StoreBeside,
    Stored,
    Summary,
)
from dvergar.web.kernel.tables.automatic_answers import routine_answer
from dvergar.web.kernel.tables.events import (
    BotToMove,
    DeadlineChanged,
    GameEnded,
    MovesStored,
    SeatTaken,
    TableChanged,
    TableClosed,
)
from dvergar.web.kernel.tables.loading import Loader, build_table, refusal, renewal
from dvergar.web.kernel.tables.table import Table

Event = tuple[str, dict[str, Any]]

KEPT: Final = 500  # tables in memory
UNBOUNDED: Final = frozenset(
    {"move", "sit", "fill", "guide", "rematch", "close", "stand", "back", "resign"}
)
"""Events that come to an end by themselves, so that a table may have any number of them."""
Result = TypeVar("Result")


class KeptTables:
    """All tables of this server, as far as they are remembered."""

    def __init__(
        self,
        store: Store,
        events: Events,
        longest: int = 0,
        check_view: Callable[[Table], None] = lambda _: None,
    ) -> None:
        """`longest` is the number of events after which moves are not taken back; 0: never.

        `check_view` gets each table before it is stored, and raises if it can't be shown.
        """
        self.store = store
        self.events = events
        self._longest = longest
        self._check_view = check_view
        self._loader = Loader()
        self.now: Callable[[], float] = now
        """What time it is, in seconds of the epoch; tests say so themselves."""
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self.storing: set[str] = set()
        """Tables of which an event is being stored."""

    async def get(self, table_id: str) -> Table:
        """The table with everything that has been stored of it."""
        return (await self.look(table_id))[0]

    async def look(self, table_id: str, holder: str = "") -> tuple[Table, tuple[int, ...]]:
        """The table, and the seats a holder has there: one question to the database."""
        kept = self._kept.get(table_id)
        found = await self.store.look(table_id, kept.version if kept else 0, holder)
        if found.listed is None:
            self._kept.pop(table_id, None)
            raise WebError(404, "not_found")
        if kept is None:
            return await self._load(table_id, found.events, found.listed), found.seats
        # Another request may have taken the same events over while this one waited, or names were
        # taken out of them.
        table = self._kept.get(table_id)
        if table is None:
            return await self.look(table_id, holder)
        new = [event for event in found.events if event.number >= table.version]
        return self._keep(self._with_news(table, new) if new else table), found.seats

    def _with_news(self, table: Table, new: Sequence[Stored]) -> Table:
        """A table with events that another process has stored; one that is damaged is forgotten."""
        try:
            return table.loaded(*new)
        except Exception as error:
            self._kept.pop(table.id, None)
            raise refusal(table.id, error) from error

    async def _load(self, table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
        """A table that is not in memory; whoever asks for it meanwhile waits for the same one."""
        async with self._loader.lock(table_id):
            kept = self._kept.get(table_id)
            if kept is not None:
                return kept
            table = await self._loader.load(table_id, events, listed)
            if table.is_older and not table.stopped:
                stored = numbered(table, [renewal(table)])
                with suppress(Conflict):  # another process has noted it
                    await self.store.append(Change(table_id, stored))
                table = table.loaded(*stored)
            return self._keep(table)

    async def catch_up(self, table_id: str, number: int | None) -> None:
        """Takes over the event of a number from another server, and tells everybody who waits.

        Without a number what is remembered may be wrong: names were taken out, or all is gone.
        """
        kept = self._kept.get(table_id)
        if number is None:
            self._kept.pop(table_id, None)
        elif kept is not None and kept.version > number:
            return
        elif kept is not None:
            with suppress(WebError):  # it is gone, which those who wait will be told
                if (await self.get(table_id)).state.over:
                    self.events.emit(TableClosed(table_id))
        self.events.emit(TableChanged(table_id))

    def forget_all(self) -> None:
        """Reads every table anew when it is asked for: nobody knows what was missed."""
        self._kept.clear()

    async def read(self, table_id: str) -> Table:
        """A table that is only to be read, and so not remembered; rebuilt beside the event loop."""
        kept = self._kept.get(table_id)
        if kept is not None:
            return kept
        found = await self.store.look(table_id, 0)
        if found.listed is None:
            raise WebError(404, "not_found")
        return await self.aside(partial(build_table, table_id, found.events, found.listed))

    async def aside(self, work: Callable[[], Result]) -> Result:
        """Something that may take long, so that nobody else waits."""
        return await self._loader.aside(work)

    def close(self) -> None:
        """Ends what rebuilds tables."""
        self._loader.close()

    def __len__(self) -> int:
        return len(self._kept)

    def kept(self, table_id: str) -> Table | None:
        """The table as this process knows it, without asking the database."""
        return self._kept.get(table_id)

    def _keep(self, table: Table) -> Table:
        """Remembers a table, and forgets the one that was not asked for the longest."""
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return table

    async def _create(
        self,
        body: dict[str, Any],
        claims: Sequence[tuple[int, str]],
        after: Table | None = None,
        beside: StoreBeside | None = None,
    ) -> Table:
        if body.get("timing"):
            body["when"] = self.now()
        opening = Stored(0, "open", body)
        make = partial(Table, new_table_id(), opening)
        with plugin_failures(info(body["game"])):
            table = await self.aside(make) if "moves" in body else make()
            summary = table.summary()
            self._check_view(table)
        changes = [Change(table.id, [opening], claims=claims)]
        if after is not None:
            again = Stored(after.version, "rematch", {"table": table.id})
            changes.append(Change(after.id, [again]))
        self.storing.add(table.id)
        try:
            await self.store.create(changes, summary, table.public, beside)
        finally:
            self.storing.discard(table.id)
        self._keep(table)
        self._emit_change(table, claims)
        return table

    def _emit_change(self, table: Table, claims: Sequence[tuple[int, str]]) -> None:
        """Emits what the rest of the server needs to know of a table that was just stored."""
        for _, holder in claims:
            self.events.emit(SeatTaken(holder))
        self.events.emit(TableChanged(table.id))
        if table.timing:
            self.events.emit(DeadlineChanged(table.id, table.due()))
        if table.acting_bot():
            self.events.emit(BotToMove(table.id))

    async def _append(
        self,
        table: Table,
        events: Sequence[Event],
        claims: Sequence[tuple[int, str]] = (),
        freed: Sequence[tuple[int, str]] = (),
    ) -> Table:
        """Makes the next table and stores what led to it."""
        check_goes_on(table)
        if self.is_full(table) and any(kind not in UNBOUNDED for kind, _ in events):
            raise WebError(409, "table_full")
        stored = self._next(table, events)
        with plugin_failures(table.game.info):
            new = table.after(*stored)
        return await self._store(new, stored, claims, freed)

    async def _store(
        self,
        new: Table,
        stored: Sequence[Stored],
        claims: Sequence[tuple[int, str]] = (),
        freed: Sequence[tuple[int, str]] = (),
    ) -> Table:
        """Stores the events that made a table and what lists show of it, and tells everybody.

        What nobody needs to be asked is answered with them.
        """
        new, events, summary = self._completed(new, stored)
        change = Change(new.id, events, summary, claims, freed)
        self.storing.add(new.id)
        try:
            await self.store.append(change)
        except Conflict as error:
            raise WebError(409, "stale") from error
        finally:
            self.storing.discard(new.id)
        moves = sum(event.kind == "move" for event in events)
        self.events.emit(MovesStored(new.game.slug, moves))
        kept = self._kept.get(new.id)
        if kept is None or kept.version < new.version:
            self._keep(new)
        self._emit_change(new, claims)
        if new.state.over:
            self.events.emit(TableClosed(new.id))
            self.events.emit(GameEnded(new))
        return new

    def _completed(
        self, new: Table, stored: Sequence[Stored]
    ) -> tuple[Table, list[Stored], Summary]:
        """All that is to be stored: the table with routine answers, its events and its summary."""
        events = list(stored)
        with plugin_failures(new.game.info):
            while name := routine_answer(new):
                answer = self._next(new, [move_of(new, name, auto=True)])
                new = new.after(*answer)
                events += answer
            if events[-1].kind == "move":
                events[-1].body["points"] = new.points()
            summary = new.summary()
            self._check_view(new)
        return new, events, summary

    def _next(self, table: Table, events: Sequence[Event]) -> list[Stored]:
        """The next events of a table; where time matters, they say when they happen."""
        stored = numbered(table, events)
        if table.timing:
            now = self.now()
            for event in stored:
                event.body["when"] = now
        return stored

    def is_full(self, table: Table) -> bool:
        """Whether a table has so many events that only moves are added any more."""
        return bool(self._longest) and table.version >= self._longest


def check_goes_on(table: Table) -> None:
    """Refuses what would change a table that can only be looked at."""
    if table.closed:
        raise WebError(409, "closed" if table.people() else "given_up")
    if table.stopped:
        raise WebError(409, "stopped")


def numbered(table: Table, events: Sequence[tuple[str, dict[str, Any]]]) -> list[Stored]:
    """The next events of a table."""
    return [Stored(table.version + n, *event) for n, event in enumerate(events)]


def move_of(table: Table, name: str, **more: bool) -> Event:
    """A move of the seat whose turn it is, as an event."""
    return "move", {"move": name, "seat": table.state.seat, **more}
