"""Caverna once more, in its own simple way, for the tests: facts, land, housing, prices, score.

Written from the rule books and rulings, not from the engine. It is told only what everybody at a
table sees: the view of a position, the moves made and the events. Slow and plain on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

import dvergar
from dvergar.core.game import State
from dvergar.testing import play

Goods = dict[str, int]
Cell = tuple[int, int]
Board = dict[Cell, dict[str, Any]]
View = dict[str, Any]
Pair = tuple[Cell, Cell]

GOODS = (
    *("wood", "stone", "ore", "ruby", "gold", "food", "grain", "vegetable"),
    *("dog", "sheep", "donkey", "boar", "cattle"),
)
FARM_ANIMALS = ("sheep", "donkey", "boar", "cattle")
ALL_COUNTS = (1, 2, 3, 4, 5, 6, 7)

# --- action spaces ---


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


# --- furnishing tiles ---


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

# --- the home board ---

FOREST = frozenset((row, col) for row in range(4) for col in range(3))
MOUNTAIN = frozenset((row, col) for row in range(4) for col in range(3, 6))
ON_BOARD = FOREST | MOUNTAIN
REWARDS: dict[Cell, Goods] = {
    (0, 2): {"boar": 1},
    (2, 0): {"boar": 1},
    (3, 1): {"food": 1},
    (3, 4): {"food": 1},
    (0, 5): {"food": 2},
}
ENTRANCE: Cell = (3, 2)
BARE_ROCK = "bare"
FARM_LAND = ("meadow", "field", "small_pasture", "large_pasture")
CELL = re.compile(r"r(-?\d+)c(-?\d+)")


def cell(name: str) -> Cell:
    """The row and column of "r3c2"."""
    found = CELL.fullmatch(name)
    assert found, name
    row, col = found.groups()
    return int(row), int(col)


def named(where: Cell) -> str:
    """The name of a row and column."""
    return f"r{where[0]}c{where[1]}"


def neighbours(where: Cell) -> Iterator[Cell]:
    """The four cells beside one, on the board or not."""
    row, col = where
    yield from ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))


def half(where: Cell) -> frozenset[Cell]:
    """The half of the board a cell belongs to, off the board too."""
    return FOREST if where[1] < 3 else MOUNTAIN


def beside(where: Cell) -> list[Cell]:
    """The neighbours in the same half: forest and mountain do not touch."""
    return [other for other in neighbours(where) if half(other) is half(where)]


def ring(which: frozenset[Cell]) -> set[Cell]:
    """The cells just off the board beside one of its halves."""
    return {
        other
        for inside in which
        for other in neighbours(inside)
        if other not in ON_BOARD and half(other) is which
    }


def board_of(player: View) -> Board:
    """What lies where on a home board."""
    return {cell(name): dict(entry) for name, entry in player["board"].items()}


def land(board: Board, where: Cell) -> str:
    """What lies on a cell: "bare" if nothing does."""
    return str(board[where]["land"]) if where in board else BARE_ROCK


def is_bare(board: Board, where: Cell) -> bool:
    """Whether no tile lies there (a stable may stand)."""
    return land(board, where) == BARE_ROCK


def has_stable(board: Board, where: Cell) -> bool:
    """Whether a stable stands there."""
    return where in board and bool(board[where]["stable"])


def owns(player: View, tile: str) -> bool:
    """Whether a tile is on the board and not covered."""
    return any(entry["tile"] == tile for entry in player["board"].values())


def _touches(board: Board, cells: Iterable[Cell]) -> bool:
    """Whether new tiles on these cells would be joined to what lies there already."""
    cells = list(cells)
    if half(cells[0]) is FOREST:
        tiles = {where for where in board if land(board, where) in FARM_LAND}
        if not tiles:
            return ENTRANCE in cells
        return any(other in tiles for where in cells for other in beside(where))
    tiles = {where for where in board if half(where) is MOUNTAIN and not is_bare(board, where)}
    return any(other in tiles for where in cells for other in beside(where))


def _can_lie(board: Board, kind: str, where: Cell) -> bool:
    """Whether this half tile may lie on this cell: bare, and only a meadow under a stable."""
    return is_bare(board, where) and (kind == "meadow" or not has_stable(board, where))


def twins(player: View, first: str, second: str) -> set[str]:
    """The names of all legal ways to lay a twin of two new halves (meadow/field, cavern/...)."""
    board = board_of(player)
    which = FOREST if first == "meadow" else MOUNTAIN
    reach = set(which) | (ring(which) if owns(player, "office_room") else set())
    found = set()
    for one in reach:
        for other in beside(one):
            if other not in reach or (one not in ON_BOARD and other not in ON_BOARD):
                continue
            if not _can_lie(board, first, one) or not _can_lie(board, second, other):
                continue
            if not _touches(board, (one, other)):
                continue
            found.add(f"{first} {named(one)} {second} {named(other)}")
    return found


def one_order(names: Iterable[str]) -> set[frozenset[str]]:
    """Twins of two equal halves, whichever half is named first."""
    return {frozenset(name.split()[1::2]) for name in names}


def singles(player: View, kind: str) -> set[Cell]:
    """Where a single meadow, field, tunnel or cavern may be laid: never off the board."""
    board = board_of(player)
    which = FOREST if kind in ("meadow", "field") else MOUNTAIN
    return {where for where in which if _can_lie(board, kind, where) and _touches(board, (where,))}


def ore_mines(player: View) -> set[str]:
    """All ways to lay an ore mine with its deep tunnel: on two bare ordinary tunnels."""
    board = board_of(player)
    tunnels = {where for where in board if land(board, where) == "tunnel"}
    return {
        f"ore_mine {named(one)} deep_tunnel {named(other)}"
        for one in tunnels
        for other in beside(one)
        if other in tunnels
    }


def ruby_mines(player: View) -> dict[str, set[Cell]]:
    """Where a ruby mine may be laid: on a tunnel, on a deep tunnel."""
    board = board_of(player)
    return {
        kind: {where for where in board if land(board, where) == kind}
        for kind in ("tunnel", "deep_tunnel")
    }


def small_pastures(player: View) -> set[Cell]:
    """The meadows that can be fenced alone."""
    board = board_of(player)
    return {where for where in board if land(board, where) == "meadow"}


def large_pastures(player: View) -> set[frozenset[Cell]]:
    """The pairs of meadows that can be fenced together."""
    meadows = small_pastures(player)
    return {frozenset((one, other)) for one in meadows for other in beside(one) if other in meadows}


def stable_places(player: View) -> set[Cell]:
    """Where a stable may be built: bare forest, meadows and pastures, one on a cell."""
    board = board_of(player)
    if player["stables"] == 0:
        return set()
    reach = set(FOREST) | {where for where in board if half(where) is FOREST}
    return {
        where
        for where in reach
        if land(board, where) in (BARE_ROCK, "meadow", "small_pasture", "large_pasture")
        and not has_stable(board, where)
    }


def empty_fields(player: View) -> int:
    """How many fields have no crops."""
    return sum(
        entry["land"] == "field" and not entry["grain"] and not entry["vegetable"]
        for entry in player["board"].values()
    )


def furnishing_places(player: View, tile: str) -> set[Cell]:
    """Where a tile may be built."""
    board = board_of(player)
    other = COVERS.get(tile)
    if other and owns(player, other):
        return {where for where in board if board[where]["tile"] == other}
    kinds = ["cavern"]
    if owns(player, "work_room") and tile != "work_room":
        kinds += ["tunnel", "deep_tunnel"]
    return {where for where in board if land(board, where) in kinds}


def rooms(player: View) -> int:
    """How many dwarfs the dwellings hold, without the sixth one's."""
    return sum(ROOMS.get(entry["tile"], 0) for entry in player["board"].values())


