"""One player of Caverna in numbers: goods, family, tiles, and the home board cell by cell."""

from __future__ import annotations

from typing import Final

from dvergar.core.observation import Block, Layout, choice, members, number
from dvergar.games.caverna.facts.board import (
    CAVERN,
    CELL_NAMES,
    CROP,
    DEEP_TUNNEL,
    EDGE,
    FIELD,
    FOREST_CELLS,
    FURNISHED,
    LARGE_WEST,
    MOUNTAIN_CELLS,
    ORE_MINE,
    RUBY_MINE,
    STABLE,
    TUNNEL,
    WILD,
)
from dvergar.games.caverna.facts.game import FAMILY_MOST, STABLES, WEAPON_MOST
from dvergar.games.caverna.facts.goods import GOOD_COUNT, GOODS
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILE_COUNT, TILES
from dvergar.games.caverna.state.player import Player

GOODS_MOST: Final = 60
GOOD_STEPS: Final = 6
DWARFS: Final = FAMILY_MOST + 1
_THINGS: Final = STABLE + 1  # what may stand on a cell
_CROPS: Final = 3

_FOREST: Final = (
    "bare",
    "edge",
    "meadow",
    "field",
    "small_pasture",
    "large_pasture_north",
    "large_pasture_east",
    "large_pasture_south",
    "large_pasture_west",
)
_MOUNTAIN: Final = {
    WILD: "bare",
    EDGE: "edge",
    TUNNEL: "tunnel",
    CAVERN: "cavern",
    DEEP_TUNNEL: "deep_tunnel",
    ORE_MINE: "ore_mine",
    RUBY_MINE: "ruby_mine",
} | {FURNISHED + tile: name for tile, name in enumerate(TILES)}


def _forest() -> Block:
    """A cell of the forest by land and by what stands on it: `land * _THINGS + thing`."""
    codes = []
    for land in range(LARGE_WEST + 1):
        for on in range(_THINGS):
            crop = on if land == FIELD and on < STABLE else 0
            grain, vegetables = (crop, 0) if crop < CROP else (0, crop - CROP)
            ground = [float(land == one) for one in range(LARGE_WEST + 1)]
            codes.append([*ground, grain / _CROPS, vegetables / _CROPS, float(on == STABLE)])
    return Block([*_FOREST, "grain", "vegetable", "stable"], codes, 1)


def _mountain() -> Block:
    """A cell of the mountain by its land, each tile being a land of its own."""
    lands = list(_MOUNTAIN)
    codes = [[float(land == one) for one in lands] for land in range(FURNISHED + TILE_COUNT)]
    return Block(list(_MOUNTAIN.values()), codes, 1)


GOOD: Final = number(GOODS_MOST, GOOD_STEPS)
BEGGING: Final = number(20, 1)
BUILDABLE: Final = number(STABLES)
BEDS: Final = number(8)
WHERE: Final = choice(("home", "away", "newborn"))
WEAPON: Final = number(WEAPON_MOST, 1)
SUPPLY: Final = number(max(rounds for _, _, rounds in SUPPLIERS))
BUILT: Final = members(TILES)
FOREST: Final = _forest()
MOUNTAIN: Final = _mountain()


def lay_out_home(found: Layout, who: str) -> None:
    """The entries of one player."""
    for good in GOODS:
        found.add(f"{who}.{good}", GOOD, "goods in the supply, animals included")
    found.add(f"{who}.begging", BEGGING, "begging markers")
    found.add(f"{who}.stables", BUILDABLE, "stables left to build")
    found.add(f"{who}.beds", BEDS, "dwarfs that the dwellings have room for")
    for dwarf in range(DWARFS):
        found.add(f"{who}.dwarf_{dwarf}", WHERE, "where a dwarf is; all 0: it is not in play")
        found.add(f"{who}.weapon_{dwarf}", WEAPON, "the strength of its weapon")
    for tile, _, _ in SUPPLIERS:
        found.add(f"{who}.supply.{TILES[tile]}", SUPPLY, "rounds that a tile still pays")
    found.add(f"{who}.built", BUILT, "tiles whose effect counts")
    for cell in FOREST_CELLS:
        found.add(f"{who}.{CELL_NAMES[cell]}", FOREST, "a cell of the forest, crops of 3")
    for cell in MOUNTAIN_CELLS:
        found.add(f"{who}.{CELL_NAMES[cell]}", MOUNTAIN, "a cell of the mountain")


def add_home(player: Player, found: list[bytes]) -> None:
    """One player, in the order of the layout."""
    goods = player.goods
    for good in range(GOOD_COUNT):
        found.append(GOOD.at(goods[good]))
    found.append(BEGGING.at(player.begging))
    found.append(BUILDABLE.at(player.stables))
    found.append(BEDS.at(player.beds))
    family = len(player.dwarfs)
    for dwarf in range(DWARFS):
        if dwarf < family:
            found.append(WHERE.at(player.dwarfs[dwarf]))
            found.append(WEAPON.at(player.weapons[dwarf]))
        else:
            found.append(WHERE.nothing)
            found.append(WEAPON.nothing)
    for rounds in player.supplies:
        found.append(SUPPLY.at(rounds))
    BUILT.add(player.built, found)
    land = player.land
    on = player.on
    for cell in FOREST_CELLS:
        found.append(FOREST.at(land[cell] * _THINGS + on[cell]))
    for cell in MOUNTAIN_CELLS:
        found.append(MOUNTAIN.at(land[cell]))
