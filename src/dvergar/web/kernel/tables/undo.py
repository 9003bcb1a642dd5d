"""Undo: who may take back what, how far, and whether the others have to agree.

Players can take back moves of their own turn. Someone who plays alone, or against bots only, can go
back further; among people all others have to agree. What was revealed stays revealed, except at a
practice table without other people.

Undo goes past automatic answers: where there is nothing to decide, the page answers for a person.
Only a new question is answered so: someone who has done something within it, or came back to it by
undo, wants to decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dvergar.core.game import State
from dvergar.core.info import load
from dvergar.web.kernel.tables.table import PLAYING, WAITING, Table


@dataclass(frozen=True, slots=True)
class UndoRange:
    """How far back a player may go; `closed` says why not at all."""

    step: int = 0
    """The position before their last choice."""
    turn: int = 0
    """The position in which the turn of that choice began, or the first after a reveal in it."""
    closed: str = ""
    asks: bool = False
    """Whether the other people have to agree."""


def undo_range(table: Table, seats: Sequence[int]) -> UndoRange:
    """How far the player of these seats may go back now."""
    if not seats:
        return UndoRange(closed="watching")
    if table.stopped:
        return UndoRange(closed="stopped")
    if table.guide is not None:
        return UndoRange(closed="guided")
    first = table.opening_moves if table.puzzle else 0
    mine = [
        number
        for number, step in enumerate(table.steps)
        if step.seat in seats and not step.auto and number >= first
    ]
    if not mine or table.phase == WAITING:
        return UndoRange(closed="waiting" if mine else "none")
    last = mine[-1]
    practice = table.practice and not _others(table, seats)
    if not practice and not _is_open(table, last):
        return UndoRange(closed="over" if table.state.over else "revealed")
    start = _start_of_turn(table, last, practice)
    return UndoRange(last, start, asks=_needs_others(table, seats, last))


def is_decisive(before: State, after: State) -> bool:
    """Whether a move ended the turn or revealed something, so that it should be confirmed."""
    return after.over or (after.turn, after.reveals) != (before.turn, before.reveals)


def is_final(table: Table, moved: Table, seats: Sequence[int]) -> bool:
    """Whether a player couldn't take a move back alone: it hides nothing any more, or others go on.

    `moved` is the table after it. On a shared screen nobody else is asked.
    """
    before, after = table.state, moved.state
    if table.practice and not _others(table, seats):
        return False
    if after.reveals != before.reveals or (after.over and _hides_something(table)):
        return True
    goes_on = after.over or (after.turn != before.turn and after.seat not in seats)
    return goes_on and bool(table.staying() - set(seats))


def _is_open(table: Table, position: int) -> bool:
    """Whether nothing was revealed since; after the end, the record reveals everything."""
    if table.state.over and _hides_something(table):
        return False
    return table.steps[position].reveals == table.state.reveals


def _hides_something(table: Table) -> bool:
    """Whether the game began with something hidden."""
    start = table.position(0)
    return any(start.imagine(None, seed).key() != start.key() for seed in range(3))


def _start_of_turn(table: Table, last: int, practice: bool) -> int:
    """Where the turn of a step began, as far as one may go back."""
    step = table.steps[last]
    start = last
    first = table.opening_moves if table.puzzle else 0
    while start > first and table.steps[start - 1].turn == step.turn:
        if not practice and not _is_open(table, start - 1):
            break
        start -= 1
    return start


def _others(table: Table, seats: Sequence[int]) -> set[int]:
    """The seats of other people."""
    return table.people() - set(seats)


def _needs_others(table: Table, seats: Sequence[int], position: int) -> bool:
    if not table.staying() - set(seats):
        return False  # someone who left can't answer
    return table.steps[position].turn != table.state.turn or position != len(table.steps) - 1


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
    if table.held or table.undo_request or table.went_back:
        return ""
    if table.guide is not None or table.is_answered:
        return ""
    if table.steps and _continues(table, state.seat, state.turn):
        return ""
    move: int | None = load(info.routine)(state, wanted == AUTO)
    return "" if move is None else table.game.name(move)


def _continues(table: Table, seat: int, turn: int) -> bool:
    """Whether the last step was one of the same seat within the same turn."""
    last = table.steps[-1]
    return (last.seat, last.turn) == (seat, turn)
