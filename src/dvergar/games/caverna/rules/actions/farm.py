"""Farming: fences, stables, and sowing fields.

Fences make one meadow a small pasture, two adjacent ones a large pasture. A stable stands on bare
forest of the board, a meadow or a pasture, one to a cell. Fields are sown one after the other.
"""

from __future__ import annotations

from abc import abstractmethod

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import (
    BESIDE,
    CROP,
    FIELD,
    FOREST_CELLS,
    LARGE_EAST,
    LARGE_NORTH,
    LARGE_SOUTH,
    LARGE_WEST,
    MEADOW,
    NOTHING,
    ON_BOARD,
    SMALL_PASTURE,
    STABLE,
)
from dvergar.games.caverna.facts.game import (
    GOOD_RUBIES,
    GRAIN,
    GRAIN_ON_FIELD,
    RUBY,
    SOWN_MOST,
    STONE,
    VEGETABLE,
    VEGETABLES_ON_FIELD,
    WOOD,
)
from dvergar.games.caverna.facts.tiles import ON_FENCES, ON_STABLES
from dvergar.games.caverna.rules.actions.land import (
    RUBIES_FOR,
    can_buy_single,
    has_land,
    has_two_adjacent,
)
from dvergar.games.caverna.rules.flow import Question, Verb
from dvergar.games.caverna.rules.ledger import discounted, pay
from dvergar.games.caverna.rules.reasons import (
    NO_EMPTY_FIELD,
    NO_MEADOW,
    NO_PLACE_FOR_STABLE,
    NO_SEED,
    NO_STABLE_LEFT,
    NO_STONE_FOR_STABLE,
    NO_TWO_MEADOWS,
    NO_WOOD_FOR_LARGE,
    NO_WOOD_FOR_LARGE_LOOT,
    NO_WOOD_FOR_SMALL,
    NO_WOOD_FOR_SMALL_LOOT,
    POSSIBLE,
    Attempt,
    within_reach,
)
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import (
    CELL_A,
    CELL_B,
    DONE,
    KIND,
    LARGE_PASTURE_ON,
    SMALL_PASTURE_ON,
    SOW_GRAIN,
    SOW_VEGETABLE,
    STABLE_ON,
    Spots,
)
from dvergar.games.caverna.state.pending import Frame, Sowing
from dvergar.games.caverna.state.state import Player, State


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


def empty_field(player: Player) -> int:
    """The first field without crops; -1: none. Which one is sown makes no difference."""
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and player.on[cell] == NOTHING:
            return cell
    return -1


def sow_moves(player: Player, hand: list[int], grain: int, vegetables: int) -> list[int]:
    """What can be sown, if so many grain and vegetables still may."""
    found: list[int] = []
    if empty_field(player) >= 0:
        if grain and hand[GRAIN]:
            found.append(SOW_GRAIN)
        if vegetables and hand[VEGETABLE]:
            found.append(SOW_VEGETABLE)
    return found


def sow(state: State, seat: int, move: int, grain: int, vegetables: int) -> None:
    """Sows one field; the action goes on with those that may still be sown."""
    player = state.players[seat]
    cell = empty_field(player)
    if move == SOW_GRAIN:
        crop = GRAIN
        player.put_on(cell, GRAIN_ON_FIELD)
        grain -= 1
    else:
        crop = VEGETABLE
        player.put_on(cell, CROP + VEGETABLES_ON_FIELD)
        vegetables -= 1
    pay(state, seat, crop, 1)
    state.unsettled |= bit(seat)
    state.trail.append(("sow", seat, crop, cell))
    if grain or vegetables:
        state.stack.append(Sowing(seat, grain, vegetables))


class Sow(Verb):
    """Sow up to so many fields with each crop."""

    def why_not(self, attempt: Attempt) -> int:
        if empty_field(attempt.player) < 0:
            return NO_EMPTY_FIELD
        return POSSIBLE if attempt.goods[GRAIN] or attempt.goods[VEGETABLE] else NO_SEED

    def may_open(self, attempt: Attempt) -> bool:
        """A field may be bought, and a seed."""
        player, hand = attempt.player, attempt.goods
        missing = 0
        if empty_field(player) < 0:
            if not can_buy_single(player, hand, MEADOW):
                return False
            missing += RUBIES_FOR[FIELD]  # or a meadow's first, where only stables touch
        if not hand[GRAIN] and not hand[VEGETABLE]:
            missing += GOOD_RUBIES
        return 0 < hand[RUBY] >= missing

    def moves(self, attempt: Attempt) -> list[int]:
        return sow_moves(attempt.player, attempt.goods, SOWN_MOST, SOWN_MOST)

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.SOW

    def do(self, state: State, move: int) -> None:
        sow(state, state.seat, move, SOWN_MOST, SOWN_MOST)


class SowingOn(Question):
    """More fields may be sown."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Sowing)
        player = state.players[frame.seat]
        found = sow_moves(player, player.goods, frame.grain, frame.vegetables)
        return [*found, DONE] if found else found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Sowing)
        sow(state, frame.seat, move, frame.grain, frame.vegetables)
