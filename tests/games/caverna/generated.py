"""Home boards and hands made up at random: small ones, in which something is just missing.

Tests that hold for every board and every hand draw them from here.
"""

from __future__ import annotations

import random
from typing import Any

from tests.games.caverna.referee.home import ENTRANCE, FOREST, beside, cell, named
from tests.games.caverna.referee.printed import (
    DWELLINGS,
    IMITATIONS,
    TILES,
    Space,
    counts_of,
    space,
)

Seat = dict[str, Any]

# Tiles with which something can be had, paid or done that others cannot.
HELPFUL = (
    *("trader", "spare_part_storage", "beer_parlor", "hunting_parlor", "blacksmithing_parlor"),
    *("cooking_cave", "slaughtering_cave", "peaceful_cave", "seam", "dog_school", "builder"),
    *("work_room", "office_room", "guest_room", "carpenter", "stone_carver", "blacksmith"),
    *("dwelling", "dwelling", "additional_dwelling"),
)
EDIBLE = ("gold", "gold", "grain", "vegetable", "sheep", "donkey", "boar", "cattle")
CAVES = ("r2c3", "r1c3", "r2c4", "r3c4", "r1c4")
DEEPER = ("r0c3", "r0c4", "r1c5", "r2c5")
OPPONENT: Seat = {"dwarfs": ["home", "away"], "goods": {"food": 20}}
# Spaces with “either ... or”, where the Guest room matters.
EITHER_OR = (
    *("growth", "extension", "wish_for_children", "urgent_wish_for_children"),
    "ruby_mine_construction",
)
FOREST_TWIN = ("clearing", "sustenance", "slash_and_burn", "extension")
FURNISHING = ("housework", "wish_for_children", "urgent_wish_for_children")
# Spaces on which something is left to do when another dwarf has taken the goods.
IMITATED = (
    *("drift_mining", "excavation", "clearing", "sustenance", "housework", "slash_and_burn"),
    *("growth", "supplies", "weekly_market", "fence_building", "sheep_farming", "family_life"),
    *("ore_trading", "adventure", "ore_mine_construction", "urgent_wish_for_children"),
)
FARM_SIZES = (0, 0, 1, 2, 3, 9, 10, 11, 12)
EARLY = "wish_for_children"  # gone as soon as all cards lie open


def cave(dice: random.Random, tiles: list[str], caverns: bool) -> dict[str, str]:
    """These tiles, a few caverns and tunnels, perhaps with a cavern for sure, perhaps a mine."""
    cells = CAVES[: len(tiles) + dice.choice([0, 0, 1, 2])]
    rest = dice.choices(["cavern", "tunnel", "deep_tunnel"], [3, 4, 2], k=len(CAVES))
    rest[0] = "cavern"  # what is printed on the board, if no tile lies there
    board = dict(zip(cells, [*tiles, *rest[len(tiles) :]], strict=False))
    if caverns and dice.random() < 0.6:
        board["r3c4"] = "cavern"
    if cells and dice.random() < 0.3:
        for where in DEEPER:
            if any(named(other) in board for other in beside(cell(where))):
                board[where] = dice.choice(["tunnel", "ore_mine", "ruby_mine"])
                break
    return board


def farm(dice: random.Random, size: int) -> dict[str, str]:
    """So many meadows and fields that hang together from the cave entrance."""
    board: dict[str, str] = {}
    reach = [ENTRANCE]
    while reach and len(board) < size:
        where = reach.pop(dice.randrange(len(reach)))
        board[named(where)] = dice.choice(["meadow", "meadow", "field", "small_pasture"])
        reach = [
            other
            for other in sorted(FOREST)
            if named(other) not in board and any(named(near) in board for near in beside(other))
        ]
    return board


def stables(dice: random.Random, board: dict[str, str]) -> list[str]:
    """A few stables, often in the forest where the next tile would go."""
    number = dice.choice([0, 0, 1, 2, 3] if board else [0, 3, 3])
    bare = [named(where) for where in sorted(FOREST) if named(where) not in board]
    if not board and dice.random() < 0.7:
        bare = ["r3c2", "r2c2", "r3c1"]
    near = bare if dice.random() < 0.7 else ["r3c2", "r2c2", "r3c1", "r1c2", "r2c1"]
    free = [where for where in near if board.get(where) != "field"]
    return dice.sample(free, min(len(free), number))


