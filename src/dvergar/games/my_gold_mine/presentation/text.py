"""The table of My Gold Mine as text for the terminal: whole, or in short for a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from dvergar.core.presentation import Screen
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.presentation.log import dwarf_name, exit_card
from dvergar.games.my_gold_mine.state.state import State

WIDTH: Final = 10


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """Round, mine, decks and players, as `seat` may see them."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    lines = [
        speak("text.round", round=seen["round"], rounds=seen["rounds"]),
        "",
        *mine_text(seen, speak),
        "",
        extraction_text(seen, speak),
        exit_text(state, seen, speak),
        "",
    ]
    lines += [player_text(state, player, seen, speak, names) for player in seen["players"]]
    return "\n".join(lines)


def mine_text(seen: dict[str, Any], speak: Words, width: int = WIDTH) -> list[str]:
    """The track with the dragon and all dwarfs."""
    last = MATERIAL.dragon
    heads = [speak("text.exit")]
    for place in range(1, last + 1):
        if place == seen["dragon"]:
            heads.append(speak("text.dragon"))
        else:
            heads.append(speak("text.burnt") if place > seen["dragon"] else str(place))
    folk = [""] * (last + 1)
    for dwarf in seen["dwarfs"]:
        if dwarf["place"] is not None:
            mark = "*" if dwarf["dwarf"] == seen["dwarf"] and not seen["over"] else ""
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


def extraction_text(seen: dict[str, Any], speak: Words) -> str:
    """The deck of extraction cards and its top card."""
    deck = seen["extraction"]
    top = speak(f"text.card_{deck['top']}") if deck["top"] else speak("text.card_none")
    return speak("text.extraction", top=top, n=deck["cards"], dragons=deck["hidden"]["dragon"])


def exit_text(state: State, seen: dict[str, Any], speak: Words) -> str:
    """The deck of exit cards, and the card that was drawn."""
    deck = seen["exit"]
    line = speak("text.exits", n=deck["cards"], discard=len(deck["discard"]))
    if deck["drawn"]:
        line += " " + speak("text.drawn", card=exit_card(state.variant, state.card, speak))
    return line


def player_text(
    state: State, player: dict[str, Any], seen: dict[str, Any], speak: Words, names: Sequence[str]
) -> str:
    """Where a player's dwarfs are and what they have."""
    where = []
    for number in player["dwarfs"]:
        dwarf = seen["dwarfs"][number]
        name = dwarf_name(state.variant, number, speak, names)
        facts = {"name": name, "place": dwarf["place"], "slot": dwarf["slot"]}
        where.append(f"{number + 1} " + speak(f"text.where_{dwarf['state']}", **facts))
    cards = player["cards"] + sum(seen["dwarfs"][n]["cards"] for n in player["dwarfs"])
    line = ", ".join(where) + ": " + speak("text.pile", n=cards)
    if player["gold"] is not None:
        gold = player["gold"] + sum(seen["dwarfs"][n]["gold"] for n in player["dwarfs"])
        line += ", " + speak("text.gold", n=gold)
    return line + ", " + speak("text.nuggets", n=player["nuggets"])


SCREEN_COLUMNS: Final = 80
CELL: Final = 7


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """Round, mine, decks and players."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    lines = [
        speak("text.round", round=seen["round"], rounds=seen["rounds"]),
        *mine_text(seen, speak, CELL),
        *wrap(extraction_text(seen, speak), SCREEN_COLUMNS),
        *wrap(exit_text(state, seen, speak), SCREEN_COLUMNS),
    ]
    for player in seen["players"]:
        told = player_text(state, player, seen, speak, names)
        lines += wrap(told, SCREEN_COLUMNS, subsequent_indent="  ")
    return Screen("\n".join(lines))
