"""Feeding the family: what is needed, and the plan that loses fewest points when food is short.

A plan says how much of what is turned into food. It is found exactly: kind after kind, keeping
for every amount of food the cheapest way to it. Points that depend on several kinds at once (herds,
pairs of crops, points lost that a tile cancels) are settled at the end, for which the way also
remembers what they depend on.

Points are those of the moment after the meal, as if the game ended there: what an animal might
still breed, a crop yield or a weapon earn is not counted, and no weapon is given up. Among plans
that lose equally many points, the one with the fewest begging markers is taken, for goods can
be had again and a marker stays; among those the one that keeps rubies, then gold, cattle, boars,
donkeys, sheep, vegetables and grain.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts, tiles
from dvergar.games.caverna.rules import score
from dvergar.games.caverna.rules.housing import ORE_MINES, RUBY_MINES, donkeys_in_mines, stalls
from dvergar.games.caverna.rules.ledger import food_for_gold, food_of, gain, pay
from dvergar.games.caverna.state.pending import Feeding
from dvergar.games.caverna.state.state import Player, State

PLAN_GOODS: Final = [
    facts.RUBY,
    facts.GOLD,
    facts.CATTLE,
    facts.BOAR,
    facts.DONKEY,
    facts.SHEEP,
    facts.VEGETABLE,
    facts.GRAIN,
]
"""What a plan may eat, those first that it rather keeps."""
NO_WORK: Final = -1

Key = tuple[int, int, int, int, int]
"""What a way of eating has come to: food, animals, grain and vegetables eaten, kinds gone.

