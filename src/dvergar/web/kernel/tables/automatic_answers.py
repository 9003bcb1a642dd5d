"""Automatic answers: the page answers for a person where there is nothing to decide.

Only a new question is answered so: someone who has done something within it, or came back to it by
undo, wants to decide. An automatic step is not a player's last choice: undo goes past it.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.info import load
from dvergar.web.kernel.tables.table import PLAYING, Table

ASK: Final = "ask"
AUTO: Final = "auto"
"""What a person on a page prefers: `ask` if anything else can be done at all, or `auto` even then
as long as it can wait. Programs are always asked.
"""


def routine_answer(table: Table) -> str:
    """The automatic move for the seat that has to decide; empty if the player has to decide."""
    info, state = table.game.info, table.state
    wanted = table.routine[state.seat]
    if not info.routine or not wanted or table.phase != PLAYING:
        return ""
    if table.held or table.undo_request or table.went_back or table.guide is not None or table.is_answered:
        return ""
    if table.steps and _continues(table, state.seat, state.turn):
        return ""
    move: int | None = load(info.routine)(state, wanted == AUTO)
    return "" if move is None else table.game.name(move)


def _continues(table: Table, seat: int, turn: int) -> bool:
    """Whether the last step was one of the same seat within the same turn."""
    last = table.steps[-1]
    return (last.seat, last.turn) == (seat, turn)
