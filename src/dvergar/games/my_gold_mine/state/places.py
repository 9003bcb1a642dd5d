"""The places of a dwarf outside the mine; inside, a place is the number of steps to the exit."""

from __future__ import annotations

from typing import Final

OUT: Final = 0
BURNT: Final = -1
