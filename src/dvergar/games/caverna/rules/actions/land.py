"""Landscape tiles on the home board: where they may lie, twin tiles, single tiles, ruby mines.

Most twin tiles cover bare ground that touches one's land; an ore mine with its deep tunnel covers
two tunnels. Single tiles come as loot or for rubies.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit
from dvergar.games.caverna.facts import board
from dvergar.games.caverna.facts.game import DEEP_TUNNEL_RUBIES, GOLD, RUBY, SINGLE_TILE_RUBIES
from dvergar.games.caverna.facts.tiles import OVERHANG, OVERHANG_GOLD
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.flow import Verb
from dvergar.games.caverna.rules.ledger import gain_all
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.state import Player, State

RUBIES_FOR: Final = [
    SINGLE_TILE_RUBIES[moves.SINGLE_LAND.index(land)] if land in moves.SINGLE_LAND else 0
    for land in range(len(board.LAND_NAMES))
]
"""What a single tile of each land costs in rubies."""


CELL_REWARDS: Final[list[list[tuple[int, int]]]] = [
    [(good, amount)] if good >= 0 else []
    for good, amount in zip(board.REWARD_GOOD, board.REWARD_AMOUNT, strict=True)
]
"""What covering bare ground brings, by cell: the reward printed there."""


def cover(state: State, seat: int, land: int, cell: int) -> None:
    """Covers bare ground with a tile or half of one; whoever calls hands out the reward."""
    player = state.players[seat]
    player.cover(cell, land)
    player.touch(cell)
    state.unsettled |= bit(seat)


def has_land(player: Player, cells: list[int], ground: int) -> bool:
    """Whether such ground lies on one of some cells."""
    land = player.land
    for cell in cells:
        if land[cell] == ground:
            return True
    return False


def has_two_adjacent(player: Player, cells: list[int], ground: int) -> bool:
    """Whether such ground lies on one of some cells and beside it."""
    land = player.land
    for cell in cells:
        if land[cell] == ground:
            for other in board.NEIGHBOURS[cell]:
                if land[other] == ground:
                    return True
    return False


def single_moves(player: Player, land: int, start: int) -> list[int]:
    """Where a single tile may lie, as moves of the kind that begins at `start`."""
    ground, on = player.land, player.on
    if land == board.MEADOW:
        return [
            start + n for n, cell in enumerate(board.FOREST_ON_BOARD) if ground[cell] == board.EDGE
        ]
    if land == board.FIELD:
        return [
            start + number
            for number, cell in enumerate(board.FOREST_ON_BOARD)
            if ground[cell] == board.EDGE and on[cell] == board.NOTHING
        ]
    return [
        start + n for n, cell in enumerate(board.MOUNTAIN_ON_BOARD) if ground[cell] == board.EDGE
    ]


def has_room_for_single(player: Player, land: int) -> bool:
    """Whether a single tile may lie anywhere."""
    cells = (
        board.FOREST_ON_BOARD
        if land == board.MEADOW or land == board.FIELD
        else board.MOUNTAIN_ON_BOARD
    )
    for cell in cells:
        if player.land[cell] == board.EDGE and (
            land != board.FIELD or player.on[cell] == board.NOTHING
        ):
            return True
    return False


def has_bare_forest(player: Player) -> bool:
    """Whether any cell of the forest has neither a tile nor a stable."""
    for cell in board.FOREST_ON_BOARD:
        if player.land[cell] <= board.EDGE and player.on[cell] == board.NOTHING:
            return True
    return False


def can_buy_single(player: Player, hand: list[int], land: int) -> bool:
    """Whether a single tile can be had for rubies and laid."""
    return hand[RUBY] >= RUBIES_FOR[land] and has_room_for_single(player, land)


def lay_single(state: State, seat: int, land: int, cell: int) -> None:
    """Lays a single tile."""
    assert board.IS_FOREST[cell] == (land == board.MEADOW or land == board.FIELD)
    state.trail.append(("single", seat, land, cell))
    cover(state, seat, land, cell)
    gain_all(state, seat, CELL_REWARDS[cell])


class TwinTile:
    """A twin tile: the kind of move that lays it, its two halves, and where it may ever lie."""

    def __init__(self, kind: int, first: int, second: int) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.in_forest = first == board.MEADOW
        self.spots = moves.Spots(kind)

    def may_touch(self, player: Player) -> bool:
        """Whether there are two bare cells for it, so that land beside them would do."""
        land, on = player.land, player.on
        for move in self.spots.moves if player.owns(OVERHANG) else self.spots.inside:
            a, b = moves.CELL_A[move], moves.CELL_B[move]
            if land[a] <= board.EDGE and land[b] <= board.EDGE and on[b] == board.NOTHING:
                return True
        return False

    def places(self, player: Player, only_one: bool) -> list[int]:
        """The moves that lay it; with `only_one` it stops at the first."""
        spots = self.spots
        found = self._free(player, spots.first, spots.second, spots.inside, only_one)
        if player.owns(OVERHANG) and not (found and only_one):
            found += self._free(player, spots.over_first, spots.over_second, spots.over, only_one)
        return found

    def _free(
        self, player: Player, first: list[int], second: list[int], all_of: list[int], only_one: bool
    ) -> list[int]:
        """Bare cells of which one touches one's land; no field is laid where a stable stands."""
        land, on = player.land, player.on
        found: list[int] = []
        for number in range(len(all_of)):
            a, b = land[first[number]], land[second[number]]
            if a > board.EDGE or b > board.EDGE or a + b == 0:
                continue
            if self.in_forest and on[second[number]] != board.NOTHING:
                continue
            found.append(all_of[number])
            if only_one:
                break
        return found


