"""The days of deals of the day: those of Coordinated Universal Time, for everybody alike."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def today() -> str:
    """The day of now, such as `2026-11-17`."""
    return datetime.now(UTC).date().isoformat()


def lasts(day: str) -> bool:
    """Whether a day is not over yet.

    >>> lasts("2000-01-01"), lasts("9999-12-31"), lasts("")
    (False, True, False)
    """
    return bool(day) and day >= today()


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


def day_before(day: str) -> str:
    """The day before a day.

    >>> day_before("2026-03-01")
    '2026-02-28'
    """
    return (datetime.fromisoformat(day) - timedelta(days=1)).date().isoformat()
