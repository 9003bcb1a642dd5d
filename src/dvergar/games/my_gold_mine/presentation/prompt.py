"""What My Gold Mine asks: dig or run, and what to do with a drawn exit card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.core.sentences import join_list
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import (
    BONUS,
    EXIT_ACTIONS,
    EXTRACTION_CARDS,
    MATERIAL,
    RED,
)
from dvergar.games.my_gold_mine.presentation.log import dwarf_name, exit_card
from dvergar.games.my_gold_mine.rules.actions import POSSIBLE, REASONS, why_not_dig
from dvergar.games.my_gold_mine.state.state import DIG, DRAW, NO_CARD, OUT, VOCABULARY, State

SHORTCUTS: Final = {DIG: "d", DRAW: "e"}


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    name = dwarf_name(state.variant, state.dwarf, speak, names)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    choices = [_choice(state, move, speak, names) for move in state.moves()]
    if state.card == NO_CARD:
        return Prompt(
            state.seat,
            speak("ask.turn", name=name),
            speak("ask.turn_help"),
            choices,
            _blocked(state, speak),
        )
    card = exit_card(state.variant, state.card, speak)
    question = speak("ask.exit", name=name, card=card)
    return Prompt(state.seat, question, speak("ask.exit_help"), choices)


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    key = "ask.won" if len(winners) == 1 else "ask.shared"
    return speak(key, names=join_list(winners, speak.lang))


def _choice(state: State, move: int, speak: Words, names: Sequence[str]) -> Choice:
    match VOCABULARY.kinds[move], VOCABULARY.arguments[move]:
        case "act", (action,):
            return _action(state, move, action, speak)
        case "swap", (dwarf,):
            return _swap(state, move, dwarf, speak, names)
    name, shortcut = state.game.name(move), SHORTCUTS[move]
    if move == DIG:
        detail = speak(f"move.dig_{_dig_word(state)}")
        return Choice(move, name, speak("move.dig"), "pile:extraction", detail, shortcut)
    return Choice(move, name, speak("move.draw"), "pile:exit", speak("move.draw_help"), shortcut)


def _dig_word(state: State) -> str:
    """What digging does now: the card, and what a red door beside the dragon comes to."""
    card = state.extraction[-1]
    if card == RED and state.is_next_to_dragon():
        return "red_burn" if state.variant.red_door_burns else "red_stay"
    return EXTRACTION_CARDS[card]


def _action(state: State, move: int, action: int, speak: Words) -> Choice:
    word = EXIT_ACTIONS[action]
    here = state.places[state.dwarf]
    facts = {"start": here, "end": max(here - MATERIAL.steps[action], OUT)}
    if action == BONUS:
        facts = {"n": MATERIAL.bonus_gold}
    label, detail = speak(f"move.{word}"), speak(f"move.{word}_help", **facts)
    return Choice(move, state.game.name(move), label, f"action:{word}", detail, word[0])


def _swap(state: State, move: int, dwarf: int, speak: Words, names: Sequence[str]) -> Choice:
    here, there = state.places[state.dwarf], state.places[dwarf]
    word = "swap" if here != there else "stay"
    facts = {"name": dwarf_name(state.variant, dwarf, speak, names), "start": here, "end": there}
    label, detail = speak(f"move.{word}", **facts), speak(f"move.{word}_help", **facts)
    return Choice(move, state.game.name(move), label, f"dwarf:{dwarf}", detail, str(dwarf + 1))


def _blocked(state: State, speak: Words) -> list[Blocked]:
    why = why_not_dig(state)
    if why == POSSIBLE:
        return []
    reason = REASONS[why]
    said = speak(f"blocked.{reason.word}")
    return [Blocked(speak("move.dig"), said, "pile:extraction", reason.rule, reason.word, (DIG,))]
