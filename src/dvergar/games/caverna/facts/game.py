"""The goods, and the numbers of `game.toml`, `loot.toml` and `spaces.toml`.

Each number is here under the name by which the rules know it: rounds, family, harvests, food,
prices, points, the loot of expeditions, and the action spaces with their goods. What a card prints
for a part of its action is the same with every number of players.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read

WOOD: Final = 0
STONE: Final = 1
ORE: Final = 2
RUBY: Final = 3
GOLD: Final = 4
FOOD: Final = 5
GRAIN: Final = 6
VEGETABLE: Final = 7
DOG: Final = 8
SHEEP: Final = 9
DONKEY: Final = 10
BOAR: Final = 11
CATTLE: Final = 12

GOODS: Final = (
    "wood",
    "stone",
    "ore",
    "ruby",
    "gold",
    "food",
    "grain",
    "vegetable",
    "dog",
    "sheep",
    "donkey",
    "boar",
    "cattle",
)
GOOD_COUNT: Final = len(GOODS)
FARM_ANIMALS: Final = [SHEEP, DONKEY, BOAR, CATTLE]
ANIMAL_NAMES: Final = ("sheep", "donkey", "boar", "cattle")


def is_farm_animal(good: int) -> bool:
    """Whether a good is an animal that needs room; dogs need none."""
    return good >= SHEEP


def amounts(table: Facts, key: str) -> list[tuple[int, int]]:
    """Named amounts of a table of facts as pairs of good and number; none where it is not said."""
    return [(GOODS.index(name), number) for name, number in table.counts(key, GOODS).items()]


BREEDING: Final = "breed_2"
WEAPONS: Final = "all_weapons_plus_1"
PAID_WITH: Final[dict[str, tuple[str, ...]]] = {
    "stable": ("stone",),
    "small_pasture": ("wood",),
    "large_pasture": ("wood",),
    "ordinary_dwelling": ("wood", "stone", "ore", "gold", "food", "grain", "vegetable"),
}
"""The items that may cost something, and the goods that what they let one do is paid with."""


class LootFacts:
    """What is printed of one item."""

    __slots__ = ("cost", "goods", "kinds", "strength", "weapons")

    def __init__(self, entry: Facts, name: str) -> None:
        self.strength = entry.number("strength")
        self.goods = amounts(entry, "goods")
        self.cost = entry.counts("cost", PAID_WITH[name]) if name in PAID_WITH else {}
        self.kinds = entry.number("kinds") if name == BREEDING else 0
        self.weapons = entry.number("weapons") if name == WEAPONS else 0


with read("dvergar.games.caverna.facts", "loot.toml") as _file:
    LOOT: Final[list[str]] = _file.names()
    _LOOT_FACTS: Final = [LootFacts(_file.part(name), name) for name in LOOT]


def _item(name: str) -> int:
    """The number of an item that the rules know by name."""
    if name not in LOOT:
        raise FactsError("facts.missing", where="loot.toml", key=name)
    return LOOT.index(name)


LOOT_COUNT: Final = len(LOOT)
LOOT_STRENGTH: Final = [facts.strength for facts in _LOOT_FACTS]
LOOT_GOODS: Final = [facts.goods for facts in _LOOT_FACTS]
LOOT_COST: Final = {name: facts.cost for name, facts in zip(LOOT, _LOOT_FACTS, strict=True)}
"""What is paid for an item besides, by the names of item and good."""
LOOT_BREEDS: Final = _LOOT_FACTS[_item(BREEDING)].kinds
ALL_WEAPONS: Final = _item(WEAPONS)
ALL_WEAPONS_MORE: Final = _LOOT_FACTS[ALL_WEAPONS].weapons


class Printed:
    """The numbers that a card prints for parts of its action."""

    __slots__ = ("expedition", "mines_for_ruby", "ore_for_each_mine", "reward", "ruby")

    def __init__(self, entry: Facts) -> None:
        self.expedition = entry.number("expedition", 0)
        self.reward = amounts(entry, "reward")
        self.ore_for_each_mine = entry.number("ore_for_each_mine", 0)
        with_mines = entry.part("ruby_with_mines")
        self.mines_for_ruby = with_mines.number("mines", 0)
        self.ruby = with_mines.number("ruby", 0)

    def numbers(self) -> tuple[object, ...]:
        """Everything, for comparing."""
        with_mines = (self.mines_for_ruby, self.ruby)
        return (self.expedition, self.reward, self.ore_for_each_mine, with_mines)

    def rewarded(self, good: int) -> int:
        """How much of a good is the reward of a part."""
        return dict(self.reward).get(good, 0)


class SpaceFacts:
    """What is printed of one space for some numbers of players."""

    __slots__ = (
        "empty",
        "first_round",
        "food",
        "goods",
        "is_imitation",
        "more",
        "players",
        "printed",
    )

    def __init__(self, entry: Facts) -> None:
        self.players = entry.numbers("players")
        self.empty = amounts(entry, "empty")
        self.more = amounts(entry, "more") if "more" in entry else self.empty
        self.goods = amounts(entry, "goods")
        self.first_round = entry.number("first_round", 1)
        self.is_imitation = "imitation_food" in entry
        self.food = entry.number("imitation_food", 0)
        self.printed = Printed(entry)


def _printed(name: str, boards: list[SpaceFacts]) -> Printed:
    """What a space prints on every board; an error where two boards differ."""
    first = boards[0].printed
    for board in boards:
        if board.printed.numbers() != first.numbers():
            raise FactsError("facts.differ", where=f"spaces.toml, {name}")
    return first


with read("dvergar.games.caverna.facts", "spaces.toml") as _file:
    SPACES: Final[list[str]] = _file.names()
    _SPACE_FACTS: Final = [[SpaceFacts(entry) for entry in _file.parts(name)] for name in SPACES]

PRINTED: Final = {
    name: _printed(name, boards) for name, boards in zip(SPACES, _SPACE_FACTS, strict=True)
}
"""What the card of each space prints for parts of its action."""
SPACE_COUNT: Final = len(SPACES)
WISH: Final = SPACES.index("wish_for_children")
URGENT_WISH: Final = SPACES.index("urgent_wish_for_children")
FAMILY_LIFE: Final = SPACES.index("family_life")
STARTING_PLAYER: Final = SPACES.index("starting_player")


def space_facts(space: int, players: int) -> SpaceFacts | None:
    """The facts of a space for so many players; None if it is not there with so many."""
    for facts in _SPACE_FACTS[space]:
        if players in facts.players:
            return facts
    return None


EATABLE: Final = (*ANIMAL_NAMES, "grain", "vegetable", "ruby")
SINGLE_TILES: Final = ("meadow", "field", "tunnel", "cavern")
"""The landscape tiles of one cell, in the order of the moves that lay them."""


class Stage:
    """Rounds, and the cards that are shuffled into them, by space."""

    __slots__ = ("cards", "rounds")

    def __init__(self, entry: Facts) -> None:
        self.rounds = entry.numbers("rounds")
        self.cards = _spaces(entry, "cards")


def _spaces(entry: Facts, key: str) -> list[int]:
    return [SPACES.index(name) for name in entry.texts(key, tuple(SPACES))]


def _by_good(entry: Facts, names: tuple[str, ...]) -> list[int]:
    """A number for every good; 0 for those that are not among the names."""
    return [entry.number(good) if good in names else 0 for good in GOODS]


_FILE: Final = read("dvergar.games.caverna.facts", "game.toml")

ROUNDS: Final = _FILE.number("rounds")
SHORT_ROUNDS: Final = _FILE.numbers("short_rounds")
SHORT_WITH: Final = _FILE.numbers("short_with", least=1)

_START: Final = _FILE.part("start")
START_FOOD: Final = _START.numbers("food")
SOLO_FOOD: Final = _START.number("solo_food")
START_DWARFS: Final = _START.number("dwarfs")
STABLES: Final = _START.number("stables")

MAX_FAMILY: Final = _FILE.part("family").number("most")

_REWARDS: Final = _FILE.part("rewards")
REWARDS: Final = {name: amounts(_REWARDS, name) for name in _REWARDS.names()}
"""Goods for the first tile on a cell, by the cell's name."""

