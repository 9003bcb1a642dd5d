"""Caverna: The Cave Farmers.

Furnish caves, sow fields, raise herds, send dwarfs out. 1 to 7 players.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.options import FirstSeat, Option
from dvergar.core.registry import GameInfo

INFO: Final = GameInfo(
    slug="caverna",
    package=__name__,
    game=f"{__name__}.rules:Caverna",
    players=(1, 7),
    default_players=2,
    minutes=(30, 210),
    difficulty=3,
    rules_version=2,
    options=(
        Option("tiles", ("full", "introductory")),
        Option("harvest_reveal", ("round_start", "before_harvest")),
        Option("solo_purge", ("printed", "six"), players=(1,)),
        FirstSeat(),
    ),
    evaluate=f"{__name__}.evaluate:evaluate",
    scene=f"{__name__}.page.scene:scene",
    sign="gi-battle-axe",
)
