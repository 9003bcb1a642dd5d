"""The odds that digging wakes the dragon, counted from what everybody sees, and who is warned."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from dvergar.core.presentation import ViewContext
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.rules.chances import (
    after_dragon,
    dragon_chance,
    hidden_cards,
    hidden_dragons,
)
from dvergar.games.my_gold_mine.state.places import BURNT
from dvergar.games.my_gold_mine.state.state import State

PIPS: Final = 5
EASY: Final = 10
"""Odds are said in tenths or simpler; what is rarer than one in ten, as one in so many."""


class Odds(NamedTuple):
    """How likely the dragon moves: pips that are lit, and words."""

    pips: int
    word: str
    exact: str = ""
    warning: str = ""


def dig_odds(context: ViewContext) -> Odds:
    """The odds that the card below the top one is a dragon."""
    state: State = context.state
    speak = context.words
    hidden, dragons = hidden_cards(state), hidden_dragons(state)
    exact = speak("table.odds_exact", dragons=dragons, n=hidden)
    if not dragons:
        return Odds(0, speak("table.odds_none"), exact)
    after = after_dragon(state)
    if after.dragon == state.dragon:  # the last dwarf is out by its door before
        return Odds(0, speak("table.odds_none"))
    pips = max(round(dragon_chance(hidden, dragons, bared=1, moves=1) * PIPS), 1)
    warns = context.acts and after.places[state.dwarf] == BURNT
    word = odds_said(dragons, hidden, speak)
    return Odds(pips, word, exact, speak("table.odds_you") if warns else "")


def odds_said(some: int, of: int, speak: Words) -> str:
    """So many of all, as odds that one can picture, and in per cent."""
    chance = Fraction(some, of)
    if chance == 1:
        return speak("table.odds_sure")
    easy = chance.limit_denominator(EASY)
    if chance * EASY < 1:
        easy = Fraction(1, round(1 / chance))
    word = "table.odds_just" if easy == chance else "table.odds_about"
    return speak(word, k=easy.numerator, of=easy.denominator, percent=round(100 * chance))
