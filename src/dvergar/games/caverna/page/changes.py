"""What the last move changed for a player: goods that came and went, cells that were built on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dvergar.core.events import Event

SIGN: Final = {"gain": 1, "pay": -1}
EVENT_CELLS: Final = ("cell", "a", "b")


def goods_changed(events: Sequence[Event], seat: int) -> dict[str, int]:
    """By how much each good of a player went up or down."""
    changed: dict[str, int] = {}
    for event in events:
        if event.seat == seat and event.kind in SIGN:
            good = str(event["good"])
            changed[good] = changed.get(good, 0) + SIGN[event.kind] * int(event["amount"])
    return {good: amount for good, amount in changed.items() if amount}


def cells_changed(events: Sequence[Event], seat: int) -> frozenset[str]:
    """The cells of a player on which something was laid, built or sown, by name."""
    return frozenset(
        str(event[fact])
        for event in events
        if event.seat == seat
        for fact in EVENT_CELLS
        if fact in event.facts
    )