_CARDS: Final = _FILE.part("cards")
STAGES: Final = [Stage(entry) for entry in _CARDS.parts("stages")]
CARDS: Final = [card for stage in STAGES for card in stage.cards]
NOT_FOR_TWO: Final = _spaces(_CARDS, "not_for_two")
SOLO_CARDS: Final = _spaces(_CARDS, "solo")

_HARVEST: Final = _FILE.part("harvest")
FULL_HARVESTS: Final = _HARVEST.numbers("full")
PAY_ONE_HARVESTS: Final = _HARVEST.numbers("pay_one")
MARKERS_FROM: Final = _HARVEST.number("markers_from")
RED_MARKERS: Final = _HARVEST.number("red", most=3)  # no meaning for a fourth
SOLO_FULL_HARVESTS: Final = _HARVEST.numbers("solo_full")

_FEEDING: Final = _FILE.part("feeding")
ADULT_FOOD: Final = _FEEDING.number("adult")
NEWBORN_FOOD: Final = _FEEDING.number("newborn")
PAY_ONE_FOOD: Final = _FEEDING.number("pay_one")

FOOD_OF: Final = _by_good(_FILE.part("eat"), EATABLE)
"""Food for one of each good; 0: it cannot be eaten."""
_TOGETHER: Final = _FILE.part("eat_together")
DONKEYS_TOGETHER: Final = _TOGETHER.number("donkeys")
FOOD_TOGETHER: Final = _TOGETHER.number("food")
_EAT_GOLD: Final = _FILE.part("eat_gold")
GOLD_FOR_FOOD: Final = _EAT_GOLD.number("first", least=1)
GOLD_FOR_MORE_FOOD: Final = _EAT_GOLD.number("more", least=1)

