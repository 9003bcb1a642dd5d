"""Places outside the mine, and the moves: dig, draw an exit card, and the answers to that card.

Inside the mine, a place is the number of steps to the exit.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.games.my_gold_mine.facts.material import (
    ALL,
    BONUS,
    DOUBLE,
    EXIT_ACTIONS,
    MATERIAL,
    SMALL,
)

OUT: Final = 0
BURNT: Final = -1


ACTION_NAMES: Final = ("small step", "double step", "all together", "gold bonus")


def _act(action: int) -> str:
    return ACTION_NAMES[action]


def _action(action: int) -> str:
    return EXIT_ACTIONS[action]


def _swap(dwarf: int) -> str:
    return f"swap dwarf {dwarf + 1}"


VOCABULARY: Final = Vocabulary(
    [
        "dig",
        "draw exit",
        MoveKind("act", [(SMALL,), (DOUBLE,), (ALL,), (BONUS,)], _act, _action),
        MoveKind("swap", [(dwarf,) for dwarf in range(MATERIAL.dwarfs)], _swap),
    ]
)
DIG: Final = VOCABULARY.first("dig")
DRAW: Final = VOCABULARY.first("draw exit")
ACT: Final = VOCABULARY.first("act")  # + action
SWAP_WITH: Final = VOCABULARY.first("swap")  # + dwarf
