"""One line to make a game of My Gold Mine, and a few looks at what a player sees."""

from __future__ import annotations

from typing import Any

import dvergar


def mine(**options: Any) -> Any:
    """The game with these options, for three if nothing else is said."""
    return dvergar.game("my_gold_mine", **{"players": 3, **options})


def for_two(**options: Any) -> Any:
    """The game for two with these options."""
    return mine(players=2, **options)


def names(state: Any) -> list[str]:
    """The moves that are offered, by name."""
    return sorted(state.game.name(move) for move in state.moves())


def places(state: Any) -> list[int | None]:
    """Where every dwarf is, as everybody sees it."""
    return [dwarf["place"] for dwarf in state.view(None)["dwarfs"]]


def told(state: Any, kind: str) -> list[dict[str, int | str]]:
    """What the last move told of one kind of event."""
    return [event.facts for event in state.events() if event.kind == kind]


def kinds(state: Any) -> list[str]:
    """The kinds of everything the last move told, in order."""
    return [event.kind for event in state.events()]


def nuggets(state: Any) -> list[int]:
    """The big nuggets of every player."""
    return [player["nuggets"] for player in state.view(None)["players"]]


def totals(state: Any) -> list[int]:
    """The score of every player."""
    return [score.total for score in state.scores()]
