"""What is being asked."""

from __future__ import annotations

from typing import Final

ASK_TILE: Final = 0  # which tile is taken
ASK_PARTS: Final = 1  # what is done with it next
ASK_CELL: Final = 2  # where a room is furnished
ASK_PAYMENT: Final = 3  # how furnishing is paid
ASK_DIGS: Final = 4  # which of several cells is dug next
ASK_SIDE: Final = 5  # which side of the additional cavern is up
QUESTIONS: Final[list[str]] = ["tile", "parts", "cell", "payment", "digs", "side"]
