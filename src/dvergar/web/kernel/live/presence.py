"""Presence: who is at a table now, which tables someone looks at, and how pages show it.

Everyone with an open live page is at a table. Reloading the page or changing the window is not
leaving: only someone who stays away for a moment is gone. Several who come and go at once are one
announcement. Each server knows its own live pages and tells its peers whenever they change; what a
server has told is forgotten when it is gone.

Reading a table counts as watching it for a minute; a live page says again and again that it is
there. Bots that play among themselves wait while nobody watches.

`PresenceView` is the same for everyone at a table. It changes without a move, so it isn't part of
the table in live messages, but a small message of its own.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache, TTLCache

from dvergar.core.words import Words, words
from dvergar.web.kernel.live.peers import Notifier, PeerMessage, Peers
from dvergar.web.kernel.tables.clocks import DAY, HOUR, MINUTE, Timing
from dvergar.web.kernel.tables.seats import BOT, OPEN
from dvergar.web.kernel.tables.table import PLAYING, Table
from dvergar.web.kernel.views.bot_choices import bot_at
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.render import Renderer

GATHER_S: Final = 0.3  # people who come within this time are announced together
GRACE_S: Final = 4.0  # someone without a live page is gone after this time
WATCHED_S: Final = 60.0  # someone who has read a table is assumed to look at it for this time
PEER_PRESENT: Final = "here"
"""Tells peers who is at a table on this server."""
PEER_QUESTION: Final = "who"
"""Asks peers who is at their tables."""
ALL_TABLES: Final = "-"


@dataclass(frozen=True, slots=True)
class Attendance:
    """The seats whose people look at a table now, and how many spectators do."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY_HERE: Final = Attendance()


@dataclass(eq=False, slots=True)
class LivePage:
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
        self._guests: dict[str, set[LivePage]] = {}
        self._announced: dict[str, Attendance] = {}
        self._announcing: set[str] = set()
        self._remote: dict[str, dict[int, Attendance]] = {}
        """What peers have told: by table, then by the number of the server."""
        self._watched: TTLCache[str, None] = TTLCache(math.inf, WATCHED_S, time.monotonic)
        peers.on(PEER_PRESENT, self._hear)
        peers.on(PEER_QUESTION, lambda _: self._tell_peers())
        peers.on_gone(self._forget_servers)
        peers.on_connected(self._meet_peers)

    def here(self, table_id: str) -> Attendance:
        """Who is at a table, as it was announced."""
        known = [
            self._announced.get(table_id, NOBODY_HERE),
            *self._remote.get(table_id, {}).values(),
        ]
        seats = frozenset(seat for here in known for seat in here.seats)
        return Attendance(seats, sum(here.spectators for here in known))

    # Live pages of this server.

    def enter(self, table_id: str, seats: Sequence[int], user_id: str) -> LivePage:
        """Someone opens a live page."""
        guest = LivePage(table_id, user_id, frozenset(seats))
        self._guests.setdefault(table_id, set()).add(guest)
        self._announce_soon(table_id)
        return guest

    def change(self, guest: LivePage, seats: Sequence[int]) -> None:
        """Someone has other seats than before."""
        if guest.seats != frozenset(seats):
            guest.seats = frozenset(seats)
            self._announce_soon(guest.table_id)

    def leave(self, guest: LivePage) -> None:
        """A live page is closed; perhaps it is opened again at once."""
        asyncio.get_running_loop().call_later(self.grace_s, self._remove, guest)

    def _remove(self, guest: LivePage) -> None:
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
        here = Attendance(
            frozenset(seat for guest in guests for seat in guest.seats),
            len(known) + sum(not guest.user_id for guest in spectators),
        )
        before = self._announced.pop(table_id, NOBODY_HERE)
        if here != NOBODY_HERE:
            self._announced[table_id] = here
        if here != before:
            self._notifier.notify(table_id)
            self._peers.tell(PEER_PRESENT, table_id, attendance_text(here))

    # What peers tell.

    def _meet_peers(self) -> None:
        self._peers.tell(PEER_QUESTION, ALL_TABLES)
        self._tell_peers()  # they may have forgotten who is here

    def _tell_peers(self) -> None:
        for table_id, here in self._announced.items():
            self._peers.tell(PEER_PRESENT, table_id, attendance_text(here))

    def _hear(self, message: PeerMessage) -> None:
        here = read_attendance(message.text)
        if here == NOBODY_HERE:
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


def attendance_text(here: Attendance) -> str:
    """Who is at a table, as a message to peers.

    >>> attendance_text(Attendance(frozenset({0, 2}), 5))
    '0.2/5'
    """
    return f"{'.'.join(map(str, sorted(here.seats)))}/{here.spectators}"


def read_attendance(text: str) -> Attendance:
    """The same read again; nobody if the text is damaged.

    >>> read_attendance("0.2/5") == Attendance(frozenset({0, 2}), 5)
    True
    >>> read_attendance("damaged") == NOBODY_HERE
    True
    """
    with suppress(ValueError):
        seats, spectators = text.split("/")
        return Attendance(
            frozenset(int(seat) for seat in seats.split(".") if seat), int(spectators)
        )
    return NOBODY_HERE


