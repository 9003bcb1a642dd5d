"""What older versions of the rules did by themselves where those of today ask.

Up to version 2 an action was over as soon as none of its parts was possible with the goods in hand.
Today it stays open while something in hand could open one: who went on then was done.
"""

from __future__ import annotations

from dvergar.games.caverna.state.moves import DONE
from dvergar.games.caverna.state.state import State


def left(state: State) -> int | None:
    """Being done with an action, where that is what could be asked."""
    return DONE if DONE in state.moves() else None
