"""What My Gold Mine asks: dig or run, and what to do with a drawn exit card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.games.my_gold_mine.facts import BONUS, EXIT_ACTIONS, EXTRACTION_CARDS
from dvergar.games.my_gold_mine.log import dwarf_name, exit_card
from dvergar.games.my_gold_mine.moves import (
    ACTION,
    DECK_EMPTY,
    DIG,
    DRAW,
    NO_CARD,
    RED_DOOR_FORBIDDEN,
    SWAP_WITH,
)

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.my_gold_mine.rules import State

REASONS: Final = {
    DECK_EMPTY: ("deck_empty", "my_gold_mine.dig.deck_empty"),
    RED_DOOR_FORBIDDEN: ("red_door", "my_gold_mine.option.red_door.forbid"),
}
SHORTCUTS: Final = {DIG: "d", DRAW: "e"}


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    name = dwarf_name(state.game, state.dwarf, lang, names)
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
    card = exit_card(state.game, state.game.facts.exit_cards[state.card], lang)
    question = speak("ask.exit", name=name, card=card)
    return Prompt(state.seat, question, speak("ask.exit_help"), choices)


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    key = "ask.won" if len(winners) == 1 else "ask.shared"
    return speak(key, names=speak("card.and").join(winners))


def _choice(state: State, move: int, speak: Words, names: Sequence[str]) -> Choice:
    name = state.game.name(move)
    shortcut = SHORTCUTS.get(move, "")
    if move == DIG:
        card = EXTRACTION_CARDS[state.extraction[-1]]
        if card == "red" and state.is_next_to_dragon():
            card = "red_burn" if state.game.red_door == "burn" else "red_stay"
        label, detail = speak("move.dig"), speak(f"move.dig_{card}")
        return Choice(move, name, label, "pile:extraction", detail, shortcut)
    if move == DRAW:
        return Choice(
            move, name, speak("move.draw"), "pile:exit", speak("move.draw_help"), shortcut
        )
    if move >= SWAP_WITH:
        dwarf = move - SWAP_WITH
        other = dwarf_name(state.game, dwarf, speak.lang, names)
        here, there = state.places[state.dwarf], state.places[dwarf]
        detail = speak("move.swap_help", start=here, end=there)
        label = speak("move.swap", name=other)
        return Choice(move, name, label, f"dwarf:{dwarf}", detail, str(dwarf + 1))
    action = move - ACTION
    word = EXIT_ACTIONS[action]
    detail = speak(f"move.{word}_help", **_step_facts(state, action))
    return Choice(move, name, speak(f"move.{word}"), f"action:{word}", detail, word[0])


def _step_facts(state: State, action: int) -> dict[str, object]:
    here = state.places[state.dwarf]
    if action == BONUS:
        return {"n": state.game.facts.bonus_gold}
    steps = 2 if EXIT_ACTIONS[action] == "double" else 1
    return {"start": here, "end": max(here - steps, 0)}


def _blocked(state: State, speak: Words) -> list[Blocked]:
    reason = state.why_not_dig()
    if not reason:
        return []
    word, rule = REASONS[reason]
    return [Blocked(speak("move.dig"), speak(f"blocked.{word}"), "pile:extraction", rule)]
