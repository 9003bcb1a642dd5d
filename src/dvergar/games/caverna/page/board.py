"""A home board as things to draw, and in words for screen readers.

Ground, tiles, crops, stables, and animals in their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap
from typing import Final

from dvergar.core.words import Words
from dvergar.games.caverna.facts import board
from dvergar.games.caverna.facts.game import BOAR, GOODS, ORE_MINE_POINTS, RUBY_MINE_POINTS
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.page.player_key import PlayerKey
from dvergar.games.caverna.page.tile_cards import TileFace, face
from dvergar.games.caverna.rules.housing import NO_ANIMAL, AnimalPlace, animal_places
from dvergar.games.caverna.state.state import Player, cell_name


def in_words(player: Player, places: list[AnimalPlace], speak: Words) -> str:
    """All that lies on a board, cell by cell; half of a large pasture goes without saying."""
    living = {place.cell: place for place in places if place.count}
    parts = []
    for cell in range(board.CELL_COUNT):
        ground, on = player.land[cell], player.on[cell]
        if ground in (board.LARGE_NORTH, board.LARGE_WEST) or (
            ground <= board.EDGE and on == board.NOTHING
        ):
            continue
        words = [cell_name(cell)]
        if ground >= board.FURNISHED:
            words.append(speak(f"tile.{TILES[ground - board.FURNISHED]}"))
        elif ground > board.EDGE:
            words.append(speak(f"land.{board.LAND_NAMES[ground]}"))
        words += _standing(ground, on, living.get(cell), speak)
        parts.append(" ".join(words))
    return ", ".join(parts)


def _standing(ground: int, on: int, place: AnimalPlace | None, speak: Words) -> list[str]:
    """What stands on a cell: a stable, crops, animals."""
    words = [speak("text.stable")] if on == board.STABLE else []
    if ground == board.FIELD and on != board.NOTHING:
        crop = "grain" if on < board.CROP else "vegetable"
        words.append(speak(f"count.{crop}", n=on if on < board.CROP else on - board.CROP))
    if place:
        words.append(speak(f"count.{GOODS[place.kind]}", n=place.count))
    return words


ARTS: Final = {
    board.MEADOW: "meadow",
    board.FIELD: "field",
    board.SMALL_PASTURE: "pasture",
    board.LARGE_EAST: "pasture-h",
    board.LARGE_SOUTH: "pasture-v",
    board.TUNNEL: "tunnel",
    board.CAVERN: "cavern",
    board.DEEP_TUNNEL: "deep",
    board.ORE_MINE: "ore",
    board.RUBY_MINE: "ruby",
}
CELL: Final = 100  # units of the drawing
RIM: Final = 12
MAX_CACHED_BOARDS: Final = 1000
NAME_WIDTH: Final = 12  # letters; the longest words are drawn narrower
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
    lines: tuple[str, ...]
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
    animals: tuple[tuple[int, int], ...]
    sort: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A home board; `x`, `y`, `width` and `height` frame it, more than usual with the ring.

    Boards on which the same lies are one and the same, so that comparing them takes no time.
    """

    seat: int
    x: int
    y: int
    width: int
    height: int
    cells: tuple[Cell, ...]
    lodgings: tuple[Lodging, ...]
    words: str


@lru_cache(MAX_CACHED_BOARDS)
def make_board(key: PlayerKey, seat: int, speak: Words, fresh: frozenset[str], ring: bool) -> Board:
    """The board of a player.

    `fresh`: the cells just built on; `ring`: room is left for tiles that will stick out.
    """
    player = key.player
    shown = [
        cell
        for cell in range(board.CELL_COUNT)
        if cell < board.ON_BOARD or player.land[cell] > board.EDGE
    ]
    around = CELL if ring or len(shown) > board.ON_BOARD else 0
    places = animal_places(player)
    return Board(
        seat,
        -around,
        -around,
        board.COLUMNS * CELL + 2 * (RIM + around),
        board.ROWS * CELL + 2 * (RIM + around),
        tuple(_cell(player, cell, speak, board.CELL_NAMES[cell] in fresh) for cell in shown),
        tuple(_lodging(player, place) for place in places),
        in_words(player, places, speak),
    )


