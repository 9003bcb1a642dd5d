"""What things cost whom: discounts of tiles, and ore in the place of wood and stone.

A price of a furnishing tile is seven numbers, those of PRICE_GOODS. A discount never goes below
zero and never touches goods that are not in the price.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts.goods import FOOD, GOOD_COUNT, ORE, STONE, WOOD
from dvergar.games.caverna.facts.loot import LOOT_COST
from dvergar.games.caverna.facts.tiles import (
    DISCOUNT_TILES,
    DISCOUNTS,
    ON_FURNISHING,
    ORE_FOR_STONE,
    ORE_FOR_WOOD,
    PRICE,
    PRICE_GOODS,
    price_of,
)
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.state.state import State

LOOT_PRICE: Final = price_of(LOOT_COST["ordinary_dwelling"])

# Ways to pay, as a set: ore stands for one wood, for one stone.
AS_PRINTED: Final = 0
WITH_ORE_FOR_WOOD: Final = 1
WITH_ORE_FOR_STONE: Final = 2
WITH_ORE_FOR_BOTH: Final = 3

_SLOT: Final = [
    PRICE_GOODS.index(good) if good in PRICE_GOODS else -1 for good in range(GOOD_COUNT)
]
_WOOD: Final = _SLOT[WOOD]
_STONE: Final = _SLOT[STONE]
_ORE: Final = _SLOT[ORE]


def discounted(built: int, what: int, good: int, amount: int) -> int:
    """How much of a good something costs; `what` is one of the things with discounts."""
    if not built & DISCOUNT_TILES[what]:
        return amount
    for tile, saved, less in DISCOUNTS[what]:
        if saved == good and has(built, tile):
            amount = max(0, amount - less)
    return amount


def price(built: int, tile: int, as_loot: bool) -> list[int]:
    """What a furnishing tile costs whoever has built these tiles."""
    cost = LOOT_PRICE if as_loot else PRICE[tile]
    if not built & DISCOUNT_TILES[ON_FURNISHING]:
        return cost
    for owned, good, less in DISCOUNTS[ON_FURNISHING]:
        if has(built, owned):
            cost = cost[:]
            cost[_SLOT[good]] = max(0, cost[_SLOT[good]] - less)
    return cost


def ways_to_pay(built: int) -> list[int]:
    """The ways in which one may pay, whether one has the goods or not."""
    wood, stone = built & ORE_FOR_WOOD != 0, built & ORE_FOR_STONE != 0
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
    for slot, good in enumerate(PRICE_GOODS):
        if hand[good] < wanted[slot]:
            return False
    return True


def can_afford(built: int, hand: list[int], tile: int, as_loot: bool) -> bool:
    """Whether a tile can be paid in any way."""
    cost = price(built, tile, as_loot)
    if can_pay(hand, cost, AS_PRINTED):
        return True
    if built & (ORE_FOR_WOOD | ORE_FOR_STONE):
        for way in ways_to_pay(built):
            if can_pay(hand, cost, way):
                return True
    return False


def goods_of(cost: list[int]) -> list[tuple[int, int]]:
    """A price as goods and amounts, without those that are not in it."""
    return [(good, amount) for good, amount in zip(PRICE_GOODS, cost, strict=True) if amount]


def lacking(built: int, hand: list[int], tile: int, as_loot: bool) -> int:
    """How many goods of a price are missing; ore for wood and stone may do with fewer.

    Food is left aside: goods of all sorts may be eaten for it.
    """
    missing = 0
    if built & ORE_FOR_WOOD:
        missing -= 1
    if built & ORE_FOR_STONE:
        missing -= 1
    for slot, amount in enumerate(price(built, tile, as_loot)):
        if PRICE_GOODS[slot] != FOOD:
            missing += max(0, amount - hand[PRICE_GOODS[slot]])
    return missing


def pay_price(state: State, seat: int, cost: list[int], way: int) -> None:
    """Pays the price of a tile in one of the ways."""
    for slot, amount in enumerate(in_way(cost, way)):
        pay(state, seat, PRICE_GOODS[slot], amount)
