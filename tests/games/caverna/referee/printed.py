"""What is printed on spaces, loot list and tiles, typed in a second time."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.games.caverna.referee.shapes import ALL_COUNTS, Goods


class Space(NamedTuple):
    """One action space at one number of players."""

    name: str
    players: tuple[int, ...]
    empty: Goods
    """Added at the start of a round when the space is empty."""
    more: Goods
    """Added otherwise."""
    fixed: Goods
    """Received by everybody who uses it, by imitation too."""
    stage: int


def _every(
    name: str, players: tuple[int, ...], goods: Goods, fixed: Goods | None = None, stage: int = 0
) -> Space:
    return Space(name, players, goods, goods, fixed or {}, stage)


PROVISIONS = {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
ALL_SPACES = (
    _every("drift_mining", (2, 3), {"stone": 1}),
    _every("drift_mining", (4, 5, 6, 7), {"stone": 2}),
    _every("drift_mining_2", (6, 7), {"stone": 1}),
    _every("excavation", (1, 2, 3), {"stone": 1}),
    Space("excavation", (4, 5, 6, 7), {"stone": 2}, {"stone": 1}, {}, 0),
    _every("starting_player", (2, 3), {"food": 1}, {"ore": 2}),
    _every("starting_player", (4, 5, 6, 7), {"food": 1}, {"ruby": 1}),
    Space("logging", (1, 2, 3), {"wood": 3}, {"wood": 1}, {}, 0),
    _every("logging", (4, 5, 6, 7), {"wood": 3}),
    _every("supplies", (2, 3), {}, PROVISIONS),
    _every("growth", (4, 5, 6, 7), {}, PROVISIONS),
    Space("ore_mining", (1, 2, 3), {"ore": 2}, {"ore": 1}, {}, 0),
    Space("ore_mining", (4, 5, 6, 7), {"ore": 3}, {"ore": 2}, {}, 0),
    _every("wood_gathering", (1, 2, 3), {"wood": 1}),
    _every("clearing", (2, 3), {"wood": 1}),
    _every("clearing", (4, 5, 6, 7), {"wood": 2}),
    _every("sustenance", (1, 2, 3), {"food": 1}, {"grain": 1}),
    Space("sustenance", (4, 5, 6, 7), {"grain": 1}, {"vegetable": 1}, {}, 0),
    _every("ruby_mining", ALL_COUNTS, {"ruby": 1}),
    _every("housework", ALL_COUNTS, {}, {"dog": 1}),
    _every("slash_and_burn", ALL_COUNTS, {}),
    Space("strip_mining", (3,), {"ore": 1}, {"stone": 1}, {"wood": 2}, 0),
    _every("forest_exploration", (3,), {"wood": 1}, {"vegetable": 1}),
    Space("forest_exploration", (4, 5, 6, 7), {"wood": 2}, {"wood": 1}, {"food": 2}, 0),
    _every("imitation_4", (3, 5), {}),
    _every("imitation_2", (4, 5, 6, 7), {}),
    _every("imitation_1", (6, 7), {}),
    _every("imitation_0", (7,), {}),
    _every("depot", (5, 6, 7), {"wood": 1, "ore": 1}),
    _every("small_scale_drift_mining", (5,), {}, {"stone": 1}),
    _every("weekly_market", (5, 6, 7), {}, {"gold": 4}),
    _every("hardware_rental", (5,), {}),
    _every("hardware_rental", (6, 7), {}, {"wood": 2}),
    _every("fence_building", (5,), {"wood": 1}),
    Space("fence_building", (6, 7), {"wood": 2}, {"wood": 1}, {}, 0),
    Space(
        "large_depot",
        (7,),
        {"wood": 2, "stone": 1, "ore": 1},
        {"wood": 1, "stone": 1, "ore": 1},
        {},
        0,
    ),
    _every("extension", (7,), {}),
    _every("blacksmithing", ALL_COUNTS, {}, stage=1),
    _every("sheep_farming", ALL_COUNTS, {"sheep": 1}, stage=1),
    _every("ore_mine_construction", ALL_COUNTS, {}, stage=1),
    _every("wish_for_children", ALL_COUNTS, {}, stage=2),
    _every("urgent_wish_for_children", ALL_COUNTS, {}, stage=2),
    _every("donkey_farming", ALL_COUNTS, {"donkey": 1}, stage=2),
    _every("ruby_mine_construction", ALL_COUNTS, {}, stage=2),
    _every("family_life", ALL_COUNTS, {}, stage=3),
    _every("exploration", (3, 4, 5, 6, 7), {}, stage=3),
    _every("ore_delivery", ALL_COUNTS, {"ore": 1, "stone": 1}, stage=3),
    _every("adventure", ALL_COUNTS, {}, stage=4),
    _every("ore_trading", ALL_COUNTS, {}, stage=4),
    Space("ruby_delivery", ALL_COUNTS, {"ruby": 2}, {"ruby": 1}, {}, 4),
)
IMITATIONS = {"imitation_4": 4, "imitation_2": 2, "imitation_1": 1, "imitation_0": 0}
TAKEN_LAST = ("sheep_farming", "donkey_farming")
MARKET = {
    "dog": 2,
    "sheep": 1,
    "donkey": 1,
    "boar": 2,
    "cattle": 3,
    "wood": 1,
    "stone": 1,
    "ore": 1,
    "grain": 1,
    "vegetable": 2,
}
LEVELS = {
    "logging": 1,
    "blacksmithing": 3,
    "hardware_rental": 2,
    "ore_mine_construction": 2,
    "adventure": 1,
    "exploration": 4,
}
LOOT = {
    "all_weapons_plus_1": 1,
    "dog": 1,
    "wood": 1,
    "sheep": 2,
    "grain": 2,
    "donkey": 3,
    "stone": 3,
    "vegetable": 4,
    "ore_2": 4,
    "boar": 5,
    "gold_2": 6,
    "furnish_cavern": 7,
    "stable": 8,
    "tunnel": 9,
    "small_pasture": 9,
    "cattle": 10,
    "large_pasture": 10,
    "meadow": 11,
    "ordinary_dwelling": 11,
    "field": 12,
    "sow": 12,
    "cavern": 14,
    "breed_2": 14,
}
LOOT_GOODS = {
    "dog": {"dog": 1},
    "wood": {"wood": 1},
    "sheep": {"sheep": 1},
    "grain": {"grain": 1},
    "donkey": {"donkey": 1},
    "stone": {"stone": 1},
    "vegetable": {"vegetable": 1},
    "ore_2": {"ore": 2},
    "boar": {"boar": 1},
    "gold_2": {"gold": 2},
    "cattle": {"cattle": 1},
}
RUBY_GOODS = (
    *("dog", "sheep", "donkey", "boar", "cattle"),
    *("wood", "stone", "ore", "grain", "vegetable", "gold"),
)
COVERED_IN_SOLO = ("drift_mining", "starting_player", "supplies", "clearing")


@cache
def space(name: str, players: int) -> Space | None:
    """A space as it is at this number of players, None if it is not there."""
    for one in ALL_SPACES:
        if one.name == name and players in one.players:
            return one
    return None


def spaces_of(players: int) -> list[str]:
    """All spaces of a game, cards included, both sides of the wish."""
    return [one.name for one in ALL_SPACES if players in one.players]


def counts_of(name: str) -> list[int]:
    """The numbers of players with which a space is there."""
    return [players for players in ALL_COUNTS if space(name, players)]


class Tile(NamedTuple):
    """One furnishing tile: what it costs and what is printed on it."""

    cost: Goods
    value: int
    colour: str
    introductory: bool = False


TILES = {
    "dwelling": Tile({"wood": 4, "stone": 3}, 3, "orange", True),
    "simple_dwelling_4_2": Tile({"wood": 4, "stone": 2}, 0, "orange", True),
    "simple_dwelling_3_3": Tile({"wood": 3, "stone": 3}, 0, "orange", True),
    "mixed_dwelling": Tile({"wood": 5, "stone": 4}, 4, "orange"),
    "couple_dwelling": Tile({"wood": 8, "stone": 6}, 5, "orange"),
    "additional_dwelling": Tile({"wood": 4, "stone": 3}, 5, "orange"),
    "cuddle_room": Tile({"wood": 1}, 2, "green", True),
    "breakfast_room": Tile({"wood": 1}, 0, "green", True),
    "stubble_room": Tile({"wood": 1, "ore": 1}, 1, "green", True),
    "work_room": Tile({"stone": 1}, 2, "green"),
    "guest_room": Tile({"wood": 1, "stone": 1}, 0, "green"),
    "office_room": Tile({"stone": 1}, 0, "green"),
    "carpenter": Tile({"stone": 1}, 0, "green", True),
    "stone_carver": Tile({"wood": 1}, 1, "green", True),
    "blacksmith": Tile({"wood": 1, "stone": 2}, 3, "green", True),
    "miner": Tile({"wood": 1, "stone": 1}, 3, "green"),
    "builder": Tile({"stone": 1}, 2, "green"),
    "trader": Tile({"wood": 1}, 2, "green"),
    "wood_supplier": Tile({"stone": 1}, 2, "green", True),
    "stone_supplier": Tile({"wood": 1}, 1, "green", True),
    "ruby_supplier": Tile({"wood": 2, "stone": 2}, 2, "green", True),
    "dog_school": Tile({}, 0, "green"),
    "quarry": Tile({"wood": 1}, 2, "green"),
    "seam": Tile({"wood": 2}, 1, "green"),
    "slaughtering_cave": Tile({"wood": 2, "stone": 2}, 2, "green", True),
    "cooking_cave": Tile({"stone": 2}, 2, "green", True),
    "working_cave": Tile({"wood": 1, "stone": 1}, 2, "green", True),
    "mining_cave": Tile({"wood": 3, "stone": 2}, 2, "green"),
    "breeding_cave": Tile({"grain": 1, "stone": 1}, 2, "green"),
    "peaceful_cave": Tile({"wood": 2, "stone": 2}, 2, "green"),
    "weaving_parlor": Tile({"wood": 2, "stone": 1}, 0, "yellow", True),
    "milking_parlor": Tile({"wood": 2, "stone": 2}, 0, "yellow", True),
    "state_parlor": Tile({"stone": 3, "gold": 5}, 0, "yellow"),
    "hunting_parlor": Tile({"wood": 2}, 1, "yellow", True),
    "beer_parlor": Tile({"wood": 2}, 3, "yellow", True),
    "blacksmithing_parlor": Tile({"ore": 3}, 2, "yellow"),
    "stone_storage": Tile({"wood": 3, "ore": 1}, 0, "yellow", True),
    "ore_storage": Tile({"wood": 1, "stone": 2}, 0, "yellow", True),
    "spare_part_storage": Tile({"wood": 2}, 0, "yellow"),
    "main_storage": Tile({"wood": 2, "stone": 1}, 0, "yellow", True),
    "weapon_storage": Tile({"wood": 3, "stone": 2}, 0, "yellow", True),
    "supplies_storage": Tile({"wood": 1, "food": 3}, 0, "yellow"),
    "broom_chamber": Tile({"wood": 1}, 0, "yellow"),
    "treasure_chamber": Tile({"wood": 1, "stone": 1}, 0, "yellow", True),
    "food_chamber": Tile({"wood": 2, "vegetable": 2}, 0, "yellow", True),
    "prayer_chamber": Tile({"wood": 2}, 0, "yellow"),
    "writing_chamber": Tile({"stone": 2}, 0, "yellow", True),
    "fodder_chamber": Tile({"grain": 2, "stone": 1}, 0, "yellow", True),
}
DWELLINGS = tuple(name for name, tile in TILES.items() if tile.colour == "orange")
ROOMS = {
    "entry_level_dwelling": 2,
    "dwelling": 1,
    "simple_dwelling_4_2": 1,
    "simple_dwelling_3_3": 1,
    "mixed_dwelling": 1,
    "couple_dwelling": 2,
}
COVERS = {"trader": "spare_part_storage", "spare_part_storage": "trader"}
SUPPLIERS = {"wood_supplier": ("wood", 7), "stone_supplier": ("stone", 5)}
SUPPLIERS["ruby_supplier"] = ("ruby", 4)