def can_grow(player: View) -> bool:
    """Whether there is room for one dwarf more."""
    dwarfs = len(player["dwarfs"])
    if dwarfs >= 5:
        return dwarfs == 5 and owns(player, "additional_dwelling")
    return rooms(player) > dwarfs


def way_to(cells: Iterable[Cell], keep: Iterable[Cell] = ()) -> dict[str, str]:
    """Land to set up so that tiles on these cells would be joined: the shortest row of tiles.

    Meadows in the forest, tunnels in the mountain; never on the cells themselves or on `keep`.
    """
    cells = list(cells)
    closed = {*cells, *keep}
    forest = half(cells[0]) is FOREST
    if forest and ENTRANCE in cells:
        return {}
    starts = [ENTRANCE] if forest else [(2, 3), (3, 3)]
    rows = [[start] for start in starts if start not in closed]
    for row in rows:
        if any(other in cells for other in beside(row[-1])):
            kind = "meadow" if forest else "tunnel"
            return {named(where): kind for where in row if where not in ((2, 3), (3, 3))}
        rows += [
            [*row, other]
            for other in beside(row[-1])
            if other in ON_BOARD and other not in closed and other not in row
        ]
    raise AssertionError(f"no way to {cells}")


# --- prices ---

WAYS = {
    "pay as printed": (),
    "pay ore for wood": ("wood",),
    "pay ore for stone": ("stone",),
    "pay ore for both": ("wood", "stone"),
}


