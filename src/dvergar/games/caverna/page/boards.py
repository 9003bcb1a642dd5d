"""A home board as things to draw: ground, tiles, crops, stables, and animals in their places."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from dvergar.core.words import Words
from dvergar.games.caverna.board import (
    CELLS,
    CROP,
    EDGE,
    FIELD,
    FURNISHED,
    IS_FOREST,
    LARGE_EAST,
    LARGE_NORTH,
    LARGE_SOUTH,
    LARGE_WEST,
    NAMES,
    NOTHING,
    ON_BOARD,
    ORE_MINE,
    PLACES,
    REWARD_AMOUNT,
    REWARD_GOOD,
    RUBY_MINE,
    SMALL_PASTURE,
    STABLE,
)
from dvergar.games.caverna.cells import cell_name
from dvergar.games.caverna.goods import GOODS
from dvergar.games.caverna.page.places import CELL, RIM, corner
from dvergar.games.caverna.page.stalls import Stall, stalls
from dvergar.games.caverna.page.tilecards import TileFace, face
from dvergar.games.caverna.page.told import told
from dvergar.games.caverna.player import Player
from dvergar.games.caverna.score import ORE_MINE_POINTS, RUBY_MINE_POINTS

ARTS: Final = {
    2: "meadow",
    3: "field",
    4: "pasture",
    LARGE_EAST: "pasture-h",
    LARGE_SOUTH: "pasture-v",
    9: "tunnel",
    10: "cavern",
    11: "deep",
    12: "ore",
    13: "ruby",
}
NAME_WIDTH: Final = 15
BAND_LINES: Final = 2
# Where animals stand in a place, by its shape and whether a stable takes the corner.
ONE_CELL: Final = ((12, 13), (52, 11), (14, 48), (50, 44))
WITH_STABLE: Final = ((10, 14), (12, 50), (44, 48))
ACROSS: Final = ((14, 12), (52, 10), (90, 14), (14, 48), (54, 46), (92, 48))
DOWN: Final = ((12, 12), (52, 14), (14, 50), (52, 56), (14, 92), (50, 100))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what is drawn of its ground and what stands on it."""

    x: int
    y: int
    art: str
    title: str
    stable: bool
    grain: int
    vegetable: int
    tile: TileFace | None
    lines: list[str]
    reward: tuple[str, int] | None
    points: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Lodging:
    """Animals in a place: where each is drawn, and the badge with count and room."""

    kind: str
    count: int
    room: int
    dogs: int
    animals: list[tuple[int, int]]
    sort: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Board:
    """A home board; `x`, `y`, `width` and `height` frame it, more than usual with the ring."""

    seat: int
    x: int
    y: int
    width: int
    height: int
    cells: list[Cell]
    lodgings: list[Lodging]
    told: str


def board(player: Player, seat: int, speak: Words, fresh: set[str], ring: bool = False) -> Board:
    """The board of a player.

    `fresh`: the cells just built on; `ring`: room is left for tiles that will stick out.
    """
    shown = [cell for cell in range(CELLS) if cell < ON_BOARD or player.land[cell] > EDGE]
    wide = ring or len(shown) > ON_BOARD
    places = stalls(player)
    return Board(
        seat,
        -CELL if wide else 0,
        -CELL if wide else 0,
        (8 if wide else 6) * CELL + 2 * RIM,
        (6 if wide else 4) * CELL + 2 * RIM,
        [_cell(player, cell, speak, NAMES[cell] in fresh) for cell in shown],
        [_lodging(player, stall) for stall in places],
        told(player, places, speak),
    )


def _cell(player: Player, cell: int, speak: Words, fresh: bool) -> Cell:
    ground, on = player.land[cell], player.on[cell]
    x, y = corner(cell)
    tile = face(ground - FURNISHED, speak) if ground >= FURNISHED else None
    crop = on if ground == FIELD else NOTHING
    reward = REWARD_GOOD[cell] if ground <= EDGE else -1
    mine = {ORE_MINE: ORE_MINE_POINTS, RUBY_MINE: RUBY_MINE_POINTS}
    return Cell(
        x,
        y,
        _art(player, cell),
        _title(ground, cell, tile, speak),
        on == STABLE,
        crop if crop < CROP else 0,
        crop - CROP if crop > CROP else 0,
        tile,
        wrap(tile.name, NAME_WIDTH, break_long_words=False)[:BAND_LINES] if tile else [],
        (GOODS[reward], REWARD_AMOUNT[cell]) if reward >= 0 else None,
        mine.get(ground, 0),
        fresh,
    )


def _art(player: Player, cell: int) -> str:
    """The drawing of the ground."""
    ground = player.land[cell]
    if ground >= FURNISHED:
        return "room"
    if ground > EDGE:
        return ARTS.get(ground, "")
    row, column = PLACES[cell]
    if not IS_FOREST[cell]:
        return "spring" if REWARD_GOOD[cell] >= 0 else f"rock{(row * 2 + column) % 3}"
    if player.on[cell] == STABLE:
        return "glade"
    if REWARD_GOOD[cell] >= 0:
        return "boars" if GOODS[REWARD_GOOD[cell]] == "boar" else "pond"
    return f"wood{(row + column) % 2}"


def _title(ground: int, cell: int, tile: TileFace | None, speak: Words) -> str:
    """What a pointer resting on a cell says; nothing of bare ground."""
    if tile:
        return f"{cell_name(cell)} · {tile.name}: {tile.effect}"
    return ""


def _lodging(player: Player, stall: Stall) -> Lodging:
    ground = player.land[stall.cell]
    x, y = corner(stall.cell)
    sort, spots, width, height = _shape(player, stall.cell, ground)
    drawn = [(x + dx, y + dy) for dx, dy in spots[: stall.count]]
    kind = GOODS[stall.kind] if stall.kind >= 0 else ""
    return Lodging(
        kind, stall.count, stall.room, stall.dogs, drawn, sort, x + width - CELL, y + height - CELL
    )


def _shape(
    player: Player, cell: int, ground: int
) -> tuple[str, tuple[tuple[int, int], ...], int, int]:
    """The sort of a place, where its animals stand, and its width and height."""
    if ground >= FURNISHED:
        return "room", (), CELL, CELL
    if ground in (ORE_MINE, RUBY_MINE):
        return "mine", (), CELL, CELL
    if ground <= EDGE:
        return "forest", (), CELL, CELL
    if ground in (LARGE_EAST, LARGE_WEST):
        return "pasture", ACROSS, 2 * CELL, CELL
    if ground in (LARGE_SOUTH, LARGE_NORTH):
        return "pasture", DOWN, CELL, 2 * CELL
    stabled = player.on[cell] == STABLE
    sort = "pasture" if ground == SMALL_PASTURE else "grass"
    return sort, WITH_STABLE if stabled else ONE_CELL, CELL, CELL
