"""Gains, costs and prices of goods, and goods as food.

Every gain and every cost goes through `gain` and `pay`: the tiles that react to a gain are called
there, so no route can forget one.

A price of a furnishing tile is seven numbers, those of PRICE_GOODS. A discount never goes below
zero and never touches goods that are not in the price.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import game as facts, tiles
from dvergar.games.caverna.state.state import State


def gain(state: State, seat: int, good: int, amount: int) -> None:
    """A seat receives goods, whatever their origin."""
    player = state.players[seat]
    for one in with_answers(player.built, good):
        player.goods[one] += amount
        state.trail.append(("gain", seat, one, amount))
        if facts.is_farm_animal(one):
            state.unsettled |= bit(seat)


def with_answers(built: int, good: int) -> list[int]:
    """What a gain brings: the good itself, and as many of others by tiles that answer to it."""
    found = [good]
    if not tiles.ON_GAIN[good]:
        return found
    for one in found:  # those that are added answer as well
        for tile, gives in tiles.ON_GAIN[one]:
            if has(built, tile):
                found.append(gives)
    return found


def gain_all(state: State, seat: int, goods: list[tuple[int, int]]) -> None:
    """A seat receives several goods."""
    for good, amount in goods:
        gain(state, seat, good, amount)


def pay(state: State, seat: int, good: int, amount: int) -> None:
    """A seat gives goods away; whoever calls has seen that they are there."""
    if amount:
        state.players[seat].goods[good] -= amount
        state.trail.append(("pay", seat, good, amount))


def pay_all(state: State, seat: int, goods: list[tuple[int, int]]) -> None:
    """A seat gives several goods away."""
    for good, amount in goods:
        pay(state, seat, good, amount)


def missing(hand: list[int], goods: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is not in hand of so many goods."""
    return [(good, amount - hand[good]) for good, amount in goods if hand[good] < amount]


def holds(hand: list[int], goods: list[tuple[int, int]]) -> bool:
    """Whether so many goods are in hand."""
    for good, amount in goods:
        if hand[good] < amount:
            return False
    return True


def food_of(built: int, kind: int, amount: int) -> int:
    """The food that so much of a kind gives whoever has built these tiles."""
    if kind == facts.GOLD:
        return food_for_gold(amount, begun=False)
    more = 0
    if facts.is_farm_animal(kind):
        for tile, food in tiles.MORE_FOOD:
            if has(built, tile):
                more += food
    if kind == facts.DONKEY:
        together, alone = divmod(amount, facts.DONKEYS_TOGETHER)
        food = together * facts.FOOD_TOGETHER + alone * facts.FOOD_OF[facts.DONKEY]
        return food + amount * more
    return amount * (facts.FOOD_OF[kind] + more)


def food_for_gold(gold: int, begun: bool) -> int:
    """The food that gold buys at once; a purchase that was begun goes on at a lower price."""
    if begun:
        return gold // facts.GOLD_FOR_MORE_FOOD
    return (
        0
        if gold < facts.GOLD_FOR_FOOD
        else 1 + (gold - facts.GOLD_FOR_FOOD) // facts.GOLD_FOR_MORE_FOOD
    )


def eat(state: State, seat: int, kind: int, amount: int) -> None:
    """Goods become food."""
    food = food_of(state.players[seat].built, kind, amount)
    pay(state, seat, kind, amount)
    gain(state, seat, facts.FOOD, food)


LOOT_PRICE: Final = tiles.price_of(facts.LOOT_COST["ordinary_dwelling"])

# Ways to pay, as a set: ore stands for one wood, for one stone.
AS_PRINTED: Final = 0
WITH_ORE_FOR_WOOD: Final = 1
WITH_ORE_FOR_STONE: Final = 2
WITH_ORE_FOR_BOTH: Final = 3

_SLOT: Final = [
    tiles.PRICE_GOODS.index(good) if good in tiles.PRICE_GOODS else -1
    for good in range(facts.GOOD_COUNT)
]
_WOOD: Final = _SLOT[facts.WOOD]
_STONE: Final = _SLOT[facts.STONE]
_ORE: Final = _SLOT[facts.ORE]