def reduced(cost: Goods, tiles: Iterable[str]) -> Goods:
    """The price of a furnishing tile for somebody who owns these tiles."""
    price = dict(cost)
    if "carpenter" in tiles and price.get("wood"):
        price["wood"] -= 1
    if "stone_carver" in tiles and price.get("stone"):
        price["stone"] -= 1
    return {good: amount for good, amount in price.items() if amount}


def ways_to_pay(cost: Goods, tiles: Iterable[str]) -> dict[str, Goods]:
    """All prices at which somebody with these tiles may build one with this printed cost."""
    price = reduced(cost, tiles)
    ways = {}
    for way, goods in WAYS.items():
        if goods and "builder" not in tiles:
            continue
        if any(not price.get(good) for good in goods):
            continue
        paid = dict(price)
        for good in goods:
            paid[good] -= 1
            paid["ore"] = paid.get("ore", 0) + 1
        ways[way] = {good: amount for good, amount in paid.items() if amount}
    return ways


def can_pay(goods: Goods, price: Goods) -> bool:
    """Whether these goods are at hand."""
    return all(goods.get(good, 0) >= amount for good, amount in price.items())


def own_tiles(player: View) -> list[str]:
    """The tiles on a board whose effect counts."""
    return [entry["tile"] for entry in player["board"].values() if entry["tile"]]


def furnishable(player: View, offered: Iterable[str], cost: Goods | None = None) -> set[str]:
    """Which of these tiles can be built now, at their own price or at this one."""
    tiles = own_tiles(player)
    return {
        tile
        for tile in offered
        if furnishing_places(player, tile)
        and any(
            can_pay(player["goods"], price)
            for price in ways_to_pay(TILES[tile].cost if cost is None else cost, tiles).values()
        )
    }


# --- housing ---

Herd = tuple[int, int, int, int]


class Place(NamedTuple):
    """A place for animals of one kind at a time."""

    holds: Herd
    """How many sheep, donkeys, boars or cattle, without dogs."""
    watched: bool = False
    """Whether dogs can watch sheep here."""


def places(player: View, pastures: Iterable[Pair]) -> list[Place]:
    """All places for farm animals; `pastures` tells which cells make one large pasture."""
    board = board_of(player)
    stubble = owns(player, "stubble_room")
    found = []
    for where, entry in board.items():
        kind, stable = entry["land"], bool(entry["stable"])
        if kind == BARE_ROCK and stable:
            found.append(Place((0, 0, 1, 0)))
        elif kind == "meadow":
            found.append(_any(int(stable), watched=True))
        elif kind == "small_pasture":
            found.append(_any(4 if stable else 2, watched=True))
        elif kind in ("ore_mine", "ruby_mine"):
            found.append(Place((0, 1, 0, 0)))
        elif kind == "field" and stubble and not entry["grain"] and not entry["vegetable"]:
            found.append(_any(1))
        elif entry["tile"] in ("entry_level_dwelling", "mixed_dwelling"):
            found.append(_any(2))
        elif entry["tile"] == "cuddle_room":
            found.append(Place((len(player["dwarfs"]), 0, 0, 0)))
        elif entry["tile"] == "breakfast_room":
            found.append(Place((0, 0, 0, 3)))
        else:
            assert kind != "large_pasture" or any(where in pair for pair in pastures)
    for one, other in pastures:
        assert land(board, one) == land(board, other) == "large_pasture"
        found.append(_any(4 << (has_stable(board, one) + has_stable(board, other)), watched=True))
    return found


def _any(size: int, watched: bool = False) -> Place:
    return Place((size, size, size, size), watched)


