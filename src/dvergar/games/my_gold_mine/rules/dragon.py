"""The dragon: what wakes it, how it comes, and what it burns."""

from __future__ import annotations

from dvergar.games.my_gold_mine.facts.cards import DRAGON
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.state.places import BURNT
from dvergar.games.my_gold_mine.state.state import State


def wake_dragon(state: State) -> None:
    """Looks at the newly bared card: the dragon moves for each dragon until gold is on top.

    Beside the exit it stops: it has swept every card of the mine, so nobody is left.
    """
    while state.dragon > MATERIAL.dragon_stop and state.extraction and state.is_anybody_inside():
        card = state.extraction[-1]
        state.reveals += 1
        state.trail.append(("reveal", card))
        if card != DRAGON:
            return
        state.extraction.pop()
        state.box += 1
        state.dragon -= 1
        state.trail.append(("dragon", state.dragon + 1, state.dragon))
        for dwarf in range(state.variant.dwarfs):
            if state.places[dwarf] == state.dragon:
                burn(state, dwarf)


def burn(state: State, dwarf: int) -> None:
    """A dwarf is out of the round; the pile is lost unless a team mate is still inside."""
    state.places[dwarf] = BURNT
    seat = state.variant.owner[dwarf]
    lost = 0
    if not state.has_dwarf_inside(seat):
        lost = state.pile_cards[seat]
        state.box += lost
        state.pile_cards[seat] = 0
        state.pile_gold[seat] = 0
    state.trail.append(("burn", dwarf, lost))
