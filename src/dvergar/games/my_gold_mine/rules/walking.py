"""Walking along the track, and leaving the mine at its end."""

from __future__ import annotations

from dvergar.games.my_gold_mine.state.moves import OUT
from dvergar.games.my_gold_mine.state.state import State


def walk(state: State, dwarf: int, step: int, why: str) -> None:
    """Moves a dwarf along the track, towards the exit by less than 0; whoever reaches it is out."""
    start = state.places[dwarf]
    end = max(start + step, OUT)
    state.places[dwarf] = end
    state.trail.append(("move", dwarf, start, end, why))
    if end == OUT:
        leave(state, dwarf)


def leave(state: State, dwarf: int) -> None:
    """A dwarf takes the highest free slot of the ladder, and its seat's open pile."""
    seat = state.variant.owner[dwarf]
    state.ladder.append(dwarf)
    state.out_gold[dwarf] = state.pile_gold[seat]
    state.out_cards[dwarf] = state.pile_cards[seat]
    state.pile_gold[seat] = 0
    state.pile_cards[seat] = 0
    state.trail.append(("leave", dwarf, len(state.ladder), state.out_cards[dwarf]))
