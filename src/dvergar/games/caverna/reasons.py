"""Why something is not possible: 0 is possible, anything else a reason that the page can say."""

from __future__ import annotations

from typing import Final

POSSIBLE: Final = 0
NOTHING_THERE: Final = 1
NO_ROOM_FOR_TILE: Final = 2
NO_TUNNELS_FOR_MINE: Final = 3
NO_TUNNEL_FOR_RUBY_MINE: Final = 4
NO_CAVERN: Final = 5
NO_TILE_AFFORDABLE: Final = 6
NO_EMPTY_FIELD: Final = 7
NO_SEED: Final = 8
NO_BED: Final = 9
FAMILY_FULL: Final = 10
ALREADY_ARMED: Final = 11
NO_ORE_TO_FORGE: Final = 12
NOT_ARMED: Final = 13
NO_MEADOW: Final = 14
NO_TWO_MEADOWS: Final = 15
NO_WOOD_FOR_FENCE: Final = 16
NO_STABLE_LEFT: Final = 17
NO_PLACE_FOR_STABLE: Final = 18
NO_STONE_FOR_STABLE: Final = 19
NO_ORE_TO_SELL: Final = 20
NOBODY_TO_IMITATE: Final = 21
NO_FOOD_TO_IMITATE: Final = 22
NO_GOLD_FOR_MARKET: Final = 23
OCCUPIED: Final = 24
NOTHING_TO_BREED: Final = 25
NO_LOOT: Final = 26

REASONS: Final = (
    "possible",
    "nothing_there",
    "no_room_for_tile",
    "no_tunnels_for_mine",
    "no_tunnel_for_ruby_mine",
    "no_cavern",
    "no_tile_affordable",
    "no_empty_field",
    "no_seed",
    "no_bed",
    "family_full",
    "already_armed",
    "no_ore_to_forge",
    "not_armed",
    "no_meadow",
    "no_two_meadows",
    "no_wood_for_fence",
    "no_stable_left",
    "no_place_for_stable",
    "no_stone_for_stable",
    "no_ore_to_sell",
    "nobody_to_imitate",
    "no_food_to_imitate",
    "no_gold_for_market",
    "occupied",
    "nothing_to_breed",
    "no_loot",
)
