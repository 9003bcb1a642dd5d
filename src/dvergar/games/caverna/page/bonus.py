"""What a choice on the home board brings besides what is laid: the goods of that very place.

The rules say what each kind of move brings; here they are asked.
"""

from __future__ import annotations

from collections import Counter

from dvergar.core.presentation import Sign
from dvergar.games.caverna.page.signs import gain
from dvergar.games.caverna.rules.actions.furnish import brings_by_place, tile_brings
from dvergar.games.caverna.rules.actions.place_ruby_mine import ruby_mine_brings
from dvergar.games.caverna.rules.actions.place_twin import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    MEADOW_FIELD,
    twin_brings,
)
from dvergar.games.caverna.rules.land import CELL_REWARDS
from dvergar.games.caverna.rules.ledger import with_answers
from dvergar.games.caverna.state.moves import (
    CELL_A,
    CELL_B,
    INTO,
    KIND,
    LAY_SINGLE,
    RUBY_MINE_ON,
    RUBY_SINGLE,
)
from dvergar.games.caverna.state.pending import Site
from dvergar.games.caverna.state.state import State

_TWINS = frozenset(tile.kind for tile in (MEADOW_FIELD, CAVERN_TUNNEL, CAVERN_CAVERN))
_SINGLES = frozenset({*LAY_SINGLE, *RUBY_SINGLE})


def bonus(state: State, move: int) -> list[Sign]:
    """The goods that a move on the board of the seat that is asked brings there, as signs."""
    built = state.players[state.seat].built
    brought: Counter[int] = Counter()
    for good, amount in _brings(state, move):
        for one in with_answers(built, good):
            brought[one] += amount
    return [gain(good, amount) for good, amount in brought.items()]


def _brings(state: State, move: int) -> list[tuple[int, int]]:
    kind, cell = KIND[move], CELL_A[move]
    if kind in _TWINS:
        return twin_brings(cell, CELL_B[move])
    if kind in _SINGLES:
        return CELL_REWARDS[cell]
    player, frame = state.players[state.seat], state.stack[-1]
    if kind == RUBY_MINE_ON:
        return ruby_mine_brings(player.land[cell])
    if kind == INTO and isinstance(frame, Site) and brings_by_place(frame.tile):
        return tile_brings(player, frame.tile, cell)
    return []
