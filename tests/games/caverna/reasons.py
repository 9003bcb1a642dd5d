"""Why something cannot be done, found out by looking at the table: the words and rules to expect.

Every verb of a card has a function that says what it lacks. Where it lacks several things, a
player may be told any of them. Where a card has several verbs, the player is told what the first
one lacks of which something can be got; that there is no room for a child only where no dwelling
can be furnished by the same card.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

from tests.games.caverna.referee.deeds import count_land, litters
from tests.games.caverna.referee.home import (
    can_grow,
    empty_fields,
    furnishing_places,
    large_pastures,
    ore_mines,
    owns,
    ruby_mines,
    singles,
    small_pastures,
    stable_places,
    twins,
)
from tests.games.caverna.referee.prices import can_pay, furnishable, own_tiles, reduced, ways_to_pay
from tests.games.caverna.referee.printed import (
    DWELLINGS,
    IMITATIONS,
    LOOT,
    LOOT_GOODS,
    TILES,
    space,
)
from tests.games.caverna.referee.shapes import Goods, Pair, View


class Reason(NamedTuple):
    """What a player is told, and the rule that says so."""

    word: str
    rule: str


OCCUPIED = Reason("occupied", "caverna.placing.free_space")
NOTHING_THERE = Reason("nothing_there", "caverna.placing.something_to_do")
NO_ROOM_FOR_MEADOW_FIELD = Reason("no_room_for_tile", "caverna.land.meadow_field")
NO_ROOM_FOR_CAVERN_TWIN = Reason("no_room_for_tile", "caverna.land.cavern_twins")
NO_ROOM_FOR_SINGLE = Reason("no_room_for_tile", "caverna.expedition.doable")
NO_TUNNELS_FOR_MINE = Reason("no_tunnels_for_mine", "caverna.land.ore_mine")
NO_TUNNEL_FOR_RUBY_MINE = Reason("no_tunnel_for_ruby_mine", "caverna.land.ruby_mine")
NO_CAVERN = Reason("no_cavern", "caverna.furnish.empty_cavern")
NO_TILE_AFFORDABLE = Reason("no_tile_affordable", "caverna.furnish.full_price")
NO_DWELLING_AFFORDABLE = Reason("no_dwelling_affordable", "caverna.furnish.dwelling")
NO_LOOT_DWELLING_AFFORDABLE = Reason("no_dwelling_affordable", "caverna.loot.ordinary_dwelling")
NO_EMPTY_FIELD = Reason("no_empty_field", "caverna.land.sow.needs")
NO_SEED = Reason("no_seed", "caverna.land.sow.needs")
NO_BED = Reason("no_bed", "caverna.dwarf.no_room")
FAMILY_FULL = Reason("family_full", "caverna.dwarf.five")
ALREADY_ARMED = Reason("already_armed", "caverna.weapon.unarmed_only")
NO_ORE_TO_FORGE = Reason("no_ore_to_forge", "caverna.weapon.forge")
NOT_ARMED = Reason("not_armed", "caverna.expedition.armed")
NO_MEADOW = Reason("no_meadow", "caverna.land.fences.only_meadows")
NO_TWO_MEADOWS = Reason("no_two_meadows", "caverna.land.fences.large")
NO_WOOD_FOR_SMALL = Reason("no_wood_for_fence", "caverna.land.fences.small")
NO_WOOD_FOR_LARGE = Reason("no_wood_for_fence", "caverna.land.fences.large")
NO_WOOD_FOR_SMALL_LOOT = Reason("no_wood_for_fence", "caverna.loot.small_pasture")
NO_WOOD_FOR_LARGE_LOOT = Reason("no_wood_for_fence", "caverna.loot.large_pasture")
NO_STABLE_LEFT = Reason("no_stable_left", "caverna.land.stable.three")
NO_PLACE_FOR_STABLE = Reason("no_place_for_stable", "caverna.land.stable.where_not")
NO_STONE_FOR_STABLE = Reason("no_stone_for_stable", "caverna.land.stable")
NO_ORE_TO_SELL = Reason("no_ore_to_sell", "caverna.space.ore_trading")
NOBODY_TO_IMITATE = Reason("nobody_to_imitate", "caverna.imitation.not_own")
ONLY_STARTING_PLAYER = Reason("not_to_be_imitated", "caverna.imitation.not_starting_player")
ONLY_IMITATION = Reason("not_to_be_imitated", "caverna.imitation.not_imitation")
NOTHING_TO_IMITATE = Reason("nothing_to_imitate", "caverna.imitation.something")
NO_FOOD_TO_IMITATE = Reason("no_food_to_imitate", "caverna.imitation.food")
NO_GOLD_FOR_MARKET = Reason("no_gold_for_market", "caverna.space.weekly_market.prices")
NO_PAIR_TO_BREED = Reason("no_pair_to_breed", "caverna.breed.two_give_one")
NO_ROOM_TO_BREED = Reason("no_room_to_breed", "caverna.breed.room")
LOOT_TAKEN = Reason("loot_taken", "caverna.expedition.once")
LOOT_TOO_STRONG = Reason("loot_too_strong", "caverna.expedition.strength")
NO_DWELLING = Reason("tile_not_here", "caverna.furnish.dwelling")
NOT_THE_ORDINARY_DWELLING = Reason("tile_not_here", "caverna.loot.ordinary_dwelling")
TILE_TOO_DEAR = Reason("short_of", "caverna.furnish.full_price")
TILE_TOO_DEAR_AS_LOOT = Reason("short_of", "caverna.loot.ordinary_dwelling")
NO_RUBY_FOR_GOOD = Reason("short_of", "caverna.ruby.goods")
NO_FOOD_FOR_CATTLE = Reason("short_of", "caverna.ruby.cattle")
NO_RUBY_FOR_MEADOW_OR_FIELD = Reason("short_of", "caverna.ruby.field_meadow")
NO_RUBY_FOR_TUNNEL = Reason("short_of", "caverna.ruby.tunnel")
NO_RUBIES_FOR_CAVERN = Reason("short_of", "caverna.ruby.cavern")
NO_RUBY_TO_JUMP = Reason("short_of", "caverna.placing.jump")
NO_GOLD_FOR_FOOD = Reason("short_of", "caverna.food.gold")


class Look(NamedTuple):
    """What one looks at: the table, whose dwarf acts, and his weapon."""

    view: View
    seat: int
    weapon: int

    @property
    def player(self) -> View:
        """What lies in front of the acting player."""
        player: View = self.view["players"][self.seat]
        return player

    @property
    def goods(self) -> Goods:
        """The goods of the acting player."""
        goods: Goods = self.player["goods"]
        return goods


Lacks = Callable[[Look], list[Reason]]


def _if(*lacks: tuple[bool, Reason]) -> list[Reason]:
    return [reason for holds, reason in lacks if holds]


# The verbs: what each of them lacks.


def meadow_field(look: Look) -> list[Reason]:
    return _if((not twins(look.player, "meadow", "field"), NO_ROOM_FOR_MEADOW_FIELD))


def cavern_tunnel(look: Look) -> list[Reason]:
    return _if((not twins(look.player, "cavern", "tunnel"), NO_ROOM_FOR_CAVERN_TWIN))


def ore_mine(look: Look) -> list[Reason]:
    return _if((not ore_mines(look.player), NO_TUNNELS_FOR_MINE))


def ruby_mine(look: Look) -> list[Reason]:
    return _if((not any(ruby_mines(look.player).values()), NO_TUNNEL_FOR_RUBY_MINE))


def sow(look: Look) -> list[Reason]:
    seeds = look.goods["grain"] + look.goods["vegetable"]
    return _if((not empty_fields(look.player), NO_EMPTY_FIELD), (not seeds, NO_SEED))


def grow(look: Look) -> list[Reason]:
    if can_grow(look.player):
        return []
    return [FAMILY_FULL if len(look.player["dwarfs"]) >= 5 else NO_BED]


def forge(look: Look) -> list[Reason]:
    ore = look.goods["ore"] > 0 or owns(look.player, "blacksmith")
    return _if((look.weapon > 0, ALREADY_ARMED), (not ore, NO_ORE_TO_FORGE))


def expedition(look: Look) -> list[Reason]:
    return _if((not look.weapon, NOT_ARMED))


def small_pasture(look: Look, wood: int = 2, no_wood: Reason = NO_WOOD_FOR_SMALL) -> list[Reason]:
    have = look.goods["wood"] + owns(look.player, "carpenter")
    return _if((have < wood, no_wood), (not small_pastures(look.player), NO_MEADOW))


def large_pasture(look: Look, wood: int = 4, no_wood: Reason = NO_WOOD_FOR_LARGE) -> list[Reason]:
    have = look.goods["wood"] + owns(look.player, "carpenter")
    return _if((have < wood, no_wood), (not large_pastures(look.player), NO_TWO_MEADOWS))


def stable(look: Look, stone: int = 1) -> list[Reason]:
    have = look.goods["stone"] + owns(look.player, "stone_carver")
    left = look.player["stables"] > 0
    return _if(
        (not left, NO_STABLE_LEFT),
        (have < stone, NO_STONE_FOR_STABLE),
        (left and not stable_places(look.player), NO_PLACE_FOR_STABLE),
    )


def furnish(
    look: Look,
    scope: tuple[str, ...] = (),
    cost: Goods | None = None,
    too_dear: Reason = NO_TILE_AFFORDABLE,
) -> list[Reason]:
    """Any tile on offer, or one of these, at its own price or at this one."""
    offered = [tile for tile in look.view["tiles"] if not scope or tile in scope]
    if furnishable(look.player, offered, cost):
        return []
    own = own_tiles(look.player)
    affordable = any(
        can_pay(look.goods, price)
        for tile in offered
        for price in ways_to_pay(cost or TILES[tile].cost, own).values()
    )
    cavern = bool(furnishing_places(look.player, "dwelling"))
    return _if((not cavern, NO_CAVERN), (not affordable, too_dear))


def furnish_dwelling(look: Look) -> list[Reason]:
    return furnish(look, DWELLINGS, too_dear=NO_DWELLING_AFFORDABLE)


def sell_ore(look: Look) -> list[Reason]:
    return _if((look.goods["ore"] < 2, NO_ORE_TO_SELL))


# The spaces: their verbs in the order of the card, goods left out.

SPACES: dict[str, list[Lacks]] = {
    "drift_mining": [cavern_tunnel],
    "drift_mining_2": [cavern_tunnel],
    "excavation": [cavern_tunnel],
    "clearing": [meadow_field],
    "sustenance": [meadow_field],
    "slash_and_burn": [meadow_field, sow],
    "extension": [meadow_field, cavern_tunnel],
    "hardware_rental": [expedition, sow],
    "fence_building": [small_pasture, large_pasture],
    "logging": [expedition],
    "exploration": [expedition],
    "blacksmithing": [forge, expedition],
    "adventure": [forge, expedition],
    "sheep_farming": [small_pasture, large_pasture, stable],
    "donkey_farming": [small_pasture, large_pasture, stable],
    "ore_mine_construction": [ore_mine, expedition],
    "wish_for_children": [grow, furnish_dwelling],
    "ruby_mine_construction": [ruby_mine],
    "family_life": [grow, sow],
    "ore_trading": [sell_ore],
}
ALWAYS = ("starting_player", "urgent_wish_for_children")  # the token, 3 Gold
MINES_NEEDED = {  # for what mines bring there
    "ore_mining": ("ore_mine", 1),
    "ore_delivery": ("ore_mine", 1),
    "ruby_mining": ("ruby_mine", 1),
    "ruby_delivery": ("ruby_mine", 2),
}


def why_not_place(look: Look, entry: View) -> list[Reason]:
    """The reasons that a player may be told about a space; none if it is open to the dwarf."""
    if entry["occupant"] is not None:
        return [OCCUPIED]
    name = entry["space"]
    if name in IMITATIONS:
        return _why_not_imitate(look, IMITATIONS[name])
    return _why_not_use(look, name, entry["goods"])


def _why_not_use(look: Look, name: str, pile: Goods) -> list[Reason]:
    here = space(name, len(look.view["players"]))
    assert here is not None
    if name in ALWAYS or pile or here.fixed:
        return []
    if name in MINES_NEEDED:
        mine, number = MINES_NEEDED[name]
        return _if((count_land(look.player, mine) < number, NOTHING_THERE))
    lacking = [lacks(look) for lacks in SPACES.get(name, [])]
    if not lacking:
        return [NOTHING_THERE]
    return _told(lacking) if all(lacking) else []


DEAD_ENDS = (
    *(NO_ROOM_FOR_MEADOW_FIELD, NO_ROOM_FOR_CAVERN_TWIN, NO_ROOM_FOR_SINGLE),
    *(FAMILY_FULL, ALREADY_ARMED, NO_STABLE_LEFT, NO_PLACE_FOR_STABLE),
)
"""What nothing helps against."""


def _told(lacking: list[list[Reason]]) -> list[Reason]:
    """Of what each verb of a card lacks, that which a player is told."""
    curable = [lacks for lacks in lacking if not any(one in DEAD_ENDS for one in lacks)]
    useful = [lacks for lacks in curable if lacks != [NO_BED]]
    if [NO_BED] in curable and useful and not {NO_CAVERN, NO_DWELLING_AFFORDABLE} & {*useful[0]}:
        return [NO_BED]  # another verb of the card is no way to a bed
    return [*useful, *curable, *lacking][0]


def _why_not_imitate(look: Look, food: int) -> list[Reason]:
    others = [
        entry["space"]
        for entry in look.view["spaces"]
        if entry["occupant"] not in (None, look.seat)
    ]
    targets = [name for name in others if name != "starting_player" and name not in IMITATIONS]
    poor = look.goods["food"] < food
    if poor or not targets:
        return _if(
            (poor, NO_FOOD_TO_IMITATE),
            (not others, NOBODY_TO_IMITATE),
            (not targets and "starting_player" in others, ONLY_STARTING_PLAYER),
            (not targets and not {*others}.isdisjoint(IMITATIONS), ONLY_IMITATION),
        )
    paid = Look(deepcopy(look.view), look.seat, look.weapon)
    paid.goods["food"] -= food
    usable = any(not _why_not_use(paid, name, {}) for name in targets)
    return [] if usable else [NOTHING_TO_IMITATE]


# The loot.


def why_not_loot(look: Look, item: str, taken: set[str], pastures: list[Pair]) -> list[Reason]:
    """The reasons that a player may be told about an item; none if it can be chosen.

    The weapon of the look is the one that counts for the expedition.
    """
    if item in taken:
        return [LOOT_TAKEN]
    if LOOT[item] > look.weapon:
        return [LOOT_TOO_STRONG]
    if item in LOOT_GOODS or item == "all_weapons_plus_1":
        return []
    if item in ("meadow", "field", "tunnel", "cavern"):
        return _if((not singles(look.player, item), NO_ROOM_FOR_SINGLE))
    if item == "breed_2":
        return _why_not_breed(look, pastures)
    return LOOT_VERBS[item](look)


def _why_not_breed(look: Look, pastures: list[Pair]) -> list[Reason]:
    if litters(look.player, pastures, 2)[0]:
        return []
    pairs = any(look.goods[kind] >= 2 for kind in ("sheep", "donkey", "boar", "cattle"))
    return [NO_ROOM_TO_BREED if pairs else NO_PAIR_TO_BREED]


LOOT_VERBS: dict[str, Lacks] = {
    "furnish_cavern": furnish,
    "stable": lambda look: stable(look, 0),
    "small_pasture": lambda look: small_pasture(look, 1, NO_WOOD_FOR_SMALL_LOOT),
    "large_pasture": lambda look: large_pasture(look, 2, NO_WOOD_FOR_LARGE_LOOT),
    "ordinary_dwelling": lambda look: furnish(
        look, ("dwelling",), {"wood": 2, "stone": 2}, NO_LOOT_DWELLING_AFFORDABLE
    ),
    "sow": sow,
}


# The tiles.

SCOPES: dict[str, tuple[str, ...]] = {
    "wish_for_children": DWELLINGS,
    "urgent_wish_for_children": DWELLINGS,
    "ordinary_dwelling": ("dwelling",),
}
"""What may be furnished on a space or by an item of loot; anywhere else any tile."""
LOOT_PRICES: dict[str, Goods] = {"ordinary_dwelling": {"wood": 2, "stone": 2}}


def why_not_furnish(look: Look, tile: str, by: str) -> list[tuple[Reason, Goods]]:
    """The reasons why a tile cannot be chosen by a space or an item, with what is missing."""
    as_loot = by in LOOT_PRICES
    if by in SCOPES and tile not in SCOPES[by]:
        return [(NOT_THE_ORDINARY_DWELLING if as_loot else NO_DWELLING, {})]
    cost, own = LOOT_PRICES.get(by, TILES[tile].cost), own_tiles(look.player)
    ways = ways_to_pay(cost, own).values()
    lacks: list[tuple[Reason, Goods]] = []
    if not any(can_pay(look.goods, price) for price in ways):
        reason = TILE_TOO_DEAR_AS_LOOT if as_loot else TILE_TOO_DEAR
        lacks.append((reason, short(look.goods, reduced(cost, own))))
    if not furnishing_places(look.player, tile):
        lacks.append((NO_CAVERN, {}))
    return lacks


def short(goods: Goods, price: Goods) -> Goods:
    """What is missing of a price."""
    return {good: n - goods[good] for good, n in price.items() if n > goods[good]}


# What could be done at any time.

TRADES: list[tuple[str, Goods]] = [
    ("trader", {"gold": 2}),
    ("cooking_cave", {"grain": 1, "vegetable": 1}),
    ("hunting_parlor", {"boar": 2}),
    ("beer_parlor", {"grain": 2}),
    ("beer_parlor", {"grain": 2}),
    ("blacksmithing_parlor", {"ruby": 1, "ore": 1}),
    ("spare_part_storage", {"wood": 1, "stone": 1, "ore": 1}),
]


def cannot_pay(look: Look, may_jump: bool) -> list[tuple[Reason, Goods]]:
    """What is told to be too dear for a player, with what is missing."""
    goods = look.goods
    found: list[tuple[Reason, Goods]] = []
    if not goods["ruby"]:
        found.append((NO_RUBY_FOR_GOOD, {"ruby": 1}))
    elif not goods["food"]:
        found.append((NO_FOOD_FOR_CATTLE, {"food": 1}))
    if goods["ruby"] == 1 and singles(look.player, "cavern"):
        found.append((NO_RUBIES_FOR_CAVERN, {"ruby": 1}))
    at_home = [one["weapon"] for one in look.player["dwarfs"] if one["where"] == "home"]
    if may_jump and not goods["ruby"] and max(at_home) > look.weapon:
        found.append((NO_RUBY_TO_JUMP, {"ruby": 1}))
    if goods["gold"] == 1:
        found.append((NO_GOLD_FOR_FOOD, {"gold": 1}))
    for tile, price in TRADES:
        if owns(look.player, tile) and not can_pay(goods, price):
            found.append((Reason("short_of", f"caverna.tile.{tile}"), short(goods, price)))
    return found
