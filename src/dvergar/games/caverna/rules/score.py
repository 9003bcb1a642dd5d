"""Scoring: every line of the score pad, as if the game ended now.

Points that are lost stand in lines of their own, and tiles take some of them away in the order
missing kinds, unused spaces, begging markers. Most functions take the goods in hand, so that what
other goods would be worth can be asked too.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.score import Score
from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import board, game as facts, tiles
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.state.state import Player, State

LINES: Final = (
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

# What tiles count: some goods by themselves, and other things.
NO_GOOD: Final = -1
COUNTED_GOOD: Final = [
    facts.GOODS.index(what) if what in facts.GOODS else NO_GOOD for what in tiles.COUNTED
]
ARMED_DWARF: Final = tiles.COUNTED.index("armed_dwarf")
ALL_ARMED: Final = tiles.COUNTED.index("all_armed")
NONE_ARMED: Final = tiles.COUNTED.index("none_armed")
DWARF: Final = tiles.COUNTED.index("dwarf")
YELLOW_TILE: Final = tiles.COUNTED.index("yellow_tile")
ADJACENT_DWELLING: Final = tiles.COUNTED.index("adjacent_dwelling")

SCORING_TILES: Final = sum({bit(tile) for tile, _, _, _ in tiles.AT_SCORING})
Bonus = tuple[int, int, int]  # tile, points, for how many
BONUS_FOR_GOOD: Final[list[list[Bonus]]] = [
    [
        (tile, points, each)
        for tile, points, what, each in tiles.AT_SCORING
        if COUNTED_GOOD[what] == good
    ]
    for good in range(facts.GOOD_COUNT)
]
BONUS_FOR_HERD: Final[list[Bonus]] = [
    (tile, points, each)
    for tile, points, what, each in tiles.AT_SCORING
    if what == tiles.FARM_ANIMAL_COUNT
]
BONUS_FOR_CROPS: Final[list[Bonus]] = [
    (tile, points, each)
    for tile, points, what, each in tiles.AT_SCORING
    if what == tiles.CROP_PAIR_COUNT
]


def scores(state: State) -> list[Score]:
    """The score of every seat."""
    return [Score(tuple(zip(LINES, score_lines(player), strict=True))) for player in state.players]


def total(player: Player) -> int:
    """The points of a player as if the game ended now."""
    return total_with(player, player.goods)


def total_with(player: Player, hand: list[int]) -> int:
    """The points a player would have with these goods in hand, and the same animals."""
    return sum(lines_with(player, hand))


def score_lines(player: Player) -> list[int]:
    """The points of a player in the order of LINES."""
    return lines_with(player, player.goods)


def lines_with(player: Player, hand: list[int]) -> list[int]:
    """The lines with these goods in hand, and the same animals."""
    herd = housed(player)
    missing = herd.count(0) * facts.MISSING_TYPE_POINTS
    unused = unused_spaces(player) * facts.UNUSED_POINTS
    begging = player.begging * facts.BEGGING_POINTS
    cancelled = points_cancelled(player.built)
    if cancelled:
        missing, unused, begging = _cancel([missing, unused, begging], cancelled)
    pastures, mines, furnishings = _land_points(player)
    grain, vegetables = crops(player, hand)
    return [
        hand[facts.DOG] + sum(herd),
        missing,
        points_for(facts.GRAIN, grain),
        vegetables,
        hand[facts.RUBY],
        len(player.dwarfs),
        unused,
        furnishings,
        pastures,
        mines,
        bonus_points(player, hand, herd),
        hand[facts.GOLD],
        begging,
    ]


def points_for(good: int, number: int) -> int:
    """The points of so many of a good that is worth points, without tiles."""
    return (
        (number + facts.GRAIN_FOR_A_POINT - 1) // facts.GRAIN_FOR_A_POINT
        if good == facts.GRAIN
        else number
    )


def bonus_for(built: int, lines: list[Bonus], number: int) -> int:
    """The points that some bonus lines bring for so many of what they count."""
    points = 0
    for tile, each_points, each in lines:
        if has(built, tile):
            points += each_points * (number // each)
    return points


def points_cancelled(built: int) -> int:
    """How many of the points lost tiles take away."""
    number = 0
    for tile, points in tiles.CANCELS:
        if has(built, tile):
            number += points
    return number


def points_lost(player: Player) -> int:
    """The points that missing kinds, unused spaces and begging cost, before tiles cancel some."""
    missing = 0
    for animal in facts.FARM_ANIMALS:
        missing += player.goods[animal] == 0
    lost = missing * facts.MISSING_TYPE_POINTS + unused_spaces(player) * facts.UNUSED_POINTS
    return -(lost + player.begging * facts.BEGGING_POINTS)


def _cancel(lost: list[int], most: int) -> list[int]:
    """Takes points off what is lost, line by line."""
    left: list[int] = []
    for points in lost:
        off = min(-points, most)
        left.append(points + off)
        most -= off
    return left


def crops(player: Player, hand: list[int]) -> tuple[int, int]:
    """Grain and vegetables in hand and on the fields."""
    counts = survey(player)
    return hand[facts.GRAIN] + counts[GRAIN_STANDING], hand[facts.VEGETABLE] + counts[
        VEGETABLES_STANDING
    ]


def unused_spaces(player: Player) -> int:
    """Cells of the board with neither a tile nor a stable."""
    counts = survey(player)
    return counts[BARE_FOREST] + counts[BARE_MOUNTAIN] - counts[USED_BARE]


def _land_points(player: Player) -> tuple[int, int, int]:
    """The points of pastures, mines and furnishing tiles."""
    counts = survey(player)
    pastures = counts[SMALL_PASTURES] * facts.SMALL_PASTURE_POINTS
    pastures += counts[PASTURE_HALVES] // 2 * facts.LARGE_PASTURE_POINTS
    mines = counts[ORE_MINES] * facts.ORE_MINE_POINTS + counts[RUBY_MINES] * facts.RUBY_MINE_POINTS
    return pastures, mines, counts[TILE_POINTS]


# What is counted on a board. Features of bots tell these in this order: append, never insert.
MEADOWS: Final = 0
EMPTY_FIELDS: Final = 1
GRAIN_FIELDS: Final = 2
VEGETABLE_FIELDS: Final = 3
GRAIN_STANDING: Final = 4
VEGETABLES_STANDING: Final = 5
SMALL_PASTURES: Final = 6
PASTURE_HALVES: Final = 7
TUNNELS: Final = 8
DEEP_TUNNELS: Final = 9
CAVERNS: Final = 10
ORE_MINES: Final = 11
RUBY_MINES: Final = 12
FURNISHED_CELLS: Final = 13
BARE_FOREST: Final = 14
BARE_MOUNTAIN: Final = 15
USED_BARE: Final = 16  # bare cells with a stable
TILE_POINTS: Final = 17
COUNTS: Final = 18
"""So many; what bots count beside them follows."""


def survey(player: Player) -> list[int]:
    """How much of each kind lies on the board, counted when the board has changed."""
    if not player.survey:
        counts = [0] * COUNTS
        for cell in board.FOREST_CELLS:
            _count_forest(player, cell, counts)
        for cell in board.MOUNTAIN_CELLS:
            _count_mountain(player, cell, counts)
        player.survey[:] = counts  # copies with the same board share the list
    return player.survey


def _count_forest(player: Player, cell: int, counts: list[int]) -> None:
    land = player.land[cell]
    if land <= board.EDGE:
        _count_bare(player, cell, counts, BARE_FOREST)
    elif land == board.MEADOW:
        counts[MEADOWS] += 1
    elif land == board.FIELD:
        _count_field(player.on[cell], counts)
    elif land == board.SMALL_PASTURE:
        counts[SMALL_PASTURES] += 1
    elif board.LARGE_NORTH <= land <= board.LARGE_WEST:
        counts[PASTURE_HALVES] += 1


def _count_field(crop: int, counts: list[int]) -> None:
    if crop == board.NOTHING:
        counts[EMPTY_FIELDS] += 1
    elif crop < board.CROP:
        counts[GRAIN_FIELDS] += 1
        counts[GRAIN_STANDING] += crop
    else:
        counts[VEGETABLE_FIELDS] += 1
        counts[VEGETABLES_STANDING] += crop - board.CROP


_MOUNTAIN_LAND: Final = {
    board.TUNNEL: TUNNELS,
    board.DEEP_TUNNEL: DEEP_TUNNELS,
    board.CAVERN: CAVERNS,
    board.ORE_MINE: ORE_MINES,
    board.RUBY_MINE: RUBY_MINES,
}
_COUNTED_AT: Final = [_MOUNTAIN_LAND.get(land, 0) for land in range(board.FURNISHED)]


def _count_mountain(player: Player, cell: int, counts: list[int]) -> None:
    land = player.land[cell]
    if land <= board.EDGE:
        _count_bare(player, cell, counts, BARE_MOUNTAIN)
    elif land >= board.FURNISHED:
        counts[FURNISHED_CELLS] += 1
        counts[TILE_POINTS] += tiles.POINTS[land - board.FURNISHED]
    else:
        counts[_COUNTED_AT[land]] += 1


def _count_bare(player: Player, cell: int, counts: list[int], bare: int) -> None:
    if cell < board.ON_BOARD:
        counts[bare] += 1
        counts[USED_BARE] += player.on[cell] != board.NOTHING


def bonus_points(player: Player, hand: list[int], herd: list[int]) -> int:
    """The points of tiles that count something."""
    points = 0
    if not player.owns(SCORING_TILES):
        return points
    for tile, each_points, what, each in tiles.AT_SCORING:
        if has(player.built, tile):
            points += each_points * (count_for_tile(player, hand, herd, tile, what) // each)
    return points


def count_for_tile(player: Player, hand: list[int], herd: list[int], tile: int, what: int) -> int:
    """How many there are of what a tile counts; animals without room are none."""
    good = COUNTED_GOOD[what]
    if good != NO_GOOD:
        return herd[good - facts.SHEEP] if facts.is_farm_animal(good) else hand[good]
    if what == tiles.FARM_ANIMAL_COUNT:
        return sum(herd)
    if what == tiles.CROP_PAIR_COUNT:
        grain, vegetables = crops(player, hand)
        return min(grain, vegetables)
    if what == YELLOW_TILE:
        return (player.built & tiles.YELLOW_TILES).bit_count()
    if what in (ARMED_DWARF, ALL_ARMED, NONE_ARMED, DWARF):
        return _count_dwarfs(player, tile, what)
    if not has(player.built, tile):
        return 0  # nobody knows yet where it will be
    return adjacent_dwellings(player, player.land.index(board.FURNISHED + tile))


def _count_dwarfs(player: Player, tile: int, what: int) -> int:
    if what == ARMED_DWARF:
        return len(player.weapons) - player.weapons.count(0)
    if what == ALL_ARMED:
        return int(min(player.weapons) > 0)
    if what == NONE_ARMED:
        return int(max(player.weapons) == 0)
    return max(0, len(player.dwarfs) - tiles.BEYOND[tile])


def adjacent_dwellings(player: Player, cell: int) -> int:
    """How many dwellings lie beside a cell."""
    number = 0
    for other in board.NEIGHBOURS[cell]:
        ground = player.land[other]
        if ground >= board.FURNISHED and tiles.IS_DWELLING[ground - board.FURNISHED]:
            number += 1
    return number
