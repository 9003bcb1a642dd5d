"""The table of My Gold Mine for a narrow terminal: all of it, it is small enough."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from dvergar.core.presentation import Screen
from dvergar.games.my_gold_mine.presentation.text import (
    exit_text,
    extraction_text,
    mine_text,
    player_text,
)
from dvergar.games.my_gold_mine.state.state import State

WIDTH: Final = 80
CELL: Final = 7


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """Round, mine, decks and players."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    lines = [
        speak("text.round", round=seen["round"], rounds=seen["rounds"]),
        *mine_text(seen, speak, CELL),
        *wrap(extraction_text(seen, speak), WIDTH),
        *wrap(exit_text(state, seen, speak), WIDTH),
    ]
    for player in seen["players"]:
        told = player_text(state, player, seen, speak, names)
        lines += wrap(told, WIDTH, subsequent_indent="  ")
    return Screen("\n".join(lines))
