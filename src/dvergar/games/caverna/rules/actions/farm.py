"""Farming: fences, stables, and sowing fields.

Fences make one meadow a small pasture, two adjacent ones a large pasture. A stable stands on bare
forest of the board, a meadow or a pasture, one to a cell. Fields are sown one after the other.
"""

from __future__ import annotations

from abc import abstractmethod

from dvergar.core.sets import bit
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import ON_FENCES, ON_STABLES
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.actions.land import (
    RUBIES_FOR,
    can_buy_single,
    has_land,
    has_two_adjacent,
)
from dvergar.games.caverna.rules.flow import Question, Verb
from dvergar.games.caverna.rules.ledger import discounted, pay
from dvergar.games.caverna.state import moves
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
        return discounted(player.built, ON_FENCES, facts.WOOD, self.wood)

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """A meadow may be bought, and wood."""
        player, hand = attempt.player, attempt.goods
        if not self.moves_with(player) and not can_buy_single(player, hand, board.MEADOW):
            return False
        return reasons.within_reach(attempt)[facts.WOOD] >= self.price(player)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        if attempt.goods[facts.WOOD] < self.price(attempt.player):
            return []
        return self.moves_with(attempt.player)

    @abstractmethod
    def moves_with(self, player: Player) -> list[int]:
        """Where there are meadows for it, whatever it costs."""

    def do(self, state: State, move: int) -> None:
        pay(state, state.seat, facts.WOOD, self.price(state.players[state.seat]))
        self.fence(state.players[state.seat], moves.CELL_A[move], moves.CELL_B[move])
        state.unsettled |= bit(state.seat)
        second = moves.CELL_B[move] if moves.CELL_B[move] >= 0 else moves.CELL_A[move]
        state.trail.append(("fence", state.seat, moves.CELL_A[move], second))

    @abstractmethod
    def fence(self, player: Player, a: int, b: int) -> None:
        """Makes the cells a pasture."""


