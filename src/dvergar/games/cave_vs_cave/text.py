"""The table of Cave vs Cave as text, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dvergar.games.cave_vs_cave.prompt import room_detail, tile_help

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.cave_vs_cave.rules import State

WIDTH = 20
ROWS = 5
COLUMNS = 3


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """Round, tiles, display and every cave."""
    speak = state.game.info.words(lang)
    seen = state.view(seat)
    lines = [
        speak("text.round", round=seen["round"], rounds=seen["rounds"], turns=seen["turns"]),
        "",
        *_tiles(seen, speak, names),
        "",
        *_display(seen, speak),
    ]
    for player in seen["players"]:
        lines += ["", *_player(player, speak, names)]
    return "\n".join(lines)


def _tiles(seen: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    lines = []
    for tile in seen["tiles"]:
        if tile["open"]:
            who = "" if tile["taken"] is None else f"[{names[tile['taken']]}]"
            name = speak(f"tile.{tile['tile']}")
            effect = tile_help(tile["tile"], speak, len(seen["players"]))
            lines.append(f"  {name:<22}{who or effect}")
    return lines


def _display(seen: dict[str, Any], speak: Words) -> list[str]:
    lines = [speak("text.display")]
    lines += [f"  {speak('room.' + r):<22}{room_detail(r, speak)}" for r in seen["display"]]
    lines.append(speak("text.walls", n=seen["walls"]))
    if seen["stack"]:
        lines.append(speak("text.stack", n=seen["stack"]))
    return lines


def _player(player: dict[str, Any], speak: Words, names: Sequence[str]) -> list[str]:
    goods = ", ".join(speak(f"count.{good}", n=amount) for good, amount in player["goods"].items())
    head = speak("text.player", name=names[player["seat"]], score=player["score"])
    return [f"{head} {goods}", *_cave(player["cells"], set(player["walls"]), speak)]


def _cave(cells: dict[str, dict[str, Any]], walls: set[str], speak: Words) -> list[str]:
    lines = []
    for row in range(ROWS):
        above, line = "", ""
        for column in range(COLUMNS):
            name = f"r{row}c{column}"
            over, left = f"r{row - 1}c{column}", f"r{row}c{column - 1}"
            if name not in cells:
                continue
            inner = over in cells
            wall = not inner or f"{over}|{name}" in walls
            above += "+" + (("=" if inner else "-") if wall else " ") * WIDTH
            side = ":" if left in cells else "|"
            line += "#" if f"{left}|{name}" in walls else " " if name == "r3c0" else side
            line += _cell(cells[name], speak)[:WIDTH].center(WIDTH)
        lines += ["  " + above.rstrip(), "  " + line + "|"]
    lines.append("  " + ("+" + "-" * WIDTH) * COLUMNS)
    if "extra" in cells:
        lines.append(f"  {speak('cell.extra')}: {_cell(cells['extra'], speak)}")
    return lines


def _cell(cell: dict[str, Any], speak: Words) -> str:
    if cell["room"]:
        return speak(f"room.{cell['room']}")
    if cell["state"] == "empty":
        return ""
    return speak("text.food_cell") if cell["food"] else "?"
