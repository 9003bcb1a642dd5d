"""Placing a single tile of the landscape, as loot."""

from __future__ import annotations

from dvergar.games.caverna.facts.board import FIELD, MEADOW
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.land import (
    can_buy_single,
    has_bare_forest,
    has_room_for_single,
    lay_single,
    single_moves,
)
from dvergar.games.caverna.rules.reasons import NO_ROOM_FOR_SINGLE, POSSIBLE
from dvergar.games.caverna.state.moves import CELL_A, KIND, LAY_SINGLE, SINGLE_LAND
from dvergar.games.caverna.state.state import State


class PlaceSingle(Verb):
    """Place a single tile of such land."""

    def __init__(self, land: int) -> None:
        super().__init__()
        self.land = land
        self.first_move = LAY_SINGLE[SINGLE_LAND.index(land)]

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if has_room_for_single(attempt.player, self.land) else NO_ROOM_FOR_SINGLE

    def may_open(self, attempt: Attempt) -> bool:
        """Where only stables touch, a meadow may be bought so that bare ground does."""
        if self.land != FIELD or not can_buy_single(attempt.player, attempt.goods, MEADOW):
            return False
        return has_bare_forest(attempt.player)

    def moves(self, attempt: Attempt) -> list[int]:
        return single_moves(attempt.player, self.land, self.first_move)

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == self.first_move

    def do(self, state: State, move: int) -> None:
        lay_single(state, state.seat, self.land, CELL_A[move])
