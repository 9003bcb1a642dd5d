"""Each orange room in use, and how many rooms may be used."""

from __future__ import annotations

from itertools import combinations

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import (
    ACTIVATIONS,
    EXCHANGES,
    GAINS,
    GOODS,
    MOST,
    ORANGE,
    ROOMS,
    Goods,
)
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    cells,
    gained,
    goods,
    names,
    player,
    seat,
    starting,
    turn,
    use,
)

FOUR = {"r2c0": "shelf", "r1c0": "tunnel", "r2c1": "food_corner", "r4c0": "grindstone"}


def hand(number: int) -> Goods:
    return dict.fromkeys(GOODS, number)


@rule(
    "cave_vs_cave.room.entrance",
    "cave_vs_cave.room.storeroom",
    "cave_vs_cave.room.gold_vein",
    "cave_vs_cave.room.state_room",
    "cave_vs_cave.room.secret_chamber",
)
@pytest.mark.parametrize("tile", ACTIVATIONS)
@pytest.mark.parametrize("room", GAINS)
def test_a_room_that_gains(room: str, tile: str) -> None:
    rooms = {} if room == "entrance" else {"r2c0": room}
    for end, gain in GAINS[room].items():
        state = turn(tile, seat(rooms))
        assert starting(state, "use") >= {f"{room} {end}".strip()}
        assert gained(state, use(room, end)) == gain


@rule(
    "cave_vs_cave.room.spinning_wheel",
    "cave_vs_cave.room.grindstone",
    "cave_vs_cave.room.warehouse",
    "cave_vs_cave.room.stall",
    "cave_vs_cave.room.sacrificial_altar",
    "cave_vs_cave.room.weaving_room",
    "cave_vs_cave.room.furniture_workshop",
    "cave_vs_cave.room.junction_room",
    "cave_vs_cave.room.bakehouse",
    "cave_vs_cave.room.treasury",
)
@pytest.mark.parametrize("tile", ACTIVATIONS)
@pytest.mark.parametrize("room", EXCHANGES)
def test_a_room_that_exchanges(room: str, tile: str) -> None:
    for end, (cost, gain) in EXCHANGES[room].items():
        for extra in (0, 1, 2):
            before = {good: cost.get(good, 0) + extra for good in GOODS}
            state = turn(tile, seat({"r2c0": room}, goods=before))
            assert use(room, end) in names(state)
            play(state, use(room, end))
            assert goods(state) == {good: extra + gain.get(good, 0) for good in GOODS}


@rule("cave_vs_cave.room.shelf", "cave_vs_cave.room.food_corner", "cave_vs_cave.room.parlor")
def test_rooms_that_refill() -> None:
    rooms = {"r2c0": "shelf", "r1c0": "food_corner", "r2c1": "parlor"}
    state = turn("expedition", seat(rooms, goods=NONE))
    assert starting(state, "use shelf") == {"wood", "stone", "grain", "flax"}
    assert gained(state, "use food_corner") == {"food": 3}
    assert gained(state, "use shelf wood") == {"wood": 2}
    assert gained(state, "use parlor") == {"stone": 1, "grain": 1, "flax": 1, "gold": 1}


@rule("cave_vs_cave.room.tunnel")
@pytest.mark.parametrize("stone", range(10))
def test_the_tunnel_gives_stone_to_those_who_have_fewer_than_three(stone: int) -> None:
    state = turn("cultivation", seat({"r2c0": "tunnel"}, stone=stone))
    expected = {"stone": 1, "food": 2} if stone < 3 else {"food": 2}
    assert gained(state, "use tunnel") == expected


@rule("cave_vs_cave.room.tunnel")
@pytest.mark.parametrize("first", [True, False])
def test_the_order_of_steps_decides_whether_the_tunnel_gives_stone(first: bool) -> None:
    state = turn("masonry", seat({"r2c0": "tunnel"}, stone=2))
    moves = ["use tunnel", "gain stone"] if first else ["gain stone", "use tunnel"]
    assert gained(state, *moves) == {"food": 2, "stone": 2 if first else 1}


