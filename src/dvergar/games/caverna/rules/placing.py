"""Placing a dwarf: where it can go, why not elsewhere, and going there."""

from __future__ import annotations

from dvergar.games.caverna.rules.attempt import Attempt, attempt_on
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.rules.reasons import OCCUPIED, POSSIBLE
from dvergar.games.caverna.rules.rounds import open_spaces
from dvergar.games.caverna.rules.spaces import SPACE_PARTS
from dvergar.games.caverna.state.moves import ARGUMENT, PASS, PLACE
from dvergar.games.caverna.state.pending import Beginning, Frame
from dvergar.games.caverna.state.player import AWAY, changed
from dvergar.games.caverna.state.state import State


def why_not_place(state: State, space: int) -> int:
    """0, or why the acting dwarf cannot be placed on a space."""
    return why_not_go(attempt_on(state, space))


def why_not_go(attempt: Attempt) -> int:
    """0, or why the acting dwarf cannot go to the space of an attempt."""
    if attempt.state.occupant[attempt.space] >= 0:
        return OCCUPIED
    return SPACE_PARTS[attempt.space].why_not(attempt)


class PlacingDwarf(Question):
    """Where does the acting dwarf go? If nowhere, it passes."""

    def moves(self, state: State, _frame: Frame) -> list[int]:
        attempt = attempt_on(state, space=0)
        found: list[int] = []
        for space in open_spaces(state):
            attempt.space = space
            if why_not_go(attempt) == POSSIBLE:
                found.append(PLACE + space)
        return found or [PASS]

    def answer(self, state: State, frame: Frame, move: int) -> None:
        seat = frame.seat
        player = state.players[seat]
        player.dwarfs = changed(player.dwarfs, state.dwarf, AWAY)
        state.worker = seat
        if move == PASS:
            state.trail.append(("pass", seat))
            return
        space = ARGUMENT[move]
        state.occupant = changed(state.occupant, space, seat)
        if state.dwarf_on:
            state.dwarf_on = changed(state.dwarf_on, space, state.dwarf)
        state.space = space
        state.imitating = False
        state.trail.append(("place", seat, space, player.weapons[state.dwarf]))
        state.stack.append(Beginning(seat, SPACE_PARTS[space].number))
