"""The table of Caverna for a narrow terminal: one's own board, goods beside spaces, and parts.

A board is as wide as the screen; its rows and columns have the names that choices use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from dvergar.core.presentation import Screen
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import COLUMNS, NUMBERS, ON_BOARD, ROWS
from dvergar.games.caverna.presentation.text import (
    contents,
    goods_text,
    head,
    land_name,
    player_head,
    spaces_text,
)
from dvergar.games.caverna.state.state import State

WIDTH: Final = 80
CELL: Final = 12


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """The board of whoever looks, and all else by name."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    mine = seen["players"][state.seat if seat is None else seat]
    boards = {
        speak("text.part_board", n=player["seat"] + 1): "\n".join(_player(player, speak, names))
        for player in seen["players"]
    }
    return Screen(
        brief="\n".join([*wrap(head(seen, speak, names), WIDTH), *_player(mine, speak, names)]),
        beside={
            f"space:{space['space']}": goods_text(space["goods"], speak)
            for space in seen["spaces"]
            if any(space["goods"].values())
        },
        parts={
            speak("text.part_spaces"): "\n".join(spaces_text(seen, speak, names)),
            **boards,
            speak("text.part_tiles"): _tiles(seen, speak),
        },
    )


def _player(player: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    goods = goods_text(player["goods"], speak) or "–"
    lines = [*wrap(player_head(player, speak, names), WIDTH), *wrap(goods, WIDTH)]
    return [*lines, *_board(player["board"], speak)]


def _board(board: dict[str, dict[str, Any]], speak: Words) -> list[str]:
    letters = "".join(f"{chr(ord('A') + column):^{CELL + 1}}" for column in range(COLUMNS))
    lines = [" " + letters.rstrip()]
    for row in range(ROWS):
        cells = [_cell(board.get(f"r{row}c{column}"), speak) for column in range(COLUMNS)]
        height = max(1, *map(len, cells))
        for number in range(height):
            texts = [cell[number] if number < len(cell) else "" for cell in cells]
            sign = str(row + 1) if not number else " "
            lines.append(sign + "|" + "|".join(text.center(CELL) for text in texts) + "|")
    beyond = [
        f"{name}: {land_name(cell, speak)}"
        for name, cell in board.items()
        if NUMBERS[name] >= ON_BOARD
    ]
    return [*lines, *wrap(", ".join(beyond), WIDTH)]


def _cell(cell: dict[str, Any] | None, speak: Words) -> list[str]:
    """A cell in as few lines as it needs: its name, and what stands or grows on it."""
    if cell is None:
        return []
    return [*_lines(land_name(cell, speak)), *_lines(contents(cell, speak))]


@lru_cache(maxsize=1000)
def _lines(text: str) -> list[str]:
    """Boards say the same few things again and again, and wrapping them takes longest."""
    return wrap(text, CELL)


def _tiles(seen: dict[str, Any], speak: Words) -> str:
    """The furnishing tiles that are left, several to a line."""
    left = [speak(f"tile.{tile}") for tile in seen["tiles"]]
    return "\n".join(wrap(", ".join(left), WIDTH)) or "–"