def corner(cell: int) -> tuple[int, int]:
    """The upper left corner of a cell on the drawing."""
    row, column = board.PLACES[cell]
    return RIM + CELL * column, RIM + CELL * row


def _cell(player: Player, cell: int, speak: Words, fresh: bool) -> Cell:
    ground, on = player.land[cell], player.on[cell]
    x, y = corner(cell)
    tile = face(ground - board.FURNISHED, speak) if ground >= board.FURNISHED else None
    crop = on if ground == board.FIELD else board.NOTHING
    reward = board.REWARD_GOOD[cell] if ground <= board.EDGE else -1
    mine = {board.ORE_MINE: ORE_MINE_POINTS, board.RUBY_MINE: RUBY_MINE_POINTS}
    return Cell(
        x,
        y,
        _art(player, cell),
        f"{cell_name(cell)} · {tile.name}: {tile.effect}" if tile else "",
        on == board.STABLE,
        crop if crop < board.CROP else 0,
        crop - board.CROP if crop > board.CROP else 0,
        tile,
        _band(tile.name) if tile else (),
        (GOODS[reward], board.REWARD_AMOUNT[cell]) if reward >= 0 else None,
        mine.get(ground, 0),
        fresh,
    )


def _band(name: str) -> tuple[str, ...]:
    """The lines of a name on the band of its tile."""
    return tuple(wrap(name, NAME_WIDTH, break_long_words=False)[:BAND_LINES])


def _art(player: Player, cell: int) -> str:
    """The drawing of the ground."""
    ground = player.land[cell]
    if ground >= board.FURNISHED:
        return "room"
    if ground > board.EDGE:
        return ARTS.get(ground, "")
    row, column = board.PLACES[cell]
    if not board.IS_FOREST[cell]:
        return "spring" if board.REWARD_GOOD[cell] >= 0 else f"rock{(row * 2 + column) % 3}"
    if player.on[cell] == board.STABLE:
        return "glade"
    if board.REWARD_GOOD[cell] >= 0:
        return "boars" if board.REWARD_GOOD[cell] == BOAR else "pond"
    return f"wood{(row + column) % 2}"


def _lodging(player: Player, place: AnimalPlace) -> Lodging:
    ground = player.land[place.cell]
    x, y = corner(place.cell)
    sort, spots, width, height = _shape(player, place.cell, ground)
    drawn = tuple((x + dx, y + dy) for dx, dy in spots[: place.count])
    kind = GOODS[place.kind] if place.kind != NO_ANIMAL else ""
    return Lodging(
        kind, place.count, place.room, place.dogs, drawn, sort, x + width - CELL, y + height - CELL
    )


def _shape(
    player: Player, cell: int, ground: int
) -> tuple[str, tuple[tuple[int, int], ...], int, int]:
    """The sort of a place, where its animals stand, and its width and height."""
    if ground >= board.FURNISHED:
        return "room", (), CELL, CELL
    if ground in (board.ORE_MINE, board.RUBY_MINE):
        return "mine", (), CELL, CELL
    if ground <= board.EDGE:
        return "forest", (), CELL, CELL
    if ground in (board.LARGE_EAST, board.LARGE_WEST):
        return "pasture", ACROSS, 2 * CELL, CELL
    if ground in (board.LARGE_SOUTH, board.LARGE_NORTH):
        return "pasture", DOWN, CELL, 2 * CELL
    stabled = player.on[cell] == board.STABLE
    sort = "pasture" if ground == board.SMALL_PASTURE else "grass"
    return sort, WITH_STABLE if stabled else ONE_CELL, CELL, CELL
