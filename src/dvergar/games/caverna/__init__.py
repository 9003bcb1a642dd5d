"""Caverna: The Cave Farmers.

Furnish caves, sow fields, raise herds, send dwarfs out. 1 to 7 players.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.info import GameInfo
from dvergar.core.options import FirstSeat, Option

INFO: Final = GameInfo(
    slug="caverna",
    package=__name__,
    game=f"{__name__}.rules.machine:Caverna",
    players=(1, 7),
    default_players=2,
    minutes=(30, 210),
    difficulty=3,
    rules_version=4,
    options=(
        Option("tiles", ("full", "introductory")),
        Option("harvest_reveal", ("round_start", "before_harvest")),
        Option("solo_purge", ("printed", "six", "excess"), players=(1,)),
        FirstSeat(),
    ),
    presenter=f"{__name__}.presentation.presenter:PRESENTER",
    observation=f"{__name__}.bots.observation:OBSERVATION",
    evaluate=f"{__name__}.bots.evaluate:evaluate",
    features=f"{__name__}.bots.features:features",
    settled=f"{__name__}.bots.evaluate:settled",
    line_kind=f"{__name__}.bots.features:line_kind",
    levels={
        "easy": "greedy:noise=6",
        "normal": "greedy",
        "hard": "search:nodes=300:noise=3",
        "expert": "search:seconds=1",
    },
    levels_alone={"hard": "planner:nodes=12000", "expert": "planner:seconds=1"},
    pictures=f"{__name__}.page.game_view:picture",
    game_view=f"{__name__}.page.game_view:game_view",
    routine=f"{__name__}.page.game_view:routine",
    default_answers={
        **dict.fromkeys((1, 2), f"{__name__}.rules.compat:left_or_bred"),
        3: f"{__name__}.rules.compat:bred",
    },
    migrated_moves=dict.fromkeys((1, 2, 3), f"{__name__}.rules.compat:fed"),
    running_points=("score",),
    log_column=0,
    keys=(
        ("S", "spaces"),
        ("T", "tiles"),
        ("O", "others"),
        ("A B …", "places"),
        ("R", "turn"),
        ("1 2 …", "answers"),
        ("D", "done"),
        ("F", "feed"),
    ),
    sign="gi-battle-axe",
    colours=("#6f9457", "#545862"),
    event_columns={
        "opening": ("place", "space", "space"),
        "tiles": ("furnish", "tile", "tile"),
        "children": ("grow", "", ""),
        "loot": ("loot", "item", "loot"),
    },
    revealing_events={"card": frozenset(), "marker": frozenset()},
)
