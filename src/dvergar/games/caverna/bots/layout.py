"""The places of Caverna's features: which number of the list tells what, by name.

A feature is a small number, mostly a count. The list is made full of zeros, and only what is there
is written into it.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.goods import GOODS
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILES
from dvergar.games.caverna.rules.housing import ROOMS
from dvergar.games.caverna.rules.score import LINES
from dvergar.games.caverna.state.pending import HARVESTS, KIND_COUNT

TERMS: Final = ("points", "family", "food", "goods", "land", "herds", "arms", "tiles")
"""What `evaluate` adds up."""
MEALS: Final = ("asked", "in_rounds", "short", "in_hand", "eatable", "begging_ahead")
FAMILY: Final = ("beds_free", "newborn", "at_home", "sixth_bed", "armed", "unarmed_at_home")
LAND: Final = (
    "meadow",
    "field",
    "grain_fields",
    "vegetable_fields",
    "grain",
    "vegetables",
    "small_pasture",
    "large_pasture",
    "tunnel",
    "deep_tunnel",
    "cavern",
    "ore_mine",
    "ruby_mine",
    "furnished",
    "bare_forest",
    "bare_mountain",
    "lone_bare_forest",
    "lone_bare_mountain",
    "meadow_pairs",
    "tunnel_pairs",
    "stables_left",
)
TIME: Final = ("rounds", "placements", "breeding_harvests", "work", "harvest", "ending", "reds")
TURN: Final = ("starts_next", "starts_now", "others_before", "others_at_home", "others_family")
PENDING: Final = (
    "parts_done",
    "tile_points",
    "tile_is_dwelling",
    "tile_wood",
    "tile_stone",
    "grain_to_sow",
    "vegetables_to_sow",
    "loot_left",
    "loot_taken",
    "loot_strength",
    "bought",
    "sales_left",
    "food_asked",
)
OTHER: Final = ("family", "at_home", "beds_free", "food_short", "strongest")

names: Final[list[str]] = []
"""What each feature tells, in order."""


def _section(title: str, parts: tuple[str, ...] | list[str]) -> int:
    """Adds a section to the list, and says where it begins."""
    first = len(names)
    names.extend(f"{title}.{part}" for part in parts)
    return first


def _numbered(most: int) -> list[str]:
    return [str(number) for number in range(most)]


AT_TERMS: Final = _section("estimate", TERMS)
AT_LINES: Final = _section("score", LINES)
AT_GOODS: Final = _section("goods", GOODS)
AT_SOME: Final = _section("some", GOODS)
AT_PAIRS: Final = _section("pair", ("sheep", "donkey", "boar", "cattle"))
AT_MEALS: Final = _section("meal", MEALS)
AT_FAMILY: Final = _section("family", FAMILY)
AT_DWARFS: Final = _section("dwarfs", _numbered(7))
AT_WEAPONS: Final = _section("weapon", _numbered(6))
AT_WEAPONS_HOME: Final = _section("weapon_at_home", _numbered(6))
AT_LAND: Final = _section("land", LAND)
AT_STALLS: Final = _section("stalls", _numbered(ROOMS))
AT_BUILT: Final = _section("built", TILES)
AT_OFFERED: Final = _section("offered", TILES)
AT_SUPPLIES: Final = _section("supplies", _numbered(len(SUPPLIERS)))
AT_TIME: Final = _section("time", TIME)
AT_ROUND: Final = _section("round", _numbered(13))
AT_HARVEST: Final = _section("harvest", HARVESTS)
AT_FREE: Final = _section("free", SPACES)
AT_PILE: Final = _section("pile", SPACES)
AT_USING: Final = _section("using", SPACES)
AT_TURN: Final = _section("turn", TURN)
AT_KINDS: Final = _section("pending", _numbered(KIND_COUNT))
AT_PENDING: Final = _section("pending", PENDING)
AT_NEXT: Final = _section("next_player", OTHER)
AT_NEXT_GOODS: Final = _section("next_player_goods", GOODS)
AT_PLAYERS: Final = _section("players", _numbered(8))
COUNT: Final = len(names)
