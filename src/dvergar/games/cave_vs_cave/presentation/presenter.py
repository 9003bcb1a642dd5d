"""The presenter of Cave vs Cave, and the table as text: whole, or in parts for a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from dvergar.core.presentation import Presenter, Screen
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts import cave
from dvergar.games.cave_vs_cave.facts.game import TILE_NAMES
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES
from dvergar.games.cave_vs_cave.presentation.log import events, summary, tell
from dvergar.games.cave_vs_cave.presentation.names import room_detail, tile_help
from dvergar.games.cave_vs_cave.presentation.position import from_view, make_position
from dvergar.games.cave_vs_cave.presentation.prompt import prompt
from dvergar.games.cave_vs_cave.presentation.view import View, view
from dvergar.games.cave_vs_cave.state.state import State

WIDTH: Final = 20  # of a cell, in letters
ROWS: Final = max(cave.ROW) + 1
COLUMNS: Final = max(cave.COLUMN) + 1


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """Round, tiles, display and every cave."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    lines = [
        speak(
            "text.round",
            round=table_view["round"],
            rounds=table_view["rounds"],
            turns=table_view["turns"],
        ),
        "",
        *tiles_text(table_view, speak, names),
        "",
        *display_text(table_view, speak),
    ]
    for player in table_view["players"]:
        lines += ["", *player_text(player, speak, names)]
    return "\n".join(lines)


def tiles_text(table_view: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    """The action tiles, with what each does or who has it."""
    lines = []
    for tile in table_view["tiles"]:
        if tile["open"]:
            who = "" if tile["taken"] is None else f"[{names[tile['taken']]}]"
            name = speak(f"tile.{tile['tile']}")
            effect = tile_help(speak, TILE_NAMES.index(tile["tile"]), len(table_view["players"]))
            lines.append(f"  {name:<22}{who or effect}")
    return lines


def display_text(table_view: dict[str, Any], speak: Words) -> list[str]:
    """The rooms on display, and what is left in the supply."""
    lines = [speak("text.display")]
    for room in table_view["display"]:
        detail = room_detail(speak, ROOM_NAMES.index(room))
        lines.append(f"  {speak('room.' + room):<22}{detail}")
    lines.append(speak("text.walls", n=table_view["walls"]))
    if table_view["stack"]:
        lines.append(speak("text.stack", n=table_view["stack"]))
    return lines


def player_text(player: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    """A player's goods and cave."""
    goods = ", ".join(speak(f"count.{good}", n=amount) for good, amount in player["goods"].items())
    head = speak("text.player", name=names[player["seat"]], score=player["score"])
    return [f"{head} {goods}", *_cave(player["cells"], set(player["walls"]), speak)]


def _cave(cells: dict[str, dict[str, Any]], walls: set[str], speak: Words) -> list[str]:
    lines = []
    for row in range(ROWS):
        above, line = "", ""
        for column in range(COLUMNS):
            cell = cave.cell_at(row, column)
            if cell != cave.NO_CELL:
                above += "+" + _wall_above(cell, walls) * WIDTH
                line += _wall_left(cell, walls)
                line += _cell(cells[cave.CELL_NAMES[cell]], speak)[:WIDTH].center(WIDTH)
        lines += ["  " + above.rstrip(), "  " + line + "|"]
    lines.append("  " + ("+" + "-" * WIDTH) * COLUMNS)
    extra = cave.CELL_NAMES[cave.EXTRA]
    if extra in cells:
        lines.append(f"  {speak('cell.extra')}: {_cell(cells[extra], speak)}")
    return lines


def _wall_above(cell: int, walls: set[str]) -> str:
    other = cave.neighbour(cell, cave.NORTH)
    if other == cave.NO_CELL:
        return "-"
    return "=" if _has_wall(other, cell, walls) else " "


def _wall_left(cell: int, walls: set[str]) -> str:
    other = cave.neighbour(cell, cave.WEST)
    if other == cave.NO_CELL:
        return " " if cell == cave.ENTRANCE_CELL else "|"
    return "#" if _has_wall(other, cell, walls) else ":"


def _has_wall(one: int, other: int, walls: set[str]) -> bool:
    pair = (one, other)
    return pair in cave.BETWEEN and cave.EDGES[cave.BETWEEN.index(pair)] in walls


def _cell(cell: dict[str, Any], speak: Words) -> str:
    if cell["room"]:
        return speak(f"room.{cell['room']}")
    if cell["state"] == "empty":
        return ""
    return speak("text.food_cell") if cell["food"] else "?"


SCREEN_COLUMNS: Final = 80


def screen(state: State, seat: int | None, lang: str, names: Sequence[str]) -> Screen:
    """The cave of whoever looks."""
    speak = state.game.info.words(lang)
    table_view = state.view(seat)
    mine = state.seat if seat is None else seat
    caves = [_narrow(player_text(player, speak, names)) for player in table_view["players"]]
    head = speak(
        "text.round",
        round=table_view["round"],
        rounds=table_view["rounds"],
        turns=table_view["turns"],
    )
    return Screen(
        brief="\n".join([head, caves[mine]]),
        parts={
            speak("text.part_tiles"): _narrow(tiles_text(table_view, speak, names)),
            speak("text.part_display"): _narrow(display_text(table_view, speak)),
            **{
                speak("text.part_board", n=player["seat"] + 1): caves[player["seat"]]
                for player in table_view["players"]
            },
        },
    )


def _narrow(lines: Sequence[str]) -> str:
    """Lines that are too long go on below, under what they tell."""
    found: list[str] = []
    for line in lines:
        if len(line) <= SCREEN_COLUMNS:
            found.append(line)
        else:
            found += wrap(line, SCREEN_COLUMNS, subsequent_indent="      ")
    return "\n".join(found)


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
)
