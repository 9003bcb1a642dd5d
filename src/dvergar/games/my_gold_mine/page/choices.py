"""Dig or run: the two piles, what each surely brings, and the odds that the dragon wakes.

The odds are counted from what everybody sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts import material
from dvergar.games.my_gold_mine.page.signs import (
    ACTION_SIGNS,
    BLUE_DOOR,
    NUGGET,
    PILE,
    RED_DOOR,
    Effect,
    exit_signs,
)
from dvergar.games.my_gold_mine.presentation.log import exit_card
from dvergar.games.my_gold_mine.rules import actions
from dvergar.games.my_gold_mine.state import BURNT, OUT, State

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
    hidden, dragons = actions.hidden_cards(state), actions.hidden_dragons(state)
    exact = speak("table.odds_exact", dragons=dragons, n=hidden)
    if not dragons:
        return Odds(0, speak("table.odds_none"), exact)
    after = actions.after_dragon(state)
    if after.dragon == state.dragon:  # the last dwarf is out by its door before
        return Odds(0, speak("table.odds_none"))
    pips = max(round(actions.dragon_chance(hidden, dragons, bared=1, moves=1) * PIPS), 1)
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


LOCK: Final = "gi-padlock"
STAYS: Final = "gi-footprint"
MAYBE: Final = (material.SMALL, material.DOUBLE, material.ALL, material.SWAP, material.BONUS)
"""What an exit card may be, the usual first."""


@dataclass(frozen=True, slots=True)
class DigPile:
    """The extraction deck, and what its top card would do."""

    top: str
    """The top card, or nothing."""
    cards: int
    nuggets: int
    choice: Choice | None
    blocked: Blocked | None
    effects: tuple[Effect, ...]
    odds: Odds


@dataclass(frozen=True, slots=True)
class LastCard:
    """The exit card on top of the discard."""

    signs: tuple[Effect, ...]
    word: str
    discard: str


@dataclass(frozen=True, slots=True)
class ExitPile:
    """The exit deck, and what a card of it may be."""

    cards: int
    choice: Choice | None
    effect: Effect
    maybe: tuple[Effect, ...]
    odds: Odds
    last: LastCard | None


def dig_pile(context: ViewContext) -> DigPile:
    """The extraction deck as a viewer sees it."""
    state: State = context.state
    choices, blocked = (
        context.prompt.at("pile:extraction"),
        context.prompt.blocked_at("pile:extraction"),
    )
    card = state.extraction[-1] if state.extraction else None
    return DigPile(
        "" if card is None else material.EXTRACTION_CARDS[card],
        len(state.extraction),
        0 if card is None else material.MATERIAL.gold[card],
        choices[0] if choices and context.acts else None,
        blocked[0] if blocked else None,
        tuple(_dig_effects(context)),
        dig_odds(context),
    )


def _dig_effects(context: ViewContext) -> list[Effect]:
    state: State = context.state
    speak = context.words
    blocked = context.prompt.blocked_at("pile:extraction")
    if blocked and context.acts:
        return [Effect(LOCK, blocked[0].reason)]
    if not state.extraction:
        return [Effect(LOCK, speak("table.no_card"))]
    gold = material.MATERIAL.gold[state.extraction[-1]]
    pile = speak("table.face_down" if context.acts else "table.face_down_their")
    effects = [Effect(NUGGET, speak("table.gold_gain", n=gold), pile), _door(context)]
    mine = context.view["players"][state.seat]["gold"]
    if context.acts and mine is not None:
        word = speak("table.your_gold", before=mine, after=mine + gold)
        open_to_all = state.variant.open_gold
        effects.append(
            Effect(PILE, word, speak("table.all_see" if open_to_all else "table.only_you"))
        )
    return effects


def _door(context: ViewContext) -> Effect:
    """What the door on the top card does; a red one beside the dragon as the options say."""
    state: State = context.state
    speak = context.words
    card, here = state.extraction[-1], state.places[state.dwarf]
    there = actions.door_leads_to(state, card)
    way = speak("table.to_exit" if there == OUT else "table.from_to", start=here, end=there)
    if card == material.PLAIN:
        key = "table.door_none" if context.acts else "table.door_none_their"
        return Effect(STAYS, speak(key, place=here))
    if card == material.BLUE:
        return Effect(BLUE_DOOR, speak("table.door_blue"), way)
    if there != here:
        return Effect(RED_DOOR, speak("table.door_red"), way)
    if not context.acts:
        return Effect(RED_DOOR, speak("table.door_red_last"))
    burns = actions.burns_at_door(state, card)
    return Effect(RED_DOOR, speak("table.door_burn" if burns else "table.door_stay"))


def exit_pile(context: ViewContext) -> ExitPile:
    """The exit deck as a viewer sees it."""
    speak = context.words
    choices = context.prompt.at("pile:exit")
    return ExitPile(
        context.view["exit"]["cards"],
        choices[0] if choices and context.acts else None,
        Effect("gi-footsteps", speak("table.draw_do"), speak("table.draw_mostly")),
        tuple(
            Effect(ACTION_SIGNS[action], speak(f"table.maybe_{material.EXIT_ACTIONS[action]}"))
            for action in MAYBE
        ),
        Odds(0, speak("table.sleeps"), speak("table.never_wakes")),
        _last(context),
    )


def _last(context: ViewContext) -> LastCard | None:
    state: State = context.state
    if not state.discard:
        return None
    card, speak = state.discard[-1], context.words
    return LastCard(
        exit_signs(state.variant.exit_deck.actions[card], speak),
        speak("table.last_card", card=exit_card(state.variant, card, speak)),
        speak("table.discard", n=len(state.discard)),
    )