MEADOW_FIELD: Final = TwinTile(moves.MEADOW_FIELD, board.MEADOW, board.FIELD)
CAVERN_TUNNEL: Final = TwinTile(moves.CAVERN_TUNNEL, board.CAVERN, board.TUNNEL)
CAVERN_CAVERN: Final = TwinTile(moves.CAVERN_CAVERN, board.CAVERN, board.CAVERN)


def twin_brings(a: int, b: int) -> list[tuple[int, int]]:
    """The goods that a twin tile on two bare cells brings; one that sticks out pays gold."""
    rewards = CELL_REWARDS[a] + CELL_REWARDS[b]
    if a >= board.ON_BOARD or b >= board.ON_BOARD:
        rewards.append((GOLD, OVERHANG_GOLD))
    return rewards


class PlaceTwin(Verb):
    """Place a twin tile of one of these sorts on bare ground."""

    def __init__(self, tiles: tuple[TwinTile, ...]) -> None:
        super().__init__()
        self.tiles = list(tiles)

    def why_not(self, attempt: reasons.Attempt) -> int:
        for tile in self.tiles:
            if tile.places(attempt.player, only_one=True):
                return reasons.POSSIBLE
        return reasons.NO_ROOM_IN_FOREST if self.tiles[0].in_forest else reasons.NO_ROOM_IN_MOUNTAIN

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Where only stables touch, a meadow may be bought so that bare ground does."""
        tile = self.tiles[0]
        if not tile.in_forest or not can_buy_single(attempt.player, attempt.goods, board.MEADOW):
            return False
        return tile.may_touch(attempt.player)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        found: list[int] = []
        for tile in self.tiles:
            found += tile.places(attempt.player, only_one=False)
        return found

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return self._tile_of(move) is not None

    def _tile_of(self, move: int) -> TwinTile | None:
        for tile in self.tiles:
            if moves.KIND[move] == tile.kind:
                return tile
        return None

    def do(self, state: State, move: int) -> None:
        tile = self._tile_of(move)
        assert tile is not None
        a, b = moves.CELL_A[move], moves.CELL_B[move]
        state.trail.append(("twin", state.seat, tile.first, a, tile.second, b))
        cover(state, state.seat, tile.first, a)
        cover(state, state.seat, tile.second, b)
        gain_all(state, state.seat, twin_brings(a, b))


class PlaceOreMine(Verb):
    """Place an ore mine with its deep tunnel on two tunnels."""

    def __init__(self) -> None:
        super().__init__()
        self.spots = moves.Spots(moves.ORE_MINE_TILE)

    def why_not(self, attempt: reasons.Attempt) -> int:
        has_place = has_two_adjacent(attempt.player, board.MOUNTAIN_CELLS, board.TUNNEL)
        return reasons.POSSIBLE if has_place else reasons.NO_TUNNELS_FOR_MINE

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """One tunnel may be bought beside another, or two."""
        player, hand = attempt.player, attempt.goods
        missing = 1 if has_land(player, board.MOUNTAIN_CELLS, board.TUNNEL) else 2
        enough = hand[RUBY] >= missing * RUBIES_FOR[board.TUNNEL]
        return enough and has_room_for_single(player, board.TUNNEL)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        land = attempt.player.land
        if not has_two_adjacent(attempt.player, board.MOUNTAIN_CELLS, board.TUNNEL):
            return []
        return [
            move
            for move in self.spots.moves
            if land[moves.CELL_A[move]] == board.TUNNEL and land[moves.CELL_B[move]] == board.TUNNEL
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.ORE_MINE_TILE

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        a, b = moves.CELL_A[move], moves.CELL_B[move]
        player.cover(a, board.ORE_MINE)
        player.cover(b, board.DEEP_TUNNEL)
        state.trail.append(("twin", state.seat, board.ORE_MINE, a, board.DEEP_TUNNEL, b))


class PlaceSingle(Verb):
    """Place a single tile of such land."""

    def __init__(self, land: int) -> None:
        super().__init__()
        self.land = land
        self.first_move = moves.LAY_SINGLE[moves.SINGLE_LAND.index(land)]

    def why_not(self, attempt: reasons.Attempt) -> int:
        return (
            reasons.POSSIBLE
            if has_room_for_single(attempt.player, self.land)
            else reasons.NO_ROOM_FOR_SINGLE
        )

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Where only stables touch, a meadow may be bought so that bare ground does."""
        if self.land != board.FIELD or not can_buy_single(
            attempt.player, attempt.goods, board.MEADOW
        ):
            return False
        return has_bare_forest(attempt.player)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return single_moves(attempt.player, self.land, self.first_move)

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == self.first_move

    def do(self, state: State, move: int) -> None:
        lay_single(state, state.seat, self.land, moves.CELL_A[move])


