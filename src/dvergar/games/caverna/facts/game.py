"""The numbers of `game.toml`: rounds, family, harvests, food, prices, points.

Each stands here under the name by which the rules know it.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.games.caverna.facts.goods import ANIMAL_NAMES, GOOD_COUNT, GOODS, amounts
from dvergar.games.caverna.facts.spaces import SPACES

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

FAMILY_MOST: Final = _FILE.part("family").number("most")

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
SOWN_MOST: Final = _SOWING.number("most")

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
FORGE_MOST: Final = _WEAPONS.number("forge")
WEAPON_MOST: Final = _WEAPONS.number("most")
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
