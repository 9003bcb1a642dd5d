"""What a viewer is offered who wants to leave a table, has left it, or gives seats away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dvergar.web.kernel.tables.seats import LEFT
from dvergar.web.kernel.tables.table import PLAYING, WAITING, Table


@dataclass(frozen=True, slots=True)
class Gift:
    """The seat of somebody who has left, and the link for whoever takes it, once it is free."""

    seat: int
    name: str
    invite: str


@dataclass(frozen=True, slots=True)
class LeavingSeen:
    """The ways out of a table."""

    way: str
    """What leaving does: free the seat, let a bot play, let the table wait; empty: nothing."""
    resign: bool
    alone: bool
    """Whether no other person plays."""
    gifts: tuple[Gift, ...]
    others: tuple[Gift, ...] = ()
    """The people whom the host can remove."""

    @property
    def stamp(self) -> str:
        """Another one where something else is offered."""
        gifts = "".join(f"-{gift.seat}{'i' if gift.invite else ''}" for gift in self.gifts)
        others = "".join(f"-{one.seat}r" for one in self.others)
        return f"{self.way or 'gone'}{gifts}{others}"


def leaving_seen(
    table: Table, seats: Sequence[int], host: bool, invite: Callable[[int], str]
) -> LeavingSeen | None:
    """What a viewer is offered; None where there is nothing to leave or give."""
    gifts = tuple(
        Gift(seat, table.seats[seat].name, invite(seat) if stand.offered else "")
        for seat, stand in sorted(table.substitutes.items())
        if host and stand.why == LEFT and seat not in seats
    )
    phase = table.phase
    others = tuple(
        Gift(seat, table.seats[seat].name, "")
        for seat in sorted(table.people() - set(seats))
        if host and seat not in table.free()
    )
    offered = bool(seats or gifts or others)
    if phase not in (WAITING, PLAYING) or table.guide is not None or not offered:
        return None
    gone = bool(seats) and all(is_left(table, seat) for seat in seats)
    alone = not table.people() - set(seats)
    way = "" if gone or not seats else "free" if phase == WAITING else "wait" if alone else "bot"
    return LeavingSeen(way, bool(seats) and phase == PLAYING, alone, gifts, others)


def is_left(table: Table, seat: int) -> bool:
    """Whether whoever sits there has left, so that he is not asked."""
    stand = table.substitutes.get(seat)
    return stand is not None and stand.why == LEFT


def stand_in(table: Table, seats: Sequence[int]) -> str:
    """Why a bot plays for the viewer now; empty where none does."""
    why = [table.substitutes[seat].why for seat in seats if seat in table.substitutes]
    return why[0] if why and table.phase == PLAYING else ""
