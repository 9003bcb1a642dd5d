"""The furnishing tiles of `tiles.toml` as tables in which the rules look things up.

Tiles are numbers, sets of tiles ints with one bit a tile. What a tile does stands here by effect,
not by name: whoever asks for a price looks through the discounts, whoever gains a good through the
triggers of that good. A new tile with an effect that is known here needs no code.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.core.sets import bit
from dvergar.games.caverna.facts import game as facts

COLOURS: Final = ("orange", "green", "yellow")
ORANGE: Final = 0
YELLOW: Final = 2
ORDINARY: Final = "dwelling"
"""The tile that some actions build and no other."""

# What a discount is given on.
DISCOUNTED: Final = ("furnish", "fence", "stable", "forge")
ON_FURNISHING: Final = 0
ON_FENCES: Final = 1
ON_STABLES: Final = 2
ON_FORGING: Final = 3

# What a tile counts, when it is built and at scoring.
COUNTED: Final = (
    "sheep",
    "cattle",
    "stone",
    "ore",
    "ruby",
    "farm_animal",
    "grain_and_vegetable",
    "armed_dwarf",
    "all_armed",
    "none_armed",
    "dwarf",
    "yellow_tile",
    "adjacent_dwelling",
)
FARM_ANIMAL_COUNT: Final = COUNTED.index("farm_animal")
CROP_PAIR_COUNT: Final = COUNTED.index("grain_and_vegetable")
ONCE: Final = -1  # counts nothing: what it brings comes once

# A price is seven numbers, of these goods.
PRICE_GOODS: Final = [
    facts.WOOD,
    facts.STONE,
    facts.ORE,
    facts.GOLD,
    facts.FOOD,
    facts.GRAIN,
    facts.VEGETABLE,
]
PRICE_NAMES: Final = tuple(facts.GOODS[good] for good in PRICE_GOODS)

Amounts = list[tuple[int, int]]


def price_of(cost: dict[str, int]) -> list[int]:
    """A price from named amounts."""
    return [cost.get(name, 0) for name in PRICE_NAMES]


class Trade:
    """Something that a tile exchanges."""

    __slots__ = ("get", "pay")

    def __init__(self, entry: Facts) -> None:
        self.pay = facts.amounts(entry, "pay")
        self.get = facts.amounts(entry, "get")
        entry.some("pay", any(self.pay))
        entry.some("get", any(self.get))


class TileFacts:
    """One entry of the file: what a tile is and what it does, moment by moment."""

    __slots__ = (
        "animal_room",
        "beds",
        "beyond",
        "both_of_either_or",
        "cancels",
        "colour",
        "discount",
        "discount_on",
        "field_room",
        "food_for_animals",
        "food_for_young",
        "furnish_tunnels",
        "introductory",
        "less_for_donkeys",
        "on_birth",
        "on_gain",
        "ore_for",
        "over",
        "overhang",
        "overhang_gold",
        "own_room",
        "points",
        "price",
        "printed",
        "round_good",
        "round_per",
        "rounds",
        "scores",
        "sheep_for_each_dwarf",
        "sixth_dwarf",
        "star",
        "trades",
        "unlimited",
        "weapon_for_food",
        "when_built",
        "when_built_per",
        "work",
    )

    def __init__(self, entry: Facts, names: list[str]) -> None:
        self.colour = COLOURS.index(entry.text("colour", COLOURS))
        self.price = price_of(entry.counts("cost", PRICE_NAMES))
        self.star = "points" not in entry
        self.points = entry.number("points", 0)
        self.introductory = entry.flag("introductory")
        self.printed = entry.flag("printed")
        self.unlimited = entry.flag("unlimited")
        self._read_housing(entry.part("houses"))
        self._read_permits(entry.part("permits"), names)
        self._read_prices_and_gains(entry)
        self._read_rounds_and_meals(entry)
        self._read_trades_and_points(entry)

    def _read_housing(self, houses: Facts) -> None:
        self.beds = houses.number("dwarfs", 0)
        self.sixth_dwarf = houses.flag("sixth_dwarf")
        self.animal_room = houses.number("animals", 0)
        self.own_room = [houses.number(name, 0) for name in facts.ANIMAL_NAMES]
        self.sheep_for_each_dwarf = houses.number("sheep_for_each_dwarf", 0)
        self.field_room = houses.flag("one_on_each_empty_field")

    def _read_permits(self, permits: Facts, names: list[str]) -> None:
        self.furnish_tunnels = permits.flag("furnish_tunnels")
        self.both_of_either_or = permits.flag("both_of_either_or")
        self.overhang = permits.flag("overhang")
        self.overhang_gold = permits.number("overhang_gold", 0)
        self.ore_for = permits.texts("ore_for", ("wood", "stone"), [])
        over = permits.text("over", tuple(names), "")
        self.over = names.index(over) if over else -1

    def _read_prices_and_gains(self, entry: Facts) -> None:
        built = entry.part("when_built")
        self.when_built = _goods_in(built)
        self.when_built_per = _counted(built)
        if self.when_built_per != ONCE:
            _require(built, bool(self.when_built), facts.GOODS)
        discount = entry.part("discount")
        self.discount = _goods_in(discount, PRICE_NAMES)
        said = discount.texts("on", DISCOUNTED) if self.discount or "on" in discount else []
        self.discount_on = [DISCOUNTED.index(what) for what in said]
        if said:
            _require(discount, bool(self.discount), PRICE_NAMES)
        self.on_gain = _trigger(entry.part("on_gain"), facts.GOODS)
        birth = entry.part("on_birth")
        self.on_birth = _trigger(birth, facts.ANIMAL_NAMES)
        self.food_for_young = birth.numbers("food_for_young", [])

    def _read_rounds_and_meals(self, entry: Facts) -> None:
        each_round = entry.part("each_round")
        self.rounds = each_round.number("rounds", 0)
        self.round_per = each_round.text("per", ("donkey_in_ore_mine",), "")
        brings = self.rounds > 0 or self.round_per != ""
        good = (
            each_round.text("good", facts.GOODS)
            if brings
            else each_round.text("good", facts.GOODS, "")
        )
        self.round_good = facts.GOODS.index(good) if good else -1
        if good:
            _require(each_round, brings, ("rounds", "per"))
        feeding = entry.part("while_feeding")
        self.work = facts.amounts(feeding, "one_dwarf_for")
        self.less_for_donkeys = feeding.number("less_for_each_donkey_in_a_mine", 0)

    def _read_trades_and_points(self, entry: Facts) -> None:
        any_time = entry.part("any_time")
        before_scoring = entry.part("before_scoring")
        self.trades = [
            Trade(one) for one in any_time.parts("trades") + before_scoring.parts("trades")
        ]
        self.food_for_animals = any_time.number("food_for_each_animal", 0)
        self.weapon_for_food = any_time.text("weapon_for", ("food",), "") != ""
        scoring = entry.part("at_scoring")
        if "per" in scoring or "points" in scoring:
            _require(scoring, "per" in scoring, ("per",))
            _require(scoring, "points" in scoring, ("points",))
        self.scores = (
            scoring.number("points", 0),
            _counted(scoring),
            scoring.number("each", 1, least=1),
        )
        self.beyond = scoring.number("beyond", 0)
        self.cancels = scoring.number("cancels", 0)


def _goods_in(table: Facts, allowed: tuple[str, ...] = facts.GOODS) -> Amounts:
    """The goods named in a table that says other things too."""
    return [(facts.GOODS.index(name), table.number(name)) for name in allowed if name in table]


def _require(table: Facts, said: bool, keys: tuple[str, ...]) -> None:
    """Refuses an effect that is half said: without one of these keys it would do nothing."""
    if not said:
        raise FactsError("facts.missing", where=table.where, key=" / ".join(keys))


def _counted(table: Facts) -> int:
    what = table.text("per", COUNTED, "")
    return COUNTED.index(what) if what else ONCE


def _trigger(table: Facts, causes: tuple[str, ...]) -> tuple[int, int]:
    """The good that sets a tile off and the good it gives; (-1, -1): none."""
    if "of" not in table and "gives" not in table:
        return (-1, -1)
    of, gives = table.text("of", causes), table.text("gives", facts.GOODS)
    return facts.GOODS.index(of), facts.GOODS.index(gives)


with read("dvergar.games.caverna.facts", "tiles.toml") as _file:
    TILES: Final[list[str]] = _file.names()
    _FACTS: Final = [TileFacts(_file.part(name), TILES) for name in TILES]

TILE_COUNT: Final = len(TILES)


def tile(name: str) -> int:
    """The number of a tile."""
    return TILES.index(name)


def _set_of(chosen: list[bool]) -> int:
    return sum(bit(number) for number, is_in in enumerate(chosen) if is_in)


def _only(tiles: list[int], key: str) -> int:
    """The one tile that the rules know by something."""
    if len(tiles) != 1:
        why = "facts.once" if tiles else "facts.missing"
        raise FactsError(why, where="tiles.toml", key=key)
    return tiles[0]


# What a tile is.
COLOUR: Final = [one.colour for one in _FACTS]
IS_DWELLING: Final = [one.colour == ORANGE for one in _FACTS]
POINTS: Final = [one.points for one in _FACTS]
HAS_STAR: Final = [one.star for one in _FACTS]
PRICE: Final = [one.price for one in _FACTS]
PRINTED_TILES: Final = _set_of([one.printed for one in _FACTS])
PRINTED_TILE: Final = _only([number for number, one in enumerate(_FACTS) if one.printed], "printed")
UNLIMITED: Final = _set_of([one.unlimited for one in _FACTS])
DWELLINGS: Final = _set_of(IS_DWELLING)
YELLOW_TILES: Final = _set_of([one.colour == YELLOW for one in _FACTS])
FULL_SET: Final = _set_of([not one.printed for one in _FACTS])
INTRODUCTORY_SET: Final = FULL_SET & _set_of([one.introductory for one in _FACTS])
ORDINARY_DWELLING: Final = _only([n for n, one in enumerate(TILES) if one == ORDINARY], ORDINARY)

# When built: goods, each so often as there is of what is counted.
WHEN_BUILT: Final = [one.when_built for one in _FACTS]
WHEN_BUILT_PER: Final = [one.when_built_per for one in _FACTS]

# Ongoing: housing.
BEDS: Final = [one.beds for one in _FACTS]
SIXTH_DWARF: Final = _set_of([one.sixth_dwarf for one in _FACTS])
ANIMAL_ROOM: Final = [one.animal_room for one in _FACTS]  # for so many of one kind, any kind
FIELD_ROOM: Final = _set_of([one.field_room for one in _FACTS])  # one on each empty field
OWN_ROOM: Final = [  # (tile, animal, how many, how many for each dwarf)
    (number, animal, one.own_room[kind], one.sheep_for_each_dwarf if animal == facts.SHEEP else 0)
    for number, one in enumerate(_FACTS)
    for kind, animal in enumerate(facts.FARM_ANIMALS)
    if one.own_room[kind] or (animal == facts.SHEEP and one.sheep_for_each_dwarf)
]
OWN_ROOM_TILES: Final = _set_of(
    [any(one.own_room) or one.sheep_for_each_dwarf > 0 for one in _FACTS]
)

# Ongoing: discounts, for each of DISCOUNTED (tile, good, amount).
DISCOUNTS: Final[list[list[tuple[int, int, int]]]] = [
    [
        (number, good, amount)
        for number, one in enumerate(_FACTS)
        if what in one.discount_on
        for good, amount in one.discount
    ]
    for what in range(len(DISCOUNTED))
]
DISCOUNT_TILES: Final = [
    _set_of([what in one.discount_on for one in _FACTS]) for what in range(len(DISCOUNTED))
]

# Ongoing: permissions, as sets of the tiles that give them.
FURNISH_TUNNELS: Final = _set_of([one.furnish_tunnels for one in _FACTS])
BOTH_OF_EITHER_OR: Final = _set_of([one.both_of_either_or for one in _FACTS])
OVERHANG: Final = _set_of([one.overhang for one in _FACTS])
OVERHANG_GOLD: Final = max(one.overhang_gold for one in _FACTS)
ORE_FOR_WOOD: Final = _set_of(["wood" in one.ore_for for one in _FACTS])
ORE_FOR_STONE: Final = _set_of(["stone" in one.ore_for for one in _FACTS])
OVER: Final = [one.over for one in _FACTS]  # the tile on top of which one goes; -1: none
STACKED: Final = _set_of([one.over >= 0 for one in _FACTS])

# On a gain and on a birth: for each good (tile, good it gives).
ON_GAIN: Final[list[list[tuple[int, int]]]] = [
    [(number, one.on_gain[1]) for number, one in enumerate(_FACTS) if one.on_gain[0] == good]
    for good in range(facts.GOOD_COUNT)
]
ON_BIRTH: Final[list[list[tuple[int, int]]]] = [
    [(number, one.on_birth[1]) for number, one in enumerate(_FACTS) if one.on_birth[0] == good]
    for good in range(facts.GOOD_COUNT)
]


def _refuse_circles() -> None:
    """A good that in the end sets off its own coming would never stop to come."""
    for good in range(facts.GOOD_COUNT):
        seen: list[int] = [good]
        for one in seen:
            for _, gives in ON_GAIN[one]:
                if gives == good:
                    names = ", ".join(facts.GOODS[each] for each in seen)
                    raise FactsError("facts.circle", where="tiles.toml", key="on_gain", goods=names)
                if gives not in seen:
                    seen.append(gives)


_refuse_circles()
FOOD_FOR_YOUNG: Final = [  # (tile, food by the number of young)
    (number, one.food_for_young) for number, one in enumerate(_FACTS) if one.food_for_young
]

# At the start of a round: (tile, good, rounds), and (tile, good) for each donkey in an ore mine.
SUPPLIERS: Final[list[tuple[int, int, int]]] = [
    (number, one.round_good, one.rounds) for number, one in enumerate(_FACTS) if one.rounds
]
MINERS: Final[list[tuple[int, int]]] = [
    (number, one.round_good) for number, one in enumerate(_FACTS) if one.round_per
]

# While feeding: goods that feed one dwarf, and food saved by donkeys in mines as (tile, food).
WORK_TILES: Final = _set_of([bool(one.work) for one in _FACTS])
if sum(bool(one.work) for one in _FACTS) > 1:
    raise FactsError("facts.once", where="tiles.toml", key="one_dwarf_for")
_WORK: Final = [pair for one in _FACTS for pair in one.work]
WORK_GOODS: Final = [good for good, _ in _WORK]
WORK_PRICES: Final = [amount for _, amount in _WORK]
MINING_MEALS: Final = [
    (number, one.less_for_donkeys) for number, one in enumerate(_FACTS) if one.less_for_donkeys
]

# At any time, some of it before scoring: meals (tile, more food), weapons for food, trades.
MORE_FOOD: Final = [
    (number, one.food_for_animals) for number, one in enumerate(_FACTS) if one.food_for_animals
]
WEAPON_FOR_FOOD: Final = _set_of([one.weapon_for_food for one in _FACTS])
_TRADES: Final = [(number, trade) for number, one in enumerate(_FACTS) for trade in one.trades]
TRADE_TILE: Final = [number for number, _ in _TRADES]
TRADE_TILES: Final = _set_of([bool(one.trades) for one in _FACTS])
TRADE_PAY: Final[list[Amounts]] = [trade.pay for _, trade in _TRADES]
TRADE_GET: Final[list[Amounts]] = [trade.get for _, trade in _TRADES]
FOOD_TRADES: Final = [  # the trades that bring nothing but food
    number for number, (_, trade) in enumerate(_TRADES) if [g for g, _ in trade.get] == [facts.FOOD]
]


def _trade_name(number: int) -> str:
    several = TRADE_TILE.count(TRADE_TILE[number]) > 1
    return TILES[TRADE_TILE[number]] + (
        f" {facts.GOODS[TRADE_GET[number][0][0]]}" if several else ""
    )


TRADE_NAMES: Final = [_trade_name(number) for number in range(len(_TRADES))]

# At scoring: (tile, points, what is counted, for how many), and (tile, lost points it cancels).
AT_SCORING: Final[list[tuple[int, int, int, int]]] = [
    (number, *one.scores) for number, one in enumerate(_FACTS) if one.scores[1] != ONCE
]
BEYOND: Final = [one.beyond for one in _FACTS]  # so many dwarfs do not count
CANCELS: Final[list[tuple[int, int]]] = [
    (number, one.cancels) for number, one in enumerate(_FACTS) if one.cancels
]