def discounted(built: int, what: int, good: int, amount: int) -> int:
    """How much of a good something costs; `what` is one of the things with discounts."""
    if not built & tiles.DISCOUNT_TILES[what]:
        return amount
    for tile, saved, less in tiles.DISCOUNTS[what]:
        if saved == good and has(built, tile):
            amount = max(0, amount - less)
    return amount


def price(built: int, tile: int, as_loot: bool) -> list[int]:
    """What a furnishing tile costs whoever has built these tiles."""
    cost = LOOT_PRICE if as_loot else tiles.PRICE[tile]
    if not built & tiles.DISCOUNT_TILES[tiles.ON_FURNISHING]:
        return cost
    for owned, good, less in tiles.DISCOUNTS[tiles.ON_FURNISHING]:
        if has(built, owned):
            cost = cost[:]
            cost[_SLOT[good]] = max(0, cost[_SLOT[good]] - less)
    return cost


def ways_to_pay(built: int) -> list[int]:
    """The ways in which one may pay, whether one has the goods or not."""
    wood, stone = built & tiles.ORE_FOR_WOOD != 0, built & tiles.ORE_FOR_STONE != 0
    ways = [AS_PRINTED]
    if wood:
        ways.append(WITH_ORE_FOR_WOOD)
    if stone:
        ways.append(WITH_ORE_FOR_STONE)
    if wood and stone:
        ways.append(WITH_ORE_FOR_BOTH)
    return ways


def in_way(cost: list[int], way: int) -> list[int]:
    """A price as it is paid in one of the ways; empty if that replaces what it does not have."""
    if way == AS_PRINTED:
        return cost
    cost = cost[:]
    for replaces, slot in ((WITH_ORE_FOR_WOOD, _WOOD), (WITH_ORE_FOR_STONE, _STONE)):
        if way & replaces:
            if not cost[slot]:
                return []
            cost[slot] -= 1
            cost[_ORE] += 1
    return cost


def can_pay(hand: list[int], cost: list[int], way: int) -> bool:
    """Whether a price can be paid in one of the ways with the goods in hand."""
    wanted = in_way(cost, way)
    if not wanted:
        return False
    for slot, good in enumerate(tiles.PRICE_GOODS):
        if hand[good] < wanted[slot]:
            return False
    return True


def can_afford(built: int, hand: list[int], tile: int, as_loot: bool) -> bool:
    """Whether a tile can be paid in any way."""
    cost = price(built, tile, as_loot)
    if can_pay(hand, cost, AS_PRINTED):
        return True
    if built & (tiles.ORE_FOR_WOOD | tiles.ORE_FOR_STONE):
        for way in ways_to_pay(built):
            if can_pay(hand, cost, way):
                return True
    return False


def goods_of(cost: list[int]) -> list[tuple[int, int]]:
    """A price as goods and amounts, without those that are not in it."""
    return [(good, amount) for good, amount in zip(tiles.PRICE_GOODS, cost, strict=True) if amount]


def lacking(built: int, hand: list[int], tile: int, as_loot: bool) -> int:
    """How many goods of a price are missing; ore for wood and stone may do with fewer.

    Food is left aside: goods of all sorts may be eaten for it.
    """
    missing = 0
    if built & tiles.ORE_FOR_WOOD:
        missing -= 1
    if built & tiles.ORE_FOR_STONE:
        missing -= 1
    for slot, amount in enumerate(price(built, tile, as_loot)):
        if tiles.PRICE_GOODS[slot] != facts.FOOD:
            missing += max(0, amount - hand[tiles.PRICE_GOODS[slot]])
    return missing


def pay_price(state: State, seat: int, cost: list[int], way: int) -> None:
    """Pays the price of a tile in one of the ways."""
    for slot, amount in enumerate(in_way(cost, way)):
        pay(state, seat, tiles.PRICE_GOODS[slot], amount)
