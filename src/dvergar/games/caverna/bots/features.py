"""What a learnt estimate is told of a position of Caverna: numbers, the same at every moment.

They are the seat's own view: its goods, family and land, what its points are made of, what time is
left, what lies on the table, who comes before it, and what it is in the middle of. Nothing here
looks at a card or a marker that nobody has seen.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.bots import layout
from dvergar.games.caverna.bots.own_features import tell_household, tell_land
from dvergar.games.caverna.bots.table_features import tell_others, tell_pending, tell_table
from dvergar.games.caverna.state.state import State

FEATURE_NAMES: Final = layout.names
"""What each feature tells, in order."""


def features(state: State, seat: int) -> list[float]:
    """The position as `seat` sees it, in the order of FEATURE_NAMES."""
    out = [0.0] * layout.COUNT
    tell_household(state, seat, out)
    tell_land(state.players[seat], out)
    tell_table(state, seat, out)
    tell_others(state, seat, out)
    tell_pending(state, seat, out)
    return out