_SOWING: Final = _FILE.part("sowing")
GRAIN_ON_FIELD: Final = _SOWING.number("grain", most=3)  # a cell has no code for more
VEGETABLES_ON_FIELD: Final = _SOWING.number("vegetable", most=3)
MAX_SOWN: Final = _SOWING.number("most")

_BUILDING: Final = _FILE.part("building")
SMALL_PASTURE_WOOD: Final = _BUILDING.number("small_pasture")
LARGE_PASTURE_WOOD: Final = _BUILDING.number("large_pasture")
STABLE_STONE: Final = _BUILDING.number("stable")

_ROOM: Final = _FILE.part("room")
SMALL_PASTURE_ROOM: Final = _ROOM.number("small_pasture")
LARGE_PASTURE_ROOM: Final = _ROOM.number("large_pasture")
STABLE_TIMES: Final = _ROOM.number("stable_times")
"""By how much each stable multiplies the room of a pasture."""
SHEEP_BEYOND_DOGS: Final = _ROOM.number("sheep_beyond_dogs")

PARENTS: Final = _FILE.part("breeding").number("parents")

_WEAPONS: Final = _FILE.part("weapons")
MAX_FORGE: Final = _WEAPONS.number("forge")
MAX_WEAPON: Final = _WEAPONS.number("most")
EXPEDITION_STRENGTH: Final = _WEAPONS.number("expedition")
"""What a weapon gains by an expedition."""

_ORE_SALE: Final = _FILE.part("ore_sale")
ORE_SALE_PAY: Final = amounts(_ORE_SALE, "pay")
ORE_SALE_GET: Final = amounts(_ORE_SALE, "get")
ORE_SALE_TIMES: Final = _ORE_SALE.number("times")

