"""Answers that the page gives for a person where nothing is to be decided.

Only a question that has just come up is answered so: who has done something within it, or has come
back to it by taking a move back, wants to decide. A step made so is not one's last choice, and
taking back goes past it.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.info import load
from dvergar.web.kernel.tables.table import PLAYING, Table

ASK: Final = "ask"
AUTO: Final = "auto"
"""What a person on a page wants: to be asked where there is something else to do at all, or not
even there as long as it can wait. Of a program nothing is known: it is asked everything.
"""


def routine_answer(table: Table) -> str:
    """The move that is made now for the seat that has to decide; empty if it has to be asked."""
    info, state = table.game.info, table.state
    wanted = table.routine[state.seat]
    if not info.routine or not wanted or table.phase != PLAYING:
        return ""
    if table.held or table.undo_request or table.went_back or table.guide is not None:
        return ""
    if table.steps and _goes_on(table, state.seat, state.turn):
        return ""
    move: int | None = load(info.routine)(state, wanted == AUTO)
    return "" if move is None else table.game.name(move)


def _goes_on(table: Table, seat: int, turn: int) -> bool:
    """Whether the last step was one of the same seat within the same turn."""
    last = table.steps[-1]
    return (last.seat, last.turn) == (seat, turn)