def houses(where: Iterable[Place], dogs: int, herd: Herd) -> bool:
    """Whether a herd has room: tries every kind in every place and every spread of the dogs."""
    left: set[tuple[Herd, int]] = {(herd, dogs)}
    for place in where:
        after = set()
        for need, free in left:
            after.add((need, free))
            for kind in range(4):
                if place.holds[kind] and need[kind]:
                    after.add((_less(need, kind, place.holds[kind]), free))
            if place.watched and need[0]:
                for guard in range(1, min(free, need[0]) + 1):
                    after.add((_less(need, 0, guard + 1), free - guard))
        left = after
        if any(need == (0, 0, 0, 0) for need, _ in left):
            return True
    return any(need == (0, 0, 0, 0) for need, _ in left)


def _less(need: Herd, kind: int, room: int) -> Herd:
    rest = list(need)
    rest[kind] = max(0, rest[kind] - room)
    return rest[0], rest[1], rest[2], rest[3]


def herd_of(player: View) -> Herd:
    """How many sheep, donkeys, boars and cattle somebody has."""
    goods = player["goods"]
    return goods["sheep"], goods["donkey"], goods["boar"], goods["cattle"]


def is_housed(player: View, pastures: Iterable[Pair]) -> bool:
    """Whether all farm animals have a place."""
    herd = herd_of(player)
    return not any(herd) or houses(places(player, pastures), player["goods"]["dog"], herd)


# --- score ---


