"""Tiles, fences, stables and mines on the home board: where they may lie, and laying them.

The functions that ask (`..._moves`, `can_...`) change nothing; those that lay take the move they
were offered as.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.board import (
    BESIDE,
    CAVERN,
    DEEP_TUNNEL,
    EDGE,
    FIELD,
    FOREST_CELLS,
    FOREST_ON_BOARD,
    LARGE_EAST,
    LARGE_NORTH,
    LARGE_SOUTH,
    LARGE_WEST,
    MEADOW,
    MOUNTAIN_CELLS,
    MOUNTAIN_ON_BOARD,
    NOTHING,
    ON_BOARD,
    ORE_MINE,
    REWARD_AMOUNT,
    REWARD_GOOD,
    RUBY_MINE,
    SMALL_PASTURE,
    STABLE,
    TUNNEL,
)
from dvergar.games.caverna.goods import GOLD, RUBY
from dvergar.games.caverna.ledger import gain
from dvergar.games.caverna.moves import (
    CAVERN_CAVERN_AT,
    CAVERN_CAVERN_OVERHANG,
    CAVERN_CAVERN_SPOTS,
    CAVERN_TUNNEL_AT,
    CAVERN_TUNNEL_OVERHANG,
    CAVERN_TUNNEL_SPOTS,
    CELL_A,
    CELL_B,
    LARGE_PASTURE_SPOTS,
    MEADOW_FIELD_OVERHANG,
    MEADOW_FIELD_SPOTS,
    ORE_MINE_AT,
    ORE_MINE_SPOTS,
    RUBY_MINE_AT,
    SMALL_PASTURE_AT,
    STABLE_AT,
)
from dvergar.games.caverna.spaces import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    MEADOW_FIELD,
    ORE_MINE_DEEP_TUNNEL,
)
from dvergar.games.caverna.tiles import HAS_OFFICE_ROOM

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

Spots = list[tuple[int, int, int]]


def _forest_twins(player: Player, spots: Spots, found: list[int], only_one: bool) -> None:
    land, on = player.land, player.on
    for a, b, move in spots:
        if land[a] <= EDGE and land[b] <= EDGE and land[a] + land[b] and on[b] == NOTHING:
            found.append(move)
            if only_one:
                return


def _mountain_twins(player: Player, spots: Spots, found: list[int], only_one: bool) -> None:
    land = player.land
    for a, b, move in spots:
        if land[a] <= EDGE and land[b] <= EDGE and land[a] + land[b]:
            found.append(move)
            if only_one:
                return


def twin_moves(player: Player, kinds: int, only_one: bool = False) -> list[int]:
    """Where twin tiles of these kinds may lie; with `only_one` it stops at the first place."""
    found: list[int] = []
    office = bool(player.built & HAS_OFFICE_ROOM)
    if kinds & MEADOW_FIELD:
        _forest_twins(player, MEADOW_FIELD_SPOTS, found, only_one)
        if office:
            _forest_twins(player, MEADOW_FIELD_OVERHANG, found, only_one)
    if kinds & CAVERN_TUNNEL:
        _mountain_twins(player, CAVERN_TUNNEL_SPOTS, found, only_one)
        if office:
            _mountain_twins(player, CAVERN_TUNNEL_OVERHANG, found, only_one)
    if kinds & CAVERN_CAVERN:
        _mountain_twins(player, CAVERN_CAVERN_SPOTS, found, only_one)
        if office:
            _mountain_twins(player, CAVERN_CAVERN_OVERHANG, found, only_one)
    if kinds & ORE_MINE_DEEP_TUNNEL:
        land = player.land
        for a, b, move in ORE_MINE_SPOTS:
            if land[a] == TUNNEL and land[b] == TUNNEL:
                found.append(move)
                if only_one:
                    break
    return found


def lay_twin(state: State, seat: int, move: int) -> None:
    """Lays a twin tile where the move says; one that sticks out of the board pays gold."""
    a, b = CELL_A[move], CELL_B[move]
    if move < CAVERN_TUNNEL_AT:
        first, second = MEADOW, FIELD
    elif move < CAVERN_CAVERN_AT:
        first, second = CAVERN, TUNNEL
    elif move < ORE_MINE_AT:
        first, second = CAVERN, CAVERN
    else:
        player = state.players[seat]
        player.cover(a, ORE_MINE)
        player.cover(b, DEEP_TUNNEL)
        state.trail.append(("twin", seat, ORE_MINE, a, DEEP_TUNNEL, b))
        return
    state.trail.append(("twin", seat, first, a, second, b))
    lay(state, seat, first, a)
    lay(state, seat, second, b)
    if a >= ON_BOARD or b >= ON_BOARD:
        gain(state, seat, GOLD, 2)


def lay(state: State, seat: int, land: int, cell: int) -> None:
    """Covers bare ground with a tile or half of one, and takes the reward printed there."""
    player = state.players[seat]
    player.cover(cell, land)
    player.touch(cell)
    state.unsettled = state.unsettled | 1 << seat
    if REWARD_GOOD[cell] >= 0:
        gain(state, seat, REWARD_GOOD[cell], REWARD_AMOUNT[cell])


def single_moves(player: Player, land: int, start: int, only_one: bool = False) -> list[int]:
    """Where a single tile may lie, as moves of the range that begins at `start`."""
    found: list[int] = []
    ground, on = player.land, player.on
    if land == MEADOW or land == FIELD:
        for number, cell in enumerate(FOREST_ON_BOARD):
            if ground[cell] == EDGE and (land == MEADOW or on[cell] == NOTHING):
                found.append(start + number)
                if only_one:
                    break
    else:
        for number, cell in enumerate(MOUNTAIN_ON_BOARD):
            if ground[cell] == EDGE:
                found.append(start + number)
                if only_one:
                    break
    return found


def lay_single(state: State, seat: int, land: int, cell: int) -> None:
    """Lays a single tile."""
    state.trail.append(("single", seat, land, cell))
    lay(state, seat, land, cell)


# Fences.


def small_pasture_moves(player: Player) -> list[int]:
    """Which meadows can be fenced."""
    land = player.land
    return [
        SMALL_PASTURE_AT + number
        for number, cell in enumerate(FOREST_CELLS)
        if land[cell] == MEADOW
    ]


def large_pasture_moves(player: Player) -> list[int]:
    """Which pairs of meadows can be fenced together."""
    land = player.land
    return [move for a, b, move in LARGE_PASTURE_SPOTS if land[a] == MEADOW and land[b] == MEADOW]


def fence_small(state: State, seat: int, move: int) -> None:
    """Makes a meadow a small pasture."""
    player = state.players[seat]
    cell = CELL_A[move]
    player.cover(cell, SMALL_PASTURE)
    state.unsettled = state.unsettled | 1 << seat
    state.trail.append(("fence", seat, cell, cell))


def fence_large(state: State, seat: int, move: int) -> None:
    """Makes two meadows a large pasture."""
    player = state.players[seat]
    a, b = CELL_A[move], CELL_B[move]
    if BESIDE[a][1] == b:
        player.cover(a, LARGE_EAST)
        player.cover(b, LARGE_WEST)
    else:
        player.cover(a, LARGE_SOUTH)
        player.cover(b, LARGE_NORTH)
    state.unsettled = state.unsettled | 1 << seat
    state.trail.append(("fence", seat, a, b))


# Stables.


def stable_moves(player: Player) -> list[int]:
    """Where a stable may stand: bare forest of the board, a meadow or a pasture, one to a cell."""
    if not player.stables:
        return []
    land, on = player.land, player.on
    return [
        STABLE_AT + number
        for number, cell in enumerate(FOREST_CELLS)
        if on[cell] == NOTHING and land[cell] != FIELD and (cell < ON_BOARD or land[cell] >= MEADOW)
    ]


def build_stable(state: State, seat: int, move: int) -> None:
    """Puts a stable up."""
    player = state.players[seat]
    player.put_on(CELL_A[move], STABLE)
    player.stables -= 1
    state.trail.append(("stable", seat, CELL_A[move]))


# Ruby mines.


def ruby_mine_moves(player: Player, land: int) -> list[int]:
    """Where a ruby mine may lie: on tunnels or on deep tunnels."""
    ground = player.land
    return [
        RUBY_MINE_AT + number for number, cell in enumerate(MOUNTAIN_CELLS) if ground[cell] == land
    ]


def lay_ruby_mine(state: State, seat: int, move: int) -> None:
    """Lays a ruby mine; on a deep tunnel it brings a ruby."""
    player = state.players[seat]
    cell = CELL_A[move]
    deep = player.land[cell] == DEEP_TUNNEL
    player.cover(cell, RUBY_MINE)
    state.trail.append(("ruby_mine", seat, cell))
    if deep:
        gain(state, seat, RUBY, 1)
