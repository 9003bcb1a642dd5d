"""Placing a ruby mine on a tunnel, or on a deep tunnel, where it brings a ruby."""

from __future__ import annotations

from dvergar.games.caverna.facts.board import DEEP_TUNNEL, MOUNTAIN_CELLS, RUBY_MINE, TUNNEL
from dvergar.games.caverna.facts.game import DEEP_TUNNEL_RUBIES
from dvergar.games.caverna.facts.goods import RUBY
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.land import can_buy_single, has_land
from dvergar.games.caverna.rules.ledger import gain_all
from dvergar.games.caverna.rules.reasons import NO_TUNNEL_FOR_RUBY_MINE, POSSIBLE
from dvergar.games.caverna.state.moves import CELL_A, KIND, RUBY_MINE_ON
from dvergar.games.caverna.state.state import State


class PlaceRubyMine(Verb):
    """Place a ruby mine on such land."""

    def __init__(self, land: int) -> None:
        super().__init__()
        self.land = land

    def why_not(self, attempt: Attempt) -> int:
        has_place = has_land(attempt.player, MOUNTAIN_CELLS, self.land)
        return POSSIBLE if has_place else NO_TUNNEL_FOR_RUBY_MINE

    def may_open(self, attempt: Attempt) -> bool:
        """A tunnel may be bought."""
        return self.land == TUNNEL and can_buy_single(attempt.player, attempt.goods, TUNNEL)

    def moves(self, attempt: Attempt) -> list[int]:
        ground = attempt.player.land
        return [
            RUBY_MINE_ON + number
            for number, cell in enumerate(MOUNTAIN_CELLS)
            if ground[cell] == self.land
        ]

    def accepts(self, attempt: Attempt, move: int) -> bool:
        return KIND[move] == RUBY_MINE_ON and attempt.player.land[CELL_A[move]] == self.land

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        player.cover(CELL_A[move], RUBY_MINE)
        state.trail.append(("ruby_mine", state.seat, CELL_A[move]))
        gain_all(state, state.seat, ruby_mine_brings(self.land))


def ruby_mine_brings(land: int) -> list[tuple[int, int]]:
    """The goods that a ruby mine on such land brings."""
    return [(RUBY, DEEP_TUNNEL_RUBIES)] if land == DEEP_TUNNEL else []
