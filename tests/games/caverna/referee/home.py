"""The home board: what lies where and what may be laid where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tests.games.caverna.referee.printed import COVERS, ROOMS
from tests.games.caverna.referee.shapes import Board, Cell, Goods, Pair, View

FOREST = frozenset((row, col) for row in range(4) for col in range(3))
MOUNTAIN = frozenset((row, col) for row in range(4) for col in range(3, 6))
ON_BOARD = FOREST | MOUNTAIN
REWARDS: dict[Cell, Goods] = {
    (0, 2): {"boar": 1},
    (2, 0): {"boar": 1},
    (3, 1): {"food": 1},
    (3, 4): {"food": 1},
    (0, 5): {"food": 2},
}
ENTRANCE: Cell = (3, 2)
BARE_ROCK = "bare"
FARM_LAND = ("meadow", "field", "small_pasture", "large_pasture")
CELL = re.compile(r"r(-?\d+)c(-?\d+)")


@cache
def cell(name: str) -> Cell:
    """The row and column of "r3c2"."""
    found = CELL.fullmatch(name)
    assert found, name
    row, col = found.groups()
    return int(row), int(col)


def named(where: Cell) -> str:
    """The name of a row and column."""
    return f"r{where[0]}c{where[1]}"


def neighbours(where: Cell) -> Iterator[Cell]:
    """The four cells beside one, on the board or not."""
    row, col = where
    yield from ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))


def half(where: Cell) -> frozenset[Cell]:
    """The half of the board a cell belongs to, off the board too."""
    return FOREST if where[1] < 3 else MOUNTAIN


@cache
def beside(where: Cell) -> tuple[Cell, ...]:
    """The neighbours in the same half: forest and mountain do not touch."""
    return tuple(other for other in neighbours(where) if half(other) is half(where))


@cache
def ring(which: frozenset[Cell]) -> frozenset[Cell]:
    """The cells just off the board beside one of its halves."""
    return frozenset(
        other
        for inside in which
        for other in neighbours(inside)
        if other not in ON_BOARD and half(other) is which
    )


def board_of(player: View) -> Board:
    """What lies where on a home board."""
    return {cell(name): entry for name, entry in player["board"].items()}


def land(board: Board, where: Cell) -> str:
    """What lies on a cell: "bare" if nothing does."""
    return str(board[where]["land"]) if where in board else BARE_ROCK


def is_bare(board: Board, where: Cell) -> bool:
    """Whether no tile lies there (a stable may stand)."""
    return land(board, where) == BARE_ROCK


def has_stable(board: Board, where: Cell) -> bool:
    """Whether a stable stands there."""
    return where in board and bool(board[where]["stable"])


def owns(player: View, tile: str) -> bool:
    """Whether a tile is on the board and not covered."""
    return any(entry["tile"] == tile for entry in player["board"].values())


def _joined(board: Board, which: frozenset[Cell]) -> set[Cell]:
    """The cells of a half on which a new tile would be joined to what lies there already."""
    if which is FOREST:
        tiles = {where for where in board if land(board, where) in FARM_LAND}
        if not tiles:
            return {ENTRANCE}
    else:
        tiles = {where for where in board if half(where) is MOUNTAIN and not is_bare(board, where)}
    return {other for where in tiles for other in beside(where)}


def _can_lie(board: Board, kind: str, where: Cell) -> bool:
    """Whether this half tile may lie on this cell: bare, and only a meadow under a stable."""
    return is_bare(board, where) and (kind == "meadow" or not has_stable(board, where))


def twins(player: View, first: str, second: str) -> set[str]:
    """The names of all legal ways to lay a twin of two new halves (meadow/field, cavern/...)."""
    return {
        f"{first} {named(one)} {second} {named(other)}"
        for one, other in _pairs(player, first, second)
    }


def has_room_for_twin(player: View, first: str, second: str) -> bool:
    """Whether a twin of two new halves can be laid at all."""
    return any(True for _ in _pairs(player, first, second))


def _pairs(player: View, first: str, second: str) -> Iterator[Pair]:
    """Where the halves of a twin may lie, one way after the other."""
    board = board_of(player)
    which = FOREST if first == "meadow" else MOUNTAIN
    reach = which | (ring(which) if owns(player, "office_room") else frozenset())
    joined = _joined(board, which)
    for one in reach:
        if not _can_lie(board, first, one):
            continue
        for other in beside(one):
            if other not in reach or (one not in ON_BOARD and other not in ON_BOARD):
                continue
            if _can_lie(board, second, other) and (one in joined or other in joined):
                yield one, other


def one_order(names: Iterable[str]) -> set[frozenset[str]]:
    """Twins of two equal halves, whichever half is named first."""
    return {frozenset(name.split()[1::2]) for name in names}


def singles(player: View, kind: str) -> set[Cell]:
    """Where a single meadow, field, tunnel or cavern may be laid: never off the board."""
    board = board_of(player)
    which = FOREST if kind in ("meadow", "field") else MOUNTAIN
    return {where for where in _joined(board, which) & which if _can_lie(board, kind, where)}


def ore_mines(player: View) -> set[str]:
    """All ways to lay an ore mine with its deep tunnel: on two bare ordinary tunnels."""
    board = board_of(player)
    tunnels = {where for where in board if land(board, where) == "tunnel"}
    return {
        f"ore_mine {named(one)} deep_tunnel {named(other)}"
        for one in tunnels
        for other in beside(one)
        if other in tunnels
    }


def ruby_mines(player: View) -> dict[str, set[Cell]]:
    """Where a ruby mine may be laid: on a tunnel, on a deep tunnel."""
    board = board_of(player)
    return {
        kind: {where for where in board if land(board, where) == kind}
        for kind in ("tunnel", "deep_tunnel")
    }


def small_pastures(player: View) -> set[Cell]:
    """The meadows that can be fenced alone."""
    board = board_of(player)
    return {where for where in board if land(board, where) == "meadow"}


def large_pastures(player: View) -> set[frozenset[Cell]]:
    """The pairs of meadows that can be fenced together."""
    meadows = small_pastures(player)
    return {frozenset((one, other)) for one in meadows for other in beside(one) if other in meadows}


def stable_places(player: View) -> set[Cell]:
    """Where a stable may be built: bare forest, meadows and pastures, one on a cell."""
    board = board_of(player)
    if player["stables"] == 0:
        return set()
    reach = set(FOREST) | {where for where in board if half(where) is FOREST}
    return {
        where
        for where in reach
        if land(board, where) in (BARE_ROCK, "meadow", "small_pasture", "large_pasture")
        and not has_stable(board, where)
    }


def empty_fields(player: View) -> int:
    """How many fields have no crops."""
    return sum(
        entry["land"] == "field" and not entry["grain"] and not entry["vegetable"]
        for entry in player["board"].values()
    )


def furnishing_places(player: View, tile: str) -> set[Cell]:
    """Where a tile may be built."""
    board = board_of(player)
    other = COVERS.get(tile)
    if other and owns(player, other):
        return {where for where in board if board[where]["tile"] == other}
    kinds = ["cavern"]
    if owns(player, "work_room") and tile != "work_room":
        kinds += ["tunnel", "deep_tunnel"]
    return {where for where in board if land(board, where) in kinds}


def rooms(player: View) -> int:
    """How many dwarfs the dwellings hold, without the sixth one's."""
    return sum(ROOMS.get(entry["tile"], 0) for entry in player["board"].values())


def can_grow(player: View) -> bool:
    """Whether there is room for one dwarf more."""
    dwarfs = len(player["dwarfs"])
    if dwarfs >= 5:
        return dwarfs == 5 and owns(player, "additional_dwelling")
    return rooms(player) > dwarfs


def way_to(cells: Iterable[Cell], keep: Iterable[Cell] = ()) -> dict[str, str]:
    """Land to set up so that tiles on these cells would be joined: the shortest row of tiles.

    Meadows in the forest, tunnels in the mountain; never on the cells themselves or on `keep`.
    """
    cells = list(cells)
    closed = {*cells, *keep}
    forest = half(cells[0]) is FOREST
    if forest and ENTRANCE in cells:
        return {}
    starts = [ENTRANCE] if forest else [(2, 3), (3, 3)]
    rows = [[start] for start in starts if start not in closed]
    for row in rows:
        if any(other in cells for other in beside(row[-1])):
            kind = "meadow" if forest else "tunnel"
            return {named(where): kind for where in row if where not in ((2, 3), (3, 3))}
        rows += [
            [*row, other]
            for other in beside(row[-1])
            if other in ON_BOARD and other not in closed and other not in row
        ]
    raise AssertionError(f"no way to {cells}")
