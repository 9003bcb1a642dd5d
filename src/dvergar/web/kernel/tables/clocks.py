"""Time at a table: how long a turn may take, and what each seat has used of it.

Nothing here knows what time it is. The events of a table with a time limit carry when they
happened, so its clock is rebuilt from them like everything else, also after a restart.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MAX_TURN_S: Final = 30 * DAY

Asked = tuple[int, int]
"""A seat that has to decide, and the turn in which it has to."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a turn may take, in seconds; all zero: no time limit."""

    deadline: int = 0
    """The time for each turn of a game over days."""
    move: int = 0
    """For a game at one sitting: the time for each turn."""
    reserve: int = 0
    """And the extra time of each player for the whole game."""

    def __bool__(self) -> bool:
        return bool(self.deadline or self.move or self.reserve)

    @property
    def is_clock(self) -> bool:
        """Whether each player has a clock, instead of a deadline for each turn."""
        return bool(self) and not self.deadline

    def facts(self) -> dict[str, int]:
        """The values to store.

        >>> Timing(deadline=DAY).facts()
        {'deadline': 86400}
        """
        return {name: value for name, value in asdict(self).items() if value}

    @staticmethod
    def of(facts: dict[str, Any] | None) -> Timing:
        """The same from stored values; TypeError if they are damaged."""
        if facts and not all(isinstance(seconds, int | float) for seconds in facts.values()):
            raise TypeError("a time is a number of seconds")
        return Timing(**facts) if facts else NO_TIME_LIMIT

    def text(self) -> str:
        """A short name for forms, which `SPEEDS` knows.

        >>> Timing(move=30, reserve=600).text(), Timing(deadline=3600).text(), Timing().text()
        ('30+600', '3600', 'waits')
        """
        if not self:
            return WAITS
        return f"{self.move}+{self.reserve}" if self.is_clock else str(self.deadline)


WAITS: Final = "waits"
NO_TIME_LIMIT: Final = Timing()
DEADLINES: Final = (HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
CLOCKS: Final = ((15, 5 * MINUTE), (30, 10 * MINUTE), (60, 20 * MINUTE), (120, 40 * MINUTE))
SPEEDS: Final = {
    timing.text(): timing
    for timing in (
        NO_TIME_LIMIT,
        *(Timing(deadline=seconds) for seconds in DEADLINES),
        *(Timing(move=move, reserve=reserve) for move, reserve in CLOCKS),
    )
}
"""What a new table offers, by its name in the form."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Who has to decide since when, and what is left of each seat's reserve."""

    reserves: tuple[float, ...]
    asked: Asked | None = None
    since: float = 0.0

    def at(self, timing: Timing, when: float, asked: Asked | None) -> Clock:
        """The clock after something has happened: it keeps running if the turn is the same.

        >>> clock = Clock((60.0, 60.0)).at(Timing(move=10, reserve=60), 100.0, (0, 1))
        >>> clock.at(Timing(move=10, reserve=60), 125.0, (1, 2)).reserves
        (45.0, 60.0)
        """
        if asked == self.asked:
            return self
        return Clock(self._used(timing, when), asked, when)

    def due(self, timing: Timing) -> float | None:
        """When the player to move is late; None if nobody can be."""
        if self.asked is None:
            return None
        if timing.deadline:
            return self.since + timing.deadline
        return self.since + timing.move + self.reserves[self.asked[0]]

    def _used(self, timing: Timing, when: float) -> tuple[float, ...]:
        """The reserves without what the present turn has taken of them."""
        if self.asked is None or not timing.is_clock:
            return self.reserves
        over = max(0.0, when - self.since - timing.move)
        seat = self.asked[0]
        left = max(0.0, self.reserves[seat] - over)
        return (*self.reserves[:seat], left, *self.reserves[seat + 1 :])
