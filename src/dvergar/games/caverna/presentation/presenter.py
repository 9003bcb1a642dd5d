"""The presenter of Caverna, and the table as text for the terminal.

The text has spaces, boards, supplies and the question: whole, or in parts for a narrow screen. A
board is as wide as the screen; its rows and columns have the names that choices use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from dvergar.core.presentation import Presenter, Screen
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import COLUMNS, NUMBERS, ON_BOARD, ROWS
from dvergar.games.caverna.presentation.blocked import why_not
from dvergar.games.caverna.presentation.from_view import from_view
from dvergar.games.caverna.presentation.log import events, summary, tell
from dvergar.games.caverna.presentation.position import make_position
from dvergar.games.caverna.presentation.prompt import prompt
from dvergar.games.caverna.presentation.view import View, view
from dvergar.games.caverna.state.state import State

WIDTH, HEIGHT = 15, 3
"""Of a cell, in letters and lines."""


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """Round, spaces and every player's home board."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    lines = [head(table_view, speak, names), "", *spaces_text(table_view, speak, names)]
    for player in table_view["players"]:
        lines += ["", *_player(player, speak, names)]
    return "\n".join(lines)


def head(table_view: dict[str, Any], speak: Words, names: Sequence[str]) -> str:
    """The round, and what comes at its end."""
    harvest = table_view["harvest"]["now"]
    return " ".join(
        [
            speak("text.round", round=table_view["round"], rounds=table_view["rounds"]),
            speak("text.starter", name=names[table_view["starter"]]),
            speak(f"text.harvest_{harvest}") if harvest else speak("text.harvest_hidden"),
        ]
    )


def spaces_text(table_view: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    """Every action space, who is there and what lies there."""
    lines = []
    for space in table_view["spaces"]:
        name = speak(f"space.{space['space']}")
        goods = goods_text(space["goods"], speak)
        who = "" if space["occupant"] is None else f"[{names[space['occupant']]}]"
        lines.append(f"  {name:<28} {who:<12} {goods}".rstrip())
    return lines


def goods_text(goods: dict[str, int], speak: Words) -> str:
    """Goods with their numbers, as far as there are any."""
    return ", ".join(speak(f"count.{good}", n=n) for good, n in goods.items() if n)


def _player(player: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    goods = goods_text(player["goods"], speak) or "–"
    return [player_head(player, speak, names), f"  {goods}", *_board(player["board"], speak)]


def player_head(player: dict[str, Any], speak: Words, names: Sequence[str]) -> str:
    """A player's name, points and dwarfs."""
    dwarfs = ", ".join(_dwarf(dwarf, speak) for dwarf in player["dwarfs"])
    line = speak("text.player", name=names[player["seat"]], n=player["score"]) + f"  {dwarfs}"
    if player["begging"]:
        line += "  " + speak("text.begging", n=player["begging"])
    return line


def _dwarf(dwarf: dict[str, Any], speak: Words) -> str:
    where = speak("text." + dwarf["where"])
    return speak("text.armed", where=where, n=dwarf["weapon"]) if dwarf["weapon"] else where


def _board(board: dict[str, dict[str, Any]], speak: Words) -> list[str]:
    rule = "  +" + "+".join(["-" * WIDTH] * COLUMNS) + "+"
    lines = [rule]
    for row in range(ROWS):
        cells = [_lines(board.get(f"r{row}c{column}"), speak) for column in range(COLUMNS)]
        lines += ["  |" + "|".join(line) + "|" for line in zip(*cells, strict=True)]
        lines.append(rule)
    beyond = [
        f"{name}: {land_name(cell, speak)}"
        for name, cell in board.items()
        if NUMBERS[name] >= ON_BOARD
    ]
    return [*lines, *(f"  {line}" for line in beyond)]


def _lines(cell: dict[str, Any] | None, speak: Words) -> list[str]:
    """A cell as lines of equal width: its name in two, and what stands or grows on it."""
    if cell is None:
        return [" " * WIDTH] * HEIGHT
    words = wrap(land_name(cell, speak), WIDTH - 1)[: HEIGHT - 1]
    words += [""] * (HEIGHT - 1 - len(words)) + [contents(cell, speak)]
    return [line[:WIDTH].center(WIDTH) for line in words]


def land_name(cell: dict[str, Any], speak: Words) -> str:
    """What lies on a cell."""
    return speak(f"tile.{cell['tile']}") if cell["tile"] else speak(f"land.{cell['land']}")


def contents(cell: dict[str, Any], speak: Words) -> str:
    """What stands or grows on a cell."""
    crops = [speak(f"count.{crop}", n=cell[crop]) for crop in ("grain", "vegetable") if cell[crop]]
    return ", ".join([*([speak("text.stable")] if cell["stable"] else []), *crops])


SCREEN_COLUMNS: Final = 80
CELL: Final = 12


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """The board of whoever looks, and all else by name."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    mine = table_view["players"][state.seat if seat is None else seat]
    boards = {
        speak("text.part_board", n=player["seat"] + 1): "\n".join(
            _screen_player(player, speak, names)
        )
        for player in table_view["players"]
    }
    return Screen(
        brief="\n".join(
            [
                *wrap(head(table_view, speak, names), SCREEN_COLUMNS),
                *_screen_player(mine, speak, names),
            ]
        ),
        beside={
            f"space:{space['space']}": goods_text(space["goods"], speak)
            for space in table_view["spaces"]
            if any(space["goods"].values())
        },
        parts={
            speak("text.part_spaces"): "\n".join(spaces_text(table_view, speak, names)),
            **boards,
            speak("text.part_tiles"): _tiles(table_view, speak),
        },
    )


def _screen_player(player: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    goods = goods_text(player["goods"], speak) or "–"
    lines = [*wrap(player_head(player, speak, names), SCREEN_COLUMNS), *wrap(goods, SCREEN_COLUMNS)]
    return [*lines, *_screen_board(player["board"], speak)]


def _screen_board(board: dict[str, dict[str, Any]], speak: Words) -> list[str]:
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
    return [*lines, *wrap(", ".join(beyond), SCREEN_COLUMNS)]


def _cell(cell: dict[str, Any] | None, speak: Words) -> list[str]:
    """A cell in as few lines as it needs: its name, and what stands or grows on it."""
    if cell is None:
        return []
    return [*_screen_lines(land_name(cell, speak)), *_screen_lines(contents(cell, speak))]


@lru_cache(maxsize=1000)
def _screen_lines(text: str) -> list[str]:
    """Boards say the same few things again and again, and wrapping them takes longest."""
    return wrap(text, CELL)


def _tiles(table_view: dict[str, Any], speak: Words) -> str:
    """The furnishing tiles that are left, several to a line."""
    left = [speak(f"tile.{tile}") for tile in table_view["tiles"]]
    return "\n".join(wrap(", ".join(left), SCREEN_COLUMNS)) or "–"


PRESENTER: Final = Presenter(
    prompt=prompt,
    tell=tell,
    show=show,
    screen=screen,
    events=events,
    view=view,
    view_type=View,
    from_view=from_view,
    position=make_position,
    summary=summary,
    why_not=why_not,
)
