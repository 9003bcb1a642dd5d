"""A whole game as a text that a person can read, so that a changed rule shows up in the diff.

At every question stands what has changed on the table since the last one, the question, the real
moves by name, the move that is chosen, and what it caused, in words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from dvergar.core.chance import Chance
from dvergar.core.game import Game, State


def transcript(game: Game, seed: int) -> str:
    """A game of random moves."""
    lines = [f"{name} = {value}" for name, value in game.options.items()]
    state, chance = game.start(seed), Chance(seed)
    seen: dict[str, str] = {}
    number = 0
    lines += ["", *_story(state)]
    while not state.over:
        number += 1
        lines += ["", f"[{number}]", *_changes(state, seen)]
        moves = state.moves(free=False)
        chosen = moves[chance.below(len(moves))]
        lines.append("? " + state.prompt("en").addressed(game.seat_names("en")))
        lines.append("  " + " | ".join(game.name(move) for move in moves))
        lines.append("> " + game.name(chosen))
        state.play(chosen)
        lines += _story(state)
    lines += ["", "[end]", *_changes(state, seen), "? " + state.prompt("en").question]
    for seat, (score, rank) in enumerate(zip(state.scores(), state.ranking(), strict=True)):
        points = ", ".join(f"{name} {points}" for name, points in score.lines)
        lines.append(f"  {game.seat_names('en')[seat]}: {points}, total {score.total}, rank {rank}")
    return "\n".join(lines) + "\n"


def _story(state: State) -> list[str]:
    names = state.game.seat_names("en")
    told = (state.game.tell(event, "en", names) for event in state.events())
    return ["  " + html.unescape(re.sub("<[^>]+>", "", line)) for line in told if line]


def _changes(state: State, seen: dict[str, str]) -> list[str]:
    """What all players together can see and what of it is new; `seen` is brought up to date."""
    views = [list(_flat(state.view(seat))) for seat in range(state.game.players)]
    table = {place: value for view in views for place, value in view if value is not None}
    new = {place: value for place, value in table.items() if seen.get(place) != value}
    new |= {place: "-" for place in seen if place not in table}
    seen.clear()
    seen.update(table)
    lines: dict[str, list[str]] = {}
    for place, value in new.items():
        head = re.split(r"[.\[]", place, maxsplit=1)[0]
        lines.setdefault(head, []).append(f"{place.removeprefix(head).lstrip('.')} = {value}")
    return [f"  {head} {', '.join(changes).strip()}" for head, changes in lines.items()]


def _flat(value: Any, place: str = "") -> Iterator[tuple[str, str | None]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{place}.{name}" if place else name)
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for number, inner in enumerate(value):
            yield from _flat(inner, f"{place}[{number}]")
    elif isinstance(value, list):
        yield place, ", ".join(map(str, value)) or "none"
    else:
        yield place, None if value is None else str(value)
