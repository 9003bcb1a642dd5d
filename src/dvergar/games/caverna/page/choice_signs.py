"""What a choice costs and what it brings, in signs: one small drawing for each kind of move.

Most drawings need no more than the arguments of the move; prices and meals hang on the tiles of the
player who chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dvergar.core.presentation import ICON, Sign
from dvergar.core.prompt import Choice
from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import (
    DONKEYS_TOGETHER,
    GOLD_FOR_FOOD,
    GOLD_FOR_MORE_FOOD,
    MARKET_GOODS,
    MARKET_PRICE,
    ORE_SALE_GET,
    ORE_SALE_PAY,
    RUBY_GOODS,
    RUBY_GOODS_FOOD,
)
from dvergar.games.caverna.facts.goods import DONKEY, FARM_ANIMALS, FOOD, GOLD, RUBY
from dvergar.games.caverna.facts.tiles import (
    PRICE_GOODS,
    TRADE_GET,
    TRADE_PAY,
    WORK_GOODS,
    WORK_PRICES,
)
from dvergar.games.caverna.page.signs import STRENGTH, TO, WEAPON, cost, gain
from dvergar.games.caverna.rules.food import food_of
from dvergar.games.caverna.rules.prices import in_way, price
from dvergar.games.caverna.state.moves import VOCABULARY
from dvergar.games.caverna.state.pending import Paying
from dvergar.games.caverna.state.state import State

Amounts = Iterable[tuple[int, int]]
Drawing = Callable[..., list[Sign]]


def choice_signs(state: State, choice: Choice) -> list[Sign]:
    """The signs of a choice; none where its words say all."""
    kind, arguments = VOCABULARY.kinds[choice.move], VOCABULARY.arguments[choice.move]
    if kind in ICONS:
        return [Sign(ICON, ICONS[kind])]
    if kind in EXCHANGES:
        return _exchange(*EXCHANGES[kind])
    if kind in BY_ARGUMENTS:
        return BY_ARGUMENTS[kind](*arguments)
    return BY_TILES[kind](state, *arguments) if kind in BY_TILES else []


def _exchange(pay: Amounts, get: Amounts) -> list[Sign]:
    return [*(cost(*goes) for goes in pay), TO, *(gain(*comes) for comes in get)]


# What is the same for everybody.


def _forge(_strength: int) -> list[Sign]:
    return [Sign(ICON, WEAPON)]


def _sow(good: int) -> list[Sign]:
    return [cost(good, 1), Sign(ICON, "gi-sprout")]


def _buy(number: int) -> list[Sign]:
    return _exchange([(GOLD, MARKET_PRICE[number])], [(MARKET_GOODS[number], 1)])


def _young(kinds: int) -> list[Sign]:
    return [gain(animal, 1) for kind, animal in enumerate(FARM_ANIMALS) if has(kinds, kind)]


def _ruby(number: int) -> list[Sign]:
    food = RUBY_GOODS_FOOD[number]
    return _exchange([(RUBY, 1), *([(FOOD, food)] if food else [])], [(RUBY_GOODS[number], 1)])


def _jump(strength: int) -> list[Sign]:
    return [cost(RUBY, 1), TO, Sign(STRENGTH, WEAPON, strength)]


def _trade(trade: int) -> list[Sign]:
    return _exchange(TRADE_PAY[trade], TRADE_GET[trade])


def _disarm(strength: int) -> list[Sign]:
    return [Sign(STRENGTH, WEAPON, strength), TO, gain(FOOD, strength)]


def _work(_who: int, number: int) -> list[Sign]:
    return [cost(WORK_GOODS[number], WORK_PRICES[number]), TO, Sign(ICON, "gi-dwarf-face")]


# What hangs on the tiles one has.


def _eat(state: State, good: int, amount: int = 1) -> list[Sign]:
    built = state.players[state.seat].built
    return _exchange([(good, amount)], [(FOOD, food_of(built, good, amount))])


def _eat_donkeys(state: State) -> list[Sign]:
    return _eat(state, DONKEY, DONKEYS_TOGETHER)


def _pay(state: State, way: int) -> list[Sign]:
    """The price of a tile in one of the ways to pay."""
    frame = state.stack[-1]
    assert isinstance(frame, Paying)
    amounts = in_way(price(state.players[frame.seat].built, frame.tile, frame.as_loot), way)
    return [cost(good, n) for good, n in zip(PRICE_GOODS, amounts, strict=True) if n]


ICONS: Final = {
    "take_goods": "gi-swap-bag",
    "grow_family": "gi-baby-bottle",
    "keep_field": "gi-wheat",
    "keep_breeding": "gi-nest-eggs",
}
EXCHANGES: Final[dict[str, tuple[Amounts, Amounts]]] = {
    "sell_ore": (ORE_SALE_PAY, ORE_SALE_GET),
    "eat_gold": ([(GOLD, GOLD_FOR_FOOD)], [(FOOD, 1)]),
    "eat_more_gold": ([(GOLD, GOLD_FOR_MORE_FOOD)], [(FOOD, 1)]),
}
"""What one gives and what one gets."""
BY_ARGUMENTS: Final[dict[str, Drawing]] = {
    "forge": _forge,
    "sow": _sow,
    "buy": _buy,
    "young": _young,
    "ruby": _ruby,
    "jump": _jump,
    "trade": _trade,
    "disarm": _disarm,
    "disarm_away": _disarm,
    "work": _work,
}
"""By kind of move; called with its arguments."""
BY_TILES: Final[dict[str, Drawing]] = {
    "pay": _pay,
    "butcher": _eat,
    "butcher_donkeys": _eat_donkeys,
    "eat": _eat,
    "eat_donkeys": _eat_donkeys,
}
"""Likewise; called with the position first."""
