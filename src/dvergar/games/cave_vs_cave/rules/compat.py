"""What older versions of the rules did by themselves where those of today ask.

In version 1 whoever could pay in one way only was not asked. Today somebody is, where eating opens
another way: then the one payment is what was made.
"""

from __future__ import annotations

from dvergar.games.cave_vs_cave.state.state import State


def paid(state: State) -> int | None:
    """The only real answer, if there is but one."""
    real = state.moves(free=False)
    return real[0] if len(real) == 1 else None
