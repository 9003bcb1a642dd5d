"""At-any-time moves that a player cannot pay just now, in signs, and what is missing for each."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.page.signs import ART, JOIN, TO, WEAPON, cost, gain
from dvergar.games.caverna.presentation.blocked import reason
from dvergar.games.caverna.presentation.exchanges import (
    Exchange,
    counted,
    exchange_words,
    exchanges,
)


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A move that cannot be paid: its price and what it would bring, and what is missing."""

    signs: tuple[Sign, ...]
    words: str
    reason: str


def unpaid(context: ViewContext) -> list[Unpaid]:
    """What whoever is asked cannot pay; what is within reach of a player first."""
    if not context.acts or context.state.over:
        return []
    return [_unpaid(context, one) for one in exchanges(context.state)]


def _unpaid(context: ViewContext, one: Exchange) -> Unpaid:
    speak = context.words
    pay = [cost(good, n) for good, n in one.price]
    why = reason(one.reason, counted(one.missing, speak), speak)
    return Unpaid((*pay, TO, *_brings(context, one)), exchange_words(one, speak), why)


def _brings(context: ViewContext, one: Exchange) -> list[Sign]:
    if one.dwarf:
        return [Sign(ICON, WEAPON, one.dwarf)]
    goods = [gain(good, n) for good, n in one.goods]
    lands = [Sign(ART, LAND_NAMES[land]) for land in one.lands]
    either = [Sign(JOIN, word=context.words("joint.one_of"))] if goods and lands else []
    return [*goods, *either, *lands]
