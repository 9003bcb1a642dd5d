"""Building fences: one meadow becomes a small pasture, two adjacent ones a large pasture."""

from __future__ import annotations

from abc import abstractmethod

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import (
    BESIDE,
    FOREST_CELLS,
    LARGE_EAST,
    LARGE_NORTH,
    LARGE_SOUTH,
    LARGE_WEST,
    MEADOW,
    SMALL_PASTURE,
)
from dvergar.games.caverna.facts.goods import WOOD
from dvergar.games.caverna.facts.tiles import ON_FENCES
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.land import can_buy_single, has_land, has_two_adjacent
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.rules.prices import discounted
from dvergar.games.caverna.rules.reach import within_reach
from dvergar.games.caverna.rules.reasons import (
    NO_MEADOW,
    NO_TWO_MEADOWS,
    NO_WOOD_FOR_LARGE,
    NO_WOOD_FOR_LARGE_LOOT,
    NO_WOOD_FOR_SMALL,
    NO_WOOD_FOR_SMALL_LOOT,
    POSSIBLE,
)
from dvergar.games.caverna.state.moves import (
    CELL_A,
    CELL_B,
    KIND,
    LARGE_PASTURE_ON,
    SMALL_PASTURE_ON,
    Spots,
)
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class BuildFence(Verb):
    """Fence meadows for so much wood; loot has a price of its own."""

    def __init__(self, wood: int, as_loot: bool = False) -> None:
        super().__init__()
        self.wood = wood
        self.as_loot = as_loot

    def price(self, player: Player) -> int:
        """The wood it costs a player."""
        return discounted(player.built, ON_FENCES, WOOD, self.wood)

    def may_open(self, attempt: Attempt) -> bool:
        """A meadow may be bought, and wood."""
        player, hand = attempt.player, attempt.goods
        if not self.moves_with(player) and not can_buy_single(player, hand, MEADOW):
            return False
        return within_reach(attempt)[WOOD] >= self.price(player)

    def moves(self, attempt: Attempt) -> list[int]:
        if attempt.goods[WOOD] < self.price(attempt.player):
            return []
        return self.moves_with(attempt.player)

    @abstractmethod
    def moves_with(self, player: Player) -> list[int]:
        """Where there are meadows for it, whatever it costs."""

    def do(self, state: State, move: int) -> None:
        pay(state, state.seat, WOOD, self.price(state.players[state.seat]))
        self.fence(state.players[state.seat], CELL_A[move], CELL_B[move])
        state.unsettled |= bit(state.seat)
        second = CELL_B[move] if CELL_B[move] >= 0 else CELL_A[move]
        state.trail.append(("fence", state.seat, CELL_A[move], second))

    @abstractmethod
    def fence(self, player: Player, a: int, b: int) -> None:
        """Makes the cells a pasture."""


class BuildSmallPasture(BuildFence):
    """Fence one meadow."""

    def why_not(self, attempt: Attempt) -> int:
        if attempt.goods[WOOD] < self.price(attempt.player):
            return NO_WOOD_FOR_SMALL_LOOT if self.as_loot else NO_WOOD_FOR_SMALL
        return POSSIBLE if has_land(attempt.player, FOREST_CELLS, MEADOW) else NO_MEADOW

    def moves_with(self, player: Player) -> list[int]:
        land = player.land
        return [
            SMALL_PASTURE_ON + number
            for number, cell in enumerate(FOREST_CELLS)
            if land[cell] == MEADOW
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == SMALL_PASTURE_ON

    def fence(self, player: Player, a: int, _b: int) -> None:
        player.cover(a, SMALL_PASTURE)


class BuildLargePasture(BuildFence):
    """Fence two adjacent meadows."""

    def __init__(self, wood: int, as_loot: bool = False) -> None:
        super().__init__(wood, as_loot)
        self.spots = Spots(LARGE_PASTURE_ON)

    def why_not(self, attempt: Attempt) -> int:
        if attempt.goods[WOOD] < self.price(attempt.player):
            return NO_WOOD_FOR_LARGE_LOOT if self.as_loot else NO_WOOD_FOR_LARGE
        has_place = has_two_adjacent(attempt.player, FOREST_CELLS, MEADOW)
        return POSSIBLE if has_place else NO_TWO_MEADOWS

    def moves_with(self, player: Player) -> list[int]:
        land = player.land
        if not has_two_adjacent(player, FOREST_CELLS, MEADOW):
            return []
        return [
            move
            for move in self.spots.moves
            if land[CELL_A[move]] == MEADOW and land[CELL_B[move]] == MEADOW
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == LARGE_PASTURE_ON

    def fence(self, player: Player, a: int, b: int) -> None:
        across = BESIDE[a][1] == b
        player.cover(a, LARGE_EAST if across else LARGE_SOUTH)
        player.cover(b, LARGE_WEST if across else LARGE_NORTH)
