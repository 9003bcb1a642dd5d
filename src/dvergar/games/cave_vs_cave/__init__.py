"""Caverna: Cave vs Cave.

Dig a cave, build walls, furnish rooms, use them: two tribes of dwarfs side by side, or one alone.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.info import GameInfo
from dvergar.core.options import FirstSeat, Option

INFO: Final = GameInfo(
    slug="cave_vs_cave",
    package=__name__,
    game=f"{__name__}.rules.machine:CaveVsCave",
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
    presenter=f"{__name__}.presentation.presenter:PRESENTER",
    observation=f"{__name__}.bots.observation:OBSERVATION",
    evaluate=f"{__name__}.bots.evaluate:evaluate",
    features=f"{__name__}.bots.features:features",
    whole_turns=f"{__name__}.bots.whole_turns:whole_turns",
    levels={
        "easy": "greedy:noise=3",
        "normal": "greedy",
        "hard": "search:nodes=1",
        "expert": "search:seconds=1",
    },
    pictures=f"{__name__}.page.game_view:picture",
    default_answers={1: f"{__name__}.rules.machine:paid_in_version_1"},
    game_view=f"{__name__}.page.game_view:game_view",
    reached=f"{__name__}.rules.score:is_reached",
    running_points=("score", "points"),
    keys=(("D", "done"),),
    sign="gi-cave-entrance",
    colours=("#545862", "#2f3138"),
    log_column=1600,
    log_icons={"reveal": "gi-underground-cave"},
    event_columns={"opening": ("take", "tile", "tile"), "tiles": ("furnish", "room", "room")},
    revealing_events={"dig": frozenset({"gain"}), "reveal": frozenset(), "round": frozenset()},
)
