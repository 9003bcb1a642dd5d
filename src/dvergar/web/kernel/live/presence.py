"""Who is at a table now: everybody with an open live page.

Somebody who reloads the page or changes the window is not gone: only who stays away for a moment
is. Several who come and go at once are one piece of news. Each process knows its own live pages;
whoever carries news between processes may say what the others know by `elsewhere`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

GATHER: Final = 0.3  # seconds in which those who come are gathered
GRACE: Final = 4.0  # seconds after which somebody without a live page is gone


@dataclass(frozen=True, slots=True)
class Here:
    """The seats whose people look at a table now, and how many others do."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY: Final = Here()


@dataclass(eq=False, slots=True)
class Guest:
    """One live page at a table."""

    table_id: str
    who: str
    """What tells those apart who have no seat; empty for somebody unknown."""
    seats: frozenset[int]


class Presence:
    """Everybody who has a live page of a table."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """`tell` is called with a table at which others are than before."""
        self.grace = GRACE
        self.gather = GATHER
        self.elsewhere: Callable[[str], Here] = lambda _: NOBODY
        """Who is at a table by what other processes know."""
        self.told: Callable[[str, Here], None] = lambda *_: None
        """Called with a table and who is there by what this process knows."""
        self._tell = tell
        self._guests: dict[str, set[Guest]] = {}
        self._told: dict[str, Here] = {}
        self._soon: set[str] = set()

    def here(self, table_id: str) -> Here:
        """Who is at a table, as everybody has been told."""
        mine, others = self._told.get(table_id, NOBODY), self.elsewhere(table_id)
        return Here(mine.seats | others.seats, mine.spectators + others.spectators)

    def enter(self, table_id: str, seats: Sequence[int], who: str) -> Guest:
        """Somebody opens a live page."""
        guest = Guest(table_id, who, frozenset(seats))
        self._guests.setdefault(table_id, set()).add(guest)
        self._announce_soon(table_id)
        return guest

    def change(self, guest: Guest, seats: Sequence[int]) -> None:
        """Somebody has other seats than before."""
        if guest.seats != frozenset(seats):
            guest.seats = frozenset(seats)
            self._announce_soon(guest.table_id)

    def leave(self, guest: Guest) -> None:
        """A live page is closed; perhaps it is opened again at once."""
        asyncio.get_running_loop().call_later(self.grace, self._forget, guest)

    def tell_all(self) -> None:
        """Tells once more who is at each table."""
        for table_id, here in self._told.items():
            self.told(table_id, here)

    def __len__(self) -> int:
        return sum(len(guests) for guests in self._guests.values())

    def _forget(self, guest: Guest) -> None:
        guests = self._guests[guest.table_id]
        guests.discard(guest)
        if not guests:
            del self._guests[guest.table_id]
        self._announce(guest.table_id)

    def _announce_soon(self, table_id: str) -> None:
        if table_id not in self._soon:
            self._soon.add(table_id)
            asyncio.get_running_loop().call_later(self.gather, self._announce, table_id)

    def _announce(self, table_id: str) -> None:
        self._soon.discard(table_id)
        guests = self._guests.get(table_id, set())
        watching = [guest for guest in guests if not guest.seats]
        known = {guest.who for guest in watching if guest.who}
        here = Here(
            frozenset(seat for guest in guests for seat in guest.seats),
            len(known) + sum(not guest.who for guest in watching),
        )
        before = self._told.pop(table_id, NOBODY)
        if here != NOBODY:
            self._told[table_id] = here
        if here != before:
            self._tell(table_id)
            self.told(table_id, here)
