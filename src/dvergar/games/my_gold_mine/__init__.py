"""My Gold Mine: dig for gold, and get out before the dragon comes. 2 to 6 players."""

from __future__ import annotations

from typing import Final

from dvergar.core.info import GameInfo
from dvergar.core.options import FirstSeat, Option
from dvergar.games.my_gold_mine.facts.material import MATERIAL

INFO: Final = GameInfo(
    slug="my_gold_mine",
    package=__name__,
    game=f"{__name__}.rules.machine:MyGoldMine",
    players=(2, 6),
    default_players=3,
    minutes=(25, 25),
    difficulty=1,
    rules_version=1,
    options=(
        Option("two_player_variant", (True, False), players=(2,)),
        FirstSeat(),
        Option("open_gold", (False, True)),
        Option("exit_deck", tuple(MATERIAL.exit_decks)),
        Option("red_door_at_dragon", ("stay", "forbid", "burn")),
        Option("dragon_timing", ("after_move", "before_move")),
        Option("no_winner_starter", ("next_seat", "same_seat")),
        Option("final_tie_no_slot", ("shared", "round_two_slot")),
    ),
    bots={
        "careful": f"{__name__}.bots.own_bots:Careful",
        "bold": f"{__name__}.bots.own_bots:Bold",
        "timid": f"{__name__}.bots.own_bots:Timid",
        "cunning": f"{__name__}.bots.own_bots:Cunning",
    },
    keys=(("D", "dig"), ("E", "exit")),
    presenter=f"{__name__}.presentation.presenter:PRESENTER",
    observation=f"{__name__}.bots.observation:OBSERVATION",
    evaluate=f"{__name__}.bots.evaluate:evaluate",
    levels={
        "easy": "greedy",
        "normal": "timid",
        "hard": "careful",
        "expert": "cunning:nodes=120",
    },
    pictures=f"{__name__}.page.game_view:picture",
    game_view=f"{__name__}.page.game_view:game_view",
    takes_part=f"{__name__}.rules.machine:takes_part",
    sign="gi-mine-wagon",
    colours=("#3d4a63", "#8e2a16"),
    confirms=False,
    log_icons={"dragon": "gi-flame", "burn": "gi-flame", "reveal": "gi-flame"},
    event_columns={"exits": ("draw", "", ""), "burnt": ("burn", "", "")},
    revealing_events={"draw": frozenset(), "reveal": frozenset()},
)
