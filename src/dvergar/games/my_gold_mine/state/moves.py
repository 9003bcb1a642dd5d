"""The moves of My Gold Mine: dig, draw an exit card, and the answers to the card that was drawn."""

from __future__ import annotations

from typing import Final

from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.games.my_gold_mine.facts.cards import ALL, BONUS, DOUBLE, EXIT_ACTIONS, SMALL
from dvergar.games.my_gold_mine.facts.material import MATERIAL

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
