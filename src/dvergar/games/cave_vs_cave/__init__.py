"""Caverna: Cave vs Cave.

Dig a cave, build walls, furnish rooms, use them: two tribes of dwarfs side by side, or one alone.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.options import FirstSeat, Option
from dvergar.core.registry import GameInfo

INFO: Final = GameInfo(
    slug="cave_vs_cave",
    package=__name__,
    game=f"{__name__}.rules:CaveVsCave",
    players=(1, 2),
    default_players=2,
    minutes=(20, 40),
    difficulty=2,
    rules_version=2,
    options=(
        FirstSeat(players=(2,)),
        Option("additional_cavern_two_wall_side", ("corner", "opposite")),
        Option("dungeon_same_turn", (True, False)),
        Option("junction_room_gold", (True, False)),
        Option("retting_room_full_flax", (False, True)),
        Option("wood_storeroom_timing", ("before", "after")),
        Option("solo_reveal", ("turn", "action"), players=(1,)),
    ),
    evaluate=f"{__name__}.evaluate:evaluate",
    scene=f"{__name__}.page.scene:scene",
    sign="gi-cave-entrance",
)
