"""The presenter of My Gold Mine: what it asks, and the table as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from dvergar.core.presentation import Presenter, Screen
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
from dvergar.games.my_gold_mine.presentation import log, position
from dvergar.games.my_gold_mine.presentation.log import dwarf_name, exit_card
from dvergar.games.my_gold_mine.presentation.view import View, view
from dvergar.games.my_gold_mine.rules.actions import POSSIBLE, REASONS, why_not_dig
from dvergar.games.my_gold_mine.state import DIG, DRAW, NO_CARD, OUT, VOCABULARY, State

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


WIDTH: Final = 10


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """Round, mine, decks and players, as `seat` may see them."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    lines = [
        speak("text.round", round=table_view["round"], rounds=table_view["rounds"]),
        "",
        *mine_text(table_view, speak),
        "",
        extraction_text(table_view, speak),
        exit_text(state, table_view, speak),
        "",
    ]
    lines += [
        player_text(state, player, table_view, speak, names) for player in table_view["players"]
    ]
    return "\n".join(lines)


def mine_text(table_view: dict[str, Any], speak: Words, width: int = WIDTH) -> list[str]:
    """The track with the dragon and all dwarfs."""
    last = MATERIAL.dragon
    heads = [speak("text.exit")]
    for place in range(1, last + 1):
        if place == table_view["dragon"]:
            heads.append(speak("text.dragon"))
        else:
            heads.append(speak("text.burnt") if place > table_view["dragon"] else str(place))
    folk = [""] * (last + 1)
    for dwarf in table_view["dwarfs"]:
        if dwarf["place"] is not None:
            mark = "*" if dwarf["dwarf"] == table_view["dwarf"] and not table_view["over"] else ""
            folk[dwarf["place"]] += f"{dwarf['dwarf'] + 1}{mark} "
    rule = "+" + "+".join("-" * width for _ in heads) + "+"
    return [rule, *_cells(heads, width), *_cells(folk, width), rule]


def _cells(texts: Sequence[str], width: int) -> list[str]:
    """Texts side by side, in as many lines as the longest needs."""
    cells = [wrap(text, width) or [""] for text in texts]
    return [
        "|" + "|".join((cell[n] if n < len(cell) else "").center(width) for cell in cells) + "|"
        for n in range(max(map(len, cells)))
    ]


def extraction_text(table_view: dict[str, Any], speak: Words) -> str:
    """The deck of extraction cards and its top card."""
    deck = table_view["extraction"]
    top = speak(f"text.card_{deck['top']}") if deck["top"] else speak("text.card_none")
    return speak("text.extraction", top=top, n=deck["cards"], dragons=deck["hidden"]["dragon"])


def exit_text(state: State, table_view: dict[str, Any], speak: Words) -> str:
    """The deck of exit cards, and the card that was drawn."""
    deck = table_view["exit"]
    line = speak("text.exits", n=deck["cards"], discard=len(deck["discard"]))
    if deck["drawn"]:
        line += " " + speak("text.drawn", card=exit_card(state.variant, state.card, speak))
    return line


def player_text(
    state: State,
    player: dict[str, Any],
    table_view: dict[str, Any],
    speak: Words,
    names: Sequence[str],
) -> str:
    """Where a player's dwarfs are and what they have."""
    where = []
    for number in player["dwarfs"]:
        dwarf = table_view["dwarfs"][number]
        name = dwarf_name(state.variant, number, speak, names)
        facts = {"name": name, "place": dwarf["place"], "slot": dwarf["slot"]}
        where.append(f"{number + 1} " + speak(f"text.where_{dwarf['state']}", **facts))
    cards = player["cards"] + sum(table_view["dwarfs"][n]["cards"] for n in player["dwarfs"])
    line = ", ".join(where) + ": " + speak("text.pile", n=cards)
    if player["gold"] is not None:
        gold = player["gold"] + sum(table_view["dwarfs"][n]["gold"] for n in player["dwarfs"])
        line += ", " + speak("text.gold", n=gold)
    return line + ", " + speak("text.nuggets", n=player["nuggets"])


SCREEN_COLUMNS: Final = 80
CELL: Final = 7


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """Round, mine, decks and players."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    lines = [
        speak("text.round", round=table_view["round"], rounds=table_view["rounds"]),
        *mine_text(table_view, speak, CELL),
        *wrap(extraction_text(table_view, speak), SCREEN_COLUMNS),
        *wrap(exit_text(state, table_view, speak), SCREEN_COLUMNS),
    ]
    for player in table_view["players"]:
        told = player_text(state, player, table_view, speak, names)
        lines += wrap(told, SCREEN_COLUMNS, subsequent_indent="  ")
    return Screen("\n".join(lines))


PRESENTER: Final = Presenter(
    prompt=prompt,
    tell=log.tell,
    show=show,
    screen=screen,
    events=log.events,
    view=view,
    view_type=View,
    from_view=position.from_view,
    position=position.make_position,
    summary=log.summary,
    subject=log.subject,
)