@rule("cave_vs_cave.room.tunnel", "cave_vs_cave.goods.overflow")
def test_the_tunnel_with_full_food_still_gives_stone() -> None:
    state = turn("cultivation", seat({"r2c0": "tunnel"}, food=9, stone=0))
    assert gained(state, "use tunnel") == {"stone": 1}


@rule("cave_vs_cave.room.junction_room")
def test_the_junction_room_takes_any_three_different_kinds() -> None:
    state = turn("cultivation", seat({"r2c0": "junction_room"}, goods=hand(1)))
    expected = {" ".join(three) for three in combinations(GOODS, 3)}
    assert starting(state, "use junction_room") == expected
    assert len(expected) == 20


@rule("cave_vs_cave.room.junction_room")
@pytest.mark.parametrize("mask", range(64))
def test_the_junction_room_takes_only_what_is_there(mask: int) -> None:
    have = [good for place, good in enumerate(GOODS) if mask >> place & 1]
    me = seat({"r2c0": "junction_room"}, goods={**NONE, **dict.fromkeys(have, 5)})
    state = turn("cultivation", me)
    assert starting(state, "use junction_room") == {
        " ".join(three) for three in combinations(have, 3)
    }


@rule("cave_vs_cave.room.junction_room")
def test_gold_may_be_one_of_the_three() -> None:
    state = turn("cultivation", seat({"r2c0": "junction_room"}))
    assert gained(state, "use junction_room wood stone gold") == {
        "wood": -1,
        "stone": -1,
        "gold": 1,
    }


@rule("cave_vs_cave.room.digging_cave", "cave_vs_cave.dig.display")
def test_the_digging_cave_digs_for_a_gold() -> None:
    state = turn("cultivation", seat({"r2c0": "digging_cave"}), hidden={0: {"r4c0": "stall"}})
    assert starting(state, "use digging_cave") == {"r1c0", "r2c1", "r3c1", "r4c0"}
    assert gained(state, "use digging_cave r4c0") == {"gold": -1}
    assert cells(state)["r4c0"]["state"] == "empty"
    assert "stall" in state.view(None)["display"]


@rule("cave_vs_cave.room.digging_cave", "cave_vs_cave.dig.nothing_left")
def test_the_digging_cave_needs_gold_and_something_to_dig() -> None:
    state = turn("cultivation", seat({"r2c0": "digging_cave"}, gold=0))
    assert starting(state, "use digging_cave") == set()
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r3c0"]
    state = turn("cultivation", seat({"r2c0": "digging_cave"}, walls=walls))
    assert starting(state, "use digging_cave") == set()
    assert "use entrance wood" in names(state)


@rule("cave_vs_cave.room.digging_cave", "cave_vs_cave.tile.undermining")
def test_the_digging_cave_never_digs_through_walls() -> None:
    me = seat({"r2c0": "digging_cave"}, walls=["r3c0|r4c0", "r2c0|r2c1"])
    state = turn("undermining", me)
    assert starting(state, "use digging_cave") == {"r1c0", "r3c1"}
    assert starting(state, "dig") == {"r1c0", "r2c1", "r3c1", "r4c0"}


@rule("cave_vs_cave.room.digging_cave", "cave_vs_cave.dig.food")
def test_the_digging_cave_finds_food_too() -> None:
    state = turn("cultivation", seat({"r2c0": "digging_cave"}))
    assert gained(state, "use digging_cave r3c1") == {"gold": -1, "food": 1}


@rule("cave_vs_cave.room.digging_cave", "cave_vs_cave.tile.drift_mining")
@pytest.mark.parametrize("first", [True, False])
def test_drift_mining_and_digging_cave_dig_one_after_the_other(first: bool) -> None:
    state = turn("drift_mining", seat({"r2c0": "digging_cave"}))
    moves = ["use digging_cave r4c0", "dig r4c1"]
    if not first:
        moves = ["dig r4c0", "use digging_cave r4c1"]
    play(state, *moves)
    assert {cells(state)[cell]["state"] for cell in ("r4c0", "r4c1")} == {"empty"}
    assert state.seat == 1


