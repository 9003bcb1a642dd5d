"""The additional cavern: who receives it, its two sides, and what can be done in it."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import EDGES, ROOMS
from tests.games.cave_vs_cave.tables import (
    PLENTY,
    TEN,
    cells,
    goods,
    names,
    player,
    real,
    seat,
    starting,
    table,
    told,
    turn,
    walls,
)

NINE = {cell: room for cell, room in TEN.items() if cell != "r4c2"}
OTHER_TEN = dict(
    zip(
        TEN,
        [
            *("tunnel", "parlor", "stall", "furniture_workshop", "gold_vein", "junction_room"),
            *("digging_cave", "state_room", "secret_chamber", "treasury"),
        ],
        strict=True,
    )
)
OPEN = {"two walls": {"extra|e", "extra|s"}, "three walls": {"extra|s"}}


def nearly_full(**more: Any) -> dict[str, Any]:
    """Nine rooms and one empty cell, in which the Bakehouse fits."""
    return seat(NINE, goods=PLENTY, dug=["r4c2"], **more)


def full(side: str, **more: Any) -> dict[str, Any]:
    """All ten cells furnished, and the cavern on one side."""
    return seat({**TEN, **more.pop("extra", {})}, goods=PLENTY, cavern=side, **more)


@rule("cave_vs_cave.cavern.first", "cave_vs_cave.cavern.side")
@pytest.mark.parametrize("side", OPEN)
@pytest.mark.parametrize(
    ("tile", "pay"),
    [
        ("housework", "pay 1 gold"),
        ("furnishing", ""),
        ("expansion", "pay 2 gold"),
        ("renovation", ""),
    ],
)
def test_the_tenth_room_wins_the_cavern_at_once(tile: str, pay: str, side: str) -> None:
    state = turn(tile, nearly_full(), seat(gold=0), display=["bakehouse"])
    play(state, "furnish bakehouse", *([pay] if pay else []))
    assert real(state) == {"cavern two walls", "cavern three walls"}
    before = goods(state)
    play(state, f"cavern {side}")
    assert goods(state) == before
    assert state.view(None)["cavern"] == {"holder": 0, "side": side}
    assert told(state, "cavern") == [{"side": side}]
    assert cells(state)["extra"]["state"] == "empty"


@rule("cave_vs_cave.cavern.first")
def test_face_down_rooms_do_not_fill_a_cave() -> None:
    state = play(turn("furnishing", seat(food=2)), "furnish shelf")
    assert starting(state, "cavern") == set()
    assert state.view(None)["cavern"] == {"holder": None, "side": None}


@rule("cave_vs_cave.cavern.first")
def test_nine_rooms_are_not_enough() -> None:
    rooms = {cell: room for cell, room in NINE.items() if cell != "r0c0"}
    me = seat(rooms, goods=PLENTY, dug=["r4c2", "r0c0"])
    state = turn("furnishing", me, display=["bakehouse"])
    play(state, "furnish bakehouse")
    assert starting(state, "cavern") == set()


@rule("cave_vs_cave.cavern.only_one")
def test_there_is_only_one() -> None:
    you = seat(OTHER_TEN, gold=0, cavern="two walls")
    state = turn("renovation", nearly_full(), you, display=["bakehouse"])
    play(state, "furnish bakehouse")
    assert starting(state, "cavern") == set()
    assert state.view(None)["cavern"] == {"holder": 1, "side": "two walls"}
    assert "wall r0c0|r0c1" in names(state)


@rule("cave_vs_cave.cavern.same_turn", "cave_vs_cave.tile.housework")
def test_the_second_room_of_housework_may_go_there() -> None:
    state = turn("housework", nearly_full(), display=["bakehouse", "furniture_workshop"])
    play(state, "furnish bakehouse", "pay food per dwarf", "cavern two walls")
    assert state.seat == 0
    play(state, "furnish furniture_workshop", "pay 1 gold")
    assert goods(state)["gold"] == PLENTY["gold"] - 1
    assert cells(state)["extra"]["room"] == "furniture_workshop"
    assert state.seat == 1


@rule("cave_vs_cave.cavern.side")
@pytest.mark.parametrize(
    ("side", "room", "fits"),
    [
        ("two walls", "furniture_workshop", True),
        ("two walls", "wood_storeroom", True),
        ("two walls", "stall", True),
        ("two walls", "tunnel", False),
        ("two walls", "parlor", False),
        ("two walls", "treasury", False),
        ("three walls", "parlor", True),
        ("three walls", "furniture_workshop", True),
        ("three walls", "state_room", True),
        ("three walls", "wood_storeroom", False),
        ("three walls", "tunnel", False),
        ("three walls", "treasury", False),
    ],
)
def test_the_walls_of_each_side(side: str, room: str, fits: bool) -> None:
    display = [] if room in ("tunnel", "parlor") else [room]
    state = turn("renovation", full(side), seat(gold=0), display=display)
    assert (f"furnish {room}" in names(state)) == fits
    if fits:
        play(state, f"furnish {room}")
        assert cells(state)["extra"]["room"] == room


@rule("cave_vs_cave.cavern.walls")
@pytest.mark.parametrize("side", OPEN)
def test_tokens_go_on_the_open_sides(side: str) -> None:
    state = turn("masonry", full(side))
    assert starting(state, "wall") == {*EDGES, *OPEN[side]}
    play(state, "wall extra|s")
    assert walls(state) == {"extra|s"}
    assert state.view(None)["walls"] == 6


@rule("cave_vs_cave.cavern.walls")
def test_tokens_count_for_the_symbol() -> None:
    state = turn("renovation", full("two walls"), seat(gold=0), display=["treasury"])
    play(state, "wall extra|e")
    assert "furnish parlor" in names(state)
    assert "furnish treasury" not in names(state)
    me = full("two walls", walls=["extra|e"])
    state = turn("renovation", me, seat(gold=0), display=["treasury"])
    play(state, "wall extra|s", "furnish treasury")
    assert cells(state)["extra"]["room"] == "treasury"


@rule("cave_vs_cave.cavern.walls", "cave_vs_cave.wall.one_per_edge")
def test_an_open_side_takes_one_token() -> None:
    state = turn("masonry", full("two walls", walls=["extra|e"]))
    assert {edge for edge in starting(state, "wall") if edge.startswith("extra")} == {"extra|s"}


@rule("cave_vs_cave.cavern.walls", "cave_vs_cave.tile.breach")
def test_only_tokens_of_the_cavern_are_removed() -> None:
    state = turn("breach", full("two walls", walls=["extra|e"]))
    assert real(state) == {"breach extra|e", "done"}
    before = goods(state)["stone"]
    play(state, "breach extra|e")
    assert goods(state)["stone"] == before + 2
    assert walls(state) == set()


@rule("cave_vs_cave.cavern.walls")
def test_without_the_cavern_nobody_builds_there() -> None:
    state = turn("masonry", seat(), seat(TEN, cavern="two walls"))
    assert not [edge for edge in starting(state, "wall") if edge.startswith("extra")]


@rule("cave_vs_cave.cavern.apart")
def test_nothing_is_dug_there() -> None:
    state = turn("undermining", full("two walls"))
    assert starting(state, "dig") == set()
    known = {state.game.name(move) for move in range(state.game.move_count)}
    assert "dig extra" not in known


@rule("cave_vs_cave.cavern.counts", "cave_vs_cave.end.score")
def test_a_room_there_counts_for_points_and_colours() -> None:
    state = table(full("three walls", extra={"extra": "parlor"}))
    points = sum(ROOMS[room].points for room in TEN.values())
    assert player(state)["points"] == points + 6
    assert (player(state)["orange"], player(state)["blue"]) == (11, 1)
    assert state.scores()[0].total == points + 6 + PLENTY["gold"]
    empty = table(full("three walls"))
    assert player(empty)["points"] == points


@rule("cave_vs_cave.cavern.counts", "cave_vs_cave.use.own")
def test_a_room_there_is_used_like_any_other() -> None:
    state = turn("cultivation", full("three walls", extra={"extra": "parlor"}))
    assert "use parlor" in names(state)


@rule("cave_vs_cave.cavern.counts", "cave_vs_cave.use.blue")
def test_a_blue_room_there_works() -> None:
    state = turn("masonry", full("two walls", extra={"extra": "wood_storeroom"}))
    before = goods(state)["wood"]
    play(state, "use entrance stone")
    assert goods(state)["wood"] == before + 1


@rule("cave_vs_cave.cavern.only_one", "cave_vs_cave.cavern.counts")
def test_a_full_cave_with_its_cavern_has_no_empty_cell() -> None:
    me = full("three walls", extra={"extra": "parlor"})
    state = turn("renovation", me, seat(gold=0))
    assert starting(state, "furnish") == set()
