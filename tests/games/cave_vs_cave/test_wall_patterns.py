"""The symbols of the rooms against all the ways in which walls can stand round a cell.

The printed symbols are turned by hand; the engine is only asked through the game: may this room be
furnished in this cell?
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import (
    BLUE,
    CELLS,
    EDGES,
    ENTRANCE,
    LIGHT,
    ROOMS,
    SIDES,
    beside,
    edge,
    matches,
    walls_round,
)
from tests.games.cave_vs_cave.tables import PLENTY, cells, names, seat, table

# The room cells whose walls, together, can be any of the patterns. An inner cell has one rock side.
PATTERNS = {
    "0": [set[str]()],
    "1": [{side} for side in SIDES],
    "2a": [{"n", "e"}, {"e", "s"}, {"s", "w"}, {"w", "n"}],
    "2o": [{"n", "s"}, {"e", "w"}],
    "3": [set(SIDES) - {side} for side in SIDES],
    "4": [set(SIDES)],
}
ALLOWED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["shelf", "spinning_wheel"], ("1",)),
    **dict.fromkeys(["tunnel", "junction_room"], ("2o",)),
    **dict.fromkeys(["grindstone", "prospecting_site", "equipment_room"], ("1", "2a")),
    **dict.fromkeys(["food_corner", "storeroom", "weaving_room", "wood_storeroom"], ("2a",)),
    **dict.fromkeys(["parlor", "digging_cave", "bakehouse"], ("3",)),
    **dict.fromkeys(["warehouse", "stall", "sacrificial_altar", "retting_room"], ("1", "2a", "3")),
    **dict.fromkeys(["furniture_workshop", "gold_vein"], ("2a", "3")),
    "state_room": ("3", "4"),
    **dict.fromkeys(["secret_chamber", "treasury", "dungeon"], ("4",)),
}


def around(cell: str) -> list[str]:
    """The edges of a cell that can take a token."""
    return [edge(cell, beside(cell, side)) for side in SIDES if beside(cell, side)]


def every_walling() -> list[tuple[str, frozenset[str]]]:
    """Every room cell with every set of tokens round it."""
    return [
        (cell, frozenset(tokens))
        for cell in CELLS
        if cell != ENTRANCE
        for number in range(len(around(cell)) + 1)
        for tokens in combinations(around(cell), number)
    ]


def only_empty(cell: str, tokens: frozenset[str], room: str) -> Any:
    """A rich player at Renovation who has just one empty cell, round which these tokens stand."""
    rooms: dict[str, str] = {} if cell == "r2c0" else {"r2c0": "shelf"}
    if room in BLUE and cell == "r2c0":
        rooms["r1c0"] = "shelf"
    if room == "shelf" and "r2c0" in rooms:
        rooms["r2c0"] = "spinning_wheel"
    display = [room] if room not in LIGHT else []
    dug = [cell] if cell != "r2c0" else []
    me = seat(rooms, goods=PLENTY, dug=dug, walls=sorted(tokens))
    state = table(me, seat(gold=0), tile="renovation", display=display)
    return play(state, "take renovation")


@rule("cave_vs_cave.furnish.rotate")
@pytest.mark.parametrize("room", ROOMS)
def test_a_symbol_allows_its_patterns_and_no_others(room: str) -> None:
    for pattern, ways in PATTERNS.items():
        for walls in ways:
            assert matches(ROOMS[room].symbol, walls) == (pattern in ALLOWED[room])


@rule(
    "cave_vs_cave.furnish.walls_required",
    "cave_vs_cave.furnish.walls_optional",
    "cave_vs_cave.furnish.walls_forbidden",
    "cave_vs_cave.furnish.rotate",
    "cave_vs_cave.furnish.outer_walls_count",
)
@pytest.mark.parametrize("room", ROOMS)
def test_every_room_in_every_cell_with_every_set_of_walls(room: str) -> None:
    for cell, tokens in every_walling():
        state = only_empty(cell, tokens, room)
        fits = matches(ROOMS[room].symbol, walls_round(cell, set(tokens)))
        assert (f"furnish {room}" in names(state)) == fits, (cell, sorted(tokens))


@rule("cave_vs_cave.furnish.rotate")
def test_nearly_all_ways_to_stand_round_a_cell_come_up() -> None:
    masks = {frozenset(walls_round(cell, set(tokens))) for cell, tokens in every_walling()}
    assert len(masks) == 16 - 2  # no cell has no wall at all, or only one in the north
    assert frozenset("n") not in masks


@rule("cave_vs_cave.cave.free_cell", "cave_vs_cave.cave.outer_walls")
def test_the_free_cell_has_one_wall_at_the_start() -> None:
    assert walls_round("r2c0", set()) == {"w"}
    state = table(seat(goods=PLENTY), seat(gold=0), tile="renovation")
    play(state, "take renovation")
    fitting = {room for room in LIGHT if matches(ROOMS[room].symbol, {"w"})}
    assert {name for name in names(state) if name.startswith("furnish")} == {
        f"furnish {room}" for room in fitting
    }
    assert fitting == {"shelf", "spinning_wheel", "grindstone"}


@rule("cave_vs_cave.furnish.tiles_no_walls")
def test_a_room_beside_the_cell_is_no_wall() -> None:
    # r1c0 has rock in the west only, whatever lies round it.
    rooms = {"r2c0": "shelf", "r1c1": "warehouse", "r0c0": "food_corner"}
    me = seat(rooms, goods=PLENTY, dug=["r1c0"])
    state = table(me, seat(gold=0), tile="renovation")
    play(state, "take renovation")
    assert "furnish spinning_wheel" in names(state)
    assert "furnish parlor" not in names(state)


@rule("cave_vs_cave.wall.both_cells")
@pytest.mark.parametrize("token", EDGES)
def test_one_token_is_a_wall_for_both_its_cells(token: str) -> None:
    one, other = token.split("|")
    for cell in (one, other):
        if cell == ENTRANCE:
            continue
        tokens = frozenset({token})
        for room in ("shelf", "parlor", "food_corner", "tunnel"):
            fits = matches(ROOMS[room].symbol, walls_round(cell, {token}))
            state = only_empty(cell, tokens, room)
            assert (f"furnish {room}" in names(state)) == fits


@rule("cave_vs_cave.wall.later_changes", "cave_vs_cave.furnish.for_good")
def test_a_room_stays_when_the_walls_round_it_change() -> None:
    # A Tunnel between two walls; one of them is breached, then the Tunnel still stands and works.
    me = seat({"r2c0": "tunnel"}, walls=["r2c0|r2c1"])
    state = play(table(me, tile="breach"), "take breach", "breach r2c0|r2c1")
    assert cells(state)["r2c0"]["room"] == "tunnel"
    state = play(table(seat({"r2c0": "tunnel"}), tile=""), "take cultivation")
    assert "use tunnel" in names(state)


@rule("cave_vs_cave.wall.later_changes")
def test_a_wall_built_beside_a_room_does_not_harm_it() -> None:
    state = table(seat({"r2c0": "shelf"}), tile="masonry")
    play(state, "take masonry", "wall r2c0|r2c1")
    assert cells(state)["r2c0"]["room"] == "shelf"
    assert "use shelf wood" in names(state)
