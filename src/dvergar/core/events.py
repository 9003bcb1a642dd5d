"""What happened in a move, step by step: for the log and for animation.

Everything in an event was seen by everybody at the table; what only one seat may know is never
put into one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, whose it was (None: nobody's), and its facts.

    >>> event = Event("dig", 0, {"card": "red", "gold": 2})
    >>> event.kind, event.seat, event["gold"]
    ('dig', 0, 2)
    """

    kind: str
    seat: int | None = None
    facts: dict[str, int | str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> int | str:
        return self.facts[name]


def read_trail(
    trail: Iterable[Sequence[Any]],
    facts: Mapping[str, Sequence[str]],
    seatless: Collection[str],
    names: Mapping[str, Sequence[str]],
) -> list[Event]:
    """The events of a trail, the numbers an engine writes down as it goes.

    An entry is a kind, its seat unless it belongs to nobody, and the facts of its kind in order; a
    fact with names is the number of one of them.
    """
    read = []
    for kind, *values in trail:
        seat = None if kind in seatless else values.pop(0)
        numbers = dict(zip(facts[kind], values, strict=True))
        named = {k: names[k][v] if k in names else v for k, v in numbers.items()}
        read.append(Event(kind, seat, named))
    return read


def summed_by_seat(
    events: Sequence[Event], sum_up: Callable[[int, Sequence[Event]], list[Event]]
) -> list[Event]:
    """The same events, with what one seat did in a row summed up."""
    found: list[Event] = []
    for seat, run in groupby(events, key=lambda event: event.seat):
        own = list(run)
        found += own if seat is None else sum_up(seat, own)
    return found
