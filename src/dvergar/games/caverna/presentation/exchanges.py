"""What a player could do at any time if only it could pay: prices, what they buy, what is missing.

Each price is one exchange, however many things it buys. Without a ruby, all that one ruby buys is
a single exchange, and what costs more is left aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.facts.game import GOOD_RUBIES, RUBY_GOODS
from dvergar.games.caverna.facts.goods import FOOD, GOLD, GOODS, RUBY
from dvergar.games.caverna.facts.tiles import TRADE_GET
from dvergar.games.caverna.rules.anytime import BuyGood, BuyLand, Purchase, too_dear
from dvergar.games.caverna.rules.ledger import missing
from dvergar.games.caverna.rules.questions import offers_free
from dvergar.games.caverna.state.moves import (
    ARGUMENT,
    EAT_MORE_GOLD,
    JUMP,
    KIND,
    RUBY_GOOD,
    RUBY_SINGLE,
    SINGLE_LAND,
    TRADE,
)
from dvergar.games.caverna.state.state import State

Goods = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A price that cannot be paid, the goods and lands it buys, and the dwarf it sends first.

    Of several goods of which one may choose, the first stands for all.
    """

    price: Goods
    missing: Goods
    reason: int
    goods: Goods = ()
    lands: tuple[int, ...] = ()
    dwarf: int = 0
    moves: tuple[int, ...] = ()
    """The moves that are not possible for this very reason."""


def exchanges(state: State) -> list[Exchange]:
    """What the seat that decides cannot pay; what is nearly within reach first."""
    if not offers_free(state):
        return []
    hand = state.players[state.seat].goods
    by_price: dict[tuple[object, ...], list[tuple[int, Purchase]]] = {}
    for move, one in too_dear(state):
        if _is_near(hand, move, one):
            by_price.setdefault(_sort(move, one), []).append((move, one))
    found = [_exchange(hand, moves) for moves in by_price.values()]
    found.sort(key=lambda one: sum(n for _, n in one.missing))
    return found


def _is_near(hand: list[int], move: int, one: Purchase) -> bool:
    """Whether it is worth telling: with nothing in hand, one need not hear of every price."""
    if move == EAT_MORE_GOLD:
        return False
    if isinstance(one, BuyGood | BuyLand) and not hand[RUBY]:
        return one.price(move) == [(RUBY, GOOD_RUBIES)]
    return hand[GOLD] > 0 or one.price(move)[0][0] != GOLD or KIND[move] == TRADE


def _sort(move: int, one: Purchase) -> tuple[object, ...]:
    """Moves of the same sort are one exchange."""
    if KIND[move] == TRADE:
        return (move,)
    return (*one.price(move), KIND[move] == JUMP)


def _exchange(hand: list[int], moves: list[tuple[int, Purchase]]) -> Exchange:
    first, one = moves[0]
    price = one.price(first)
    return Exchange(
        tuple(price),
        tuple(missing(hand, price)),
        one.too_dear(first),
        tuple(next((_goods(move) for move, _ in moves if _goods(move)), [])),
        tuple(dict.fromkeys(land for move, _ in moves for land in _lands(move))),
        max((ARGUMENT[move] for move, _ in moves if KIND[move] == JUMP), default=0),
        tuple(move for move, each in moves if each.too_dear(move) == one.too_dear(first)),
    )


def _goods(move: int) -> list[tuple[int, int]]:
    """The goods that a move buys."""
    if KIND[move] == TRADE:
        return TRADE_GET[ARGUMENT[move]]
    if KIND[move] == RUBY_GOOD:
        return [(RUBY_GOODS[ARGUMENT[move]], 1)]
    return [] if KIND[move] == JUMP or KIND[move] in RUBY_SINGLE else [(FOOD, 1)]


def _lands(move: int) -> Iterator[int]:
    """The single tile that a move buys."""
    if KIND[move] in RUBY_SINGLE:
        yield SINGLE_LAND[RUBY_SINGLE.index(KIND[move])]


def exchange_words(exchange: Exchange, speak: Words) -> str:
    """An exchange in words."""
    if exchange.dwarf:
        return speak("move.jump", n=exchange.dwarf)
    goods = counted(exchange.goods, speak)
    lands = ", ".join(speak(f"sign.{LAND_NAMES[land]}") for land in exchange.lands)
    get = f" {speak('joint.one_of')} ".join(part for part in (goods, lands) if part)
    return speak("table.exchange", get=get, pay=counted(exchange.price, speak))


def counted(goods: Goods, speak: Words) -> str:
    """Goods and how many of each, in words."""
    return ", ".join(speak(f"count.{GOODS[good]}", n=n) for good, n in goods)
