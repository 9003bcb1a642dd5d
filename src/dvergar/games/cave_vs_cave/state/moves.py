"""Questions and moves of Cave vs Cave: every answer has a kind and at most one argument.

The moves of a kind are numbered one after the other, in the order of their arguments. Names are
made here, once, and never read back.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.games.cave_vs_cave.facts.action_tiles import (
    FREE_WAY,
    GAIN_NAMES,
    TILE_COUNT,
    TILE_NAMES,
    TRADE_NAMES,
    WAY_NAMES,
)
from dvergar.games.cave_vs_cave.facts.cave import (
    CELL_COUNT,
    CELL_NAMES,
    DIGGABLE,
    EDGE_COUNT,
    EDGES,
    FURNISHABLE,
)
from dvergar.games.cave_vs_cave.facts.goods import EATABLE, GOOD_COUNT, GOODS, spelled
from dvergar.games.cave_vs_cave.facts.rooms import (
    OUTCOMES,
    ROOM_COUNT,
    ROOM_NAMES,
    SALE_PRICE,
    SELLERS,
)

ASK_TILE: Final = 0  # which tile is taken
ASK_PARTS: Final = 1  # what is done with it next
ASK_CELL: Final = 2  # where a room is furnished
ASK_PAYMENT: Final = 3  # how furnishing is paid
ASK_DIGS: Final = 4  # which of several cells is dug next
ASK_SIDE: Final = 5  # which side of the additional cavern is up
QUESTIONS: Final[list[str]] = ["tile", "parts", "cell", "payment", "digs", "side"]


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


USED: Final[list[str]] = [ROOM_NAMES[outcome.room] for outcome in OUTCOMES]
USES: Final[list[str]] = [
    f"{room} {outcome.name}" for room, outcome in zip(USED, OUTCOMES, strict=True)
]


VOCABULARY: Final = Vocabulary(
    [
        _kind(TAKE, list(range(TILE_COUNT)), TILE_NAMES),
        _kind(GAIN_GOODS, list(range(len(GAIN_NAMES))), GAIN_NAMES),
        _kind(TRADE_GOODS, list(range(len(TRADE_NAMES))), TRADE_NAMES),
        _kind(USE_ROOM, list(range(len(OUTCOMES))), USES, USED),
        _kind(DIG_CELL, DIGGABLE, [CELL_NAMES[cell] for cell in DIGGABLE]),
        DIG_TWICE,
        _kind(BUILD_WALL, list(range(EDGE_COUNT)), EDGES),
        _kind(REMOVE_WALL, list(range(EDGE_COUNT)), EDGES),
        _kind(FURNISH_ROOM, list(range(ROOM_COUNT)), ROOM_NAMES[:ROOM_COUNT]),
        _kind(INTO_CELL, FURNISHABLE, [CELL_NAMES[cell] for cell in FURNISHABLE]),
        _kind(PAY_WAY, list(range(FREE_WAY)), WAY_NAMES[:FREE_WAY]),
        _kind(SELL, SELLERS, [spelled(SALE_PRICE[room]) for room in SELLERS]),
        _kind(CAVERN_SIDE, list(range(SIDE_COUNT)), SIDE_NAMES),
        DONE,
        _kind(EAT, EATABLE, [GOODS[good] for good in EATABLE]),
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
TAKE_TILE: Final[list[int]] = _moves(TAKE, TILE_COUNT)
GAIN_MOVE: Final[list[int]] = _moves(GAIN_GOODS, len(GAIN_NAMES))
TRADE_MOVE: Final[list[int]] = _moves(TRADE_GOODS, len(TRADE_NAMES))
USE_MOVE: Final[list[int]] = _moves(USE_ROOM, len(OUTCOMES))
DIG_MOVE: Final[list[int]] = _moves(DIG_CELL, CELL_COUNT)
DIG_TWICE_MOVE: Final[int] = VOCABULARY.first(DIG_TWICE)
BUILD_MOVE: Final[list[int]] = _moves(BUILD_WALL, EDGE_COUNT)
REMOVE_MOVE: Final[list[int]] = _moves(REMOVE_WALL, EDGE_COUNT)
FURNISH_MOVE: Final[list[int]] = _moves(FURNISH_ROOM, ROOM_COUNT)
INTO_MOVE: Final[list[int]] = _moves(INTO_CELL, CELL_COUNT)
PAY_MOVE: Final[list[int]] = _moves(PAY_WAY, FREE_WAY)
SELL_MOVE: Final[list[int]] = _moves(SELL, ROOM_COUNT)
CAVERN_MOVE: Final[list[int]] = _moves(CAVERN_SIDE, SIDE_COUNT)
DONE_MOVE: Final[int] = VOCABULARY.first(DONE)
EAT_MOVE: Final[list[int]] = _moves(EAT, GOOD_COUNT)
