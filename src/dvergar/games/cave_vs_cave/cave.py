"""The geometry of a cave: cells, edges, walls round a cell, and which rooms can be dug.

Sets of cells, edges and sides are bits of a number. The additional cavern is one more cell that
touches no other; its four sides are edges of their own.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.cave_vs_cave.facts import FACTS

SIDES: Final = "nesw"
_STEP: Final = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
_OUTER: Final[dict[str, str]] = FACTS["cave"]["outer_walls"]

CELLS: Final[list[str]] = [*_OUTER, "extra"]
EXTRA: Final = len(CELLS) - 1
CELL_COUNT: Final = len(CELLS)
ENTRANCE_CELL: Final = CELLS.index(FACTS["cave"]["entrance"])
FREE_CELL: Final = CELLS.index(FACTS["cave"]["free"])
FOOD_CELLS: Final[list[int]] = [CELLS.index(name) for name in FACTS["cave"]["food"]]
DUG_AT_START: Final = 1 << ENTRANCE_CELL | 1 << FREE_CELL
DIGGABLE: Final = [cell for cell in range(EXTRA) if not DUG_AT_START >> cell & 1]
FURNISHABLE: Final = [cell for cell in range(CELL_COUNT) if cell != ENTRANCE_CELL]


def _neighbour(cell: str, side: str) -> str:
    down, right = _STEP[side]
    return f"r{int(cell[1]) + down}c{int(cell[3]) + right}"


def _inner_edges() -> list[str]:
    edges = []
    for cell in _OUTER:
        for side in "es":
            other = _neighbour(cell, side)
            if side not in _OUTER[cell] and other in _OUTER:
                edges.append(f"{cell}|{other}")
    return edges


EDGES: Final[list[str]] = [*_inner_edges(), *(f"extra|{side}" for side in SIDES)]
EDGE_COUNT: Final = len(EDGES)
EXTRA_EDGE: Final = EDGE_COUNT - len(SIDES)


def side_set(sides: str) -> int:
    """Sides named by their letters as a set."""
    return sum(1 << SIDES.index(side) for side in sides)


OUTER_WALLS: Final = [side_set(sides) for sides in _OUTER.values()]


def _steps(cell: str) -> list[tuple[int, int, int]]:
    steps = []
    for number, side in enumerate(SIDES):
        other = _neighbour(cell, side)
        edge = f"{cell}|{other}" if side in "es" else f"{other}|{cell}"
        if edge in EDGES:
            steps.append((1 << number, EDGES.index(edge), CELLS.index(other)))
    return steps


# For each cell: (side as a set, edge, cell behind it).
STEPS: Final = [_steps(cell) for cell in _OUTER]
_PATHS: Final = [[(1 << edge, 1 << other) for _, edge, other in steps] for steps in STEPS]


def walls_round(cell: int, walls: int, extra_walls: int) -> int:
    """The sides of a cell that have a wall; `extra_walls` are printed on the additional cavern."""
    if cell == EXTRA:
        return extra_walls | walls >> EXTRA_EDGE
    found = OUTER_WALLS[cell]
    for side, edge, _ in STEPS[cell]:
        if walls >> edge & 1:
            found |= side
    return found


def accessible(opened: int, walls: int, through_walls: bool) -> int:
    """The face-down cells that can be dug: next to a path from the entrance."""
    if through_walls:
        walls = 0
    reached = 1 << ENTRANCE_CELL
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


# Which sets of walls are which pattern.
PATTERNS: Final = {
    "0": [0],
    "1": [1, 2, 4, 8],
    "2a": [3, 6, 12, 9],
    "2o": [5, 10],
    "3": [7, 11, 13, 14],
    "4": [15],
}


def fitting_walls(patterns: list[str]) -> int:
    """The sets of walls that are one of the patterns, as a set of sixteen bits."""
    return sum(1 << walls for pattern in patterns for walls in PATTERNS[pattern])


def printed_walls(two_wall_side: str) -> list[int]:
    """The walls printed on the two sides of the additional cavern: two walls, three walls."""
    facts = FACTS["additional_cavern"]
    return [side_set(facts["two_walls"][two_wall_side]), side_set(facts["three_walls"])]
