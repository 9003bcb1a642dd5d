"""The moves of Cave vs Cave: their kinds, arguments and names.

Every answer has a kind and at most one argument. The moves of a kind are numbered one after the
other, in the order of their arguments. Names are made here, once, and never read back.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms

SIDE_NAMES: Final[list[str]] = ["two walls", "three walls"]
SIDE_COUNT: Final[int] = len(SIDE_NAMES)
NOTHING: Final = -1  # the argument of a move that needs none

# The kinds of moves.
TAKE: Final = "take"  # a tile
GAIN_GOODS: Final = "gain"  # the number of a gain
TRADE_GOODS: Final = "trade"  # the number of an exchange
USE_ROOM: Final = "use"  # an outcome
DIG_CELL: Final = "dig"  # a cell
DIG_TWICE: Final = "dig twice"
BUILD_WALL: Final = "wall"  # an edge
REMOVE_WALL: Final = "breach"  # an edge
FURNISH_ROOM: Final = "furnish"  # a room
INTO_CELL: Final = "into"  # a cell
PAY_WAY: Final = "pay"  # a way
SELL: Final = "sell"  # a blue room
CAVERN_SIDE: Final = "cavern"  # a side
DONE: Final = "done"
EAT: Final = "eat"  # a good


def _kind(
    word: str, arguments: list[int], names: list[str], about: list[str] | None = None
) -> MoveKind:
    """Moves of one argument each; `names` are what the arguments are called."""
    called = dict(zip(arguments, names, strict=True))
    subjects = dict(zip(arguments, about or names, strict=True))
    return MoveKind(
        word,
        [(one,) for one in arguments],
        lambda one: f"{word} {called[one]}".strip(),
        lambda one: subjects[one],
    )


def _uses() -> MoveKind:
    """Every outcome of using a room, named after the room and the outcome."""
    used = [rooms.ROOM_NAMES[outcome.room] for outcome in rooms.OUTCOMES]
    names = [f"{room} {outcome.name}" for room, outcome in zip(used, rooms.OUTCOMES, strict=True)]
    return _kind(USE_ROOM, list(range(len(names))), names, used)


VOCABULARY: Final = Vocabulary(
    [
        _kind(TAKE, list(range(facts.TILE_COUNT)), facts.TILE_NAMES),
        _kind(GAIN_GOODS, list(range(len(facts.GAIN_NAMES))), facts.GAIN_NAMES),
        _kind(TRADE_GOODS, list(range(len(facts.TRADE_NAMES))), facts.TRADE_NAMES),
        _uses(),
        _kind(DIG_CELL, cave.DIGGABLE, [cave.CELL_NAMES[cell] for cell in cave.DIGGABLE]),
        DIG_TWICE,
        _kind(BUILD_WALL, list(range(cave.EDGE_COUNT)), cave.EDGES),
        _kind(REMOVE_WALL, list(range(cave.EDGE_COUNT)), cave.EDGES),
        _kind(FURNISH_ROOM, list(range(rooms.ROOM_COUNT)), rooms.ROOM_NAMES[: rooms.ROOM_COUNT]),
        _kind(INTO_CELL, cave.FURNISHABLE, [cave.CELL_NAMES[cell] for cell in cave.FURNISHABLE]),
        _kind(PAY_WAY, list(range(facts.FREE_WAY)), facts.WAY_NAMES[: facts.FREE_WAY]),
        _kind(
            SELL, rooms.SELLERS, [facts.spelled(rooms.SALE_PRICE[room]) for room in rooms.SELLERS]
        ),
        _kind(CAVERN_SIDE, list(range(SIDE_COUNT)), SIDE_NAMES),
        DONE,
        _kind(EAT, facts.EATABLE, [facts.GOODS[good] for good in facts.EATABLE]),
    ]
)
KIND_OF: Final[list[str]] = VOCABULARY.kinds
ARGUMENT_OF: Final[list[int]] = [those[0] if those else NOTHING for those in VOCABULARY.arguments]
MOVE_OF: Final[dict[tuple[str, int], int]] = {
    (kind, ARGUMENT_OF[move]): move for move, kind in enumerate(KIND_OF)
}


def _moves(word: str, count: int) -> list[int]:
    """The move of a kind for each argument below `count`; -1 where there is none."""
    found = [-1] * count
    for move, kind in enumerate(KIND_OF):
        if kind == word and ARGUMENT_OF[move] >= 0:
            found[ARGUMENT_OF[move]] = move
    return found


# The moves by what they are about.
TAKE_TILE: Final[list[int]] = _moves(TAKE, facts.TILE_COUNT)
GAIN_MOVE: Final[list[int]] = _moves(GAIN_GOODS, len(facts.GAIN_NAMES))
TRADE_MOVE: Final[list[int]] = _moves(TRADE_GOODS, len(facts.TRADE_NAMES))
USE_MOVE: Final[list[int]] = _moves(USE_ROOM, len(rooms.OUTCOMES))
DIG_MOVE: Final[list[int]] = _moves(DIG_CELL, cave.CELL_COUNT)
DIG_TWICE_MOVE: Final[int] = VOCABULARY.first(DIG_TWICE)
BUILD_MOVE: Final[list[int]] = _moves(BUILD_WALL, cave.EDGE_COUNT)
REMOVE_MOVE: Final[list[int]] = _moves(REMOVE_WALL, cave.EDGE_COUNT)
FURNISH_MOVE: Final[list[int]] = _moves(FURNISH_ROOM, rooms.ROOM_COUNT)
INTO_MOVE: Final[list[int]] = _moves(INTO_CELL, cave.CELL_COUNT)
PAY_MOVE: Final[list[int]] = _moves(PAY_WAY, facts.FREE_WAY)
SELL_MOVE: Final[list[int]] = _moves(SELL, rooms.ROOM_COUNT)
CAVERN_MOVE: Final[list[int]] = _moves(CAVERN_SIDE, SIDE_COUNT)
DONE_MOVE: Final[int] = VOCABULARY.first(DONE)
EAT_MOVE: Final[list[int]] = _moves(EAT, facts.GOOD_COUNT)
