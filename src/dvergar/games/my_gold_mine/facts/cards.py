"""The cards of My Gold Mine by number and by name: what one digs, and what an exit card offers."""

from __future__ import annotations

from typing import Final

PLAIN: Final = 0
RED: Final = 1
BLUE: Final = 2
DRAGON: Final = 3
EXTRACTION_CARDS: Final = ("plain", "red", "blue", "dragon")

SMALL: Final = 0
DOUBLE: Final = 1
ALL: Final = 2
BONUS: Final = 3
SWAP: Final = 4
EXIT_ACTIONS: Final = ("small", "double", "all", "bonus", "swap")
WALKING: Final = (SMALL, DOUBLE, ALL)