MAX_CACHED_MESSAGES: Final = 300
PRESENCE_SIGNS: Final = {
    "here": "●",
    "away": "○",
    "late": "⏳",
    "left": "⇠",
    "bot": "⚙",
    "open": "+",
}
"""One sign for each state; the words are beside it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A seat, and who is there: a person who is here or away, a bot, a bot for a person."""

    seat: int
    name: str
    state: str
    """One of here, away, late, left, bot, open."""
    level: str
    """What the bot is called that plays here."""
    asked: bool
    reserve: str
    """What is left besides the time of each turn, before the present one; empty without a clock."""


@dataclass(frozen=True, slots=True)
class PresenceView:
    """All who are at a table, and the clock."""

    members: tuple[Member, ...]
    spectators: int
    timing: str
    """How long a turn may take, in words; empty without a time limit."""
    clock: bool
    due: float | None
    """When the player to move is late, in seconds of the epoch."""
    reserve_from: float | None
    """When the turn begins to use the reserve."""

    def left(self, now: float, lang: str) -> str:
        """How much time the player to move has at a moment, before using the reserve."""
        if self.due is None:
            return ""
        until = self.due
        if self.reserve_from is not None and now < self.reserve_from:
            until = self.reserve_from
        return left_text(until - now, words("dvergar.web", lang))

    @property
    def shown(self) -> bool:
        """Whether there is anything worth showing."""
        people = sum(member.state not in (BOT, OPEN) for member in self.members)
        substitutes = any(member.state in ("late", "left") for member in self.members)
        return people > 1 or substitutes or bool(self.timing) or self.spectators > 0

    @property
    def people(self) -> list[Member]:
        """The seats that are people's."""
        return [member for member in self.members if member.state not in (BOT, OPEN)]

    @property
    def asked(self) -> Member | None:
        """Whose time runs."""
        return next((member for member in self.members if member.asked), None)


def make_presence_view(table: Table, here: Attendance, names: list[str], lang: str) -> PresenceView:
    """Who is at a table."""
    speak = words("dvergar.web", lang)
    due, clock = table.due(), table.clock
    running = None if due is None or clock.asked is None else clock.asked[0]
    timed = table.timing.is_clock and table.phase == PLAYING

    def is_timed(number: int) -> bool:
        return timed and table.seats[number].kind != BOT

    return PresenceView(
        members=tuple(
            Member(
                seat=number,
                name=names[number],
                state=_state(table, number, here),
                level=bot_at(table, number, lang),
                asked=number == running,
                reserve=left_text(clock.reserves[number], speak) if is_timed(number) else "",
            )
            for number in range(len(table.seats))
        ),
        spectators=here.spectators,
        timing=timing_text(table.timing, speak) if table.timing else "",
        clock=table.timing.is_clock,
        due=due,
        reserve_from=clock.since + table.timing.move if timed and due is not None else None,
    )


def _state(table: Table, number: int, here: Attendance) -> str:
    kind = table.seats[number].kind
    if kind in (BOT, OPEN):
        return kind
    substitute = table.substitutes.get(number)
    if substitute is not None:
        return substitute.why
    return "here" if number in here.seats else "away"


def timing_text(timing: Timing, speak: Words) -> str:
    """How long a turn may take, in words."""
    if not timing:
        return speak("time.waits")
    if timing.deadline:
        return speak("time.deadline", span=_span(timing.deadline, speak))
    facts = {"move": _span(timing.move, speak), "reserve": _span(timing.reserve, speak)}
    return speak("time.clock", **facts)


def _span(seconds: int, speak: Words) -> str:
    """A length of time in the largest unit that fits."""
    for size, unit in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if seconds >= size and seconds % size == 0:
            return speak(f"time.{unit}", n=seconds // size)
    return speak("time.seconds", n=seconds)


def left_text(seconds: float, speak: Words) -> str:
    """How much time is left, short, as the script of the page writes it as well."""
    whole = max(0, int(seconds + 0.5))
    days, hours, minutes = whole // DAY, whole // HOUR, whole // MINUTE
    if days > 1:
        return speak("time.left_days", days=days, hours=hours % 24)
    if hours:
        return speak("time.left_hours", hours=hours, minutes=minutes % 60)
    return f"{minutes}:{whole % 60:02}"


class PresenceMessages:
    """The messages about presence, rendered once for everyone who sees the same."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._cache: LRUCache[tuple[PresenceView, str], Fragment] = LRUCache(MAX_CACHED_MESSAGES)

    def message(self, view: PresenceView, lang: str, now: float) -> Fragment:
        """The message that updates a page; a script keeps counting the time that is left."""
        key = (view, lang)
        found = self._cache.get(key)
        if found is None:
            facts = {"presence": view, "left": view.left(now, lang), "signs_of": PRESENCE_SIGNS}
            parts = {
                part: self._renderer.page(f"_presence_{part}.html", lang, "", "", **facts)
                for part in ("now", "list")
            }
            found = self._cache[key] = Fragment.of(0, json.dumps(parts | {"shown": view.shown}))
        return found
