"""Choices that are not on a space, the board or a tile: what they cost and bring, and the meal.

Real answers come first, at-any-time moves in rows beside them. Each kind of move has one small
drawing of signs; most need only the arguments of the move, prices and meals depend on the tiles of
the player who chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.core.prompt import PLAN_SEPARATOR, Choice
from dvergar.core.sentences import join_list
from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts, tiles
from dvergar.games.caverna.page.signs import STRENGTH, TO, WEAPON, cost, gain
from dvergar.games.caverna.rules.feeding import (
    NO_WORK,
    PLAN_GOODS,
    Plan,
    food_saved,
    needed,
    plan_for,
    plan_without,
    player_after,
)
from dvergar.games.caverna.rules.harvest import maximal_young
from dvergar.games.caverna.rules.ledger import food_of, in_way, price
from dvergar.games.caverna.rules.score import total
from dvergar.games.caverna.state.moves import (
    BEG,
    EAT,
    EAT_DONKEYS,
    EAT_GOLD,
    EAT_MORE_GOLD,
    FEED,
    VOCABULARY,
)
from dvergar.games.caverna.state.pending import BREEDING, Feeding, Paying
from dvergar.games.caverna.state.state import Player, State

EATABLE: Final = tuple(reversed(PLAN_GOODS))
EATING: Final = {VOCABULARY.arguments[move][0]: move for move in range(EAT, EAT_DONKEYS)}
"""The move that eats one of a kind."""
BEGGED: Final = "beg"
MAX_DISHES: Final = 3
MAX_PLANS_TRIED: Final = 8
DIGITS: Final = "123456789"


@dataclass(frozen=True, slots=True)
class Dish:
    """Another meal: its moves in a row, goods eaten, goods that remain, points it costs, young."""

    plan: str
    words: str
    eaten: tuple[tuple[str, int], ...]
    remains: tuple[tuple[str, int], ...]
    lost: int
    young: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Meal:
    """What feeding does: goods eaten, goods of those kinds that remain, begging markers."""

    need: int
    food: int
    eaten: tuple[tuple[str, int], ...]
    remains: tuple[tuple[str, int], ...]
    begging: int
    missing: int
    cells: tuple[str, ...]
    """For each food that is needed, the good it comes from; "beg" where a marker comes."""
    lost: int
    """The points that feeding costs."""
    lost_begging: int
    young: tuple[str, ...]
    others: tuple[Dish, ...]
    """Other ways to eat enough."""


def meal(context: ViewContext) -> Meal | None:
    """The meal that is asked about, if one is."""
    state: State = context.state
    frame = None if state.over else state.stack[-1]
    if not isinstance(frame, Feeding) or not context.acts:
        return None
    player = state.players[frame.seat]
    need, have = needed(player, frame.food), player.goods[facts.FOOD]
    plan = plan_for(state, frame)
    brought = sum(food for _, food in _sources(state, frame, plan))
    used = _used(plan)
    used[facts.FOOD] = min(have, need)
    after = player_after(state, frame, begs=False)
    lost_begging = total(player) - total(player_after(state, frame, begs=True))
    dishes = _dishes(context, frame, plan) if need > have else []
    return Meal(
        need,
        have,
        _amounts(used),
        _remains(after, used),
        max(need - have - brought, 0),
        max(need - have, 0),
        _cells(need, have, _sources(state, frame, plan)),
        total(player) - total(after),
        lost_begging,
        _young_after(state, after, frame.seat),
        tuple(dish for dish in dishes if dish.lost <= lost_begging),
    )


def _amounts(used: list[int]) -> tuple[tuple[str, int], ...]:
    return tuple((facts.GOODS[good], amount) for good, amount in enumerate(used) if amount)


def _remains(after: Player, used: list[int]) -> tuple[tuple[str, int], ...]:
    """What a meal leaves of food and of what can be eaten."""
    left = after.goods
    return tuple(
        (facts.GOODS[good], left[good])
        for good in (facts.FOOD, *EATABLE)
        if left[good] or used[good]
    )


def _young_after(state: State, after: Player, seat: int) -> tuple[str, ...]:
    """The animals that are born after a meal, unless one has to choose among them."""
    if not any(frame.kind == BREEDING and frame.seat == seat for frame in state.stack):
        return ()
    sets = maximal_young(after, after.goods, len(facts.FARM_ANIMALS))
    kinds = sets[0] if len(sets) == 1 else 0
    return tuple(
        facts.GOODS[animal] for kind, animal in enumerate(facts.FARM_ANIMALS) if has(kinds, kind)
    )


def _dishes(context: ViewContext, frame: Feeding, best: Plan) -> list[Dish]:
    """The best meals that leave out what better ones eat, those first that cost fewest points."""
    state: State = context.state
    dishes: list[Dish] = []
    known = {tuple(best.amounts)}
    kept_goods = [[good] for good in _eaten(best)] if not best.used() else [[]]
    for _ in range(MAX_PLANS_TRIED):
        if not kept_goods:
            break
        kept = kept_goods.pop(0)
        plan = plan_without(state, frame, kept)
        if plan is None or tuple(plan.amounts) in known:
            continue
        known.add(tuple(plan.amounts))
        kept_goods += [[*kept, good] for good in _eaten(plan)]
        dish = _dish(context, frame, plan)
        if dish is not None:
            dishes.append(dish)
    dishes.sort(key=lambda dish: dish.lost)
    return [replace(dish, key=key) for dish, key in zip(dishes[:MAX_DISHES], DIGITS, strict=False)]


def _eaten(plan: Plan) -> list[int]:
    return [good for good, amount in zip(PLAN_GOODS, plan.amounts, strict=True) if amount]


def _dish(context: ViewContext, frame: Feeding, plan: Plan) -> Dish | None:
    """A plan as moves in a row, the last of which feeds; None if they are not enough."""
    state: State = context.state
    eaten = state.copy()
    moves = _eating(plan, state.eating_gold)
    for move in moves:
        if move not in eaten.moves():
            return None
        eaten.play(move)
    meal, player = eaten.stack[-1], state.players[frame.seat]
    if not isinstance(meal, Feeding) or eaten.players[frame.seat].goods[facts.FOOD] < needed(
        eaten.players[frame.seat], meal.food
    ):
        return None
    used = _used(plan)
    used[facts.FOOD] = min(player.goods[facts.FOOD], needed(player, frame.food))
    after = player_after(eaten, meal, begs=False)
    names = [context.words(f"noun.{facts.GOODS[good]}", n=used[good]) for good in _eaten(plan)]
    return Dish(
        PLAN_SEPARATOR.join([*(state.game.name(move) for move in moves), state.game.name(FEED)]),
        join_list(names, context.words.lang),
        _amounts(used),
        _remains(after, used),
        total(player) - total(after),
        _young_after(eaten, after, frame.seat),
        "",
    )


def _eating(plan: Plan, more_gold: bool) -> list[int]:
    """The moves that eat what a plan says; gold first, for a purchase may have begun."""
    amounts = dict(zip(PLAN_GOODS, plan.amounts, strict=True))
    moves: list[int] = []
    if amounts[facts.GOLD]:
        first = [] if more_gold else [EAT_GOLD]
        begun = 0 if more_gold else facts.GOLD_FOR_FOOD
        moves += [
            *first,
            *[EAT_MORE_GOLD] * ((amounts[facts.GOLD] - begun) // facts.GOLD_FOR_MORE_FOOD),
        ]
    pairs, single = divmod(amounts[facts.DONKEY], facts.DONKEYS_TOGETHER)
    moves += [EAT_DONKEYS] * pairs
    amounts |= {facts.DONKEY: single, facts.GOLD: 0}
    return moves + [EATING[good] for good, amount in amounts.items() for _ in range(amount)]


def _cells(need: int, have: int, sources: list[tuple[int, int]]) -> tuple[str, ...]:
    """Where each food comes from that is needed: from the larder, from a good, from nowhere."""
    cells = ["food"] * min(need, have)
    for good, food in sources:
        cells += [facts.GOODS[good]] * food
    return tuple((cells + [BEGGED] * need)[:need])


def _sources(state: State, frame: Feeding, plan: Plan) -> list[tuple[int, int]]:
    """The goods of a plan, and the food that each of them brings or saves."""
    player = state.players[frame.seat]
    found = [
        (kind, food_saved(player, kind, amount, state.eating_gold))
        for kind, amount in zip(PLAN_GOODS, plan.amounts, strict=True)
        if amount
    ]
    for trade, times in zip(tiles.FOOD_TRADES, plan.trades, strict=True):
        found.append((tiles.TRADE_PAY[trade][0][0], tiles.TRADE_GET[trade][0][1] * times))
    if plan.work != NO_WORK:
        found.append((tiles.WORK_GOODS[plan.work], frame.adult))
    return found


def _used(plan: Plan) -> list[int]:
    """How much of each good a plan takes."""
    used = [0] * len(facts.GOODS)
    for good, amount in [*plan.used(), *zip(PLAN_GOODS, plan.amounts, strict=True)]:
        used[good] += amount
    return used


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
    return _exchange([(facts.GOLD, facts.MARKET_PRICE[number])], [(facts.MARKET_GOODS[number], 1)])


def _young(kinds: int) -> list[Sign]:
    return [gain(animal, 1) for kind, animal in enumerate(facts.FARM_ANIMALS) if has(kinds, kind)]


def _ruby(number: int) -> list[Sign]:
    food = facts.RUBY_GOODS_FOOD[number]
    return _exchange(
        [(facts.RUBY, 1), *([(facts.FOOD, food)] if food else [])], [(facts.RUBY_GOODS[number], 1)]
    )


def _jump(strength: int) -> list[Sign]:
    return [cost(facts.RUBY, 1), TO, Sign(STRENGTH, WEAPON, strength)]


def _trade(trade: int) -> list[Sign]:
    return _exchange(tiles.TRADE_PAY[trade], tiles.TRADE_GET[trade])


def _disarm(strength: int) -> list[Sign]:
    return [Sign(STRENGTH, WEAPON, strength), TO, gain(facts.FOOD, strength)]


def _work(_who: int, number: int) -> list[Sign]:
    return [
        cost(tiles.WORK_GOODS[number], tiles.WORK_PRICES[number]),
        TO,
        Sign(ICON, "gi-dwarf-face"),
    ]


# What hangs on the tiles one has.


def _eat(state: State, good: int, amount: int = 1) -> list[Sign]:
    built = state.players[state.seat].built
    return _exchange([(good, amount)], [(facts.FOOD, food_of(built, good, amount))])


def _eat_donkeys(state: State) -> list[Sign]:
    return _eat(state, facts.DONKEY, facts.DONKEYS_TOGETHER)


def _pay(state: State, way: int) -> list[Sign]:
    """The price of a tile in one of the ways to pay."""
    frame = state.stack[-1]
    assert isinstance(frame, Paying)
    amounts = in_way(price(state.players[frame.seat].built, frame.tile, frame.as_loot), way)
    return [cost(good, n) for good, n in zip(tiles.PRICE_GOODS, amounts, strict=True) if n]


ICONS: Final = {
    "take_goods": "gi-swap-bag",
    "grow_family": "gi-baby-bottle",
    "keep_field": "gi-wheat",
    "keep_breeding": "gi-nest-eggs",
}
EXCHANGES: Final[dict[str, tuple[Amounts, Amounts]]] = {
    "sell_ore": (facts.ORE_SALE_PAY, facts.ORE_SALE_GET),
    "eat_gold": ([(facts.GOLD, facts.GOLD_FOR_FOOD)], [(facts.FOOD, 1)]),
    "eat_more_gold": ([(facts.GOLD, facts.GOLD_FOR_MORE_FOOD)], [(facts.FOOD, 1)]),
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


FORGING: Final = "forge"
LEAVING: Final = ("done", "go_on", "finish", "pass")
ROWS: Final = ("ruby", "eat", "trade")
ROWS_AT_MEALS: Final = ("eat", "trade", "ruby")
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
    def answers(self) -> list[Option]:
        """The answers that need a place of their own: neither a weapon nor the end of an action."""
        return [one for one in self.options if one.kind != FORGING and not one.leaves]

    @property
    def ways_out(self) -> list[Option]:
        """What ends the action, or passes."""
        return [one for one in self.options if one.leaves]

    def strip(self, hungry: bool, forging: bool, room: int) -> list[Option]:
        """The at-any-time moves that matter most now, as many as have room."""
        wanted = [one for row in self.rows for one in row.options]
        if forging:
            wanted.sort(key=lambda one: "ore" not in one.choice.name)
        elif hungry:
            wanted.sort(key=lambda one: ROW_OF[one.kind] != "eat")
        return wanted[:room]


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
    names = ROWS_AT_MEALS if meal else ROWS
    rows = [Row(name, [one for one in free if ROW_OF[one.kind] == name]) for name in names]
    return Tray(options, [row for row in rows if row.options])


def _option(context: ViewContext, choice: Choice, digits: Iterator[str]) -> Option:
    kind = VOCABULARY.kinds[choice.move]
    key = SHORTCUTS.get(kind) or next(digits, "")
    signs = tuple(choice_signs(context.state, choice))
    return Option(kind, choice, signs, key, kind in LEAVING)
