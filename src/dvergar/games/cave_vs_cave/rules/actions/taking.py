"""Taking an action tile: which ones lie open, and who may take them."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.action_tiles import ALL_SECTIONS, START_TILES, TILES
from dvergar.games.cave_vs_cave.facts.goods import GOLD, GOOD_COUNT
from dvergar.games.cave_vs_cave.facts.rooms import WHEN_TILE
from dvergar.games.cave_vs_cave.rules.reasons import LESS_GOLD, POSSIBLE, TAKEN
from dvergar.games.cave_vs_cave.state.moves import ASK_PARTS, TAKE_TILE
from dvergar.games.cave_vs_cave.state.state import NOBODY, State


def open_tiles(state: State) -> list[int]:
    """The tiles that lie face up in this round, taken or not."""
    return state.tile_order[: START_TILES + state.round]


def why_not_take(state: State, tile: int) -> int:
    """0, or the reason why an open tile cannot be taken."""
    if state.taken[tile] != NOBODY:
        return TAKEN
    if TILES[tile].needs_more_gold and state.variant.players > 1:
        gold = state.goods[state.seat * GOOD_COUNT + GOLD]
        if gold <= state.goods[(1 - state.seat) * GOOD_COUNT + GOLD]:
            return LESS_GOLD
    return POSSIBLE


def take_moves(state: State) -> list[int]:
    """The tiles that can be taken."""
    tiles = [tile for tile in open_tiles(state) if why_not_take(state, tile) == POSSIBLE]
    return sorted([TAKE_TILE[tile] for tile in tiles])


def take(state: State, tile: int) -> None:
    """A tile is taken, and all its sections are open."""
    state.taken[tile] = state.seat
    state.tile = tile
    state.sections = ALL_SECTIONS[tile]
    state.may_sell = WHEN_TILE[tile] & state.owned[state.seat] != 0
    state.question = ASK_PARTS
    state.trail.append(("take", state.seat, tile))
