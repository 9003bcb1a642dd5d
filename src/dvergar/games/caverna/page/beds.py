"""Where the dwarfs of a family sleep: drawn in their dwellings, faded while they are away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts.board import ENTRY_DWELLING, FURNISHED, MOUNTAIN_CELLS
from dvergar.games.caverna.facts.tiles import BEDS, SIXTH_DWARF
from dvergar.games.caverna.page.board import Board, corner
from dvergar.games.caverna.page.dwarfs import Dwarf
from dvergar.games.caverna.state.player import Player

ONE: Final = ((50, 64),)
TWO: Final = ((29, 64), (65, 64))
ABOVE: Final = 51
"""Where beds stand above animals that live in the same dwelling, smaller than otherwise."""


@dataclass(frozen=True, slots=True)
class Bed:
    """A dwarf where he lives."""

    x: int
    y: int
    dwarf: Dwarf
    shared: bool
    """Animals live there too."""


def beds(player: Player, dwarfs: tuple[Dwarf, ...], board: Board) -> tuple[Bed, ...]:
    """The beds of a family: those of the printed dwelling are taken first."""
    stalls = {(one.x, one.y) for one in board.lodgings if one.sort == "room" and one.count}
    places = zip(_beds(player, stalls), dwarfs, strict=False)
    return tuple(Bed(x, y, dwarf, shared) for (x, y, shared), dwarf in places)


def _beds(player: Player, stalls: set[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    cells = [cell for cell in MOUNTAIN_CELLS if player.land[cell] >= FURNISHED]
    sixth = {cell: has(SIXTH_DWARF, player.land[cell] - FURNISHED) for cell in cells}
    for cell in sorted(cells, key=lambda one: (sixth[one], one != ENTRY_DWELLING, one)):
        number = BEDS[player.land[cell] - FURNISHED] + sixth[cell]
        left, top = corner(cell)
        shared = (left, top) in stalls
        for x, y in ONE if number == 1 else TWO[:number]:
            yield left + x, top + (ABOVE if shared else y), shared