class BuildSmallPasture(BuildFence):
    """Fence one meadow."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        if attempt.goods[facts.WOOD] < self.price(attempt.player):
            return reasons.NO_WOOD_FOR_SMALL_LOOT if self.as_loot else reasons.NO_WOOD_FOR_SMALL
        return (
            reasons.POSSIBLE
            if has_land(attempt.player, board.FOREST_CELLS, board.MEADOW)
            else reasons.NO_MEADOW
        )

    def moves_with(self, player: Player) -> list[int]:
        land = player.land
        return [
            moves.SMALL_PASTURE_ON + number
            for number, cell in enumerate(board.FOREST_CELLS)
            if land[cell] == board.MEADOW
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.SMALL_PASTURE_ON

    def fence(self, player: Player, a: int, _b: int) -> None:
        player.cover(a, board.SMALL_PASTURE)


class BuildLargePasture(BuildFence):
    """Fence two adjacent meadows."""

    def __init__(self, wood: int, as_loot: bool = False) -> None:
        super().__init__(wood, as_loot)
        self.spots = moves.Spots(moves.LARGE_PASTURE_ON)

    def why_not(self, attempt: reasons.Attempt) -> int:
        if attempt.goods[facts.WOOD] < self.price(attempt.player):
            return reasons.NO_WOOD_FOR_LARGE_LOOT if self.as_loot else reasons.NO_WOOD_FOR_LARGE
        has_place = has_two_adjacent(attempt.player, board.FOREST_CELLS, board.MEADOW)
        return reasons.POSSIBLE if has_place else reasons.NO_TWO_MEADOWS

    def moves_with(self, player: Player) -> list[int]:
        land = player.land
        if not has_two_adjacent(player, board.FOREST_CELLS, board.MEADOW):
            return []
        return [
            move
            for move in self.spots.moves
            if land[moves.CELL_A[move]] == board.MEADOW and land[moves.CELL_B[move]] == board.MEADOW
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.LARGE_PASTURE_ON

    def fence(self, player: Player, a: int, b: int) -> None:
        across = board.BESIDE[a][1] == b
        player.cover(a, board.LARGE_EAST if across else board.LARGE_SOUTH)
        player.cover(b, board.LARGE_WEST if across else board.LARGE_NORTH)


class BuildStable(Verb):
    """Build a stable for so much stone."""

    def __init__(self, stone: int) -> None:
        super().__init__()
        self.stone = stone

    def price(self, player: Player) -> int:
        """The stone it costs a player."""
        return discounted(player.built, ON_STABLES, facts.STONE, self.stone)

    def why_not(self, attempt: reasons.Attempt) -> int:
        player = attempt.player
        if not player.stables:
            return reasons.NO_STABLE_LEFT
        if attempt.goods[facts.STONE] < self.price(player):
            return reasons.NO_STONE_FOR_STABLE
        return reasons.POSSIBLE if self.places(player) else reasons.NO_PLACE_FOR_STABLE

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Stone may be bought."""
        player = attempt.player
        if not player.stables or not self.places(player):
            return False
        return reasons.within_reach(attempt)[facts.STONE] >= self.price(player)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        player = attempt.player
        if not player.stables or attempt.goods[facts.STONE] < self.price(player):
            return []
        return self.places(player)

    def places(self, player: Player) -> list[int]:
        """The moves that put a stable where there is room for one, whatever it costs."""
        land, on = player.land, player.on
        return [
            moves.STABLE_ON + number
            for number, cell in enumerate(board.FOREST_CELLS)
            if on[cell] == board.NOTHING
            and land[cell] != board.FIELD
            and (cell < board.ON_BOARD or land[cell] >= board.MEADOW)
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.STABLE_ON

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        pay(state, state.seat, facts.STONE, self.price(player))
        player.put_on(moves.CELL_A[move], board.STABLE)
        player.stables -= 1
        state.trail.append(("stable", state.seat, moves.CELL_A[move]))


def empty_field(player: Player) -> int:
    """The first field without crops; -1: none. Which one is sown makes no difference."""
    for cell in board.FOREST_CELLS:
        if player.land[cell] == board.FIELD and player.on[cell] == board.NOTHING:
            return cell
    return -1


def sow_moves(player: Player, hand: list[int], grain: int, vegetables: int) -> list[int]:
    """What can be sown, if so many grain and vegetables still may."""
    found: list[int] = []
    if empty_field(player) >= 0:
        if grain and hand[facts.GRAIN]:
            found.append(moves.SOW_GRAIN)
        if vegetables and hand[facts.VEGETABLE]:
            found.append(moves.SOW_VEGETABLE)
    return found


def sow(state: State, seat: int, move: int, grain: int, vegetables: int) -> None:
    """Sows one field; the action goes on with those that may still be sown."""
    player = state.players[seat]
    cell = empty_field(player)
    if move == moves.SOW_GRAIN:
        crop = facts.GRAIN
        player.put_on(cell, facts.GRAIN_ON_FIELD)
        grain -= 1
    else:
        crop = facts.VEGETABLE
        player.put_on(cell, board.CROP + facts.VEGETABLES_ON_FIELD)
        vegetables -= 1
    pay(state, seat, crop, 1)
    state.unsettled |= bit(seat)
    state.trail.append(("sow", seat, crop, cell))
    if grain or vegetables:
        state.stack.append(Sowing(seat, grain, vegetables))


class Sow(Verb):
    """Sow up to so many fields with each crop."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        if empty_field(attempt.player) < 0:
            return reasons.NO_EMPTY_FIELD
        return (
            reasons.POSSIBLE
            if attempt.goods[facts.GRAIN] or attempt.goods[facts.VEGETABLE]
            else reasons.NO_SEED
        )

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """A field may be bought, and a seed."""
        player, hand = attempt.player, attempt.goods
        missing = 0
        if empty_field(player) < 0:
            if not can_buy_single(player, hand, board.MEADOW):
                return False
            missing += RUBIES_FOR[board.FIELD]  # or a meadow's first, where only stables touch
        if not hand[facts.GRAIN] and not hand[facts.VEGETABLE]:
            missing += facts.GOOD_RUBIES
        return 0 < hand[facts.RUBY] >= missing

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return sow_moves(attempt.player, attempt.goods, facts.MAX_SOWN, facts.MAX_SOWN)

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.SOW

    def do(self, state: State, move: int) -> None:
        sow(state, state.seat, move, facts.MAX_SOWN, facts.MAX_SOWN)


class SowingOn(Question):
    """More fields may be sown."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Sowing)
        player = state.players[frame.seat]
        found = sow_moves(player, player.goods, frame.grain, frame.vegetables)
        return [*found, moves.DONE] if found else found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Sowing)
        sow(state, frame.seat, move, frame.grain, frame.vegetables)
