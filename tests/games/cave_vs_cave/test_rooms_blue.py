"""The five blue rooms: every route that may set one off, and every one that must not."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import ACTIVATIONS, BLUE, EXCHANGES, GAINS, ONE_ICON, ROOMS
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    change,
    gained,
    goods,
    names,
    player,
    seat,
    starting,
    told,
    turn,
    use,
)

# Every way to gain flax: the tile, the room it needs, the move, the flax it gives, the food it
# changes by itself. With flax 0 before, so that refills count.
FLAX_ROUTES = [
    ("cultivation", "", "gain", 1, 0),
    *((tile, "", "use entrance flax", 1, 0) for tile in ACTIVATIONS),
    *((tile, "shelf", "use shelf flax", 2, 0) for tile in ACTIVATIONS),
    *((tile, "parlor", "use parlor", 1, 0) for tile in ACTIVATIONS),
    *((tile, "warehouse", "use warehouse", 1, -2) for tile in ACTIVATIONS),
    *((tile, "storeroom", "use storeroom", 1, 1) for tile in ACTIVATIONS),
    *((tile, "state_room", "use state_room", 1, 0) for tile in ACTIVATIONS),
    *((tile, "secret_chamber", "use secret_chamber flax", 3, 0) for tile in ACTIVATIONS),
]


def with_blue(blue: str, *others: str, **more: Any) -> dict[str, Any]:
    """A cave with a blue room, the Spinning Wheel and other rooms."""
    places = ["r1c0", "r1c1", "r2c1", "r3c1"]
    rooms = {"r2c0": "spinning_wheel", "r4c0": blue}
    rooms |= dict(zip(places, [one for one in others if one], strict=False))
    return seat(rooms, **more)


def fired(state: Any) -> list[str]:
    """The blue rooms that worked in the last move."""
    return [fact["room"] for fact in told(state, "trigger")]


# --- Retting Room


@rule("cave_vs_cave.room.retting_room", "cave_vs_cave.use.blue")
@pytest.mark.parametrize(("tile", "room", "move", "flax", "food"), FLAX_ROUTES)
def test_every_gain_of_flax_brings_one_food(
    tile: str, room: str, move: str, flax: int, food: int
) -> None:
    state = turn(tile, with_blue("retting_room", room, flax=0, food=4))
    change = gained(state, move)
    assert change["flax"] == flax
    assert change.get("food", 0) == food + 1
    assert fired(state) == ["retting_room"]


@rule("cave_vs_cave.room.retting_room")
@pytest.mark.parametrize(("tile", "room", "move", "flax", "food"), FLAX_ROUTES)
def test_without_the_retting_room_there_is_no_food(
    tile: str, room: str, move: str, flax: int, food: int
) -> None:
    state = turn(tile, with_blue("dungeon", room, flax=0, food=4))
    change = gained(state, move)
    assert (change["flax"], change.get("food", 0)) == (flax, food)
    assert fired(state) == []


@rule("cave_vs_cave.room.retting_room_full")
@pytest.mark.parametrize(("tile", "room", "move", "_flax", "food"), FLAX_ROUTES)
def test_flax_that_does_not_rise_brings_no_food(
    tile: str, room: str, move: str, _flax: int, food: int
) -> None:
    state = turn(tile, with_blue("retting_room", room, flax=9, food=4))
    change = gained(state, move)
    assert change.get("food", 0) == food
    assert fired(state) == []


@rule("cave_vs_cave.room.retting_room", "cave_vs_cave.goods.refill")
@pytest.mark.parametrize("flax", range(4))
def test_a_refill_counts_if_flax_rises(flax: int) -> None:
    state = turn("cultivation", with_blue("retting_room", "shelf", flax=flax))
    assert gained(state, "use shelf flax").get("food", 0) == (flax < 2)
    state = turn("cultivation", with_blue("retting_room", "parlor", flax=flax))
    assert gained(state, "use parlor").get("food", 0) == (flax < 1)


@rule("cave_vs_cave.room.retting_room")
@pytest.mark.parametrize("flax", [6, 7, 8])
def test_flax_that_rises_in_part_brings_the_food(flax: int) -> None:
    state = turn("cultivation", with_blue("retting_room", "secret_chamber", flax=flax))
    assert gained(state, "use secret_chamber flax") == {"flax": 9 - flax, "food": 1}


@rule("cave_vs_cave.room.retting_room")
def test_the_food_comes_once_for_every_effect() -> None:
    state = turn("cultivation", with_blue("retting_room", "storeroom", food=0))
    assert gained(state, "gain", "use storeroom") == {"grain": 3, "flax": 2, "food": 3}


@rule("cave_vs_cave.room.retting_room", "cave_vs_cave.goods.overflow")
def test_the_food_of_the_retting_room_may_be_lost() -> None:
    state = turn("cultivation", with_blue("retting_room", food=9))
    assert gained(state, "gain") == {"grain": 2, "flax": 1}


@rule("cave_vs_cave.room.retting_room")
@pytest.mark.parametrize("good", ["wood", "stone", "grain"])
def test_other_goods_bring_no_food(good: str) -> None:
    state = turn("cultivation", with_blue("retting_room"))
    assert gained(state, f"use entrance {good}") == {good: 1}


@rule("cave_vs_cave.room.retting_room")
def test_the_opponents_flax_brings_no_food() -> None:
    state = turn("cultivation", seat(), with_blue("retting_room"))
    play(state, "gain")
    assert goods(state, 1)["food"] == 1


# --- Wood Storeroom


@rule("cave_vs_cave.room.wood_storeroom")
@pytest.mark.parametrize("tile", ACTIVATIONS)
def test_the_wood_storeroom_gives_wood_with_a_single_room(tile: str) -> None:
    state = turn(tile, with_blue("wood_storeroom"))
    expected = {"stone": 1, **({"wood": 1} if tile in ONE_ICON else {})}
    assert gained(state, "use entrance stone") == expected
    assert fired(state) == (["wood_storeroom"] if tile in ONE_ICON else [])


@rule("cave_vs_cave.room.wood_storeroom", "cave_vs_cave.room.wood_storeroom_before")
@pytest.mark.parametrize("tile", ONE_ICON)
@pytest.mark.parametrize("room", [*GAINS, *EXCHANGES])
def test_any_room_used_brings_the_wood(tile: str, room: str) -> None:
    other = "" if room in ("entrance", "spinning_wheel") else room
    choices = [*GAINS.get(room, {}), *EXCHANGES.get(room, {})]
    for end in choices:
        plain = turn(tile, with_blue("dungeon", other, goods=PLENTY))
        expected = gained(plain, use(room, end))
        state = turn(tile, with_blue("wood_storeroom", other, goods=PLENTY))
        got = gained(state, use(room, end))
        assert got.pop("wood", 0) == expected.pop("wood", 0) + 1
        assert got == expected


@rule("cave_vs_cave.room.wood_storeroom", "cave_vs_cave.use.no_change")
def test_the_wood_comes_even_if_the_room_yields_nothing() -> None:
    state = turn("masonry", with_blue("wood_storeroom", "food_corner", food=5))
    assert gained(state, "use food_corner") == {"wood": 1}


@rule("cave_vs_cave.room.wood_storeroom")
@pytest.mark.parametrize("tile", ONE_ICON)
def test_without_using_a_room_no_wood_comes(tile: str) -> None:
    state = turn(tile, with_blue("wood_storeroom"))
    assert gained(state, "done") == {}


@rule("cave_vs_cave.room.wood_storeroom_before")
def test_the_room_may_already_spend_the_wood() -> None:
    me = with_blue("wood_storeroom", "sacrificial_altar", wood=0)
    state = turn("cultivation", me)
    assert gained(state, "use sacrificial_altar") == {
        "grain": -1,
        "flax": -1,
        "food": -1,
        "gold": 3,
    }
    me = with_blue("wood_storeroom", "furniture_workshop", wood=1)
    state = turn("undergrowth", me)
    assert gained(state, "use furniture_workshop") == {"wood": -1, "flax": -1, "gold": 3}
    me = with_blue("wood_storeroom", "junction_room", wood=0)
    assert "use junction_room wood stone grain" in names(turn("masonry", me))


@rule("cave_vs_cave.room.wood_storeroom_before")
def test_with_nine_wood_the_wood_is_lost_before_the_room_works() -> None:
    state = turn("cultivation", with_blue("wood_storeroom", "furniture_workshop", wood=9))
    assert gained(state, "use furniture_workshop") == {"wood": -2, "flax": -1, "gold": 3}


@rule("cave_vs_cave.room.wood_storeroom")
def test_two_and_three_rooms_are_no_single_room() -> None:
    me = with_blue("wood_storeroom", "sacrificial_altar", wood=0)
    for tile in ("undermining", "expedition"):
        assert "use sacrificial_altar" not in names(turn(tile, me))


# --- Equipment Room

MANY = ("tunnel", "food_corner", "parlor", "storeroom")


@rule("cave_vs_cave.room.equipment_room")
@pytest.mark.parametrize(("tile", "number"), ACTIVATIONS.items())
@pytest.mark.parametrize("equipped", [True, False])
def test_the_equipment_room_allows_one_more(tile: str, number: int, equipped: bool) -> None:
    blue = "equipment_room" if equipped else "dungeon"
    state = turn(tile, with_blue(blue, *MANY))
    most = number + (1 if equipped and number > 1 else 0)
    used = 0
    for room in ("entrance wood", *MANY):
        if state.seat == 0 and f"use {room}" in names(state):
            play(state, f"use {room}")
            used += 1
    assert used == most


@rule("cave_vs_cave.room.equipment_room", "cave_vs_cave.use.once")
def test_the_extra_room_is_a_different_one() -> None:
    state = turn("undermining", with_blue("equipment_room", *MANY))
    play(state, "use tunnel", "use food_corner")
    assert "use tunnel" not in names(state)
    assert "use food_corner" not in names(state)
    assert "use storeroom" in names(state)
    play(state, "done")
    assert state.seat == 1


@rule("cave_vs_cave.room.equipment_room", "cave_vs_cave.room.wood_storeroom")
@pytest.mark.parametrize("tile", ["undermining", "expedition"])
def test_the_extra_room_is_no_single_room_for_the_wood_storeroom(tile: str) -> None:
    rooms = dict(zip(["r1c0", "r1c1", "r2c1", "r3c1"], MANY, strict=True))
    me = seat({**rooms, "r2c0": "equipment_room", "r4c0": "wood_storeroom"})
    state = turn(tile, me)
    play(state, "use tunnel", "use food_corner", "use parlor")
    if state.seat == 0:
        play(state, "use storeroom")
    assert goods(state)["wood"] == 1


# --- Prospecting Site


@rule("cave_vs_cave.room.prospecting_site")
def test_with_undergrowth_food_may_be_sold_once() -> None:
    state = turn("undergrowth", with_blue("prospecting_site", food=3))
    assert gained(state, "sell food") == {"food": -1, "gold": 1}
    assert "sell food" not in names(state)
    assert fired(state) in (["prospecting_site"], [])


@rule("cave_vs_cave.room.prospecting_site")
@pytest.mark.parametrize("place", range(3))
def test_the_sale_comes_at_any_point_of_the_turn(place: int) -> None:
    state = turn("undergrowth", with_blue("prospecting_site", food=3))
    moves = ["gain", "use entrance wood"]
    moves.insert(place, "sell food")
    assert gained(state, *moves) == {"wood": 3, "food": -1, "gold": 1}
    assert state.seat == 1


@rule("cave_vs_cave.room.prospecting_site")
def test_the_sale_may_be_left_out() -> None:
    state = turn("undergrowth", with_blue("prospecting_site"))
    play(state, "gain", "use entrance wood")
    assert state.seat == 0
    play(state, "done")
    assert goods(state)["gold"] == 1


@rule("cave_vs_cave.room.prospecting_site")
@pytest.mark.parametrize("tile", [tile for tile in ACTIVATIONS if tile != "undergrowth"])
def test_no_other_tile_sells_food(tile: str) -> None:
    assert "sell food" not in names(turn(tile, with_blue("prospecting_site", goods=PLENTY)))


@rule("cave_vs_cave.room.prospecting_site")
def test_without_the_site_or_without_food_nothing_is_sold() -> None:
    assert "sell food" not in names(turn("undergrowth", seat(goods=PLENTY)))
    me = with_blue("prospecting_site", food=0)
    state = turn("undergrowth", me)
    assert "sell food" not in names(state)
    play(state, "eat grain")
    assert "sell food" in names(state)


@rule("cave_vs_cave.room.prospecting_site")
def test_the_opponents_undergrowth_does_not_sell() -> None:
    state = turn("undergrowth", seat(), with_blue("prospecting_site", goods=PLENTY))
    assert "sell food" not in names(state)


# --- Dungeon


@rule("cave_vs_cave.room.dungeon")
@pytest.mark.parametrize("tile", ["masonry", "renovation"])
@pytest.mark.parametrize("edge", ["r0c0|r0c1", "r3c0|r3c1", "r4c1|r4c2"])
def test_each_wall_brings_two_gold(tile: str, edge: str) -> None:
    state = turn(tile, with_blue("dungeon", gold=4))
    assert gained(state, f"wall {edge}") == {"gold": 2}
    assert fired(state) == ["dungeon"]


@rule("cave_vs_cave.room.dungeon")
def test_without_the_dungeon_a_wall_brings_nothing() -> None:
    state = turn("masonry", with_blue("retting_room"))
    assert gained(state, "wall r0c0|r0c1") == {}


@rule("cave_vs_cave.room.dungeon", "cave_vs_cave.wall.supply")
def test_without_a_token_the_dungeon_pays_nothing() -> None:
    walls = ["r0c0|r0c1", "r0c1|r1c1", "r1c0|r1c1", "r1c1|r2c1", "r2c1|r3c1", "r3c1|r4c1"]
    me = with_blue("dungeon", walls=[*walls, "r4c1|r4c2"])
    state = turn("masonry", me)
    assert starting(state, "wall") == set()
    assert gained(state, "gain wood", "use entrance wood") == {"wood": 2}


@rule("cave_vs_cave.room.dungeon_same_turn")
def test_the_dungeon_pays_from_the_moment_it_is_placed() -> None:
    walls = ["r2c0|r2c1", "r1c0|r2c0", "r2c0|r3c0"]
    me = seat({"r1c0": "shelf"}, stone=3, gold=5, walls=walls)
    state = turn("renovation", me, display=["dungeon"])
    play(state, "furnish dungeon")
    assert goods(state)["gold"] == 1
    assert gained(state, "wall r0c0|r0c1") == {"gold": 2}


@rule("cave_vs_cave.room.dungeon")
def test_the_wall_before_the_dungeon_brings_nothing() -> None:
    walls = ["r2c0|r2c1", "r1c0|r2c0"]
    me = seat({"r1c0": "shelf"}, stone=3, gold=5, walls=walls)
    state = turn("renovation", me, display=["dungeon"])
    assert gained(state, "wall r2c0|r3c0", "furnish dungeon") == {"stone": -3, "gold": -4}


@rule("cave_vs_cave.room.dungeon", "cave_vs_cave.wall.breach_own")
def test_a_breach_brings_no_gold_of_the_dungeon() -> None:
    state = turn("breach", with_blue("dungeon", walls=["r0c0|r0c1"]))
    assert gained(state, "breach r0c0|r0c1") == {"stone": 2, "food": 3, "gold": 1}


# --- together


@rule("cave_vs_cave.use.blue")
def test_several_blue_rooms_work_on_one_step() -> None:
    rooms = {"r2c0": "spinning_wheel", "r1c0": "shelf", "r2c1": "tunnel", "r3c1": "food_corner"}
    blues = {"r4c0": "wood_storeroom", "r4c1": "retting_room", "r1c1": "prospecting_site"}
    state = turn("undergrowth", seat({**rooms, **blues}, goods={**NONE, "food": 2}))
    assert gained(state, "use entrance flax") == {"wood": 1, "flax": 1, "food": 1}
    assert set(fired(state)) == {"wood_storeroom", "retting_room"}
    assert "sell food" in names(state)


@rule("cave_vs_cave.use.blue")
@pytest.mark.parametrize("blue", BLUE)
def test_a_blue_room_counts_its_points_and_its_colour(blue: str) -> None:
    state = turn("cultivation", with_blue(blue))
    assert player(state)["points"] == ROOMS[blue].points + ROOMS["spinning_wheel"].points
    assert (player(state)["orange"], player(state)["blue"]) == (2, 1)
    before = goods(state, 1)
    play(state, "gain")
    assert change(before, goods(state, 1)) == {}
