"""What time it is for the server: it doesn't jump when someone sets the clock of the machine.

A player whose time runs must not be late because the machine's clock was wrong and is corrected, or
was right and is set wrong. So the server reads the clock of the machine when it starts, and from
then on measures how much time passes. Small corrections are followed; after a jump the server
keeps its own time until the machine's clock is back, or the server is restarted.

Days of deals of the day are those of Coordinated Universal Time, the same for everyone. A deal can
be begun on its day, and finished for a result until the end of the next one. Until then it is open,
and a secret.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Final

from dvergar.core.errors import LocalizedText
from dvergar.core.words import words

LOG: Final = logging.getLogger("dvergar.clock")
MAX_STEP_S: Final = 5.0  # that the clock of the machine may be corrected by at once
DAY_S: Final = 86_400.0


def elapsed() -> float:
    """Seconds since some moment, also those in which the machine slept where the system can say."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            with suppress(OSError):  # WebAssembly names clocks that it doesn't have
                return time.clock_gettime(getattr(time, name))
    return time.monotonic()


class SteadyClock:
    """Seconds of the epoch, as a clock that is never set would show them."""

    def __init__(
        self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = elapsed
    ) -> None:
        """`wall` is the clock of the machine; `passed` measures time and can't be set."""
        self._wall = wall
        self._passed = passed
        self._jumped_at: float | None = None
        self.restart()

    def restart(self) -> None:
        """Believes the clock of the machine, as at the start of a server."""
        self._offset = self._wall() - self._passed()
        self._jumped_at = None

    def now(self) -> float:
        """The present time, for everything that takes or lasts some time."""
        wall, passed = self._wall(), self._passed()
        steady = self._offset + passed
        jump = wall - steady
        if abs(jump) <= MAX_STEP_S:
            self._offset += jump
            self._jumped_at = None
            return wall
        if self._jumped_at is None:
            self._jumped_at = passed
            LOG.warning(
                "the clock of this machine jumped by %.0f s; games continue with the time before,"
                " until the clock is set back or the server is restarted",
                jump,
            )
        return steady

    def calendar(self) -> float:
        """The present time, for the day of the calendar.

        Of two times that contradict each other the earlier one counts, so that nothing is
        published too early. After a day the clock of the machine is believed.
        """
        steady, wall = self.now(), self._wall()
        if self._jumped_at is None or self._passed() - self._jumped_at > DAY_S:
            return wall
        return min(steady, wall)


_CLOCK: Final = SteadyClock()


def now() -> float:
    """The present time of this process, in seconds of the epoch."""
    return _CLOCK.now()


def restart() -> None:
    """Begins to measure now, where a process goes on that was frozen."""
    _CLOCK.restart()


def calendar() -> float:
    """The same, for the day of the calendar."""
    return _CLOCK.calendar()


_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def today() -> str:
    """The day of now, such as `2026-11-17`."""
    return date_of(calendar())


def date_of(moment: float) -> str:
    """The day of a moment, in seconds of the epoch.

    >>> date_of(0.0)
    '1970-01-01'
    """
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def lasts(day: str) -> bool:
    """Whether a day is not over yet.

    >>> lasts("2000-01-01"), lasts("9999-12-31"), lasts("")
    (False, True, False)
    """
    return bool(day) and day >= today()


def is_open(day: str) -> bool:
    """Whether somebody can still play the deal of a day for a result.

    >>> is_open("2000-01-01"), is_open("9999-12-01"), is_open("")
    (False, True, False)
    """
    return bool(day) and today() < closes_on(day)


def closes_on(day: str) -> str:
    """The first day on which the deal of a day is no secret any more.

    >>> closes_on("2026-02-27")
    '2026-03-01'
    """
    return day_after(day_after(day))


def end_of(day: str) -> float:
    """When a day ends, in seconds of the epoch."""
    return datetime.fromisoformat(day_after(day)).replace(tzinfo=UTC).timestamp()


def is_day(text: str) -> bool:
    """Whether a text is a day.

    >>> is_day("2026-11-17"), is_day("2026-02-30"), is_day("today")
    (True, False, False)
    """
    if _DAY.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def day_text(day: str, lang: str, year: bool = True) -> str:
    """A day as a language writes it, in few letters.

    >>> day_text("2026-11-18", "en"), day_text("2026-11-18", "de", year=False)
    ('18 Nov 2026', '18. Nov.')
    """
    when, speak = date.fromisoformat(day), words("dvergar.web", lang)
    key = "chart.day_of_year" if year else "chart.day"
    month = speak(f"month.{when.month}")
    return speak(key, day=str(when.day), month=month, year=str(when.year))


class Day(LocalizedText):
    """A day as a fact of an error.

    >>> Day("2026-11-18").text("fr")
    '18 nov. 2026'
    """

    def __init__(self, day: str) -> None:
        super().__init__("dvergar.web", "chart.day_of_year", day=day)

    def text(self, lang: str) -> str:
        return day_text(str(self.facts["day"]), lang)


def day_after(day: str) -> str:
    """The day after a day.

    >>> day_after("2026-02-28")
    '2026-03-01'
    """
    return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()


def day_before(day: str) -> str:
    """The day before a day.

    >>> day_before("2026-03-01")
    '2026-02-28'
    """
    return (datetime.fromisoformat(day) - timedelta(days=1)).date().isoformat()
