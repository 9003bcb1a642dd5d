"""A turn of Cave vs Cave, summed up: goods that come or go in small steps become one sum.

A sum is an event of the same kind whose facts are the amounts of goods; what had no room is an
event of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from dvergar.core.events import Event, summed_by_seat
from dvergar.core.game import Game

SUMS: Final = ("eat", "gain", "full", "pay")


def rooms_used(event: Event) -> list[str]:
    """The rooms used in an event, or in a sum of several."""
    return [str(event["room"])] if "room" in event.facts else list(event.facts)


def summary(_: Game, events: Sequence[Event]) -> list[Event]:
    """The same events, with what belongs together in one."""
    return summed_by_seat(events, _summed)


def _summed(seat: int, events: Sequence[Event]) -> list[Event]:
    """What one seat did in a row; what came and what went stands at the end."""
    said: list[Event] = []
    sums: dict[str, Counter[str]] = {kind: Counter() for kind in SUMS}
    for event in events:
        match event.kind:
            case "gain":
                sums["gain"][str(event["good"])] += int(event["amount"])
                sums["full"][str(event["good"])] += int(event["lost"])
            case "pay":
                sums["pay"][str(event["good"])] += int(event["amount"])
            case "eat":
                sums["eat"][str(event["good"])] += 1
            case "use" if said and said[-1].kind == "use":
                said[-1] = Event(
                    "use", seat, dict.fromkeys([*rooms_used(said[-1]), *rooms_used(event)], 1)
                )
            case _:
                said.append(event)
    for kind in SUMS:
        goods: dict[str, int | str] = {good: n for good, n in sums[kind].items() if n}
        if goods:
            said.append(Event(kind, seat, goods))
    return said
