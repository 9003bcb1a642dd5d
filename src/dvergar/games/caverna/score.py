"""Scoring: every line of the score pad, as if the game ended now.

Points that are lost stand in lines of their own, and the Writing chamber takes up to seven of
them away in the order missing kinds, unused spaces, begging markers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.core.score import Score
from dvergar.games.caverna.board import (
    CROP,
    EDGE,
    FIELD,
    FOREST_CELLS,
    FURNISHED,
    LARGE_EAST,
    LARGE_SOUTH,
    MOUNTAIN_CELLS,
    NOTHING,
    ON_BOARD,
    ORE_MINE,
    RUBY_MINE,
    SMALL_PASTURE,
)
from dvergar.games.caverna.facts import FACTS
from dvergar.games.caverna.furnishing import adjacent_dwellings
from dvergar.games.caverna.goods import (
    DOG,
    FARM_ANIMALS,
    GOLD,
    GRAIN,
    ORE,
    RUBY,
    STONE,
    VEGETABLE,
)
from dvergar.games.caverna.housing import housed
from dvergar.games.caverna.tiles import (
    AT_SCORING,
    HAS_WRITING_CHAMBER,
    POINTS,
    WRITING_CANCELS,
    YELLOW_TILES,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

_SCORE = FACTS["score"]
BEGGING: int = _SCORE["begging"]
MISSING_TYPE: int = _SCORE["missing_type"]
UNUSED: int = _SCORE["unused"]
SMALL_PASTURE_POINTS: int = _SCORE["small_pasture"]
LARGE_PASTURE_POINTS: int = _SCORE["large_pasture"]
ORE_MINE_POINTS: int = _SCORE["ore_mine"]
RUBY_MINE_POINTS: int = _SCORE["ruby_mine"]

LINES = (
    "animals",
    "missing_types",
    "grain",
    "vegetables",
    "rubies",
    "dwarfs",
    "unused_spaces",
    "furnishings",
    "pastures",
    "mines",
    "bonus",
    "gold",
    "begging",
)


def scores(state: State) -> list[Score]:
    """The score of every seat."""
    return [Score(tuple(zip(LINES, score_lines(player), strict=True))) for player in state.players]


def total(player: Player) -> int:
    """The points of a player as if the game ended now."""
    return sum(score_lines(player))


def score_lines(player: Player) -> list[int]:
    """The points of a player in the order of LINES."""
    goods = player.goods
    herd = housed(player)
    animals = goods[DOG] + sum(herd)
    missing = herd.count(0) * MISSING_TYPE
    unused = unused_spaces(player) * UNUSED
    begging = player.begging * BEGGING
    if player.built & HAS_WRITING_CHAMBER:
        missing, unused, begging = _cancel([missing, unused, begging], WRITING_CANCELS)
    pastures, mines, furnishings = _land_points(player)
    grain, vegetables = crops(player)
    return [
        animals,
        missing,
        (grain + 1) // 2,
        vegetables,
        goods[RUBY],
        len(player.dwarfs),
        unused,
        furnishings,
        pastures,
        mines,
        bonus(player, herd),
        goods[GOLD],
        begging,
    ]


def points_lost(player: Player) -> int:
    """The points that missing kinds, unused spaces and begging cost, before the Writing chamber."""
    missing = sum(not player.goods[animal] for animal in FARM_ANIMALS)
    return -(missing * MISSING_TYPE + unused_spaces(player) * UNUSED + player.begging * BEGGING)


def _cancel(lost: list[int], most: int) -> list[int]:
    """Takes points off what is lost, line by line."""
    left = []
    for points in lost:
        off = min(-points, most)
        left.append(points + off)
        most -= off
    return left


def crops(player: Player) -> tuple[int, int]:
    """Grain and vegetables in the supply and on the fields."""
    grain, vegetables = player.goods[GRAIN], player.goods[VEGETABLE]
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and player.on[cell] != NOTHING:
            if player.on[cell] < CROP:
                grain += player.on[cell]
            else:
                vegetables += player.on[cell] - CROP
    return grain, vegetables


def unused_spaces(player: Player) -> int:
    """Cells of the board with neither a tile nor a stable."""
    land, on = player.land, player.on
    return sum(land[cell] <= EDGE and on[cell] == NOTHING for cell in range(ON_BOARD))


def _land_points(player: Player) -> tuple[int, int, int]:
    pastures = mines = furnishings = 0
    for cell in FOREST_CELLS:
        ground = player.land[cell]
        if ground == SMALL_PASTURE:
            pastures += SMALL_PASTURE_POINTS
        elif ground == LARGE_EAST or ground == LARGE_SOUTH:
            pastures += LARGE_PASTURE_POINTS
    for cell in MOUNTAIN_CELLS:
        ground = player.land[cell]
        if ground == ORE_MINE:
            mines += ORE_MINE_POINTS
        elif ground == RUBY_MINE:
            mines += RUBY_MINE_POINTS
        elif ground >= FURNISHED:
            furnishings += POINTS[ground - FURNISHED]
    return pastures, mines, furnishings


def bonus(player: Player, herd: list[int]) -> int:
    """The points of tiles that count something."""
    return sum(
        points * (count_of(player, herd, tile, what) // each)
        for tile, points, what, each in AT_SCORING
        if player.built >> tile & 1
    )


def count_of(player: Player, herd: list[int], tile: int, what: str) -> int:
    """How many there are of what a tile counts; animals without room are none."""
    goods = player.goods
    match what:
        case "sheep":
            return herd[0]
        case "cattle":
            return herd[3]
        case "stone":
            return goods[STONE]
        case "ore":
            return goods[ORE]
        case "ruby":
            return goods[RUBY]
        case "farm_animal":
            return sum(herd)
        case "armed_dwarf":
            return sum(weapon > 0 for weapon in player.weapons)
        case "all_armed":
            return int(min(player.weapons) > 0)
        case "none_armed":
            return int(max(player.weapons) == 0)
        case "dwarf_beyond_four":
            return max(0, len(player.dwarfs) - 4)
        case "yellow_tile":
            return (player.built & YELLOW_TILES).bit_count()
        case "grain_and_vegetable":
            return min(crops(player))
        case _:
            cell = player.land.index(FURNISHED + tile)
            return adjacent_dwellings(player, cell)