def score_lines(player: View) -> dict[str, int]:
    """The whole score from what lies on the table, line by line."""
    board, goods, dwarfs = board_of(player), player["goods"], player["dwarfs"]
    tiles = own_tiles(player)
    grain = goods["grain"] + sum(entry["grain"] for entry in board.values())
    vegetables = goods["vegetable"] + sum(entry["vegetable"] for entry in board.values())
    lands = [entry["land"] for entry in board.values()]
    unused = sum(is_bare(board, where) and not has_stable(board, where) for where in ON_BOARD)
    lines = {
        "animals": goods["dog"] + sum(goods[kind] for kind in FARM_ANIMALS),
        "missing_types": -2 * sum(not goods[kind] for kind in FARM_ANIMALS),
        "grain": -(-grain // 2),
        "vegetables": vegetables,
        "rubies": goods["ruby"],
        "dwarfs": len(dwarfs),
        "unused_spaces": -unused,
        "furnishings": sum(TILES[tile].value for tile in tiles if tile in TILES),
        "pastures": 2 * lands.count("small_pasture") + 2 * lands.count("large_pasture"),
        "mines": 3 * lands.count("ore_mine") + 4 * lands.count("ruby_mine"),
        "bonus": sum(_bonus(tile, player, board, grain, vegetables) for tile in tiles),
        "gold": goods["gold"],
        "begging": -3 * player["begging"],
    }
    if "writing_chamber" in tiles:
        mercy = 7
        for line in ("missing_types", "unused_spaces", "begging"):
            spared = min(mercy, -lines[line])
            lines[line] += spared
            mercy -= spared
    return lines


def _bonus(tile: str, player: View, board: Board, grain: int, vegetables: int) -> int:
    goods, weapons = player["goods"], [dwarf["weapon"] for dwarf in player["dwarfs"]]
    if tile == "state_parlor":
        here = next(where for where in board if board[where]["tile"] == tile)
        return 4 * sum(
            other in board and board[other]["tile"] in (*DWELLINGS, "entry_level_dwelling")
            for other in neighbours(here)
        )
    points: dict[str, int] = {
        "weaving_parlor": goods["sheep"] // 2,
        "milking_parlor": goods["cattle"],
        "stone_storage": goods["stone"],
        "ore_storage": goods["ore"] // 2,
        "main_storage": 2
        * sum(TILES[one].colour == "yellow" for one in own_tiles(player) if one in TILES),
        "weapon_storage": 3 * sum(weapon > 0 for weapon in weapons),
        "supplies_storage": 8 if all(weapons) else 0,
        "broom_chamber": {5: 5, 6: 10}.get(len(weapons), 0),
        "treasure_chamber": goods["ruby"],
        "food_chamber": 2 * min(grain, vegetables),
        "prayer_chamber": 8 if not any(weapons) else 0,
        "fodder_chamber": sum(goods[kind] for kind in FARM_ANIMALS) // 3,
    }
    return points.get(tile, 0)


# --- what can be done ---


def can_sow(player: View) -> bool:
    """Whether a field and something to sow are there."""
    goods = player["goods"]
    return bool(empty_fields(player)) and bool(goods["grain"] or goods["vegetable"])


def can_fence(player: View, small: int = 2, large: int = 4) -> tuple[bool, bool]:
    """Whether a small and whether a large pasture can be built for so much wood."""
    wood = player["goods"]["wood"] + owns(player, "carpenter")
    return (
        bool(small_pastures(player)) and wood >= small,
        bool(large_pastures(player)) and wood >= large,
    )


def can_stable(player: View) -> bool:
    """Whether a stable can be built for its stone."""
    stone = player["goods"]["stone"] + owns(player, "stone_carver")
    return bool(stable_places(player)) and stone >= 1


def count_land(player: View, kind: str) -> int:
    """How many tiles of a kind lie on a board."""
    return sum(entry["land"] == kind for entry in player["board"].values())


def can_use(name: str, view: View, seat: int, weapon: int, pile: Goods, copied: bool) -> bool:
    """Whether at least one part of a space can be done by a dwarf with this weapon."""
    player, players = view["players"][seat], len(view["players"])
    here = space(name, players)
    assert here is not None
    if name in IMITATIONS:
        return (
            not copied
            and player["goods"]["food"] >= IMITATIONS[name]
            and any(
                other["occupant"] not in (None, seat)
                and other["space"] != "starting_player"
                and can_use(other["space"], view, seat, weapon, {}, copied=True)
                for other in view["spaces"]
            )
        )
    if pile or here.fixed:
        return True
    forge = not weapon and (player["goods"]["ore"] >= 1 or owns(player, "blacksmith"))
    dwellings = [tile for tile in view["tiles"] if tile in DWELLINGS]
    if name in ("drift_mining", "drift_mining_2", "excavation"):
        return bool(twins(player, "cavern", "tunnel"))
    if name in ("clearing", "sustenance"):
        return bool(twins(player, "meadow", "field"))
    if name == "extension":
        return bool(twins(player, "meadow", "field") or twins(player, "cavern", "tunnel"))
    if name == "slash_and_burn":
        return bool(twins(player, "meadow", "field")) or can_sow(player)
    if name == "hardware_rental":
        return weapon > 0 or can_sow(player)
    if name in ("logging", "exploration"):
        return weapon > 0
    if name in ("blacksmithing", "adventure"):
        return weapon > 0 or forge
    if name == "fence_building":
        return any(can_fence(player))
    if name in TAKEN_LAST:
        return any(can_fence(player)) or can_stable(player)
    if name == "ore_mine_construction":
        return weapon > 0 or bool(ore_mines(player))
    if name == "wish_for_children":
        return can_grow(player) or bool(furnishable(player, dwellings))
    if name == "urgent_wish_for_children":
        return True
    if name == "ruby_mine_construction":
        return any(ruby_mines(player).values())
    if name == "family_life":
        return can_grow(player) or can_sow(player)
    if name == "ore_trading":
        return bool(player["goods"]["ore"] >= 2)
    if name in ("ore_mining", "ore_delivery"):
        return count_land(player, "ore_mine") > 0
    if name in ("ruby_mining", "ruby_delivery"):
        return count_land(player, "ruby_mine") >= (1 if name == "ruby_mining" else 2)
    assert name in ("wood_gathering", "depot", "large_depot"), name
    return False


def can_loot(item: str, view: View, seat: int, pastures: Iterable[Pair]) -> bool:
    """Whether an item of the loot list can be taken now, strength aside."""
    player: View = view["players"][seat]
    if item in LOOT_GOODS or item == "all_weapons_plus_1":
        return True
    if item in ("meadow", "field", "tunnel", "cavern"):
        return bool(singles(player, item))
    if item == "furnish_cavern":
        return bool(furnishable(player, view["tiles"]))
    if item == "ordinary_dwelling":
        return bool(furnishable(player, ["dwelling"], {"wood": 2, "stone": 2}))
    if item == "stable":
        return bool(stable_places(player))
    if item == "small_pasture":
        return can_fence(player, small=1)[0]
    if item == "large_pasture":
        return can_fence(player, large=2)[1]
    if item == "sow":
        return can_sow(player)
    assert item == "breed_2"
    return bool(litters(player, pastures, 2)[0])


def litters(player: View, pastures: Iterable[Pair], most: int = 4) -> list[tuple[str, ...]]:
    """The sets of young that can come together, without those that leave out one that fits.

    One empty set if none fits.
    """
    herd = herd_of(player)
    where, dogs = places(player, pastures), player["goods"]["dog"]
    kinds = [kind for kind in range(4) if herd[kind] >= 2]
    fitting = []
    for mask in range(1 << len(kinds)):
        young = {kind for place, kind in enumerate(kinds) if mask >> place & 1}
        more = [number + (kind in young) for kind, number in enumerate(herd)]
        if len(young) <= most and houses(where, dogs, (more[0], more[1], more[2], more[3])):
            fitting.append(young)
    best = [young for young in fitting if not any(young < other for other in fitting)]
    return [tuple(FARM_ANIMALS[kind] for kind in sorted(young)) for young in best]


# --- connectives ---

Parts = tuple[str, ...]
Flow = str | tuple[Any, ...]


def sequences(flow: Flow) -> set[Parts]:
    """All ways to carry out a card: which parts are done, in which order; never none at all."""
    if isinstance(flow, str):
        return {(flow,)}
    word, *parts = flow
    ways = [sequences(part) for part in parts]
    if word == "either/or":
        return set().union(*ways)
    if word == "and then":
        first, then = ways
        return first | _chained([first, then])
    if word == "all":
        return _chained(ways)
    assert word in ("and/or", "and then/or")
    found: set[Parts] = set()
    for chosen in _subsets(list(range(len(ways)))):
        orders = permutations(chosen) if word == "and/or" else [tuple(chosen)]
        for order in orders:
            found |= _chained([ways[part] for part in order])
    return found


def _subsets(items: list[int]) -> Iterator[list[int]]:
    for mask in range(1, 1 << len(items)):
        yield [item for place, item in enumerate(items) if mask >> place & 1]


def _chained(ways: list[set[Parts]]) -> set[Parts]:
    found: set[Parts] = {()}
    for way in ways:
        found = {before + after for before in found for after in way}
    return found


# --- at the table ---


def table(players: int = 2, **options: Any) -> Any:
    """A game in which the first seat begins."""
    return dvergar.game("caverna", **{"players": players, "first_seat": 0, **options})


def offered(state: State, free: bool = False) -> list[str]:
    """The names of the moves, without the free ones unless they are asked for."""
    return [state.game.name(move) for move in state.moves(free=free)]


def free_moves(state: State) -> list[str]:
    """The names of the free moves alone."""
    real = set(state.moves(free=False))
    return [state.game.name(move) for move in state.moves() if move not in real]


def is_placing(state: State) -> bool:
    """Whether a dwarf is to be placed."""
    return any(name == "pass" or name.startswith("place ") for name in offered(state))


def player_of(state: State, seat: int = 0) -> View:
    """What lies in front of one seat."""
    player: View = state.view(None)["players"][seat]
    return player


def goods_of(state: State, seat: int = 0) -> Goods:
    """The goods of one seat."""
    return dict(player_of(state, seat)["goods"])


def change(before: Goods, after: Goods) -> Goods:
    """What has become more or less."""
    return {good: after[good] - before[good] for good in before if after[good] - before[good]}


def booked(state: State, seat: int, *kinds: str) -> Goods:
    """What the last move gained (or paid) in all, by its events."""
    sums: Goods = {}
    for event in state.events():
        if event.kind in kinds and event.seat == seat:
            good = str(event["good"])
            sums[good] = sums.get(good, 0) + int(event["amount"])
    return {good: amount for good, amount in sums.items() if amount}


def plus(*all_goods: Goods) -> Goods:
    """Goods together."""
    sums: Goods = {}
    for goods in all_goods:
        for good, amount in goods.items():
            sums[good] = sums.get(good, 0) + amount
    return {good: amount for good, amount in sums.items() if amount}


def times(goods: Goods, number: int) -> Goods:
    """Goods so many times."""
    return {good: amount * number for good, amount in goods.items() if amount * number}


def answer(state: State, *wanted: str) -> str:
    """Plays the first of these moves that is offered and tells which."""
    names = offered(state)
    for name in wanted:
        if name in names:
            play(state, name)
            return name
    raise AssertionError(f"none of {wanted} is offered, but {names}")


def opponents(players: int) -> list[dict[str, Any]]:
    """The other seats of a table: each with one dwarf still to place."""
    return [{"dwarfs": ["home", "away"]} for _ in range(players - 1)]


def resting(players: int) -> list[dict[str, Any]]:
    """The other seats of a table: nobody has a dwarf left to place."""
    return [{"dwarfs": ["away", "away"], "goods": {"food": 9}} for _ in range(players - 1)]
