"""Goods, action tiles, and how long the game is.

A price or a gain is a list of six amounts, a hand six neighbouring numbers of the flat list of all
goods, from `base` on. A tile is a list of parts. Parts with the same section are alternatives:
doing one closes them all.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.core.sets import bit

GOODS: Final[list[str]] = ["wood", "stone", "grain", "flax", "food", "gold"]
GOOD_COUNT: Final = 6
FOOD: Final = 4  # the two that rules name
GOLD: Final = 5
NO_GOODS: Final[list[int]] = [0] * GOOD_COUNT


def amounts(tree: Facts, key: str) -> list[int]:
    """A table of goods as six amounts; nothing where it is not there."""
    counts = tree.counts(key, tuple(GOODS))
    return [counts.get(good, 0) for good in GOODS]


def spelled(goods: list[int]) -> str:
    """Goods as the names of moves say them.

    >>> spelled([5, 0, 0, 1, 0, 0])
    '5 wood and flax'
    """
    counted = [(count, GOODS[good]) for good, count in enumerate(goods) if count]
    return " and ".join(good if count == 1 else f"{count} {good}" for count, good in counted)


class GoodsFacts:
    """What `goods.toml` says."""

    def __init__(self, tree: Facts) -> None:
        most, start = tree.part("most"), tree.part("start")
        self.most = [most.number(good, least=1) for good in GOODS]
        self.start = [
            start.number(good, 0, limit) for good, limit in zip(GOODS, self.most, strict=True)
        ]
        eaten = tree.counts("eaten", tuple(good for good in GOODS if good != GOODS[FOOD]))
        self.eaten = [eaten.get(good, 0) for good in GOODS]


def _read_goods() -> GoodsFacts:
    with read("dvergar.games.cave_vs_cave.facts", "goods.toml") as tree:
        return GoodsFacts(tree)


_GOODS: Final = _read_goods()
LIMITS: Final[list[int]] = _GOODS.most
START: Final[list[int]] = _GOODS.start
FOOD_OF: Final[list[int]] = _GOODS.eaten  # the food that one of a good becomes
EATABLE: Final[list[int]] = [good for good in range(GOOD_COUNT) if FOOD_OF[good]]


def is_payable(goods: list[int], base: int, price: list[int], eating: bool = False) -> bool:
    """Whether a hand can pay a price; with `eating`, after turning what is left over into food."""
    food = goods[base + FOOD]
    for good in range(GOOD_COUNT):
        if good == FOOD:
            continue
        left = goods[base + good] - price[good]
        if left < 0:
            return False
        if eating:
            food += left * FOOD_OF[good]
    return food >= price[FOOD]


NO_TILE: Final = -1
NOTHING: Final = "nothing"  # the way to furnish that costs no more than the room
GROUPS: Final[list[str]] = ["start", "2", "3", "4"]

# What a part is.
USE: Final = 0
GAIN: Final = 1
TRADE: Final = 2
DIG: Final = 3
WALL: Final = 4
BREACH: Final = 5
FURNISH: Final = 6
PART_NAMES: Final[list[str]] = ["use", "gain", "trade", "dig", "wall", "breach", "furnish"]


class Way:
    """What furnishing may cost beside the room."""

    def __init__(self, name: str, tree: Facts) -> None:
        self.name = name
        self.food_per_turn = tree.number("food_per_turn", 0)
        self.price = [tree.number(good, 0) for good in GOODS]

    def price_in(self, turns: int) -> list[int]:
        """The price in a round of so many turns."""
        price = self.price[:]
        price[FOOD] += turns * self.food_per_turn
        return price


class Part:
    """One thing a tile lets its taker do."""

    def __init__(self, section: int, tree: Facts, ways: list[str]) -> None:
        word = _word(tree)
        kind = PART_NAMES.index(word)
        self.section = section
        self.kind = kind
        self.count: int = tree.number(word, least=1) if kind == USE or kind == DIG else 1
        self.price = NO_GOODS
        self.gain = NO_GOODS
        self.name = ""  # of an exchange by what is given, of one gain among several by its goods
        self.number = 0  # of that name in GAIN_NAMES or TRADE_NAMES
        self.through_walls = False
        self.ways: list[int] = []
        if kind == GAIN or kind == BREACH:
            self.gain = amounts(tree, word)
            tree.some(word, any(self.gain))
        elif kind == TRADE:
            self.price = amounts(tree, word)
            self.gain = amounts(tree, "for")
            tree.some(word, any(self.price))
            tree.some("for", any(self.gain))
            self.name = spelled(self.price)
        elif kind == DIG:
            self.price = amounts(tree, "cost")
            self.through_walls = tree.flag("through_walls")
        elif kind == WALL and not tree.flag(word):
            raise FactsError("facts.allowed", where=tree.where, key=word, allowed="true")
        elif kind == FURNISH:
            self.ways = [ways.index(name) for name in tree.texts(word, tuple(ways))]
            tree.some(word, self.ways)


def _word(tree: Facts) -> str:
    """What a part is; an error for an entry that says nothing of the kind."""
    for name in PART_NAMES:
        if name in tree:
            return name
    tree.close()
    raise FactsError("facts.missing", where=tree.where, key=" / ".join(PART_NAMES))


class Tile:
    """One action tile."""

    def __init__(self, name: str, tree: Facts, ways: list[str]) -> None:
        self.name = name
        self.group = tree.text("group", tuple(GROUPS))
        self.for_two_only = tree.flag("for_two_only")
        self.needs_more_gold = tree.text("needs", ("more gold",), "") != ""
        self.parts: list[Part] = []
        self.section_count = 0
        for entry in tree.parts("do"):
            alternatives = entry.parts("one_of") if "one_of" in entry else []
            for one in alternatives or [entry]:
                self.parts.append(Part(self.section_count, one, ways))
            self.section_count += 1
        tree.some("do", self.parts)
        gains = [part for part in self.parts if part.kind == GAIN]
        if len(gains) > 1:
            for part in gains:
                part.name = spelled(part.gain)


class TilesFacts:
    """What `action_tiles.toml` says."""

    def __init__(self, tree: Facts) -> None:
        ways, tiles = tree.part("ways", needed=True), tree.part("tiles", needed=True)
        if NOTHING not in ways:
            raise FactsError("facts.missing", where=ways.where, key=NOTHING)
        names = [*(name for name in ways.names() if name != NOTHING), NOTHING]
        self.ways = [Way(name, ways.part(name)) for name in names]
        self.tiles = [Tile(name, tiles.part(name), names) for name in tiles.names()]
        self.gain_names = _number_parts(self.tiles, GAIN)
        self.trade_names = _number_parts(self.tiles, TRADE)


def _number_parts(tiles: list[Tile], kind: int) -> list[str]:
    """Numbers the parts of a kind by their names, each name once for all tiles; the names."""
    names: list[str] = []
    for tile in tiles:
        parts = [part for part in tile.parts if part.kind == kind]
        said = [part.name for part in parts]
        for part in parts:
            if said.count(part.name) > 1:
                where = f"action_tiles.toml, tiles, {tile.name}"
                raise FactsError(
                    "facts.twice", where=where, key=PART_NAMES[kind], word=part.name or "-"
                )
            if part.name not in names:
                names.append(part.name)
            part.number = names.index(part.name)
    return names


def _read_tiles() -> TilesFacts:
    with read("dvergar.games.cave_vs_cave.facts", "action_tiles.toml") as tree:
        return TilesFacts(tree)


_TILES: Final = _read_tiles()

TILES: Final[list[Tile]] = _TILES.tiles
TILE_NAMES: Final[list[str]] = [tile.name for tile in TILES]
TILE_COUNT: Final[int] = len(TILES)
START_TILES: Final[int] = [tile.group for tile in TILES].count("start")
PARTS: Final[list[list[Part]]] = [tile.parts for tile in TILES]
ALL_SECTIONS: Final[list[int]] = [bit(tile.section_count) - 1 for tile in TILES]
MAX_SECTIONS: Final[int] = max([tile.section_count for tile in TILES])
GAIN_NAMES: Final[list[str]] = _TILES.gain_names
TRADE_NAMES: Final[list[str]] = _TILES.trade_names

WAYS: Final[list[Way]] = _TILES.ways
WAY_NAMES: Final[list[str]] = [way.name for way in WAYS]
FREE_WAY: Final[int] = WAY_NAMES.index(NOTHING)  # the last one


def parts_of_kind(kind: int) -> list[Part]:
    """All parts of all tiles that are of one kind."""
    return [part for parts in PARTS for part in parts if part.kind == kind]


class RoundsFacts:
    """What `rounds.toml` says."""

    def __init__(self, tree: Facts) -> None:
        turns, alone = tree.part("turns"), tree.part("alone")
        self.two_players = _turns(turns, "two_players", players=2)
        self.alone = _turns(turns, "alone", players=1)
        self.goal = alone.number("goal", least=1)
        self.archive = alone.number("archive", least=self.goal)
        self.light_rooms_out = alone.number("light_rooms_out")


def _turns(tree: Facts, key: str, players: int) -> list[int]:
    """The turns of each round: one tile comes with it, and there is a tile for every turn."""
    tiles = [tile for tile in TILES if players > 1 or not tile.for_two_only]
    later = len([tile for tile in tiles if tile.group != GROUPS[0]])
    turns = tree.numbers(key, least=1)
    if len(turns) > later:
        raise FactsError("facts.length", where=tree.where, key=key, most=later)
    for n, each in enumerate(turns, start=1):
        most = (len(tiles) - later + n) // players
        if each > most:
            raise FactsError("facts.most", where=tree.where, key=key, most=most)
    return turns


def _read_rounds() -> RoundsFacts:
    with read("dvergar.games.cave_vs_cave.facts", "rounds.toml") as tree:
        return RoundsFacts(tree)


_ROUNDS: Final = _read_rounds()
TURNS_OF_TWO: Final[list[int]] = _ROUNDS.two_players
TURNS_ALONE: Final[list[int]] = _ROUNDS.alone
MAX_TURNS: Final[int] = max([*TURNS_OF_TWO, *TURNS_ALONE])
GOAL: Final[int] = _ROUNDS.goal
ARCHIVE: Final[int] = _ROUNDS.archive
LIGHT_ROOMS_OUT: Final[int] = _ROUNDS.light_rooms_out
