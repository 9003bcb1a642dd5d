"""What pages show of presence: who is at a table and whose time runs, the same for everyone.

It changes without a move, so it isn't part of the table in live messages, but a small message of
its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from dvergar.core.words import Words, words
from dvergar.web.kernel.live.presence import Here
from dvergar.web.kernel.tables.clocks import DAY, HOUR, MINUTE, Timing
from dvergar.web.kernel.tables.seats import BOT, OPEN
from dvergar.web.kernel.tables.table import PLAYING, Table
from dvergar.web.kernel.views.bot_choices import bot_at
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.render import Renderer

MAX_CACHED_MESSAGES: Final = 300
SIGNS: Final = {"here": "●", "away": "○", "late": "⏳", "left": "⇠", "bot": "⚙", "open": "+"}
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


def make_presence_view(table: Table, here: Here, names: list[str], lang: str) -> PresenceView:
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


def _state(table: Table, number: int, here: Here) -> str:
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

    def message(self, seen: PresenceView, lang: str, now: float) -> Fragment:
        """The message that updates a page; a script keeps counting the time that is left."""
        key = (seen, lang)
        found = self._cache.get(key)
        if found is None:
            facts = {"company": seen, "left": seen.left(now, lang), "signs_of": SIGNS}
            parts = {
                part: self._renderer.page(f"_company_{part}.html", lang, "", "", **facts)
                for part in ("now", "list")
            }
            found = self._cache[key] = Fragment.of(0, json.dumps(parts | {"shown": seen.shown}))
        return found
