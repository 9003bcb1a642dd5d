"""The geometry of a cave: cells, edges, walls round a cell, and which cells can be dug.

Sets of cells, edges and sides are bits of a number. The additional cavern is one more cell that
touches no other; its four sides are edges of their own.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.game import amounts

SIDES: Final[list[str]] = ["n", "e", "s", "w"]
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
_STEP: Final[list[tuple[int, int]]] = [(-1, 0), (0, 1), (1, 0), (0, -1)]  # rows down, columns right
TWO_WALL_SIDES: Final = ("corner", "opposite")
NO_CELL: Final = -1


def _sides(tree: Facts, key: str, none: bool = False) -> int:
    """Sides named by their letters as a set."""
    return sum(bit(SIDES.index(side)) for side in tree.texts(key, tuple(SIDES), none=none))


class CaveFacts:
    """What `cave.toml` says."""

    def __init__(self, tree: Facts) -> None:
        cells, cavern = tree.part("cells", needed=True), tree.part("additional_cavern")
        self.cells = cells.names()
        if not self.cells:
            raise FactsError("facts.nothing", where=tree.where, key="cells")
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.outer_walls: list[int] = []
        for name in self.cells:
            cell = cells.part(name)
            self.rows.append(cell.number("row"))
            self.columns.append(cell.number("column"))
            self.outer_walls.append(_sides(cell, "outer_walls", none=True))
        cells.once("row, column", list(zip(self.rows, self.columns, strict=True)))
        known = tuple(self.cells)
        self.entrance = self.cells.index(tree.text("entrance", known))
        others = tuple(name for name in known if name != known[self.entrance])
        self.free = self.cells.index(tree.text("free", others))
        self.food_cells = [self.cells.index(name) for name in tree.texts("food_cells", known)]
        self.food_bonus = amounts(tree, "food_bonus")
        self.wall_tokens = tree.number("wall_tokens", least=1)
        two_walls = cavern.part("two_walls")
        self.two_walls = [_sides(two_walls, side) for side in TWO_WALL_SIDES]
        self.three_walls = _sides(cavern, "three_walls")


def _read() -> CaveFacts:
    with read("dvergar.games.cave_vs_cave.facts", "cave.toml") as tree:
        return CaveFacts(tree)


_FOUND: Final = _read()
WALL_TOKENS: Final[int] = _FOUND.wall_tokens
FOOD_BONUS: Final[list[int]] = _FOUND.food_bonus

# The cells; the last one is the additional cavern, which lies in no row and no column.
CELL_NAMES: Final[list[str]] = [*_FOUND.cells, "extra"]
CELL_COUNT: Final[int] = len(CELL_NAMES)
EXTRA: Final[int] = CELL_COUNT - 1
ROW: Final[list[int]] = _FOUND.rows
COLUMN: Final[list[int]] = _FOUND.columns
OUTER_WALLS: Final[list[int]] = _FOUND.outer_walls
ENTRANCE_CELL: Final[int] = _FOUND.entrance
FREE_CELL: Final[int] = _FOUND.free
FOOD_CELLS: Final[list[int]] = _FOUND.food_cells
DUG_AT_START: Final[int] = bit(ENTRANCE_CELL) | bit(FREE_CELL)
DIGGABLE: Final[list[int]] = [cell for cell in range(EXTRA) if not has(DUG_AT_START, cell)]
FURNISHABLE: Final[list[int]] = [cell for cell in range(CELL_COUNT) if cell != ENTRANCE_CELL]


def cell_at(row: int, column: int) -> int:
    """The cell in a row and a column, or none."""
    for cell in range(EXTRA):
        if ROW[cell] == row and COLUMN[cell] == column:
            return cell
    return NO_CELL


def neighbour(cell: int, side: int) -> int:
    """The cell on a side of another, with or without a wall between them, or none."""
    down, right = _STEP[side]
    return cell_at(ROW[cell] + down, COLUMN[cell] + right)


def _refuse_walls_of_one_side() -> None:
    """A wall between two cells is printed on both of them, or on none."""
    for cell in range(EXTRA):
        for side in (EAST, SOUTH):
            other = neighbour(cell, side)
            across = WEST if side == EAST else NORTH
            if other != NO_CELL and has(OUTER_WALLS[cell], side) != has(OUTER_WALLS[other], across):
                raise FactsError(
                    "facts.differ", where=f"cave.toml, {CELL_NAMES[cell]}, {CELL_NAMES[other]}"
                )


_refuse_walls_of_one_side()

# The edges: pairs of cells that no outer wall divides, then the sides of the additional cavern.
BETWEEN: Final[list[tuple[int, int]]] = [
    (cell, neighbour(cell, side))
    for cell in range(EXTRA)
    for side in (EAST, SOUTH)
    if neighbour(cell, side) != NO_CELL and not has(OUTER_WALLS[cell], side)
]
EXTRA_EDGE: Final[int] = len(BETWEEN)
EDGES: Final[list[str]] = [
    *[f"{CELL_NAMES[one]}|{CELL_NAMES[other]}" for one, other in BETWEEN],
    *[f"{CELL_NAMES[EXTRA]}|{side}" for side in SIDES],
]
EDGE_COUNT: Final[int] = len(EDGES)


def _steps(cell: int) -> list[tuple[int, int, int]]:
    steps = []
    for side in range(len(SIDES)):
        other = neighbour(cell, side)
        pair = (cell, other) if side in (EAST, SOUTH) else (other, cell)
        if pair in BETWEEN:
            steps.append((bit(side), BETWEEN.index(pair), other))
    return steps


# For each cell: (side as a set, edge, cell behind it).
STEPS: Final[list[list[tuple[int, int, int]]]] = [_steps(cell) for cell in range(EXTRA)]
_PATHS: Final[list[list[tuple[int, int]]]] = [
    [(bit(edge), bit(other)) for _, edge, other in steps] for steps in STEPS
]


def walls_round(cell: int, walls: int, extra_walls: int) -> int:
    """The sides of a cell that have a wall; `extra_walls` are printed on the additional cavern."""
    if cell == EXTRA:
        return extra_walls | walls >> EXTRA_EDGE
    found = OUTER_WALLS[cell]
    for side, edge, _ in STEPS[cell]:
        if has(walls, edge):
            found |= side
    return found


def accessible(opened: int, walls: int, through_walls: bool) -> int:
    """The face-down cells that can be dug: next to a path from the entrance."""
    if through_walls:
        walls = 0
    reached = bit(ENTRANCE_CELL)
    found = 0
    pending = [ENTRANCE_CELL]
    while pending:
        for edge, other in _PATHS[pending.pop()]:
            if walls & edge or reached & other:
                continue
            if opened & other:
                reached |= other
                pending.append(other.bit_length() - 1)
            else:
                found |= other
    return found


def printed_walls(two_wall_side: str) -> list[int]:
    """The walls printed on the two sides of the additional cavern: two walls, three walls."""
    return [_FOUND.two_walls[TWO_WALL_SIDES.index(two_wall_side)], _FOUND.three_walls]


# The sets of walls that are a pattern, in each quarter turn of it.
PATTERNS: Final[dict[str, list[int]]] = {
    "1": [1, 2, 4, 8],
    "2a": [3, 6, 12, 9],
    "2o": [5, 10],
    "3": [7, 11, 13, 14],
    "4": [15],
}


def fitting_walls(patterns: list[str]) -> int:
    """The sets of walls that are one of the patterns, as a set of sixteen members."""
    return sum(bit(walls) for pattern in patterns for walls in PATTERNS[pattern])


def lacking_walls(fits: int) -> int:
    """The sets of walls that would fit with further walls and have none too many."""
    wanted = [walls for walls in range(16) if has(fits, walls)]
    return sum(
        bit(walls)
        for walls in range(16)
        if not has(fits, walls) and any(walls & more == walls for more in wanted)
    )
