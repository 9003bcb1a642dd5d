"""A home board in words, for those who listen: what lies where, and who lives there."""

from __future__ import annotations

from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import (
    CELL_COUNT,
    CROP,
    EDGE,
    FIELD,
    FURNISHED,
    LAND_NAMES,
    LARGE_NORTH,
    LARGE_WEST,
    NOTHING,
    STABLE,
)
from dvergar.games.caverna.facts.goods import GOODS
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.rules.animal_places import AnimalPlace
from dvergar.games.caverna.state.cells import cell_name
from dvergar.games.caverna.state.player import Player


def in_words(player: Player, places: list[AnimalPlace], speak: Words) -> str:
    """All that lies on a board, cell by cell; half of a large pasture goes without saying."""
    living = {place.cell: place for place in places if place.count}
    parts = []
    for cell in range(CELL_COUNT):
        ground, on = player.land[cell], player.on[cell]
        if ground in (LARGE_NORTH, LARGE_WEST) or (ground <= EDGE and on == NOTHING):
            continue
        words = [cell_name(cell)]
        if ground >= FURNISHED:
            words.append(speak(f"tile.{TILES[ground - FURNISHED]}"))
        elif ground > EDGE:
            words.append(speak(f"land.{LAND_NAMES[ground]}"))
        words += _standing(ground, on, living.get(cell), speak)
        parts.append(" ".join(words))
    return ", ".join(parts)


def _standing(ground: int, on: int, place: AnimalPlace | None, speak: Words) -> list[str]:
    """What stands on a cell: a stable, crops, animals."""
    words = [speak("text.stable")] if on == STABLE else []
    if ground == FIELD and on != NOTHING:
        crop = "grain" if on < CROP else "vegetable"
        words.append(speak(f"count.{crop}", n=on if on < CROP else on - CROP))
    if place:
        words.append(speak(f"count.{GOODS[place.kind]}", n=place.count))
    return words
