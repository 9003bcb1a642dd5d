"""Choices that are not on a space, the board or a tile: what they cost and bring, and the meal.

Real answers come first, at-any-time moves in rows beside them. Each kind of move has one small
drawing of signs; most need only the arguments of the move, prices and meals depend on the tiles of
the player who chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import (
    DONKEY,
    DONKEYS_TOGETHER,
    FARM_ANIMALS,
    FOOD,
    GOLD,
    GOLD_FOR_FOOD,
    GOLD_FOR_MORE_FOOD,
    GOODS,
    MARKET_GOODS,
    MARKET_PRICE,
    ORE_SALE_GET,
    ORE_SALE_PAY,
    RUBY,
    RUBY_GOODS,
    RUBY_GOODS_FOOD,
)
from dvergar.games.caverna.facts.tiles import (
    PRICE_GOODS,
    TRADE_GET,
    TRADE_PAY,
    WORK_GOODS,
    WORK_PRICES,
)
from dvergar.games.caverna.page.signs import STRENGTH, TO, WEAPON, cost, gain
from dvergar.games.caverna.rules.feeding import (
    NO_WORK,
    PLAN_GOODS,
    Plan,
    food_saved,
    needed,
    plan_for,
)
from dvergar.games.caverna.rules.ledger import food_of, in_way, price
from dvergar.games.caverna.state.moves import BEG, VOCABULARY
from dvergar.games.caverna.state.pending import Feeding, Paying
from dvergar.games.caverna.state.state import State

EATABLE: Final = tuple(reversed(PLAN_GOODS))


@dataclass(frozen=True, slots=True)
class Meal:
    """What feeding does: goods eaten, goods of those kinds that remain, begging markers."""

    need: int
    food: int
    eaten: tuple[tuple[str, int], ...]
    remains: tuple[tuple[str, int], ...]
    begging: int
    missing: int


def meal(context: ViewContext) -> Meal | None:
    """The meal that is asked about, if one is."""
    state: State = context.state
    frame = None if state.over else state.stack[-1]
    if not isinstance(frame, Feeding) or not context.acts:
        return None
    player = state.players[frame.seat]
    need, have = needed(player, frame.food), player.goods[FOOD]
    plan = plan_for(state, frame)
    brought = _brought(state, frame, plan)
    used = _used(plan)
    used[FOOD] = min(have, need)
    left = max(have + brought - need, 0) if brought else have - used[FOOD]
    remains = [(FOOD, left), *((good, player.goods[good] - used[good]) for good in EATABLE)]
    return Meal(
        need,
        have,
        tuple((GOODS[good], amount) for good, amount in enumerate(used) if amount),
        tuple((GOODS[good], amount) for good, amount in remains if amount or used[good]),
        max(need - have - brought, 0),
        max(need - have, 0),
    )


def _used(plan: Plan) -> list[int]:
    """How much of each good a plan takes."""
    used = [0] * len(GOODS)
    for good, amount in [*plan.used(), *zip(PLAN_GOODS, plan.amounts, strict=True)]:
        used[good] += amount
    return used


def _brought(state: State, frame: Feeding, plan: Plan) -> int:
    """The food that a plan brings or saves."""
    player = state.players[frame.seat]
    food = plan.traded_food() + (frame.adult if plan.work != NO_WORK else 0)
    for kind, amount in zip(PLAN_GOODS, plan.amounts, strict=True):
        food += food_saved(player, kind, amount, state.eating_gold)
    return food


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


LEAVING: Final = ("done", "go_on", "finish", "pass")
ROWS: Final = ("ruby", "eat", "trade")
ROW_OF: Final = {
    "ruby": "ruby",
    "jump": "ruby",
    "eat": "eat",
    "eat_donkeys": "eat",
    "eat_gold": "eat",
    "eat_more_gold": "eat",
    "trade": "trade",
    "disarm": "trade",
    "disarm_away": "trade",
    "work": "trade",
}
"""The row of each kind of at-any-time move."""
SHORTCUTS: Final = {"done": "d", "go_on": "g", "feed": "f", "beg": "b", "pass": "p", "finish": "g"}
NO_MOVE: Final = -1
DIGITS: Final = "123456789"
FEW_ANSWERS: Final = 4
FEW_FREE_MOVES: Final = 16
"""So many have room beside the question on a desk."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice as a button: its kind, its signs, its words, its key."""

    kind: str
    choice: Choice
    signs: tuple[Sign, ...]
    key: str
    leaves: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of at-any-time moves."""

    name: str
    options: list[Option]


@dataclass(frozen=True, slots=True)
class Tray:
    """All choices without a place."""

    options: list[Option]
    rows: list[Row]

    @property
    def free(self) -> int:
        """How many at-any-time moves there are."""
        return sum(len(row.options) for row in self.rows)

    @property
    def large(self) -> bool:
        """Whether the choices need the whole width below the question."""
        return len(self.options) > FEW_ANSWERS or self.free > FEW_FREE_MOVES


def tray(context: ViewContext, meal: Meal | None) -> Tray:
    """The tray of a position; empty when one is not asked.

    Begging does the same as feeding where nothing would be cooked: then only that is offered.
    """
    if not context.acts:
        return Tray([], [])
    left_out = BEG if meal is not None and meal.begging == meal.missing else NO_MOVE
    loose = [one for one in context.prompt.choices if not one.anchor and one.move != left_out]
    digits = iter(DIGITS)
    options = [_option(context, choice, digits) for choice in loose if not choice.free]
    options.sort(key=lambda option: option.leaves)
    free = [_option(context, choice, iter("")) for choice in loose if choice.free]
    rows = [Row(name, [one for one in free if ROW_OF[one.kind] == name]) for name in ROWS]
    return Tray(options, [row for row in rows if row.options])


def _option(context: ViewContext, choice: Choice, digits: Iterator[str]) -> Option:
    kind = VOCABULARY.kinds[choice.move]
    key = SHORTCUTS.get(kind) or next(digits, "")
    signs = tuple(choice_signs(context.state, choice))
    return Option(kind, choice, signs, key, kind in LEAVING)
