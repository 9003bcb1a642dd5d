"""The home board: its cells, which of them touch, and what may come to lie on them.

Cells 0 to 23 are the board, row by row from the top; the rest is the ring around it that only the
Office room opens. The forest is the left half, the mountain the right one, and the halves never
touch.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import FactsError
from dvergar.games.caverna.facts.game import REWARDS

ROWS: Final = 4
COLUMNS: Final = 6
ON_BOARD: Final = ROWS * COLUMNS

# What lies on a cell. Bare ground beside one's own land is EDGE: there the next tile may touch.
WILD: Final = 0
EDGE: Final = 1
MEADOW: Final = 2
FIELD: Final = 3
SMALL_PASTURE: Final = 4
LARGE_NORTH: Final = 5  # a large pasture whose other half lies to the north
LARGE_EAST: Final = 6
LARGE_SOUTH: Final = 7
LARGE_WEST: Final = 8
TUNNEL: Final = 9
CAVERN: Final = 10
DEEP_TUNNEL: Final = 11
ORE_MINE: Final = 12
RUBY_MINE: Final = 13
FURNISHED: Final = 16  # + tile
LAND_NAMES: Final = (
    "bare",
    "bare",
    "meadow",
    "field",
    "small_pasture",
    "large_pasture",
    "large_pasture",
    "large_pasture",
    "large_pasture",
    "tunnel",
    "cavern",
    "deep_tunnel",
    "ore_mine",
    "ruby_mine",
)

# What stands on the land of a cell: nothing, 1-3 grain, 1-2 vegetables above CROP, or a stable.
NOTHING: Final = 0
CROP: Final = 4
STABLE: Final = 8

_RING: Final = (
    [(-1, c) for c in (0, 1, 2)]
    + [(4, c) for c in (0, 1, 2)]
    + [(r, -1) for r in range(ROWS)]
    + [(-1, c) for c in (3, 4, 5)]
    + [(4, c) for c in (4, 5)]
    + [(r, 6) for r in range(ROWS)]
)
PLACES: Final = [(r, c) for r in range(ROWS) for c in range(COLUMNS)] + _RING
CELL_COUNT: Final = len(PLACES)
CELL_NAMES: Final = [f"r{row}c{column}" for row, column in PLACES]
NUMBERS: Final = {name: number for number, name in enumerate(CELL_NAMES)}
IS_FOREST: Final = [column < 3 for _, column in PLACES]

ENTRANCE: Final = NUMBERS["r3c2"]
PRINTED_CAVERN: Final = NUMBERS["r2c3"]
ENTRY_DWELLING: Final = NUMBERS["r3c3"]

_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
_AT: Final = {place: number for number, place in enumerate(PLACES)}


def _beside(cell: int, direction: int) -> int:
    row, column = PLACES[cell]
    step = _STEPS[direction]
    other = _AT.get((row + step[0], column + step[1]), -1)
    return other if other >= 0 and IS_FOREST[other] == IS_FOREST[cell] else -1


BESIDE: Final = [[_beside(cell, direction) for direction in range(4)] for cell in range(CELL_COUNT)]
NEIGHBOURS: Final = [[other for other in row if other >= 0] for row in BESIDE]

# Pairs of touching cells, each once: on the board, sticking out by one half, anywhere.
_ALL_PAIRS: Final = [
    (cell, BESIDE[cell][direction])
    for cell in range(CELL_COUNT)
    for direction in (1, 2)
    if BESIDE[cell][direction] >= 0
]


def _pairs(forest: bool, least_on_board: int, most_on_board: int) -> list[tuple[int, int]]:
    found = []
    for a, b in _ALL_PAIRS:
        inside = (a < ON_BOARD) + (b < ON_BOARD)
        if IS_FOREST[a] == forest and least_on_board <= inside <= most_on_board:
            found.append((a, b))
    return found


FOREST_PAIRS: Final = _pairs(True, 2, 2)
FOREST_OVERHANG: Final = _pairs(True, 1, 1)
FOREST_ANYWHERE: Final = _pairs(True, 0, 2)
_PRINTED: Final = (PRINTED_CAVERN, ENTRY_DWELLING)
MOUNTAIN_PAIRS: Final = [p for p in _pairs(False, 2, 2) if not set(p) & set(_PRINTED)]
MOUNTAIN_OVERHANG: Final = [p for p in _pairs(False, 1, 1) if not set(p) & set(_PRINTED)]
MOUNTAIN_ANYWHERE: Final = [p for p in _pairs(False, 0, 2) if not set(p) & set(_PRINTED)]

FOREST_CELLS: Final = [cell for cell in range(CELL_COUNT) if IS_FOREST[cell]]
MOUNTAIN_CELLS: Final = [cell for cell in range(CELL_COUNT) if not IS_FOREST[cell]]
FOREST_ON_BOARD: Final = [cell for cell in FOREST_CELLS if cell < ON_BOARD]
MOUNTAIN_ON_BOARD: Final = [
    cell for cell in MOUNTAIN_CELLS if cell < ON_BOARD and cell not in _PRINTED
]

# Rewards for the first tile on a cell: good and amount; -1: none.
for _name in REWARDS:
    if _name not in NUMBERS:
        raise FactsError(
            "facts.key", where="game.toml, rewards", key=_name, known=", ".join(CELL_NAMES)
        )
_REWARD: Final = [(REWARDS.get(name) or [(-1, 0)])[0] for name in CELL_NAMES]
REWARD_GOOD: Final = [good for good, _ in _REWARD]
REWARD_AMOUNT: Final = [amount for _, amount in _REWARD]


def other_half(cell: int, land: int) -> int:
    """The other half of a large pasture."""
    return BESIDE[cell][land - LARGE_NORTH]
