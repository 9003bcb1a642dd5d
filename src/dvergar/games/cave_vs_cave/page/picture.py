"""The picture of a thing that explains itself: the tile, room or good as it lies on the table."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts.action_tiles import TILE_NAMES, TILES
from dvergar.games.cave_vs_cave.page.action_tiles import Card, sections
from dvergar.games.cave_vs_cave.page.room_tiles import face
from dvergar.games.cave_vs_cave.presentation.names import tile_name

TURNS: Final = 2  # what food per dwarf is drawn for: the first rounds


@cache
def picture(kind: str, name: str, speak: Words) -> Any:
    """What the template draws of a thing; None where there is nothing to draw."""
    match kind:
        case "tile":
            return _tile(TILE_NAMES.index(name), speak)
        case "room":
            return face(name, speak.lang)
        case _:
            return name if kind == "good" else None


def _tile(tile: int, speak: Words) -> Card:
    facts = TILES[tile]
    return Card(
        TILE_NAMES[tile],
        tile_name(speak, tile),
        facts.group,
        0,
        None,
        False,
        sections(tile, TURNS),
        facts.needs_more_gold,
        "",
        None,
        None,
    )
