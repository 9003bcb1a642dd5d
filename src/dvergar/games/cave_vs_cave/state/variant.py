"""The game as its options make it: what all its positions share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dvergar.games.cave_vs_cave.facts.cave import printed_walls
from dvergar.games.cave_vs_cave.facts.rounds import TURNS_ALONE, TURNS_OF_TWO

BY_LOT: Final = -1


class Variant:
    """One number of players with one choice of options."""

    def __init__(self, options: Mapping[str, int | str]) -> None:
        first_seat = options.get("first_seat", 0)
        self.players = int(options["players"])
        self.turns_of_round = TURNS_OF_TWO if self.players > 1 else TURNS_ALONE
        self.first_seat = first_seat if isinstance(first_seat, int) else BY_LOT
        self.cavern_walls = printed_walls(str(options["additional_cavern_two_wall_side"]))
        self.dungeon_same_turn = bool(options["dungeon_same_turn"])
        self.junction_room_gold = bool(options["junction_room_gold"])
        self.retting_room_full_flax = bool(options["retting_room_full_flax"])
        self.wood_after_room = options["wood_storeroom_timing"] == "after"
        self.reveals_by_turn = options.get("solo_reveal") == "turn"
        self.reveals_by_action = options.get("solo_reveal") == "action"
