"""The facts that the texts of Caverna are filled with: its files, and derived numbers."""

from __future__ import annotations

from typing import Any

from dvergar.core.facts import read_tree
from dvergar.games.caverna import INFO
from dvergar.games.caverna.facts.board import COLUMNS, ROWS

FACTS = "dvergar.games.caverna.facts"


def text_facts() -> dict[str, Any]:
    """All numbers by their paths; those under `derived` are worked out from the others.

    `game.toml` is at the root; a space is found by its name and a number of players.
    """
    facts = read_tree(FACTS, "game.toml") | {
        "tiles": read_tree(FACTS, "tiles.toml"),
        "loot": read_tree(FACTS, "loot.toml"),
        "spaces": {
            name: {str(n): entry for entry in entries for n in entry["players"]}
            for name, entries in read_tree(FACTS, "spaces.toml").items()
        },
    }
    return facts | {"derived": _derived(facts)}


def _derived(facts: dict[str, Any]) -> dict[str, Any]:
    tiles, start, family = facts["tiles"], facts["start"], facts["family"]
    on_offer = [tile for tile in tiles.values() if not tile.get("printed")]
    boar_cells = [cell for cell in facts["rewards"].values() if "boar" in cell]
    return {
        "players": {"least": INFO.players[0], "most": INFO.players[1]},
        "board": {"rows": ROWS, "columns": COLUMNS, "half": COLUMNS // 2, "cells": ROWS * COLUMNS},
        "unborn_dwarfs": family["most"] - start["dwarfs"],
        "sixth_dwarf": family["most"] + 1,
        "tile_kinds": len(on_offer),
        "introductory_tile_kinds": sum(tile.get("introductory", False) for tile in on_offer),
        "boar_cells": len(boar_cells),
        "rounds": _rounds(facts),
        "sown_from_supply": {crop: facts["sowing"][crop] - 1 for crop in ("grain", "vegetable")},
        "room": _room(facts["room"]),
        "state_parlor_most": 4 * tiles["state_parlor"]["at_scoring"]["points"],
        "broom_chamber": _broom_chamber(tiles["broom_chamber"]["at_scoring"]),
        "traveller_gains": facts["weapons"]["expedition"]
        + facts["loot"]["all_weapons_plus_1"]["weapons"],
        "fresh_board": _fresh_board(facts),
    }


def _rounds(facts: dict[str, Any]) -> dict[str, int]:
    """Rounds and harvest markers, of the usual game and of the short one."""
    last, short = facts["rounds"], facts["short_rounds"]
    markers = last - facts["harvest"]["markers_from"] + 1
    left_out = next(n for n in range(1, last + 1) if n not in short)
    return {
        "markers": markers,
        "green": markers - facts["harvest"]["red"],
        "left_out": left_out,
        "before_left_out": left_out - 1,
        "after_left_out": left_out + 1,
        "short": len(short),
        "short_green": markers - 1 - facts["harvest"]["red"],
        "without_rubies_for_two": facts["spaces"]["ruby_mining"]["2"]["first_round"] - 1,
    }


def _room(room: dict[str, int]) -> dict[str, int]:
    """What pastures hold with stables."""
    times = room["stable_times"]
    return {
        "small_with_stable": room["small_pasture"] * times,
        "large_with_stable": room["large_pasture"] * times,
        "large_with_two_stables": room["large_pasture"] * times * times,
    }


def _broom_chamber(scoring: dict[str, int]) -> dict[str, int]:
    return {
        "dwarfs": scoring["beyond"] + 1,
        "more_dwarfs": scoring["beyond"] + 2,
        "more_points": scoring["points"] * 2,
    }


def _fresh_board(facts: dict[str, Any]) -> dict[str, int]:
    """What a board is worth at the start: two caverns are used, and four kinds are missing."""
    unused, kinds = ROWS * COLUMNS - 2, 4
    score = facts["score"]
    points = unused * score["unused"] + kinds * score["missing_type"] + facts["start"]["dwarfs"]
    return {"unused": unused, "kinds": kinds, "points": points}
