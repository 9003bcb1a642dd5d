"""What the goods in hand could become by rubies, trades and eating, good by good.

Used where an action stays open because something in hand could open another of its parts. Each
good is looked at by itself; what is spent on one is not missing at another. So the answers err on
the side of asking, and never miss anything.
"""

from __future__ import annotations

from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import FOOD_OF, GOOD_RUBIES, RUBY_GOODS
from dvergar.games.caverna.facts.goods import FOOD, GOLD, GOOD_COUNT, RUBY
from dvergar.games.caverna.facts.tiles import (
    TRADE_GET,
    TRADE_PAY,
    TRADE_TILE,
    WEAPON_FOR_FOOD,
)
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.food import food_for_gold, food_of
from dvergar.games.caverna.rules.ledger import with_answers


def traded(built: int, hand: list[int]) -> list[int]:
    """The most of each good that the trades of one's tiles could bring, one tile after another."""
    goods = hand[:]
    for with_gold in (False, True):  # what the others bring in gold may be spent on the last ones
        for trade, tile in enumerate(TRADE_TILE):
            if has(built, tile) and (TRADE_PAY[trade][0][0] == GOLD) == with_gold:
                _trade_often(built, goods, trade)
    return goods


def _trade_often(built: int, goods: list[int], trade: int) -> None:
    times = min([goods[good] // amount for good, amount in TRADE_PAY[trade]])
    for good, amount in TRADE_GET[trade]:
        _add(built, goods, good, times * amount)


def _add(built: int, goods: list[int], good: int, amount: int) -> None:
    if not amount:
        return
    for one in with_answers(built, good):
        goods[one] += amount


def within_reach(attempt: Attempt) -> list[int]:
    """The most of each good that rubies, trades, eating and weapons given up could bring."""
    built, goods = attempt.player.built, attempt.goods[:]
    for good in RUBY_GOODS:
        _add(built, goods, good, attempt.goods[RUBY] // GOOD_RUBIES)
    goods = traded(built, traded(built, goods))
    goods[FOOD] += most_food(attempt, goods)
    return goods


def most_food(attempt: Attempt, goods: list[int]) -> int:
    """The food that all these goods give, and all weapons where they may be given up."""
    food = food_for_gold(goods[GOLD], attempt.state.eating_gold)
    for good in range(GOOD_COUNT):
        if goods[good] and FOOD_OF[good]:
            food += food_of(attempt.player.built, good, goods[good])
    if attempt.player.owns(WEAPON_FOR_FOOD):
        food += sum(attempt.player.weapons)
    return food
