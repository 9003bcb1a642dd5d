"""What happened in a move, step by step: for the log and for animation.

Everything in an event was seen by everybody at the table; what only one seat may know is never
put into one.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, whose it was (None: nobody's), and its facts."""

    kind: str
    seat: int | None = None
    facts: dict[str, int | str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> int | str:
        return self.facts[name]
