"""Choices that lie neither on a space nor on the board nor on a tile: what they cost and bring.

Real answers come first, what can be done at any time in rows beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dvergar.games.caverna.facts import FACTS
from dvergar.games.caverna.feeding import WORK_GOODS, WORK_PRICES, food_of
from dvergar.games.caverna.frames import PAYING
from dvergar.games.caverna.furnishing import ORE_FOR_STONE, ORE_FOR_WOOD, price
from dvergar.games.caverna.goods import FOOD, GOLD, GOODS, ORE, RUBY, STONE, WOOD
from dvergar.games.caverna.moves import CELL_A, PAY, TRADE
from dvergar.games.caverna.page import bits
from dvergar.games.caverna.page.bits import ICON, Bit
from dvergar.games.caverna.tiles import PRICE_GOODS, TRADE_GET, TRADE_PAY

if TYPE_CHECKING:
    from dvergar.core.prompt import Choice
    from dvergar.core.scene import Sight

ARROW: Final = Bit("arrow")
PLACED: Final = ("space:", "tile:", "loot:")
LEAVING: Final = ("done", "go on", "finish", "pass")
ROWS: Final = ("ruby", "eat", "trade")
SHORTCUTS: Final = {"done": "d", "go on": "g", "feed": "f", "beg": "b", "pass": "p", "finish": "g"}
DIGITS: Final = "123456789"
ICONS: Final = {
    "take goods": "gi-swap-bag",
    "grow family": "gi-baby-bottle",
    "keep field phase": "gi-wheat",
    "keep breeding phase": "gi-nest-eggs",
}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice as a button: its signs, its words, its key."""

    choice: Choice
    signs: list[Bit]
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


def tray(sight: Sight) -> Tray:
    """The tray of a position; empty when one is not asked."""
    if not sight.acts:
        return Tray([], [])
    loose = [
        choice
        for choice in sight.prompt.choices
        if CELL_A[choice.move] < 0 and not choice.anchor.startswith(PLACED)
    ]
    digits = iter(DIGITS)
    options = [_option(sight, choice, digits) for choice in loose if not choice.free]
    options.sort(key=lambda option: option.leaves)
    rows = [
        Row(name, [Option(c, signs(sight, c), "", False) for c in loose if _row(c) == name])
        for name in ROWS
    ]
    return Tray(options, [row for row in rows if row.options])


def _option(sight: Sight, choice: Choice, digits: Any) -> Option:
    key = SHORTCUTS.get(choice.name) or next(digits, "")
    return Option(choice, signs(sight, choice), key, choice.name in LEAVING)


def _row(choice: Choice) -> str:
    if not choice.free:
        return ""
    first = choice.name.split()[0]
    if first in ("ruby", "jump"):
        return "ruby"
    return "eat" if first == "eat" else "trade"


def signs(sight: Sight, choice: Choice) -> list[Bit]:
    """What a choice costs and what it brings."""
    player = sight.state.players[sight.state.seat]
    first, *rest = choice.name.split()
    if choice.name in ICONS:
        return [Bit(ICON, ICONS[choice.name])]
    match first:
        case "forge":
            return [Bit(ICON, "gi-battle-axe", int(rest[0]))]
        case "sow":
            return [bits.cost(GOODS.index(rest[0]), 1), Bit(ICON, "gi-sprout")]
        case "buy":
            gold = bits.cost(GOLD, FACTS["market"][rest[0]])
            return [gold, ARROW, bits.gain(GOODS.index(rest[0]), 1)]
        case "sell":
            return [bits.cost(ORE, 2), ARROW, bits.gain(GOLD, 2), bits.gain(FOOD, 1)]
        case "pay":
            return _payment(sight, choice.move - PAY)
        case "young":
            return [bits.gain(GOODS.index(kind), 1) for kind in rest if kind != "none"]
        case "butcher" | "eat":
            return _eaten(player, rest)
        case "ruby":
            good = GOODS.index(rest[0])
            more = [bits.cost(FOOD, 1)] if rest[0] == "cattle" else []
            return [bits.cost(RUBY, 1), *more, ARROW, bits.gain(good, 1)]
        case "jump":
            return [bits.cost(RUBY, 1), ARROW, Bit(ICON, "gi-battle-axe", int(rest[-1]))]
        case "trade":
            trade = choice.move - TRADE
            return [
                *(bits.cost(good, amount) for good, amount in TRADE_PAY[trade]),
                ARROW,
                *(bits.gain(good, amount) for good, amount in TRADE_GET[trade]),
            ]
        case "disarm":
            strength = int(rest[-1])
            return [Bit(ICON, "gi-battle-axe", strength), ARROW, bits.gain(FOOD, strength)]
        case "feed" if rest:
            number = [GOODS[good] for good in WORK_GOODS].index(rest[-1])
            pay = bits.cost(WORK_GOODS[number], WORK_PRICES[number])
            return [pay, ARROW, Bit(ICON, "gi-dwarf-face")]
    return []


def _eaten(player: Any, rest: list[str]) -> list[Bit]:
    """Goods that become food, and how much."""
    if rest[-1] == "gold":
        amount = 1 if "more" in rest else 2
        return [bits.cost(GOLD, amount), ARROW, bits.gain(FOOD, 1)]
    amount = 2 if rest[0] == "2" else 1
    kind = GOODS.index("donkey" if rest[-1] == "donkeys" else rest[-1])
    return [bits.cost(kind, amount), ARROW, bits.gain(FOOD, food_of(player, kind, amount))]


def _payment(sight: Sight, way: int) -> list[Bit]:
    """The price of a tile in one of the ways to pay."""
    kind, seat, tile, _, as_loot = sight.state.stack[-1]
    assert kind == PAYING
    cost = dict(
        zip(PRICE_GOODS, price(sight.state.players[seat], tile, bool(as_loot)), strict=True)
    )
    for bit, good in ((ORE_FOR_WOOD, WOOD), (ORE_FOR_STONE, STONE)):
        if way & bit:
            cost[good] -= 1
            cost[ORE] += 1
    return [bits.cost(good, amount) for good, amount in cost.items() if amount]
