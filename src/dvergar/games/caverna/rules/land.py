"""Landscape tiles on the home board: where single tiles may lie, and covering bare ground."""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import (
    EDGE,
    FIELD,
    FOREST_ON_BOARD,
    IS_FOREST,
    LAND_NAMES,
    MEADOW,
    MOUNTAIN_ON_BOARD,
    NEIGHBOURS,
    NOTHING,
    REWARD_AMOUNT,
    REWARD_GOOD,
)
from dvergar.games.caverna.facts.game import SINGLE_TILE_RUBIES
from dvergar.games.caverna.facts.goods import RUBY
from dvergar.games.caverna.rules.ledger import gain_all
from dvergar.games.caverna.state.moves import SINGLE_LAND
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

RUBIES_FOR: Final = [
    SINGLE_TILE_RUBIES[SINGLE_LAND.index(land)] if land in SINGLE_LAND else 0
    for land in range(len(LAND_NAMES))
]
"""What a single tile of each land costs in rubies."""


CELL_REWARDS: Final[list[list[tuple[int, int]]]] = [
    [(good, amount)] if good >= 0 else []
    for good, amount in zip(REWARD_GOOD, REWARD_AMOUNT, strict=True)
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
            for other in NEIGHBOURS[cell]:
                if land[other] == ground:
                    return True
    return False


def single_moves(player: Player, land: int, start: int) -> list[int]:
    """Where a single tile may lie, as moves of the kind that begins at `start`."""
    ground, on = player.land, player.on
    if land == MEADOW:
        return [start + n for n, cell in enumerate(FOREST_ON_BOARD) if ground[cell] == EDGE]
    if land == FIELD:
        return [
            start + number
            for number, cell in enumerate(FOREST_ON_BOARD)
            if ground[cell] == EDGE and on[cell] == NOTHING
        ]
    return [start + n for n, cell in enumerate(MOUNTAIN_ON_BOARD) if ground[cell] == EDGE]


def has_room_for_single(player: Player, land: int) -> bool:
    """Whether a single tile may lie anywhere."""
    cells = FOREST_ON_BOARD if land == MEADOW or land == FIELD else MOUNTAIN_ON_BOARD
    for cell in cells:
        if player.land[cell] == EDGE and (land != FIELD or player.on[cell] == NOTHING):
            return True
    return False


def has_bare_forest(player: Player) -> bool:
    """Whether any cell of the forest has neither a tile nor a stable."""
    for cell in FOREST_ON_BOARD:
        if player.land[cell] <= EDGE and player.on[cell] == NOTHING:
            return True
    return False


def can_buy_single(player: Player, hand: list[int], land: int) -> bool:
    """Whether a single tile can be had for rubies and laid."""
    return hand[RUBY] >= RUBIES_FOR[land] and has_room_for_single(player, land)


def lay_single(state: State, seat: int, land: int, cell: int) -> None:
    """Lays a single tile."""
    assert IS_FOREST[cell] == (land == MEADOW or land == FIELD)
    state.trail.append(("single", seat, land, cell))
    cover(state, seat, land, cell)
    gain_all(state, seat, CELL_REWARDS[cell])
