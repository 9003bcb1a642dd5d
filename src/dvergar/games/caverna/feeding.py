"""Feeding the family: what is needed, and the plan that loses fewest points when food is short.

A plan says how much of what is turned into food. It is found exactly: kind after kind, keeping
for every amount of food the cheapest way to it. Points that depend on several kinds at once
(Fodder chamber, Food chamber, Writing chamber) are settled at the end, for which the way also
remembers what they depend on. Among equals the plan that keeps rubies, then gold, cattle, boars,
donkeys, sheep, vegetables and grain is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dvergar.games.caverna.goods import (
    BOAR,
    CATTLE,
    DONKEY,
    FOOD,
    GOLD,
    GRAIN,
    ORE,
    RUBY,
    SHEEP,
    STONE,
    VEGETABLE,
    WOOD,
)
from dvergar.games.caverna.housing import ORE_MINES, RUBY_MINES, donkeys_in_mines, rooms
from dvergar.games.caverna.ledger import gain, pay
from dvergar.games.caverna.score import BEGGING, MISSING_TYPE, crops, points_lost, total
from dvergar.games.caverna.tiles import (
    HAS_MINING_CAVE,
    HAS_SLAUGHTERING_CAVE,
    HAS_WORKING_CAVE,
    HAS_WRITING_CHAMBER,
    TILES,
    TRADE_NAMES,
    TRADE_TILE,
    WRITING_CANCELS,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

KINDS: Final = (RUBY, GOLD, CATTLE, BOAR, DONKEY, SHEEP, VEGETABLE, GRAIN)
COOKING: Final = TRADE_NAMES.index("cooking_cave")
BEER: Final = TRADE_NAMES.index("beer_parlor food")
COOKING_FOOD: Final = 5
BEER_FOOD: Final = 4
WORK_GOODS: Final = (WOOD, STONE, ORE)
WORK_PRICES: Final = (1, 1, 2)
FODDER_CHAMBER: Final = TILES.index("fodder_chamber")
FOOD_CHAMBER: Final = TILES.index("food_chamber")
WEAVING_PARLOR: Final = TILES.index("weaving_parlor")
MILKING_PARLOR: Final = TILES.index("milking_parlor")
TREASURE_CHAMBER: Final = TILES.index("treasure_chamber")


def food_saved(player: Player, kind: int, amount: int, more_gold: bool) -> int:
    """The food towards the need that eating so much of a kind brings.

    A purchase with gold that was begun goes on at one food a gold; a donkey eaten no longer works
    in a mine for the Mining cave.
    """
    food = food_of(player, kind, amount)
    if kind == GOLD and more_gold:
        return amount
    if kind == DONKEY and player.built & HAS_MINING_CAVE:
        counts = rooms(player)
        mines = counts[ORE_MINES] + counts[RUBY_MINES]
        have = player.goods[DONKEY]
        food -= min(have, mines) - min(have - amount, mines)
    return food


def food_of(player: Player, kind: int, amount: int) -> int:
    """The food that so much of a kind gives."""
    if kind == GOLD:
        return amount - 1 if amount else 0
    extra = 1 if player.built & HAS_SLAUGHTERING_CAVE else 0
    if kind == DONKEY:
        return amount // 2 * (3 + 2 * extra) + amount % 2 * (1 + extra)
    if kind == SHEEP:
        return amount * (1 + extra)
    if kind == BOAR:
        return amount * (2 + extra)
    if kind == CATTLE:
        return amount * (3 + extra)
    return amount if kind == GRAIN else 2 * amount


def needed(player: Player, base: int) -> int:
    """The food still needed of `base`.

    The Mining cave takes a food off for each donkey in a mine.
    """
    if player.built & HAS_MINING_CAVE:
        base -= donkeys_in_mines(player)
    return max(base, 0)


class Plan:
    """What is eaten: amounts in the order of KINDS, how often the two food trades are made, and
    which of WORK_GOODS feeds a dwarf in the Working cave (-1: none).
    """

    __slots__ = ("amounts", "beer", "cooking", "work")

    def __init__(self, amounts: list[int], cooking: int, beer: int, work: int) -> None:
        self.amounts = amounts
        self.cooking = cooking
        self.beer = beer
        self.work = work


def best_plan(player: Player, missing: int, more_gold: bool, saved_by_work: int) -> Plan:
    """The plan that loses fewest points when so much food is missing.

    `more_gold`: a purchase with gold was begun; `saved_by_work`: the food that the Working cave
    would save, 0 if it cannot be used.
    """
    has_cooking = player.built >> TRADE_TILE[COOKING] & 1
    has_beer = player.built >> TRADE_TILE[BEER] & 1
    if not has_cooking and not has_beer and not saved_by_work:
        return Plan(list(_cheapest(player, missing, more_gold)[1:]), 0, 0, -1)
    goods = player.goods
    worth = total(player)
    best: tuple[int, ...] = ()
    for work in range(-1, len(WORK_GOODS) if saved_by_work else 0):
        if work >= 0 and goods[WORK_GOODS[work]] < WORK_PRICES[work]:
            continue
        most_cooking = min(goods[GRAIN], goods[VEGETABLE]) if has_cooking else 0
        for cooking in range(most_cooking + 1):
            most_beer = (goods[GRAIN] - cooking) // 2 if has_beer else 0
            for beer in range(most_beer + 1):
                used = [(GRAIN, cooking + 2 * beer), (VEGETABLE, cooking)]
                left = missing - cooking * COOKING_FOOD - beer * BEER_FOOD
                if work >= 0:
                    used.append((WORK_GOODS[work], WORK_PRICES[work]))
                    left -= saved_by_work
                for good, amount in used:
                    goods[good] -= amount
                found = _cheapest(player, max(left, 0), more_gold)
                lost = worth - total(player) + found[0]
                for good, amount in used:
                    goods[good] += amount
                way = (lost, work, cooking, beer, *found[1:])
                if not best or way < best:
                    best = way
    return Plan(list(best[4:]), best[2], best[3], best[1])


def _cheapest(player: Player, missing: int, more_gold: bool) -> tuple[int, ...]:
    """The points lost, begging included, and the amounts of the cheapest way to so much food."""
    # A way is kept for each amount of food and for what the joint lines depend on: farm animals,
    # grain and vegetables eaten, kinds of animals that are gone.
    built = player.built
    animals_matter = built >> FODDER_CHAMBER & 1
    crops_matter = built >> FOOD_CHAMBER & 1
    gone_matters = bool(built & HAS_WRITING_CHAMBER)
    ways: dict[tuple[int, ...], tuple[int, ...]] = {(0, 0, 0, 0, 0): (0,)}
    for kind in KINDS:
        have = player.goods[kind]
        after: dict[tuple[int, ...], tuple[int, ...]] = {}
        for key, way in ways.items():
            for amount in range(have + 1):
                food = min(key[0] + food_saved(player, kind, amount, more_gold), missing)
                gone = int(kind >= SHEEP and amount == have and amount > 0)
                reached = (
                    food,
                    key[1] + amount if animals_matter and kind >= SHEEP else key[1],
                    key[2] + amount if crops_matter and kind == GRAIN else key[2],
                    key[3] + amount if crops_matter and kind == VEGETABLE else key[3],
                    key[4] + gone if gone_matters else key[4],
                )
                lost = way[0] + _lost_alone(player, kind, amount)
                if gone and not gone_matters:
                    lost -= MISSING_TYPE
                longer = (lost, *way[1:], amount)
                known = after.get(reached)
                if known is None or longer < known:
                    after[reached] = longer
                if food >= missing:
                    break
        ways = after
    best: tuple[int, ...] = ()
    for key, way in ways.items():
        ended = (way[0] + _lost_together(player, key, missing - key[0]), *way[1:])
        if not best or ended < best:
            best = ended
    return best


def _lost_alone(player: Player, kind: int, amount: int) -> int:
    """The points that an amount of one kind is worth by itself."""
    have = player.goods[kind]
    if kind == GRAIN:
        grain = crops(player)[0]
        return (grain + 1) // 2 - (grain - amount + 1) // 2
    if kind == SHEEP and player.built >> WEAVING_PARLOR & 1:
        return amount + have // 2 - (have - amount) // 2
    if kind == CATTLE and player.built >> MILKING_PARLOR & 1:
        return 2 * amount
    if kind == RUBY and player.built >> TREASURE_CHAMBER & 1:
        return 2 * amount
    return amount


def _lost_together(player: Player, key: tuple[int, ...], begging: int) -> int:
    """The points that depend on several kinds, and those of begging."""
    _, animals, grain, vegetables, gone = key
    goods = player.goods
    lost = 0
    if player.built >> FODDER_CHAMBER & 1:
        herd = goods[SHEEP] + goods[DONKEY] + goods[BOAR] + goods[CATTLE]
        lost += herd // 3 - (herd - animals) // 3
    if player.built >> FOOD_CHAMBER & 1:
        all_grain, all_vegetables = crops(player)
        pairs = min(all_grain, all_vegetables)
        lost += 2 * (pairs - min(all_grain - grain, all_vegetables - vegetables))
    more = -MISSING_TYPE * gone - BEGGING * begging
    if player.built & HAS_WRITING_CHAMBER:
        before = points_lost(player)
        more = max(before + more - WRITING_CANCELS, 0) - max(before - WRITING_CANCELS, 0)
    return lost + more


def plan_for(state: State, seat: int, base: int, worked: bool, adult: int) -> Plan:
    """What `feed` will eat; nothing if there is food enough."""
    player = state.players[seat]
    missing = needed(player, base) - player.goods[FOOD]
    if missing <= 0:
        return Plan([0] * len(KINDS), 0, 0, -1)
    can_work = bool(player.built & HAS_WORKING_CAVE) and not worked
    return best_plan(player, missing, state.eating_gold, adult if can_work else 0)


def feed(state: State, seat: int, base: int, worked: bool, adult: int) -> None:
    """Pays with food, and with the best plan where it is short."""
    plan = plan_for(state, seat, base, worked, adult)
    eat(state, seat, plan)
    if plan.work >= 0:
        pay(state, seat, WORK_GOODS[plan.work], WORK_PRICES[plan.work])
        state.trail.append(("work", seat, adult))
        base -= adult
    pay_food(state, seat, base)


def eat(state: State, seat: int, plan: Plan) -> None:
    """Turns goods into food as a plan says."""
    player = state.players[seat]
    if plan.cooking:
        pay(state, seat, GRAIN, plan.cooking)
        pay(state, seat, VEGETABLE, plan.cooking)
        gain(state, seat, FOOD, plan.cooking * COOKING_FOOD)
    if plan.beer:
        pay(state, seat, GRAIN, 2 * plan.beer)
        gain(state, seat, FOOD, plan.beer * BEER_FOOD)
    for kind, amount in zip(KINDS, plan.amounts, strict=True):
        if amount:
            more = kind == GOLD and state.eating_gold
            pay(state, seat, kind, amount)
            gain(state, seat, FOOD, amount if more else food_of(player, kind, amount))


def pay_food(state: State, seat: int, base: int) -> None:
    """Pays what food there is; for each food that is missing comes a begging marker."""
    player = state.players[seat]
    need = needed(player, base)
    paid = min(need, player.goods[FOOD])
    pay(state, seat, FOOD, paid)
    if need > paid:
        player.begging += need - paid
        state.trail.append(("beg", seat, need - paid))
