"""The options, one at a time: what each value changes, and what is refused."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import GOODS
from tests.games.cave_vs_cave.tables import (
    PLENTY,
    TEN,
    cave,
    cells,
    gained,
    names,
    seat,
    starting,
    table,
    told,
    turn,
)

DEFAULTS: dict[str, Any] = {
    "additional_cavern_two_wall_side": "corner",
    "dungeon_same_turn": True,
    "junction_room_gold": True,
    "retting_room_full_flax": False,
    "wood_storeroom_timing": "before",
}


@rule("cave_vs_cave.aim.players")
def test_what_is_not_said_has_its_default() -> None:
    options = dvergar.game("cave_vs_cave").options
    assert options == {"players": 2, "first_seat": "random", **DEFAULTS}
    alone = dvergar.game("cave_vs_cave", players=1).options
    assert alone["solo_reveal"] == "turn"
    assert "first_seat" not in alone


@rule("cave_vs_cave.aim.players")
@pytest.mark.parametrize(
    "wrong",
    [
        {"junction_room_gold": "yes"},
        {"dungeon_same_turn": 1},
        {"wood_storeroom_timing": "never"},
        {"additional_cavern_two_wall_side": "round"},
        {"solo_reveal": "action"},
        {"first_seat": 2},
        {"first_seat": 0, "players": 1},
        {"house_rules": True},
    ],
)
def test_a_wrong_option_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(dvergar.OptionError):
        dvergar.game("cave_vs_cave", **wrong)


@rule("cave_vs_cave.option.first_seat")
@pytest.mark.parametrize("first", [0, 1])
def test_a_seat_can_be_named_that_begins(first: int) -> None:
    game = dvergar.game("cave_vs_cave", first_seat=first)
    for seed in range(10):
        state = game.start(seed=seed)
        assert state.seat == state.view(None)["starter"] == first


# --- additional_cavern_two_wall_side


def with_cavern(tile: str, walls: str, **more: Any) -> Any:
    me = seat(TEN, goods=PLENTY, cavern="two walls")
    options = {"additional_cavern_two_wall_side": walls}
    return turn(tile, me, seat(gold=0), **options, **more)


@rule("cave_vs_cave.option.two_wall_side")
@pytest.mark.parametrize(
    ("walls", "sides"), [("corner", {"extra|e", "extra|s"}), ("opposite", {"extra|n", "extra|s"})]
)
def test_the_open_sides_of_the_two_wall_side(walls: str, sides: set[str]) -> None:
    state = with_cavern("masonry", walls)
    found = {edge for edge in starting(state, "wall") if edge.startswith("extra")}
    assert found == sides


@rule("cave_vs_cave.option.two_wall_side")
@pytest.mark.parametrize("walls", ["corner", "opposite"])
def test_which_rooms_fit_the_two_wall_side(walls: str) -> None:
    state = with_cavern("renovation", walls, display=["furniture_workshop"])
    assert ("furnish tunnel" in names(state)) == (walls == "opposite")
    assert ("furnish furniture_workshop" in names(state)) == (walls == "corner")


@rule("cave_vs_cave.option.two_wall_side")
def test_the_three_wall_side_is_the_same() -> None:
    me = seat(TEN, goods=PLENTY, cavern="three walls")
    state = turn("masonry", me, additional_cavern_two_wall_side="opposite")
    found = {edge for edge in starting(state, "wall") if edge.startswith("extra")}
    assert found == {"extra|s"}


# --- dungeon_same_turn


@rule("cave_vs_cave.option.dungeon_same_turn")
@pytest.mark.parametrize("at_once", [True, False])
def test_the_dungeon_in_the_turn_it_is_furnished(at_once: bool) -> None:
    walls = ["r2c0|r2c1", "r1c0|r2c0", "r2c0|r3c0"]
    me = seat({"r1c0": "shelf"}, stone=3, gold=5, walls=walls)
    state = turn("renovation", me, display=["dungeon"], dungeon_same_turn=at_once)
    play(state, "furnish dungeon")
    assert gained(state, "wall r0c0|r0c1") == ({"gold": 2} if at_once else {})


@rule("cave_vs_cave.option.dungeon_same_turn")
def test_in_later_turns_the_dungeon_pays_in_any_case() -> None:
    me = seat({"r2c0": "shelf", "r1c0": "dungeon"})
    state = turn("masonry", me, dungeon_same_turn=False)
    assert gained(state, "wall r0c0|r0c1") == {"gold": 2}
    walls = ["r2c0|r2c1", "r1c0|r2c0", "r2c0|r3c0"]
    me = seat({"r1c0": "shelf"}, stone=3, gold=5, walls=walls)
    state = turn("renovation", me, display=["dungeon"], dungeon_same_turn=False)
    play(state, "furnish dungeon", "done", "take breach", "take masonry")
    assert gained(state, "wall r0c0|r0c1") == {"gold": 2}


# --- junction_room_gold


@rule("cave_vs_cave.option.junction_room_gold")
@pytest.mark.parametrize("gold", [True, False])
def test_gold_in_the_junction_room(gold: bool) -> None:
    state = turn("cultivation", seat({"r2c0": "junction_room"}), junction_room_gold=gold)
    kinds = GOODS if gold else GOODS[:5]
    assert starting(state, "use junction_room") == {
        " ".join(three) for three in combinations(kinds, 3)
    }


# --- retting_room_full_flax

FLAX = [
    ("cultivation", "shelf", "gain"),
    ("cultivation", "shelf", "use entrance flax"),
    ("masonry", "storeroom", "use storeroom"),
    ("masonry", "state_room", "use state_room"),
    ("masonry", "secret_chamber", "use secret_chamber flax"),
    ("masonry", "warehouse", "use warehouse"),
]


@rule("cave_vs_cave.option.retting_room_full_flax")
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize(("tile", "room", "move"), FLAX)
def test_flax_that_is_lost_brings_food_with_the_option(
    tile: str, room: str, move: str, full: bool
) -> None:
    me = seat({"r2c0": room, "r1c0": "retting_room"}, flax=9, food=4)
    plain = seat({"r2c0": room, "r1c0": "dungeon"}, flax=9, food=4)
    expected = gained(turn(tile, plain), move).get("food", 0)
    state = turn(tile, me, retting_room_full_flax=full)
    assert gained(state, move).get("food", 0) == expected + full


@rule("cave_vs_cave.option.retting_room_full_flax")
@pytest.mark.parametrize(("room", "move"), [("shelf", "use shelf flax"), ("parlor", "use parlor")])
@pytest.mark.parametrize("flax", [2, 9])
def test_a_refill_that_changes_nothing_brings_no_food(room: str, move: str, flax: int) -> None:
    me = seat({"r2c0": room, "r1c0": "retting_room"}, flax=flax, food=4)
    state = turn("cultivation", me, retting_room_full_flax=True)
    assert gained(state, move) == {}


# --- wood_storeroom_timing


@rule("cave_vs_cave.option.wood_storeroom_after")
@pytest.mark.parametrize("timing", ["before", "after"])
def test_whether_the_room_may_spend_the_wood(timing: str) -> None:
    rooms = {"r2c0": "shelf", "r1c0": "sacrificial_altar", "r4c0": "wood_storeroom"}
    state = turn("cultivation", seat(rooms, wood=0), wood_storeroom_timing=timing)
    assert ("use sacrificial_altar" in names(state)) == (timing == "before")


@rule("cave_vs_cave.option.wood_storeroom_after")
@pytest.mark.parametrize(("timing", "wood"), [("before", -2), ("after", -1)])
def test_with_nine_wood_the_moment_matters(timing: str, wood: int) -> None:
    rooms = {"r2c0": "shelf", "r1c0": "furniture_workshop", "r4c0": "wood_storeroom"}
    state = turn("cultivation", seat(rooms, wood=9), wood_storeroom_timing=timing)
    assert gained(state, "use furniture_workshop") == {"wood": wood, "flax": -1, "gold": 3}


@rule("cave_vs_cave.option.wood_storeroom_after")
@pytest.mark.parametrize(("timing", "wood"), [("before", 1), ("after", 2)])
def test_the_shelf_and_the_moment_of_the_wood(timing: str, wood: int) -> None:
    # Before: 1 + 1 is 2 already, the Shelf adds nothing. After: the Shelf makes 2, then 3.
    rooms = {"r2c0": "shelf", "r4c0": "wood_storeroom"}
    state = turn("cultivation", seat(rooms), wood_storeroom_timing=timing)
    assert gained(state, "use shelf wood") == {"wood": wood}


# --- solo_reveal


def alone(tile: str, *moves: str, rooms: dict[str, str] | None = None) -> Any:
    """A solo turn in which each dig on its own turns up a room."""
    state = table(
        seat(rooms, goods=PLENTY), players=1, tile=tile, solo_reveal="action", stack=["stall"]
    )
    return play(state, f"take {tile}", *moves)


@rule("cave_vs_cave.option.solo_reveal_action")
@pytest.mark.parametrize(
    ("tile", "move", "rooms"),
    [
        ("excavation", "dig r1c0", None),
        ("undermining", "dig r1c0", None),
        ("expansion", "dig r1c0", None),
        ("drift_mining", "dig r1c0", None),
        ("drift_mining", "dig r1c0", {"r2c0": "digging_cave"}),
        ("drift_mining", "use digging_cave r1c0", {"r2c0": "digging_cave"}),
        ("masonry", "use digging_cave r1c0", {"r2c0": "digging_cave"}),
    ],
)
def test_each_single_dig_turns_up_a_room_at_once(
    tile: str, move: str, rooms: dict[str, str] | None
) -> None:
    state = alone(tile, move, rooms=rooms)
    assert told(state, "reveal") == [{"room": "stall"}]


@rule("cave_vs_cave.option.solo_reveal_action")
def test_two_single_digs_turn_up_two_rooms() -> None:
    state = alone("drift_mining", "dig r1c0", rooms={"r2c0": "digging_cave"})
    stack = state.view(None)["stack"]
    play(state, "use digging_cave r4c0")
    assert len(told(state, "reveal")) == 1
    assert state.view(None)["stack"] == stack - 1


@rule("cave_vs_cave.option.solo_reveal_action")
def test_digging_twice_turns_up_none() -> None:
    state = alone("excavation", "dig twice", "dig r1c0", "dig r2c1")
    assert told(state, "reveal") == []
    play(state, "gain")
    assert told(state, "reveal") == []
    assert "stall" not in state.view(None)["display"]


@rule("cave_vs_cave.aim.players")
def test_options_do_not_change_the_deal() -> None:
    plain = cave().start(seed=5)
    other = cave(wood_storeroom_timing="after", junction_room_gold=False).start(seed=5)
    assert plain.view(None) == other.view(None)
    assert cells(plain) == cells(other)
