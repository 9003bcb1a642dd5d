"""Choices that lie on the home board: each is a spot of a cell, with the ghost of what comes there.

A tile of two halves is laid by pointing at the cell of its first half, at the side where the
second half will lie; so both ways round and all places have a spot of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dvergar.games.caverna.board import BESIDE, PLACES
from dvergar.games.caverna.moves import CELL_A, CELL_B

if TYPE_CHECKING:
    from dvergar.core.prompt import Choice

SIDES: Final = "nesw"
DRAWINGS: Final = {
    "meadow": ("meadow", "field"),
    "cavern": ("cavern", "tunnel"),
    "ore_mine": ("ore", "deep"),
}
LANDS: Final = {
    "small_pasture": "pasture",
    "stable": "stable",
    "ruby_mine": "ruby",
    "into": "site",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """One choice on the board.

    `shape` is the part of the cell that answers: a side (`n`, `e`, `s`, `w`), the middle of a
    shared side (`me`, `ms`), a part of the cell (`cell`), or a pin for a ruby (`pin`).
    """

    choice: Choice
    row: int
    column: int
    shape: str
    ghost: list[tuple[str, int, int]]
    width: int
    height: int
    number: int
    of: int


def spots(choices: list[Choice]) -> list[Spot]:
    """The spots of all choices that have a cell; singles share their cell."""
    placed = [choice for choice in choices if CELL_A[choice.move] >= 0]
    singles: dict[tuple[int, bool], list[Choice]] = {}
    for choice in placed:
        if CELL_B[choice.move] < 0:
            singles.setdefault((CELL_A[choice.move], choice.free), []).append(choice)
    found = []
    for choice in placed:
        if CELL_B[choice.move] >= 0:
            found.append(_pair(choice))
        else:
            beside = singles[CELL_A[choice.move], choice.free]
            found.append(_single(choice, beside.index(choice), len(beside)))
    return sorted(found, key=lambda spot: (spot.choice.free, spot.row, spot.column))


def sticks_out(choices: list[Choice]) -> bool:
    """Whether a choice lies beyond the board."""
    cells = [cell for c in choices for cell in (CELL_A[c.move], CELL_B[c.move]) if cell >= 0]
    return any(not (0 <= PLACES[c][0] < 4 and 0 <= PLACES[c][1] < 6) for c in cells)


def _pair(choice: Choice) -> Spot:
    a, b = CELL_A[choice.move], CELL_B[choice.move]
    row, column = PLACES[a]
    side = BESIDE[a].index(b)
    first = choice.name.split()[0]
    across = side in (1, 3)
    width, height = (200, 100) if across else (100, 200)
    if first == "large_pasture":
        whole = [("pasture-h" if across else "pasture-v", 0, 0)]
        return Spot(choice, row, column, "me" if across else "ms", whole, width, height, 0, 1)
    one, two = DRAWINGS[first]
    if "cavern" in choice.name.split()[2:]:
        two = "cavern"
    far = (100, 0) if across else (0, 100)
    drawn = [(one, 0, 0), (two, *far)] if side in (1, 2) else [(two, 0, 0), (one, *far)]
    shape = SIDES[side]
    if one == two:
        shape = "me" if across else "ms"
    return Spot(choice, row, column, shape, drawn, width, height, 0, 1)


def _single(choice: Choice, number: int, of: int) -> Spot:
    row, column = PLACES[CELL_A[choice.move]]
    words = choice.name.split()
    drawing = words[1] if words[0] in ("lay", "ruby") else LANDS[words[0]]
    shape = "pin" if choice.free else "cell"
    return Spot(choice, row, column, shape, [(drawing, 0, 0)], 100, 100, number, of)
