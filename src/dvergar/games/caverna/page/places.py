"""Where cells lie on the drawn board: 100 units a cell, with a rim around."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.board import PLACES

CELL: Final = 100
RIM: Final = 12


def corner(cell: int) -> tuple[int, int]:
    """The upper left corner of a cell on the drawing."""
    row, column = PLACES[cell]
    return RIM + CELL * column, RIM + CELL * row
