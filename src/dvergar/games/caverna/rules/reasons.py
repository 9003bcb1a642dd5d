"""Attempts, and why something is not possible: 0 is possible, anything else a reason with its rule.

Every question of the rules ("could this be done?") is asked of an attempt: who tries it, with which
dwarf, on which space, with which goods in hand. Other goods in hand or another space make another
attempt; the position itself is never changed to find something out.

`within_reach` tells what the goods in hand could become by rubies, trades and eating. Each good
is looked at by itself; what is spent on one is not missing at another. So the answers err on the
side of asking, and never miss anything.

Two reasons may share a sentence and cite different rules: no room for a tile in the forest is not
the rule that there is none in the mountain.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.prompt import Reason
from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts, tiles
from dvergar.games.caverna.rules.ledger import food_for_gold, food_of, with_answers
from dvergar.games.caverna.state.state import Player, State

POSSIBLE: Final = 0
NOTHING_THERE: Final = 1
NO_ROOM_IN_FOREST: Final = 2
NO_ROOM_IN_MOUNTAIN: Final = 3
NO_ROOM_FOR_SINGLE: Final = 4
NO_TUNNELS_FOR_MINE: Final = 5
NO_TUNNEL_FOR_RUBY_MINE: Final = 6
NO_CAVERN: Final = 7
NO_TILE_AFFORDABLE: Final = 8
NO_EMPTY_FIELD: Final = 9
NO_SEED: Final = 10
NO_BED: Final = 11
FAMILY_FULL: Final = 12
ALREADY_ARMED: Final = 13
NO_ORE_TO_FORGE: Final = 14
NOT_ARMED: Final = 15
NO_MEADOW: Final = 16
NO_WOOD_FOR_SMALL: Final = 17
NO_WOOD_FOR_SMALL_LOOT: Final = 18
NO_TWO_MEADOWS: Final = 19
NO_WOOD_FOR_LARGE: Final = 20
NO_WOOD_FOR_LARGE_LOOT: Final = 21
NO_STABLE_LEFT: Final = 22
NO_PLACE_FOR_STABLE: Final = 23
NO_STONE_FOR_STABLE: Final = 24
NO_ORE_TO_SELL: Final = 25
NOBODY_TO_IMITATE: Final = 26
NOTHING_TO_IMITATE: Final = 27
NO_FOOD_TO_IMITATE: Final = 28
NO_GOLD_FOR_MARKET: Final = 29
OCCUPIED: Final = 30
NO_PAIR_TO_BREED: Final = 31
NO_ROOM_TO_BREED: Final = 32
LOOT_TAKEN: Final = 33
LOOT_TOO_STRONG: Final = 34
NO_DWELLING: Final = 35
NOT_THE_ORDINARY_DWELLING: Final = 36
TILE_TOO_DEAR: Final = 37
TILE_TOO_DEAR_AS_LOOT: Final = 38
NO_RUBY_FOR_GOOD: Final = 39
NO_RUBY_AND_FOOD_FOR_GOOD: Final = 40
NO_RUBY_FOR_MEADOW_OR_FIELD: Final = 41
NO_RUBY_FOR_TUNNEL: Final = 42
NO_RUBY_FOR_CAVERN: Final = 43
NO_RUBY_TO_JUMP: Final = 44
NO_GOLD_FOR_FOOD: Final = 45
ONLY_STARTING_PLAYER: Final = 46
ONLY_IMITATION: Final = 47
NO_DWELLING_AFFORDABLE: Final = 48
NO_LOOT_DWELLING_AFFORDABLE: Final = 49
NO_GOODS_TO_TRADE: Final = 50  # + trade

REASONS: Final[tuple[Reason, ...]] = (
    Reason("", ""),
    Reason("nothing_there", "caverna.placing.something_to_do"),
    Reason("no_room_for_tile", "caverna.land.meadow_field"),
    Reason("no_room_for_tile", "caverna.land.cavern_twins"),
    Reason("no_room_for_tile", "caverna.expedition.doable"),
    Reason("no_tunnels_for_mine", "caverna.land.ore_mine"),
    Reason("no_tunnel_for_ruby_mine", "caverna.land.ruby_mine"),
    Reason("no_cavern", "caverna.furnish.empty_cavern"),
    Reason("no_tile_affordable", "caverna.furnish.full_price"),
    Reason("no_empty_field", "caverna.land.sow.needs"),
    Reason("no_seed", "caverna.land.sow.needs"),
    Reason("no_bed", "caverna.dwarf.no_room"),
    Reason("family_full", "caverna.dwarf.five"),
    Reason("already_armed", "caverna.weapon.unarmed_only"),
    Reason("no_ore_to_forge", "caverna.weapon.forge"),
    Reason("not_armed", "caverna.expedition.armed"),
    Reason("no_meadow", "caverna.land.fences.only_meadows"),
    Reason("no_wood_for_fence", "caverna.land.fences.small"),
    Reason("no_wood_for_fence", "caverna.loot.small_pasture"),
    Reason("no_two_meadows", "caverna.land.fences.large"),
    Reason("no_wood_for_fence", "caverna.land.fences.large"),
    Reason("no_wood_for_fence", "caverna.loot.large_pasture"),
    Reason("no_stable_left", "caverna.land.stable.three"),
    Reason("no_place_for_stable", "caverna.land.stable.where_not"),
    Reason("no_stone_for_stable", "caverna.land.stable"),
    Reason("no_ore_to_sell", "caverna.space.ore_trading"),
    Reason("nobody_to_imitate", "caverna.imitation.not_own"),
    Reason("nothing_to_imitate", "caverna.imitation.something"),
    Reason("no_food_to_imitate", "caverna.imitation.food"),
    Reason("no_gold_for_market", "caverna.space.weekly_market.prices"),
    Reason("occupied", "caverna.placing.free_space"),
    Reason("no_pair_to_breed", "caverna.breed.two_give_one"),
    Reason("no_room_to_breed", "caverna.breed.room"),
    Reason("loot_taken", "caverna.expedition.once"),
    Reason("loot_too_strong", "caverna.expedition.strength"),
    Reason("tile_not_here", "caverna.furnish.dwelling"),
    Reason("tile_not_here", "caverna.loot.ordinary_dwelling"),
    Reason("short_of", "caverna.furnish.full_price"),
    Reason("short_of", "caverna.loot.ordinary_dwelling"),
    Reason("short_of", "caverna.ruby.goods"),
    Reason("short_of", "caverna.ruby.cattle"),
    Reason("short_of", "caverna.ruby.field_meadow"),
    Reason("short_of", "caverna.ruby.tunnel"),
    Reason("short_of", "caverna.ruby.cavern"),
    Reason("short_of", "caverna.placing.jump"),
    Reason("short_of", "caverna.food.gold"),
    Reason("not_to_be_imitated", "caverna.imitation.not_starting_player"),
    Reason("not_to_be_imitated", "caverna.imitation.not_imitation"),
    Reason("no_dwelling_affordable", "caverna.furnish.dwelling"),
    Reason("no_dwelling_affordable", "caverna.loot.ordinary_dwelling"),
    *(Reason("short_of", f"caverna.tile.{tiles.TILES[tile]}") for tile in tiles.TRADE_TILE),
)
"""By number. What is possible has no words."""

_DEAD_ENDS: Final = (
    *(NO_ROOM_IN_FOREST, NO_ROOM_IN_MOUNTAIN, NO_ROOM_FOR_SINGLE, FAMILY_FULL, ALREADY_ARMED),
    *(NO_STABLE_LEFT, NO_PLACE_FOR_STABLE),
)
_IS_DEAD_END: Final = [number in _DEAD_ENDS for number in range(len(REASONS))]
"""Nothing that a player can get lifts it."""
_IN_THE_WAY_OF_A_BED: Final = (NO_CAVERN, NO_DWELLING_AFFORDABLE)


def clearer(one: int, other: int) -> int:
    """Which of the reasons of two parts of an action to give; the first, if both are as good.

    That which names something a player can get; and where a dwelling can be furnished by the same
    action, what is missing for it rather than that there is no room for a child.
    """
    if one == NOTHING_THERE or (_IS_DEAD_END[one] and not _IS_DEAD_END[other]):
        return other
    if one == NO_BED and other in _IN_THE_WAY_OF_A_BED:
        return other
    return one


class Attempt:
    """A seat's acting dwarf on a space, with goods in hand."""

    def __init__(self, state: State, space: int, imitating: bool, goods: list[int]) -> None:
        self.state = state
        self.player: Player = state.players[state.seat]
        self.space = space
        self.imitating = imitating
        self.goods = goods

    def weapon(self) -> int:
        """The strength of the acting dwarf; 0: unarmed."""
        return self.player.weapons[self.state.dwarf]

    def imitate(self, space: int, food: int) -> Attempt:
        """The same dwarf on an imitated space, the food for it paid."""
        goods = self.goods[:]
        goods[facts.FOOD] -= food
        return Attempt(self.state, space, True, goods)


