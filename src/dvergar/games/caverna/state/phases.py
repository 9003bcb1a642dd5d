"""Where a game of Caverna stands.

Its stages, the kinds of harvest, and what is not known or not there.
"""

from __future__ import annotations

from typing import Final

# What happens when nothing is pending any more.
WORK: Final = 0
HARVEST: Final = 1
ENDING: Final = 2
ROUND_START: Final = 3
STAGE_NAMES: Final = ("work", "harvest", "ending", "round_start")

# Kinds of harvest.
NO_HARVEST: Final = 0
PAY_ONE: Final = 1
SKIP_ONE: Final = 2
FULL_HARVEST: Final = 3
HARVESTS: Final = ("none", "pay_one", "skip_one", "full")
RED_HARVESTS: Final = [NO_HARVEST, PAY_ONE, SKIP_ONE]
"""What the red markers mean, one after the other."""
BREEDING_HARVESTS: Final = [SKIP_ONE, FULL_HARVEST]
"""Those in which fields may be reaped and animals bred."""

UNKNOWN: Final = -1  # no card or no marker for a round

# Harvest markers.
GREEN: Final = 0
RED: Final = 1
