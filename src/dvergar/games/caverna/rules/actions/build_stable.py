"""Building a stable: on bare forest of the board, a meadow or a pasture, one to a cell."""

from __future__ import annotations

from dvergar.games.caverna.facts.board import (
    FIELD,
    FOREST_CELLS,
    MEADOW,
    NOTHING,
    ON_BOARD,
    STABLE,
)
from dvergar.games.caverna.facts.goods import STONE
from dvergar.games.caverna.facts.tiles import ON_STABLES
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.rules.prices import discounted
from dvergar.games.caverna.rules.reach import within_reach
from dvergar.games.caverna.rules.reasons import (
    NO_PLACE_FOR_STABLE,
    NO_STABLE_LEFT,
    NO_STONE_FOR_STABLE,
    POSSIBLE,
)
from dvergar.games.caverna.state.moves import CELL_A, KIND, STABLE_ON
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class BuildStable(Verb):
    """Build a stable for so much stone."""

    def __init__(self, stone: int) -> None:
        super().__init__()
        self.stone = stone

    def price(self, player: Player) -> int:
        """The stone it costs a player."""
        return discounted(player.built, ON_STABLES, STONE, self.stone)

    def why_not(self, attempt: Attempt) -> int:
        player = attempt.player
        if not player.stables:
            return NO_STABLE_LEFT
        if attempt.goods[STONE] < self.price(player):
            return NO_STONE_FOR_STABLE
        return POSSIBLE if self.places(player) else NO_PLACE_FOR_STABLE

    def may_open(self, attempt: Attempt) -> bool:
        """Stone may be bought."""
        player = attempt.player
        if not player.stables or not self.places(player):
            return False
        return within_reach(attempt)[STONE] >= self.price(player)

    def moves(self, attempt: Attempt) -> list[int]:
        player = attempt.player
        if not player.stables or attempt.goods[STONE] < self.price(player):
            return []
        return self.places(player)

    def places(self, player: Player) -> list[int]:
        """The moves that put a stable where there is room for one, whatever it costs."""
        land, on = player.land, player.on
        return [
            STABLE_ON + number
            for number, cell in enumerate(FOREST_CELLS)
            if on[cell] == NOTHING
            and land[cell] != FIELD
            and (cell < ON_BOARD or land[cell] >= MEADOW)
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == STABLE_ON

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        pay(state, state.seat, STONE, self.price(player))
        player.put_on(CELL_A[move], STABLE)
        player.stables -= 1
        state.trail.append(("stable", state.seat, CELL_A[move]))
