"""At-any-time moves that a player cannot pay just now, in signs, and what is missing for each."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.scene import ICON, Sight, Sign
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.page.signs import ART, JOIN, TO, WEAPON, cost, gain
from dvergar.games.caverna.telling.blocked import reason
from dvergar.games.caverna.telling.exchanges import Exchange, counted, exchange_words, exchanges


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A move that cannot be paid: its price and what it would bring, and what is missing."""

    signs: tuple[Sign, ...]
    words: str
    reason: str


def unpaid(sight: Sight) -> list[Unpaid]:
    """What whoever is asked cannot pay; what is within reach of a player first."""
    if not sight.acts or sight.state.over:
        return []
    return [_unpaid(sight, one) for one in exchanges(sight.state)]


def _unpaid(sight: Sight, one: Exchange) -> Unpaid:
    speak = sight.words
    pay = [cost(good, n) for good, n in one.price]
    why = reason(one.reason, counted(one.missing, speak), speak)
    return Unpaid((*pay, TO, *_brings(sight, one)), exchange_words(one, speak), why)


def _brings(sight: Sight, one: Exchange) -> list[Sign]:
    if one.dwarf:
        return [Sign(ICON, WEAPON, one.dwarf)]
    goods = [gain(good, n) for good, n in one.goods]
    lands = [Sign(ART, LAND_NAMES[land]) for land in one.lands]
    either = [Sign(JOIN, word=sight.words("joint.one_of"))] if goods and lands else []
    return [*goods, *either, *lands]
