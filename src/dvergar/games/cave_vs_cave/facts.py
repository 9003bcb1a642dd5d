"""The facts of `facts.toml`, read once."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final


def _read() -> dict[str, Any]:
    file = files("dvergar.games.cave_vs_cave").joinpath("facts.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


FACTS: Final = _read()

WALL_TOKENS: Final[int] = FACTS["walls"]
GOAL: Final[int] = FACTS["goal"]
ARCHIVE: Final[int] = FACTS["archive"]
TURNS_OF_TWO: Final[list[int]] = FACTS["rounds"]["two_players"]
TURNS_ALONE: Final[list[int]] = FACTS["rounds"]["alone"]
