"""What is blocked and why, said once for all things of the same kind and reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dvergar.core.prompt import Blocked

if TYPE_CHECKING:
    from dvergar.core.scene import Sight


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason, and everything it holds back."""

    what: str
    text: str
    rule: str


def reasons(sight: Sight) -> list[Reason]:
    """The reasons of the prompt, in its order."""
    if not sight.acts:
        return []
    grouped: dict[tuple[str, str, str], list[Blocked]] = {}
    builds = any(choice.anchor.startswith("edge:") for choice in sight.prompt.choices)
    for blocked in sight.prompt.blocked:
        kind = blocked.anchor.partition(":")[0]
        if kind == "edge" and builds:  # the wall that is there says so itself
            continue
        grouped.setdefault((kind, blocked.reason, blocked.rule), []).append(blocked)
    return [
        Reason(_what(kind, some, sight), text, rule) for (kind, text, rule), some in grouped.items()
    ]


def _what(kind: str, some: list[Blocked], sight: Sight) -> str:
    """The things held back: rooms and tiles by name, places by their number."""
    speak = sight.words
    if kind in ("cell", "edge"):
        return speak(f"table.blocked_{kind}", n=len(some))
    names = []
    for one in some:
        last = one.anchor.rpartition(":")[2]
        key = f"{kind}.{last}"
        plain = kind == "room" or (kind == "tile" and sight.view["ask"] == "tile")
        names.append(speak(key) if plain else one.label)
    return ", ".join(names)
