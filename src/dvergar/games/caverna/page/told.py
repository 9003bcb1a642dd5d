"""A home board in words, for those who listen: what lies where, and who lives there."""

from __future__ import annotations

from dvergar.core.words import Words
from dvergar.games.caverna.board import (
    CELLS,
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
from dvergar.games.caverna.cells import cell_name
from dvergar.games.caverna.goods import GOODS
from dvergar.games.caverna.page.stalls import Stall
from dvergar.games.caverna.player import Player
from dvergar.games.caverna.tiles import TILES


def told(player: Player, places: list[Stall], speak: Words) -> str:
    """All that lies on a board, cell by cell; half of a large pasture goes without saying."""
    living = {stall.cell: stall for stall in places if stall.count}
    parts = []
    for cell in range(CELLS):
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


def _standing(ground: int, on: int, stall: Stall | None, speak: Words) -> list[str]:
    """What stands on a cell: a stable, crops, animals."""
    words = [speak("text.stable")] if on == STABLE else []
    if ground == FIELD and on != NOTHING:
        crop = "grain" if on < CROP else "vegetable"
        words.append(f"{on if on < CROP else on - CROP} {speak(f'good.{crop}')}")
    if stall:
        words.append(f"{stall.count} {speak(f'good.{GOODS[stall.kind]}')}")
    return words
