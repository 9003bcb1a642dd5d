"""Cells of the home board by the names people read."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.board import NUMBERS, PLACES

_LETTERS: Final = "ZABCDEFG"


def cell_name(cell: int) -> str:
    """Column letter and row number; what sticks out of the board lies beyond A, F, 1 and 4.

    >>> cell_name(NUMBERS["r2c3"])
    'D3'
    """
    row, column = PLACES[cell]
    return f"{_LETTERS[column + 1]}{row + 1}"


def called(name: str) -> str:
    """The same for a cell by its name in moves and events."""
    return cell_name(NUMBERS[name])