def own_tiles(dice: random.Random, name: str) -> list[str]:
    """Up to three tiles, the Guest room among them where it matters."""
    tiles = dice.sample(HELPFUL, dice.choice([0, 1, 1, 2, 3]))
    if name in EITHER_OR and dice.random() < 0.6:
        tiles.append("guest_room")
    if "trader" in tiles and "spare_part_storage" in tiles:
        tiles.remove("trader")
    return [tile for number, tile in enumerate(tiles) if tile not in tiles[:number]]


def hand(dice: random.Random) -> dict[str, int]:
    """A few goods: enough for little, and few enough to try everything with them."""
    goods = {"ruby": dice.choice([0, 1, 1, 1, 2]), "food": dice.randint(0, 3)}
    for good in dice.sample(["wood", "stone", "ore"], 2):
        goods[good] = dice.randint(0, 3)
    add_edible(dice, goods)
    return goods


def add_edible(dice: random.Random, goods: dict[str, int]) -> None:
    """One kind of goods that can be eaten; none beside two rubies."""
    if goods["ruby"] < 2:
        edible = dice.choice(EDIBLE)
        goods[edible] = goods.get(edible, 0) + dice.randint(0, 2)


def nearly(dice: random.Random, tile: str) -> dict[str, int]:
    """The price of a tile but for a good or two, and something to spend."""
    goods = {"ruby": dice.choice([0, 1, 1, 2]), "food": 0, **TILES[tile].cost}
    for _ in range(dice.choice([0, 1, 1, 2])):
        good = dice.choice(sorted(goods))
        if good != "ruby":
            goods[good] = max(0, goods[good] - 1)
    add_edible(dice, goods)
    return goods


def on_offer(dice: random.Random, tiles: list[str], name: str) -> list[str]:
    """The tiles that are left on offer beside the ordinary Dwelling."""
    if name == "housework" and dice.random() < 0.3:
        return ["supplies_storage"]  # the only one that costs food
    kinds = DWELLINGS if "wish" in name else TILES
    free = sorted(set(kinds) - set(tiles) - {"dwelling"})
    return dice.sample(free, min(len(free), dice.choice([1, 2, 4, 40])))


def around(name: str, dice: random.Random) -> dict[str, Any]:
    """A position, as `tables.table` takes it, in which a dwarf may think of a space."""
    players = next(count for count in counts_of(name) if count > 1)
    here = space(name, players)
    assert here is not None
    tiles = own_tiles(dice, name)
    offered = on_offer(dice, tiles, name)
    board = farm(dice, dice.choice([0, 0, 0, 2, 10] if name in FOREST_TWIN else FARM_SIZES))
    goods = nearly(dice, dice.choice(offered)) if name in FURNISHING else hand(dice)
    goods["food"] += IMITATIONS.get(name, 0)
    seat = {
        "dwarfs": ["away", "home"],
        "weapons": [dice.choice([0, 0, 3]), dice.choice([0, 0, 1, 8, 14])],
        "stables": stables(dice, board),
        "board": board | cave(dice, tiles, caverns=name in FURNISHING),
        "goods": goods,
    }
    return {
        "seats": [seat] + [OPPONENT] * (players - 1),
        "players": players,
        "round": 5 if name == EARLY else 12,
        "piles": {name: gathered(dice, here)},
        "occupied": occupied(dice, name, players),
        "tiles_gone": sorted(set(TILES) - {"dwelling", *tiles, *offered}),
    }


def gathered(dice: random.Random, here: Space) -> dict[str, int]:
    """What lies on a space that gathers goods."""
    return {good: dice.choice([0, 1, 2]) for good in here.empty}


def occupied(dice: random.Random, name: str, players: int) -> dict[str, int]:
    """Three spaces of an opponent, for whoever imitates."""
    if name not in IMITATIONS:
        return {}
    return dict.fromkeys(dice.sample([one for one in IMITATED if players in counts_of(one)], 3), 1)