# --- how many, which, how often


@rule("cave_vs_cave.use.number", "cave_vs_cave.use.once")
@pytest.mark.parametrize(("tile", "number"), ACTIVATIONS.items())
def test_so_many_different_rooms_may_be_used(tile: str, number: int) -> None:
    state = turn(tile, seat(FOUR, goods=PLENTY))
    moves = ["use entrance wood", "use shelf flax", "use tunnel", "use food_corner"]
    for count, move in enumerate(moves[:number], start=1):
        room = move.split()[1]
        play(state, move)
        if state.seat == 0:
            assert not [name for name in names(state) if name.startswith(f"use {room}")]
            assert (not starting(state, "use")) == (count == number)
            assert set(state.view(None)["used"]) == {one.split()[1] for one in moves[:count]}
    assert starting(state, "use") == set()


@rule("cave_vs_cave.use.number")
@pytest.mark.parametrize("tile", ["undermining", "expedition"])
def test_fewer_rooms_may_be_used(tile: str) -> None:
    state = turn(tile, seat(FOUR))
    play(state, "use tunnel", "done")
    assert state.seat == 1


@rule("cave_vs_cave.use.once")
def test_next_turn_every_room_is_ready_again() -> None:
    state = turn("cultivation", seat({"r2c0": "shelf"}))
    play(state, "use shelf wood", "done")
    assert state.view(None)["used"] == []
    play(state, "take excavation", "done", "take undergrowth")
    assert "use shelf wood" in names(state)


@rule("cave_vs_cave.use.own")
def test_only_rooms_of_the_own_cave_are_used() -> None:
    state = turn("expedition", seat({"r2c0": "shelf"}), seat({"r2c0": "tunnel"}))
    assert "use shelf wood" in names(state)
    assert "use tunnel" not in names(state)
    assert "use food_corner" not in names(state)  # on display


@rule("cave_vs_cave.use.own")
def test_a_room_need_not_be_reachable_to_be_used() -> None:
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r3c0"]
    state = turn("cultivation", seat({"r2c0": "tunnel"}, walls=walls))
    assert "use tunnel" in names(state)


@rule("cave_vs_cave.use.feed_next")
def test_goods_of_one_room_may_feed_the_next() -> None:
    me = seat({"r2c0": "grindstone", "r1c0": "warehouse", "r2c1": "tunnel"}, goods=NONE)
    state = turn("expedition", me)
    assert "use warehouse" not in names(state)
    play(state, "use tunnel", "use warehouse", "use grindstone 1 grain")
    assert goods(state) == {**NONE, "wood": 1, "stone": 2, "flax": 1, "food": 3}


@rule("cave_vs_cave.use.blue")
@pytest.mark.parametrize("blue", ["prospecting_site", "retting_room", "dungeon"])
def test_blue_rooms_are_not_used(blue: str) -> None:
    state = turn("expedition", seat({"r2c0": "shelf", "r1c0": blue}, goods=PLENTY))
    assert not [name for name in names(state) if name.startswith(f"use {blue}")]


@rule("cave_vs_cave.use.not_new")
def test_a_room_just_furnished_is_used_in_a_later_turn() -> None:
    state = turn("housework", seat(food=2, gold=0))
    play(state, "furnish shelf")
    assert state.seat == 1
    play(state, "take excavation", "done", "take cultivation")
    assert "use shelf wood" in names(state)


@rule("cave_vs_cave.furnish.cost", "cave_vs_cave.end.score")
@pytest.mark.parametrize("room", ORANGE)
def test_points_of_an_orange_room(room: str) -> None:
    state = turn("cultivation", seat({"r2c0": room}))
    assert player(state)["points"] == ROOMS[room].points
    assert (player(state)["orange"], player(state)["blue"]) == (2, 0)


@rule("cave_vs_cave.use.number", "cave_vs_cave.goods.limit_nine")
def test_a_full_house_stays_full() -> None:
    state = turn("expedition", seat(FOUR, goods=MOST))
    assert gained(state, "use entrance wood", "use tunnel", "use shelf flax") == {}
