"""The odds that digging wakes the dragon, counted from what everybody sees, and who is warned."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from dvergar.core.scene import Sight
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.state.places import OUT
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


def dig_odds(sight: Sight) -> Odds:
    """The odds that the card below the top one is a dragon."""
    speak, deck = sight.words, sight.view["extraction"]
    if is_alone_and_leaves(sight.state):
        return Odds(0, speak("table.odds_none"))
    hidden, dragons = max(deck["cards"] - 1, 0), deck["hidden"]["dragon"]
    chance = dragons / hidden if hidden else 0.0
    exact = speak("table.odds_exact", dragons=dragons, n=hidden)
    if not chance:
        return Odds(0, speak("table.odds_none"), exact)
    pips = max(round(chance * PIPS), 1)
    warns = sight.acts and would_burn(sight.state)
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


def door_leads_to(state: State) -> int:
    """Where the door on the top card leads the acting dwarf; a red one never to the dragon."""
    here = state.places[state.dwarf]
    there = here + MATERIAL.door[state.extraction[-1]]
    return there if there < state.dragon else here


def would_burn(state: State) -> bool:
    """Whether one dragon below the top card would burn the acting dwarf."""
    here, fire = state.places[state.dwarf], state.dragon - 1
    if not state.variant.dragon_first:
        return door_leads_to(state) == fire
    through_the_door = here + MATERIAL.door[state.extraction[-1]]
    return here == fire or (state.variant.red_door_burns and through_the_door == fire)


def is_alone_and_leaves(state: State) -> bool:
    """Whether the last dwarf would be out by its door before the dragon can move."""
    if not state.extraction or state.variant.dragon_first or state.others_inside():
        return False
    return door_leads_to(state) == OUT