_RUBY: Final = _FILE.part("ruby")
GOOD_RUBIES: Final = _RUBY.number("good", least=1)
RUBY_GOODS: Final = [GOODS.index(name) for name in _RUBY.texts("goods", GOODS)]
_AND_FOOD: Final = _RUBY.counts("and_food", GOODS)
RUBY_GOODS_FOOD: Final = [_AND_FOOD.get(GOODS[good], 0) for good in RUBY_GOODS]
"""Food that each of RUBY_GOODS costs besides the ruby."""
_LAND: Final = _RUBY.part("land")
SINGLE_TILE_RUBIES: Final = [_LAND.number(name) for name in SINGLE_TILES]
"""Rubies for a single tile, in the order of SINGLE_TILES."""
JUMP_RUBIES: Final = _RUBY.number("jump")
SAVE_RUBIES: Final = _RUBY.number("save")
DEEP_TUNNEL_RUBIES: Final = _RUBY.number("on_deep_tunnel")

_MARKET: Final = _FILE.counts("market", GOODS)
MARKET_GOODS: Final = [GOODS.index(name) for name in _MARKET]
MARKET_PRICE: Final = list(_MARKET.values())

_SCORE: Final = _FILE.part("score")
BEGGING_POINTS: Final = _SCORE.number("begging", most=0, least=None)
MISSING_TYPE_POINTS: Final = _SCORE.number("missing_type", most=0, least=None)
UNUSED_POINTS: Final = _SCORE.number("unused", most=0, least=None)
SMALL_PASTURE_POINTS: Final = _SCORE.number("small_pasture")
LARGE_PASTURE_POINTS: Final = _SCORE.number("large_pasture")
ORE_MINE_POINTS: Final = _SCORE.number("ore_mine")
RUBY_MINE_POINTS: Final = _SCORE.number("ruby_mine")
GRAIN_FOR_A_POINT: Final = _SCORE.number("grain_each", least=1)

PURGE_OVER: Final = _FILE.part("solo").number("purge_over")

_FILE.close()


def rounds_with(players: int) -> list[int]:
    """The rounds that are played by so many."""
    return SHORT_ROUNDS if players in SHORT_WITH else list(range(1, ROUNDS + 1))


def cards_with(players: int, stage: Stage) -> list[int]:
    """The cards of a stage that are shuffled by so many; a player alone has an order of them."""
    left_out = NOT_FOR_TWO if players == 2 else []
    return [card for card in stage.cards if card not in left_out]


def _check_rounds() -> None:
    """Refuses rounds that do not follow each other, or have not a card and a marker each."""
    _require("rounds", [n for stage in STAGES for n in stage.rounds] == rounds_with(0))
    for key, rounds in (
        ("short_rounds", SHORT_ROUNDS),
        ("full", FULL_HARVESTS),
        ("pay_one", PAY_ONE_HARVESTS),
        ("solo_full", SOLO_FULL_HARVESTS),
    ):
        _require(key, rounds == sorted(set(rounds)) and rounds[0] > 0 and rounds[-1] <= ROUNDS)
    for players in range(2, len(START_FOOD) + 1):
        played = rounds_with(players)
        for stage in STAGES:
            lying = [number for number in stage.rounds if number in played]
            _require("cards", len(cards_with(players, stage)) == len(lying))
        marked = [number for number in played if number >= MARKERS_FROM]
        _require("markers_from", len(marked) >= RED_MARKERS)
    _require("solo", len(SOLO_CARDS) == len(rounds_with(1)))


def _require(key: str, fits: bool) -> None:
    if not fits:
        raise FactsError("facts.rounds", where="game.toml", key=key, most=ROUNDS)


_check_rounds()
assert len(FOOD_OF) == GOOD_COUNT
