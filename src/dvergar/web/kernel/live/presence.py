"""Presence: who is at a table now, and which tables someone looks at.

Everyone with an open live page is at a table. Reloading the page or changing the window is not
leaving: only someone who stays away for a moment is gone. Several who come and go at once are one
announcement. Each server knows its own live pages and tells its peers whenever they change; what a
server has told is forgotten when it is gone.

Reading a table counts as watching it for a minute; a live page says again and again that it is
there. Bots that play among themselves wait while nobody watches.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cachetools import TTLCache

from dvergar.web.kernel.live.notifier import Notifier
from dvergar.web.kernel.live.peers import PeerMessage, Peers

GATHER_S: Final = 0.3  # people who come within this time are announced together
GRACE_S: Final = 4.0  # someone without a live page is gone after this time
WATCHED_S: Final = 60.0  # someone who has read a table is assumed to look at it for this time
HERE: Final = "here"
"""Tells peers who is at a table on this server."""
WHO: Final = "who"
"""Asks peers who is at their tables."""
ALL_TABLES: Final = "-"


@dataclass(frozen=True, slots=True)
class Here:
    """The seats whose people look at a table now, and how many spectators do."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY: Final = Here()


@dataclass(eq=False, slots=True)
class Guest:
    """One live page at a table."""

    table_id: str
    user_id: str
    """Tells spectators apart; empty for someone unknown."""
    seats: frozenset[int]


class Presence:
    """Who is at each table, on all servers, and which tables are watched on this one."""

    def __init__(self, notifier: Notifier, peers: Peers) -> None:
        self.grace_s = GRACE_S
        self.gather_s = GATHER_S
        self._notifier = notifier
        self._peers = peers
        self._guests: dict[str, set[Guest]] = {}
        self._announced: dict[str, Here] = {}
        self._announcing: set[str] = set()
        self._remote: dict[str, dict[int, Here]] = {}
        """What peers have told: by table, then by the number of the server."""
        self._watched: TTLCache[str, None] = TTLCache(math.inf, WATCHED_S, time.monotonic)
        peers.on(HERE, self._hear)
        peers.on(WHO, lambda _: self._tell_peers())
        peers.on_gone(self._forget_servers)
        peers.on_connected(self._meet_peers)

    def here(self, table_id: str) -> Here:
        """Who is at a table, as it was announced."""
        known = [self._announced.get(table_id, NOBODY), *self._remote.get(table_id, {}).values()]
        seats = frozenset(seat for here in known for seat in here.seats)
        return Here(seats, sum(here.spectators for here in known))

    # Live pages of this server.

    def enter(self, table_id: str, seats: Sequence[int], user_id: str) -> Guest:
        """Someone opens a live page."""
        guest = Guest(table_id, user_id, frozenset(seats))
        self._guests.setdefault(table_id, set()).add(guest)
        self._announce_soon(table_id)
        return guest

    def change(self, guest: Guest, seats: Sequence[int]) -> None:
        """Someone has other seats than before."""
        if guest.seats != frozenset(seats):
            guest.seats = frozenset(seats)
            self._announce_soon(guest.table_id)

    def leave(self, guest: Guest) -> None:
        """A live page is closed; perhaps it is opened again at once."""
        asyncio.get_running_loop().call_later(self.grace_s, self._remove, guest)

    def _remove(self, guest: Guest) -> None:
        guests = self._guests[guest.table_id]
        guests.discard(guest)
        if not guests:
            del self._guests[guest.table_id]
        self._announce(guest.table_id)

    def _announce_soon(self, table_id: str) -> None:
        if table_id not in self._announcing:
            self._announcing.add(table_id)
            asyncio.get_running_loop().call_later(self.gather_s, self._announce, table_id)

    def _announce(self, table_id: str) -> None:
        self._announcing.discard(table_id)
        guests = self._guests.get(table_id, set())
        spectators = [guest for guest in guests if not guest.seats]
        known = {guest.user_id for guest in spectators if guest.user_id}
        here = Here(
            frozenset(seat for guest in guests for seat in guest.seats),
            len(known) + sum(not guest.user_id for guest in spectators),
        )
        before = self._announced.pop(table_id, NOBODY)
        if here != NOBODY:
            self._announced[table_id] = here
        if here != before:
            self._notifier.notify(table_id)
            self._peers.tell(HERE, table_id, written(here))

    # What peers tell.

    def _meet_peers(self) -> None:
        self._peers.tell(WHO, ALL_TABLES)
        self._tell_peers()  # they may have forgotten who is here

    def _tell_peers(self) -> None:
        for table_id, here in self._announced.items():
            self._peers.tell(HERE, table_id, written(here))

    def _hear(self, message: PeerMessage) -> None:
        here = read(message.text)
        if here == NOBODY:
            self._drop_remote(message.key, message.server)
        else:
            self._remote.setdefault(message.key, {})[message.server] = here
        self._notifier.notify(message.key)

    def _forget_servers(self, servers: Iterable[int]) -> None:
        for server in servers:
            for table_id in [one for one, known in self._remote.items() if server in known]:
                self._drop_remote(table_id, server)
                self._notifier.notify(table_id)

    def _drop_remote(self, table_id: str, server: int) -> None:
        known = self._remote.get(table_id, {})
        known.pop(server, None)
        if not known:
            self._remote.pop(table_id, None)

    # Watched tables.

    def note_watched(self, table_id: str) -> None:
        """Someone looks at a table now."""
        self._watched[table_id] = None

    def is_watched(self, table_id: str) -> bool:
        """Whether someone has looked at a table lately."""
        return table_id in self._watched

    def watched_tables(self) -> int:
        """How many tables are watched."""
        return len(self._watched)


def written(here: Here) -> str:
    """Who is at a table, as a message to peers.

    >>> written(Here(frozenset({0, 2}), 5))
    '0.2/5'
    """
    return f"{'.'.join(map(str, sorted(here.seats)))}/{here.spectators}"


def read(text: str) -> Here:
    """The same read again; nobody if the text is damaged.

    >>> read("0.2/5") == Here(frozenset({0, 2}), 5), read("damaged") == NOBODY
    (True, True)
    """
    with suppress(ValueError):
        seats, spectators = text.split("/")
        return Here(frozenset(int(seat) for seat in seats.split(".") if seat), int(spectators))
    return NOBODY
