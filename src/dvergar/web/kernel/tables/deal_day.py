"""The days of deals of the day: those of Coordinated Universal Time, for everybody alike.

A deal can be begun on its day, and finished for a result until the end of the next one. Until then
it is open, and a secret.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from dvergar.web.kernel.clock import calendar

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
