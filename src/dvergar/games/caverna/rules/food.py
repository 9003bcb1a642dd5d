"""Goods as food: what each kind gives, and turning goods into it."""

from __future__ import annotations

from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import (
    DONKEYS_TOGETHER,
    FOOD_OF,
    FOOD_TOGETHER,
    GOLD_FOR_FOOD,
    GOLD_FOR_MORE_FOOD,
)
from dvergar.games.caverna.facts.goods import DONKEY, FOOD, GOLD, is_farm_animal
from dvergar.games.caverna.facts.tiles import MORE_FOOD
from dvergar.games.caverna.rules.ledger import gain, pay
from dvergar.games.caverna.state.state import State


def food_of(built: int, kind: int, amount: int) -> int:
    """The food that so much of a kind gives whoever has built these tiles."""
    if kind == GOLD:
        return food_for_gold(amount, begun=False)
    more = 0
    if is_farm_animal(kind):
        for tile, food in MORE_FOOD:
            if has(built, tile):
                more += food
    if kind == DONKEY:
        together, alone = divmod(amount, DONKEYS_TOGETHER)
        food = together * FOOD_TOGETHER + alone * FOOD_OF[DONKEY]
        return food + amount * more
    return amount * (FOOD_OF[kind] + more)


def food_for_gold(gold: int, begun: bool) -> int:
    """The food that gold buys at once; a purchase that was begun goes on at a lower price."""
    if begun:
        return gold // GOLD_FOR_MORE_FOOD
    return 0 if gold < GOLD_FOR_FOOD else 1 + (gold - GOLD_FOR_FOOD) // GOLD_FOR_MORE_FOOD


def eat(state: State, seat: int, kind: int, amount: int) -> None:
    """Goods become food."""
    food = food_of(state.players[seat].built, kind, amount)
    pay(state, seat, kind, amount)
    gain(state, seat, FOOD, food)