class PlaceRubyMine(Verb):
    """Place a ruby mine on such land."""

    def __init__(self, land: int) -> None:
        super().__init__()
        self.land = land

    def why_not(self, attempt: reasons.Attempt) -> int:
        has_place = has_land(attempt.player, board.MOUNTAIN_CELLS, self.land)
        return reasons.POSSIBLE if has_place else reasons.NO_TUNNEL_FOR_RUBY_MINE

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """A tunnel may be bought."""
        return self.land == board.TUNNEL and can_buy_single(
            attempt.player, attempt.goods, board.TUNNEL
        )

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        ground = attempt.player.land
        return [
            moves.RUBY_MINE_ON + number
            for number, cell in enumerate(board.MOUNTAIN_CELLS)
            if ground[cell] == self.land
        ]

    def accepts(self, attempt: reasons.Attempt, move: int) -> bool:
        return (
            moves.KIND[move] == moves.RUBY_MINE_ON
            and attempt.player.land[moves.CELL_A[move]] == self.land
        )

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        player.cover(moves.CELL_A[move], board.RUBY_MINE)
        state.trail.append(("ruby_mine", state.seat, moves.CELL_A[move]))
        gain_all(state, state.seat, ruby_mine_brings(self.land))


def ruby_mine_brings(land: int) -> list[tuple[int, int]]:
    """The goods that a ruby mine on such land brings."""
    return [(RUBY, DEEP_TUNNEL_RUBIES)] if land == board.DEEP_TUNNEL else []
