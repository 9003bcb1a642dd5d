"""The facts that the texts of Cave vs Cave are filled with: its files, and derived numbers."""

from __future__ import annotations

from typing import Any

from dvergar.core.facts import read_tree
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts.cave import BETWEEN, ENTRANCE_CELL

FACTS = "dvergar.games.cave_vs_cave.facts"


def text_facts() -> dict[str, Any]:
    """All numbers by their paths; those under `derived` are worked out from the others."""
    facts = {
        **read_tree(FACTS, "action_tiles.toml"),
        **read_tree(FACTS, "rounds.toml"),
        **read_tree(FACTS, "rooms.toml"),
        "cave": read_tree(FACTS, "cave.toml"),
        "goods": read_tree(FACTS, "goods.toml"),
    }
    return facts | {"derived": _derived(facts)}


def _derived(facts: dict[str, Any]) -> dict[str, Any]:
    cells, rooms = facts["cave"]["cells"], facts["rooms"]
    columns = [cell["column"] for cell in cells.values()]
    light = sum(room.get("light", False) for room in rooms.values())
    face_down = len(cells) - 2  # but the entrance and the free cell
    return {
        "players": {"least": INFO.players[0], "most": INFO.players[1]},
        "rows": len({cell["row"] for cell in cells.values()}),
        "columns": len([n for n in set(columns) if columns.count(n) > 1]),
        "edges": len(BETWEEN),
        "edges_at_entrance": sum(ENTRANCE_CELL in edge for edge in BETWEEN),
        "furnishable_cells": len(cells) - 1,
        "light_rooms": light,
        "dark_rooms": len(rooms) - light,
        "face_down_rooms": face_down,
        "stack_alone": len(rooms) - light - face_down,
        "light_rooms_alone": light - facts["alone"]["light_rooms_out"],
        "start_tiles": sum(tile["group"] == "start" for tile in facts["tiles"].values()),
        "rounds_of_turns": {name: _spans(turns) for name, turns in facts["turns"].items()},
        "best_rooms": sorted(room["points"] for room in rooms.values())[-4:],
        "gain_of_cultivation": sum(facts["tiles"]["cultivation"]["do"][1]["gain"].values()),
    }


def _spans(turns: list[int]) -> dict[str, list[int]]:
    """The rounds with so many turns, from the fewest turns on: `fewest`, `more`, `most`."""
    spans = [
        [n for n, each in enumerate(turns, start=1) if each == many] for many in sorted(set(turns))
    ]
    return dict(zip(("fewest", "more", "most"), spans, strict=False))