All but the food stay 0 where nothing depends on them.
"""
Way = tuple[int, ...]
"""The points lost, then the amounts eaten of the kinds so far."""
Ended = tuple[int, ...]
"""A way that has come to its end: the points lost, the begging markers (0 where they are not
avoided), then the amounts eaten.
"""


def needed(player: Player, food: int) -> int:
    """The food still needed of what is asked for: donkeys in mines may save some."""
    for tile, less in tiles.MINING_MEALS:
        if has(player.built, tile):
            food -= less * donkeys_in_mines(player)
    return max(food, 0)


def food_saved(player: Player, kind: int, amount: int, more_gold: bool) -> int:
    """The food towards the need that eating so much of a kind brings.

    A purchase with gold that was begun goes on at a lower price; a donkey eaten no longer saves
    food in a mine.
    """
    if kind == facts.GOLD:
        return food_for_gold(amount, more_gold)
    food = food_of(player.built, kind, amount)
    if kind == facts.DONKEY:
        for tile, less in tiles.MINING_MEALS:
            if has(player.built, tile):
                food -= less * _donkeys_leaving(player, amount)
    return food


def _donkeys_leaving(player: Player, amount: int) -> int:
    """How many donkeys leave mines when so many are eaten."""
    counts = stalls(player)
    mines = counts[ORE_MINES] + counts[RUBY_MINES]
    have = player.goods[facts.DONKEY]
    return min(have, mines) - min(have - amount, mines)


class Plan:
    """What is eaten: amounts in the order of PLAN_GOODS, how often each of FOOD_TRADES is made, and
    which of WORK_GOODS feeds a dwarf (NO_WORK: none).
    """

    def __init__(self, amounts: list[int], trades: list[int], work: int) -> None:
        self.amounts = amounts
        self.trades = trades
        self.work = work

    def used(self) -> list[tuple[int, int]]:
        """The goods that trades and work take, and how many of each."""
        goods: list[tuple[int, int]] = []
        for trade, times in zip(tiles.FOOD_TRADES, self.trades, strict=True):
            goods += [(good, amount * times) for good, amount in tiles.TRADE_PAY[trade]]
        if self.work != NO_WORK:
            goods.append((tiles.WORK_GOODS[self.work], tiles.WORK_PRICES[self.work]))
        return goods

    def traded_food(self) -> int:
        """The food that the trades bring."""
        food = 0
        for trade, times in zip(tiles.FOOD_TRADES, self.trades, strict=True):
            food += tiles.TRADE_GET[trade][0][1] * times
        return food


def no_plan() -> Plan:
    """A plan that eats nothing."""
    return Plan([0] * len(PLAN_GOODS), [0] * len(tiles.FOOD_TRADES), NO_WORK)


def plan_for(state: State, meal: Feeding, avoids_markers: bool = True) -> Plan:
    """What `feed` will eat; nothing if there is food enough.

    `avoids_markers`: of plans that lose equally many points, the one with fewer begging markers is
    better. Up to version 3 of the rules it was not.
    """
    player = state.players[meal.seat]
    missing = needed(player, meal.food) - player.goods[facts.FOOD]
    if missing <= 0:
        return no_plan()
    can_work = player.owns(tiles.WORK_TILES) and not meal.worked
    saved_by_work = meal.adult if can_work else 0
    return best_plan(player, missing, state.eating_gold, saved_by_work, avoids_markers)


def plan_without(state: State, meal: Feeding, kept: list[int]) -> Plan | None:
    """The plan that eats none of some goods, without trades and work; None if it is not enough."""
    player = state.players[meal.seat]
    missing = needed(player, meal.food) - player.goods[facts.FOOD]
    hand = player.goods[:]
    for good in kept:
        hand[good] = 0
    way = _cheapest(player, hand, max(missing, 0), state.eating_gold, avoids_markers=True)
    return None if way[1] else Plan(list(way[2:]), [0] * len(tiles.FOOD_TRADES), NO_WORK)


def best_plan(
    player: Player, missing: int, more_gold: bool, saved_by_work: int, avoids_markers: bool
) -> Plan:
    """The plan that loses fewest points when so much food is missing.

    `more_gold`: a purchase with gold was begun; `saved_by_work`: the food that work would save, 0
    if it is not possible.
    """
    trades = [trade for trade in tiles.FOOD_TRADES if has(player.built, tiles.TRADE_TILE[trade])]
    if not trades and not saved_by_work:
        way = _cheapest(player, player.goods, missing, more_gold, avoids_markers)
        return Plan(list(way[2:]), [0] * len(tiles.FOOD_TRADES), NO_WORK)
    worth = score.total(player)
    best: Ended = ()
    best_plan = no_plan()
    for plan in _trades_and_work(player, saved_by_work):
        hand = player.goods[:]
        for good, amount in plan.used():
            hand[good] -= amount
        left = missing - plan.traded_food() - (saved_by_work if plan.work != NO_WORK else 0)
        found = _cheapest(player, hand, max(left, 0), more_gold, avoids_markers)
        lost = worth - score.total_with(player, hand) + found[0]
        way = (lost, found[1], plan.work, *plan.trades, *found[2:])
        if not best or way < best:
            best = way
            plan.amounts = list(found[2:])
            best_plan = plan
    return best_plan


def _trades_and_work(player: Player, saved_by_work: int) -> list[Plan]:
    """Every way to trade for food and to work, with nothing eaten yet."""
    plans: list[Plan] = []
    for work in range(NO_WORK, len(tiles.WORK_GOODS) if saved_by_work else 0):
        if work == NO_WORK or player.goods[tiles.WORK_GOODS[work]] >= tiles.WORK_PRICES[work]:
            plans += [Plan([], trades, work) for trades in _times(player, player.goods, 0)]
    return plans


def _times(player: Player, hand: list[int], number: int) -> list[list[int]]:
    """How often each of FOOD_TRADES can be made, from one of them on, with the goods in hand."""
    if number == len(tiles.FOOD_TRADES):
        return [[]]
    trade = tiles.FOOD_TRADES[number]
    most = 0
    if has(player.built, tiles.TRADE_TILE[trade]):
        most = min([hand[good] // amount for good, amount in tiles.TRADE_PAY[trade]])
    found: list[list[int]] = []
    for times in range(most + 1):
        left = hand[:]
        for good, amount in tiles.TRADE_PAY[trade]:
            left[good] -= amount * times
        found += [[times, *others] for others in _times(player, left, number + 1)]
    return found


def _cheapest(
    player: Player, hand: list[int], missing: int, more_gold: bool, avoids_markers: bool
) -> Ended:
    """The cheapest way to so much food, begging included."""
    ways: dict[Key, Way] = {(0, 0, 0, 0, 0): (0,)}
    for kind in PLAN_GOODS:
        food = [food_saved(player, kind, n, more_gold) for n in range(hand[kind] + 1)]
        losses = [_lost_alone(player, hand, kind, n) for n in range(hand[kind] + 1)]
        ways = _with_kind(player.built, ways, kind, food, losses, missing)
    best: Ended = ()
    for key, way in ways.items():
        begging = missing - key[0]
        lost = way[0] + _lost_together(player, hand, key, begging)
        ended = (lost, begging if avoids_markers else 0, *way[1:])
        if not best or ended < best:
            best = ended
    return best


def _with_kind(
    built: int, ways: dict[Key, Way], kind: int, food: list[int], lost: list[int], missing: int
) -> dict[Key, Way]:
    """The cheapest ways when so much of one more kind may be eaten: food and points by amount."""
    after: dict[Key, Way] = {}
    steps = [_step(built, kind, amount, len(food) - 1) for amount in range(len(food))]
    for key, way in ways.items():
        for amount in range(len(food)):
            brought = min(key[0] + food[amount], missing)
            animals, grain, vegetables, gone = steps[amount]
            reached = (
                brought,
                key[1] + animals,
                key[2] + grain,
                key[3] + vegetables,
                key[4] + gone,
            )
            longer = (way[0] + lost[amount], *way[1:], amount)
            known = after.get(reached)
            if known is None or longer < known:
                after[reached] = longer
            if brought >= missing:
                break
    return after


def _step(built: int, kind: int, amount: int, have: int) -> tuple[int, int, int, int]:
    """What eating so much of a kind adds to a key, as far as anything depends on it."""
    animals = amount if facts.is_farm_animal(kind) and _owns_one(built, score.BONUS_FOR_HERD) else 0
    pairs_count = _owns_one(built, score.BONUS_FOR_CROPS)
    grain = amount if kind == facts.GRAIN and pairs_count else 0
    vegetables = amount if kind == facts.VEGETABLE and pairs_count else 0
    gone = int(_is_gone(kind, amount, have) and score.points_cancelled(built) > 0)
    return animals, grain, vegetables, gone


def _owns_one(built: int, lines: list[tuple[int, int, int]]) -> bool:
    for tile, _, _ in lines:
        if has(built, tile):
            return True
    return False


def _is_gone(kind: int, amount: int, have: int) -> bool:
    """Whether the last animals of a kind are eaten."""
    return facts.is_farm_animal(kind) and amount == have and amount > 0


def _lost_alone(player: Player, hand: list[int], kind: int, amount: int) -> int:
    """The points that an amount of one kind is worth by itself.

    A kind that is gone is settled at the end where a tile cancels points lost.
    """
    have = score.crops(player, hand)[0] if kind == facts.GRAIN else hand[kind]
    lost = score.points_for(kind, have) - score.points_for(kind, have - amount)
    lines = score.BONUS_FOR_GOOD[kind]
    if lines:
        built = player.built
        lost += score.bonus_for(built, lines, have) - score.bonus_for(built, lines, have - amount)
    if _is_gone(kind, amount, hand[kind]) and not score.points_cancelled(player.built):
        lost -= facts.MISSING_TYPE_POINTS
    return lost


def _lost_together(player: Player, hand: list[int], key: Key, begging: int) -> int:
    """The points that depend on several kinds, and those of begging."""
    _, animals, grain, vegetables, gone = key
    built = player.built
    lost = 0
    if _owns_one(built, score.BONUS_FOR_HERD):
        herd = sum([hand[animal] for animal in facts.FARM_ANIMALS])
        lost += score.bonus_for(built, score.BONUS_FOR_HERD, herd)
        lost -= score.bonus_for(built, score.BONUS_FOR_HERD, herd - animals)
    if _owns_one(built, score.BONUS_FOR_CROPS):
        all_grain, all_vegetables = score.crops(player, hand)
        lost += score.bonus_for(built, score.BONUS_FOR_CROPS, min(all_grain, all_vegetables))
        left = min(all_grain - grain, all_vegetables - vegetables)
        lost -= score.bonus_for(built, score.BONUS_FOR_CROPS, left)
    more = -facts.MISSING_TYPE_POINTS * gone - facts.BEGGING_POINTS * begging
    cancelled = score.points_cancelled(built)
    if cancelled:
        before = score.points_lost(player)
        more = max(before + more - cancelled, 0) - max(before - cancelled, 0)
    return lost + more


def feed(state: State, meal: Feeding) -> None:
    """Pays with food, and with the best plan where it is short."""
    plan = plan_for(state, meal)
    eat_plan(state, meal.seat, plan)
    food = meal.food
    if plan.work != NO_WORK:
        pay(state, meal.seat, tiles.WORK_GOODS[plan.work], tiles.WORK_PRICES[plan.work])
        state.trail.append(("work", meal.seat, meal.adult))
        food -= meal.adult
    pay_food(state, meal.seat, food)


def player_after(state: State, meal: Feeding, begs: bool) -> Player:
    """A player as the meal would leave them, by `feed` or by `beg`; the position stays as it is."""
    after = state.copy()
    after.trail = []
    if begs:
        pay_food(after, meal.seat, meal.food)
    else:
        feed(after, meal)
    return after.players[meal.seat]


def eat_plan(state: State, seat: int, plan: Plan) -> None:
    """Turns goods into food as a plan says."""
    built = state.players[seat].built
    for trade, times in zip(tiles.FOOD_TRADES, plan.trades, strict=True):
        if times:
            for good, amount in tiles.TRADE_PAY[trade]:
                pay(state, seat, good, amount * times)
            for good, amount in tiles.TRADE_GET[trade]:
                gain(state, seat, good, amount * times)
    for kind, amount in zip(PLAN_GOODS, plan.amounts, strict=True):
        if amount:
            pay(state, seat, kind, amount)
            begun = kind == facts.GOLD and state.eating_gold
            food = food_for_gold(amount, True) if begun else food_of(built, kind, amount)
            gain(state, seat, facts.FOOD, food)


def pay_food(state: State, seat: int, food: int) -> None:
    """Pays what food there is; for each food that is missing comes a begging marker."""
    player = state.players[seat]
    need = needed(player, food)
    paid = min(need, player.goods[facts.FOOD])
    pay(state, seat, facts.FOOD, paid)
    if need > paid:
        player.begging += need - paid
        state.trail.append(("beg", seat, need - paid))
