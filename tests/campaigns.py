"""A long campaign of games that goes on where it was stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

BUILD = Path(__file__).parents[1] / "build"
STRIDE = 100
"""How many games are played before their number is written down."""


def go_on(
    name: str, rules: int, total: int, play: Callable[[int, int], int], first: int = 0
) -> int:
    """Plays so many games, those of an earlier run left out; how many are done.

    `play(games, seed)` plays games from a seed on. Their number is kept in a file with the version
    of the rules: games that were played by older rules do not count.
    """
    file = BUILD / f"{name}.json"
    BUILD.mkdir(exist_ok=True)
    played = _played_before(file, rules)
    while played < total:
        played += play(min(STRIDE, total - played), first + played)
        file.write_text(json.dumps({"rules": rules, "games": played}))
    return played


def _played_before(file: Path, rules: int) -> int:
    kept = json.loads(file.read_text()) if file.exists() else {}
    return int(kept["games"]) if kept.get("rules") == rules else 0
