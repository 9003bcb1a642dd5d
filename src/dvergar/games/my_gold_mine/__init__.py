"""My Gold Mine: dig for gold, and get out before the dragon comes. 2 to 6 players."""

from __future__ import annotations

from typing import Final

from dvergar.core.options import FirstSeat, Option
from dvergar.core.registry import GameInfo
from dvergar.games.my_gold_mine.facts import exit_decks

INFO: Final = GameInfo(
    slug="my_gold_mine",
    package=__name__,
    game=f"{__name__}.rules:MyGoldMine",
    players=(2, 6),
    default_players=3,
    minutes=(25, 25),
    difficulty=1,
    rules_version=1,
    options=(
        Option("two_player_variant", (True, False), players=(2,)),
        FirstSeat(),
        Option("open_gold", (False, True)),
        Option("exit_deck", exit_decks()),
        Option("red_door_at_dragon", ("stay", "forbid", "burn")),
        Option("dragon_timing", ("after_move", "before_move")),
        Option("no_winner_starter", ("next_seat", "same_seat")),
        Option("final_tie_no_slot", ("shared", "round_two_slot")),
    ),
    bots={
        "careful": f"{__name__}.bots:Careful",
        "bold": f"{__name__}.bots:Bold",
    },
    evaluate=f"{__name__}.evaluate:evaluate",
    sign="gi-mine-wagon",
)
