"""The table of Cave vs Cave for a narrow terminal: one's own cave, and the rest by name."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from dvergar.core.presentation import Screen
from dvergar.games.cave_vs_cave.presentation.text import display_text, player_text, tiles_text
from dvergar.games.cave_vs_cave.state.state import State

WIDTH: Final = 80


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """The cave of whoever looks."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    mine = state.seat if seat is None else seat
    caves = [_narrow(player_text(player, speak, names)) for player in seen["players"]]
    head = speak("text.round", round=seen["round"], rounds=seen["rounds"], turns=seen["turns"])
    return Screen(
        brief="\n".join([head, caves[mine]]),
        parts={
            speak("text.part_tiles"): _narrow(tiles_text(seen, speak, names)),
            speak("text.part_display"): _narrow(display_text(seen, speak)),
            **{
                speak("text.part_board", n=player["seat"] + 1): caves[player["seat"]]
                for player in seen["players"]
            },
        },
    )


def _narrow(lines: Sequence[str]) -> str:
    """Lines that are too long go on below, under what they tell."""
    found: list[str] = []
    for line in lines:
        if len(line) <= WIDTH:
            found.append(line)
        else:
            found += wrap(line, WIDTH, subsequent_indent="      ")
    return "\n".join(found)
