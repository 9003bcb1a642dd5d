"""What a viewer may take back at a table, and who asks the others to go back to an earlier turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dvergar.core.words import words
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.undo import reach


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether something can be taken back, and the sentence about it."""

    possible: bool
    why: str
    turn: bool = False
    """Whether the turn can be gone through anew."""
    asks: bool = False
    """Whether the others are asked first."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody wishes to go back to an earlier turn."""

    name: str
    mine: bool
    asked: bool
    """Whether the viewer has still to agree."""
    waits: str


def undo(table: Table, seats: Sequence[int], lang: str) -> Undo:
    """What the holder of some seats can take back now."""
    speak = words("dvergar.web", lang)
    found = reach(table, seats)
    own = table.game.info.words(lang)
    if table.held and table.state.seat in seats:
        same_turn = not found.closed and table.steps[found.step].turn == table.state.turn
        return Undo(True, speak("undo.possible"), turn=same_turn)
    if found.closed:
        key = f"undo.{found.closed}"
        return Undo(False, (own if key in own else speak)(key))
    if table.undo_request is not None:
        return Undo(False, speak("undo.wish"))
    why = speak("undo.asks" if found.asks else "undo.possible")
    return Undo(True, why, turn=found.turn < found.step, asks=found.asks)


def asking(table: Table, seats: Sequence[int], names: list[str]) -> Asking | None:
    """Who asks to go back, and whether it is the viewer's to agree."""
    if table.undo_request is None:
        return None
    waits = table.waits_for()
    return Asking(
        name=names[table.undo_request.seats[0]],
        mine=bool(set(table.undo_request.seats) & set(seats)),
        asked=bool(waits & set(seats)),
        waits=", ".join(names[seat] for seat in sorted(waits)),
    )