def attempt_now(state: State) -> Attempt:
    """What the acting dwarf can do where it is."""
    return Attempt(state, state.space, state.imitating, state.players[state.seat].goods)


def attempt_on(state: State, space: int) -> Attempt:
    """What the acting dwarf could do on another space."""
    return Attempt(state, space, False, state.players[state.seat].goods)


def traded(built: int, hand: list[int]) -> list[int]:
    """The most of each good that the trades of one's tiles could bring, one tile after another."""
    goods = hand[:]
    for with_gold in (False, True):  # what the others bring in gold may be spent on the last ones
        for trade, tile in enumerate(tiles.TRADE_TILE):
            if has(built, tile) and (tiles.TRADE_PAY[trade][0][0] == facts.GOLD) == with_gold:
                _trade_often(built, goods, trade)
    return goods


def _trade_often(built: int, goods: list[int], trade: int) -> None:
    times = min([goods[good] // amount for good, amount in tiles.TRADE_PAY[trade]])
    for good, amount in tiles.TRADE_GET[trade]:
        _add(built, goods, good, times * amount)


def _add(built: int, goods: list[int], good: int, amount: int) -> None:
    if not amount:
        return
    for one in with_answers(built, good):
        goods[one] += amount


def within_reach(attempt: Attempt) -> list[int]:
    """The most of each good that rubies, trades, eating and weapons given up could bring."""
    built, goods = attempt.player.built, attempt.goods[:]
    for good in facts.RUBY_GOODS:
        _add(built, goods, good, attempt.goods[facts.RUBY] // facts.GOOD_RUBIES)
    goods = traded(built, traded(built, goods))
    goods[facts.FOOD] += most_food(attempt, goods)
    return goods


def most_food(attempt: Attempt, goods: list[int]) -> int:
    """The food that all these goods give, and all weapons where they may be given up."""
    food = food_for_gold(goods[facts.GOLD], attempt.state.eating_gold)
    for good in range(facts.GOOD_COUNT):
        if goods[good] and facts.FOOD_OF[good]:
            food += food_of(attempt.player.built, good, goods[good])
    if attempt.player.owns(tiles.WEAPON_FOR_FOOD):
        food += sum(attempt.player.weapons)
    return food
