"""Feeding that nobody needs to be asked about: there is food enough, and nothing else is at stake.

The machine asks all the same, for records must replay; the page answers for whoever it asks.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.state.moves import FEED, VOCABULARY
from dvergar.games.caverna.state.state import State

LATER_AS_WELL: Final = frozenset(
    {"eat", "eat_donkeys", "eat_gold", "eat_more_gold", "trade", "disarm", "disarm_away"}
)
"""What can be done after the meal just as well. Rubies are not among it, for what they buy may
breed, nor is work that feeds a dwarf.
"""


def routine(state: State, willing: bool) -> int | None:
    """The answer that is given without asking, if there is one.

    Where nothing but feeding is possible nobody is asked; where something is that can wait,
    whoever is `willing` to leave it at that is not.
    """
    if state.over or state.moves(free=False) != [FEED]:
        return None
    others = {VOCABULARY.kinds[move] for move in state.moves() if move != FEED}
    return FEED if not others or (willing and others <= LATER_AS_WELL) else None
