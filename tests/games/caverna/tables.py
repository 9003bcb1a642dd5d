"""One line to set up a table of Caverna, and a few looks at what a player sees."""

from __future__ import annotations

from typing import Any

import dvergar
from dvergar.testing import play

OPTIONS = ["tiles", "harvest_reveal", "solo_purge"]
RESTING: dict[str, Any] = {"dwarfs": ["away", "away"], "goods": {"food": 20}}


def caverna(players: int = 2, **options: Any) -> Any:
    """The game with these options; seat 0 is the first Starting player."""
    return dvergar.game("caverna", players=players, **{"first_seat": 0, **options})


def table(*seats: dict[str, Any], players: int = 2, **position: Any) -> Any:
    """A position in which a dwarf is to be placed; seats and everything else as at the start."""
    options = {name: position.pop(name) for name in OPTIONS if name in position}
    return caverna(players, **options).position(seats=list(seats), **position)


def evening(*seats: dict[str, Any], players: int = 2, **position: Any) -> Any:
    """The end of a round: the last dwarf, of seat 0, has just gathered 1 wood.

    The first dwarf of seat 0 is the one at home; everybody else has only dwarfs away.
    """
    first, *others = seats or ({},)
    count = len(first.get("weapons", [0, 0]))
    first = {"dwarfs": ["home"] + ["away"] * (count - 1), **first}
    others += [RESTING] * (players - 1 - len(others))
    space = "wood_gathering" if players < 4 else "clearing"
    state = table(first, *others, players=players, piles={space: {"wood": 1}}, **position)
    play(state, f"place {space}")
    return state if players < 4 else play(state, "done")


def names(state: Any) -> set[str]:
    """All moves that are offered, by name."""
    return {state.game.name(move) for move in state.moves()}


def real(state: Any) -> set[str]:
    """The moves offered that are not free, by name."""
    return {state.game.name(move) for move in state.moves(free=False)}


def starting(state: Any, word: str) -> set[str]:
    """The offered moves whose name begins with these words."""
    return {name for name in names(state) if name.startswith(word + " ")}


def player(state: Any, seat: int = 0) -> Any:
    """What everybody sees of a player."""
    return state.view(None)["players"][seat]


def goods(state: Any, seat: int = 0) -> dict[str, int]:
    """The goods a player has, without those he has none of."""
    return {good: count for good, count in player(state, seat)["goods"].items() if count}


def land(state: Any, cell: str, seat: int = 0) -> Any:
    """What lies on a cell; None if it is bare."""
    entry = player(state, seat)["board"].get(cell)
    return entry and entry["land"]


def furnished(state: Any, seat: int = 0) -> list[str]:
    """The furnishing tiles on a board, without the printed one."""
    tiles = [entry["tile"] for entry in player(state, seat)["board"].values()]
    return sorted(tile for tile in tiles if tile and tile != "entry_level_dwelling")


def weapons(state: Any, seat: int = 0) -> list[int]:
    """The weapon strengths of all dwarfs, weakest first."""
    return sorted(dwarf["weapon"] for dwarf in player(state, seat)["dwarfs"])


def space(state: Any, name: str) -> Any:
    """An action space in play, as everybody sees it."""
    return next(entry for entry in state.view(None)["spaces"] if entry["space"] == name)


def spaces(state: Any) -> list[str]:
    """The names of all action spaces in play."""
    return [entry["space"] for entry in state.view(None)["spaces"]]


def lines(state: Any, seat: int = 0) -> dict[str, int]:
    """The score of a player, line by line."""
    return dict(state.scores()[seat].lines)


def gained(state: Any, good: str, seat: int = 0) -> int:
    """How much of a good the last move brought to a player."""
    return sum(
        int(event["amount"])
        for event in state.events()
        if event.kind == "gain" and event.seat == seat and event["good"] == good
    )


def kinds(state: Any) -> list[str]:
    """What kinds of things happened in the last move, in order."""
    return [event.kind for event in state.events()]
