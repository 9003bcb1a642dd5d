"""The moves of My Gold Mine, the places outside the mine, and why digging may be blocked."""

from __future__ import annotations

from typing import Final

from dvergar.games.my_gold_mine.facts import MOST_DWARFS

DIG: Final = 0
DRAW: Final = 1
ACTION: Final = 2  # + SMALL, DOUBLE, ALL, BONUS
SWAP_WITH: Final = 6  # + dwarf
MOVE_NAMES: Final = (
    "dig",
    "draw exit",
    "small step",
    "double step",
    "all together",
    "gold bonus",
    *(f"swap dwarf {dwarf + 1}" for dwarf in range(MOST_DWARFS)),
)

OUT: Final = 0
BURNT: Final = -1

FREE: Final = 0
DECK_EMPTY: Final = 1
RED_DOOR_FORBIDDEN: Final = 2

NO_CARD: Final = -1
