"""Placing twin tiles: two halves on two adjacent cells.

Most cover bare ground that touches one's land; an ore mine with its deep tunnel covers two tunnels.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.board import (
    CAVERN,
    DEEP_TUNNEL,
    EDGE,
    FIELD,
    MEADOW,
    MOUNTAIN_CELLS,
    NOTHING,
    ON_BOARD,
    ORE_MINE,
    TUNNEL,
)
from dvergar.games.caverna.facts.goods import GOLD, RUBY
from dvergar.games.caverna.facts.tiles import OVERHANG, OVERHANG_GOLD
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.land import (
    CELL_REWARDS,
    RUBIES_FOR,
    can_buy_single,
    cover,
    has_land,
    has_room_for_single,
    has_two_adjacent,
)
from dvergar.games.caverna.rules.ledger import gain_all
from dvergar.games.caverna.rules.reasons import (
    NO_ROOM_IN_FOREST,
    NO_ROOM_IN_MOUNTAIN,
    NO_TUNNELS_FOR_MINE,
    POSSIBLE,
)
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import CELL_A, CELL_B, KIND, Spots
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class TwinTile:
    """A twin tile: the kind of move that lays it, its two halves, and where it may ever lie."""

    def __init__(self, kind: int, first: int, second: int) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.in_forest = first == MEADOW
        self.spots = Spots(kind)

    def may_touch(self, player: Player) -> bool:
        """Whether there are two bare cells for it, so that land beside them would do."""
        land, on = player.land, player.on
        for move in self.spots.moves if player.owns(OVERHANG) else self.spots.inside:
            a, b = CELL_A[move], CELL_B[move]
            if land[a] <= EDGE and land[b] <= EDGE and on[b] == NOTHING:
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
            if a > EDGE or b > EDGE or a + b == 0:
                continue
            if self.in_forest and on[second[number]] != NOTHING:
                continue
            found.append(all_of[number])
            if only_one:
                break
        return found


MEADOW_FIELD: Final = TwinTile(moves.MEADOW_FIELD, MEADOW, FIELD)
CAVERN_TUNNEL: Final = TwinTile(moves.CAVERN_TUNNEL, CAVERN, TUNNEL)
CAVERN_CAVERN: Final = TwinTile(moves.CAVERN_CAVERN, CAVERN, CAVERN)


def twin_brings(a: int, b: int) -> list[tuple[int, int]]:
    """The goods that a twin tile on two bare cells brings; one that sticks out pays gold."""
    rewards = CELL_REWARDS[a] + CELL_REWARDS[b]
    if a >= ON_BOARD or b >= ON_BOARD:
        rewards.append((GOLD, OVERHANG_GOLD))
    return rewards


class PlaceTwin(Verb):
    """Place a twin tile of one of these sorts on bare ground."""

    def __init__(self, tiles: tuple[TwinTile, ...]) -> None:
        super().__init__()
        self.tiles = list(tiles)

    def why_not(self, attempt: Attempt) -> int:
        for tile in self.tiles:
            if tile.places(attempt.player, only_one=True):
                return POSSIBLE
        return NO_ROOM_IN_FOREST if self.tiles[0].in_forest else NO_ROOM_IN_MOUNTAIN

    def may_open(self, attempt: Attempt) -> bool:
        """Where only stables touch, a meadow may be bought so that bare ground does."""
        tile = self.tiles[0]
        if not tile.in_forest or not can_buy_single(attempt.player, attempt.goods, MEADOW):
            return False
        return tile.may_touch(attempt.player)

    def moves(self, attempt: Attempt) -> list[int]:
        found: list[int] = []
        for tile in self.tiles:
            found += tile.places(attempt.player, only_one=False)
        return found

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return self._tile_of(move) is not None

    def _tile_of(self, move: int) -> TwinTile | None:
        for tile in self.tiles:
            if KIND[move] == tile.kind:
                return tile
        return None

    def do(self, state: State, move: int) -> None:
        tile = self._tile_of(move)
        assert tile is not None
        a, b = CELL_A[move], CELL_B[move]
        state.trail.append(("twin", state.seat, tile.first, a, tile.second, b))
        cover(state, state.seat, tile.first, a)
        cover(state, state.seat, tile.second, b)
        gain_all(state, state.seat, twin_brings(a, b))


class PlaceOreMine(Verb):
    """Place an ore mine with its deep tunnel on two tunnels."""

    def __init__(self) -> None:
        super().__init__()
        self.spots = Spots(moves.ORE_MINE_TILE)

    def why_not(self, attempt: Attempt) -> int:
        has_place = has_two_adjacent(attempt.player, MOUNTAIN_CELLS, TUNNEL)
        return POSSIBLE if has_place else NO_TUNNELS_FOR_MINE

    def may_open(self, attempt: Attempt) -> bool:
        """One tunnel may be bought beside another, or two."""
        player, hand = attempt.player, attempt.goods
        missing = 1 if has_land(player, MOUNTAIN_CELLS, TUNNEL) else 2
        enough = hand[RUBY] >= missing * RUBIES_FOR[TUNNEL]
        return enough and has_room_for_single(player, TUNNEL)

    def moves(self, attempt: Attempt) -> list[int]:
        land = attempt.player.land
        if not has_two_adjacent(attempt.player, MOUNTAIN_CELLS, TUNNEL):
            return []
        return [
            move
            for move in self.spots.moves
            if land[CELL_A[move]] == TUNNEL and land[CELL_B[move]] == TUNNEL
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.ORE_MINE_TILE

    def do(self, state: State, move: int) -> None:
        player = state.players[state.seat]
        a, b = CELL_A[move], CELL_B[move]
        player.cover(a, ORE_MINE)
        player.cover(b, DEEP_TUNNEL)
        state.trail.append(("twin", state.seat, ORE_MINE, a, DEEP_TUNNEL, b))
