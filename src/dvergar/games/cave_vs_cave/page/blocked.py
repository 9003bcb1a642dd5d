"""What is blocked and why, said once for all things of the same kind and reason."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Blocked
from dvergar.games.cave_vs_cave.presentation.anchors import CELL, EDGE, ROOM, THINGS, TILE
from dvergar.games.cave_vs_cave.state.moves import BUILD_WALL, KIND_OF, REMOVE_WALL


@dataclass(frozen=True, slots=True)
class BlockedGroup:
    """One reason, and everything it holds back."""

    what: str
    text: str
    rule: str


def blocked_groups(context: ViewContext) -> list[BlockedGroup]:
    """What the prompt says is blocked, in its order."""
    if not context.acts:
        return []
    grouped: dict[tuple[str, str, str], list[Blocked]] = {}
    builds = any(KIND_OF[one.move] in (BUILD_WALL, REMOVE_WALL) for one in context.prompt.choices)
    for blocked in context.prompt.blocked:
        kind = THINGS[blocked.anchor].kind
        if kind == EDGE and builds:  # the wall that is there says so itself
            continue
        grouped.setdefault((kind, blocked.reason, blocked.rule), []).append(blocked)
    return [
        BlockedGroup(_what(kind, some, context), text, rule)
        for (kind, text, rule), some in grouped.items()
    ]


def _what(kind: str, some: list[Blocked], context: ViewContext) -> str:
    """The things held back: rooms and tiles by name, places by their number."""
    speak = context.words
    if kind in (CELL, EDGE):
        return speak(f"table.blocked_{kind}", n=len(some))
    if kind == ROOM or (kind == TILE and context.view["ask"] == "tile"):
        return ", ".join(speak(f"{kind}.{THINGS[one.anchor].name}") for one in some)
    return ", ".join(one.label for one in some)
