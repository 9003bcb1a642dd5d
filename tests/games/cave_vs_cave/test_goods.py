"""Goods: limits, overflow, exchanges, refills."""

from __future__ import annotations

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import ACTIVATIONS, ALL_TILES, EXCHANGES, GOODS, MOST
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    change,
    gained,
    goods,
    names,
    seat,
    starting,
    table,
    told,
    turn,
    use,
)


@rule("cave_vs_cave.goods.limit_nine", "cave_vs_cave.goods.overflow")
@pytest.mark.parametrize(
    ("tile", "good", "number"),
    [
        ("cultivation", "grain", 2),
        ("cultivation", "flax", 1),
        ("excavation", "stone", 1),
        ("undergrowth", "wood", 2),
        ("furnishing", "food", 1),
    ],
)
def test_a_gain_stops_at_nine(tile: str, good: str, number: int) -> None:
    for before in range(10):
        state = turn(tile, seat(goods={good: before}))
        play(state, "gain")
        assert goods(state)[good] == min(9, before + number)
        got = sum(event["amount"] for event in told(state, "gain") if event["good"] == good)
        assert got == min(9, before + number) - before


@rule("cave_vs_cave.goods.limit_gold", "cave_vs_cave.goods.overflow")
@pytest.mark.parametrize("gold", range(8, 20))
def test_gold_stops_at_nineteen(gold: int) -> None:
    state = play(turn("expedition", seat(wood=5, gold=gold)), "trade 5 wood")
    assert goods(state)["gold"] == min(19, gold + 4)
    assert goods(state)["wood"] == 0


@rule("cave_vs_cave.goods.overflow")
def test_what_is_lost_is_told() -> None:
    state = play(turn("undergrowth", seat(wood=8)), "gain")
    [gain] = told(state, "gain")
    assert gain == {"good": "wood", "amount": 1, "lost": 1}


@rule("cave_vs_cave.goods.overflow")
def test_a_gain_of_which_everything_is_lost_is_still_allowed() -> None:
    state = turn("cultivation", seat(grain=9, flax=9))
    assert "gain" in names(state)
    assert gained(state, "gain") == {}
    assert "gain" not in names(state)


@rule("cave_vs_cave.goods.exchange", "cave_vs_cave.room.treasury")
@pytest.mark.parametrize(("before", "after"), [(3, 4), (16, 17), (18, 19), (19, 19)])
def test_an_exchange_pays_first_and_gains_then(before: int, after: int) -> None:
    state = turn("cultivation", seat({"r2c0": "treasury"}, gold=before))
    assert gained(state, "use treasury") == {
        **({"gold": after - before} if after > before else {}),
        "food": 1,
    }


@rule("cave_vs_cave.goods.exchange")
@pytest.mark.parametrize("room", EXCHANGES)
def test_an_exchange_must_be_payable_in_hand(room: str) -> None:
    for end, (cost, _) in EXCHANGES[room].items():
        exact = {**NONE, **cost}
        state = turn("cultivation", seat({"r2c0": room}, goods=exact))
        assert use(room, end) in names(state)
        for good in cost:
            state = turn("cultivation", seat({"r2c0": room}, goods={**exact, good: cost[good] - 1}))
            assert use(room, end) not in names(state)


@rule("cave_vs_cave.goods.exchange_once", "cave_vs_cave.turn.either_or")
@pytest.mark.parametrize("room", ["spinning_wheel", "grindstone", "stall", "bakehouse"])
def test_an_exchange_is_made_once(room: str) -> None:
    full = dict.fromkeys(GOODS, 9)
    first, second = EXCHANGES[room]
    for one in (first, second):
        state = turn("expedition", seat({"r2c0": room}, goods={**full, "food": 0, "gold": 0}))
        play(state, use(room, one))
        assert starting(state, f"use {room}") == set()


@rule("cave_vs_cave.goods.exchange")
def test_an_exchange_that_overflows_is_allowed() -> None:
    state = turn("cultivation", seat({"r2c0": "grindstone"}, grain=4, food=8))
    assert gained(state, "use grindstone 4 grain") == {"grain": -4, "food": 1}
    state = turn("cultivation", seat({"r2c0": "warehouse"}, goods=dict.fromkeys(GOODS, 9)))
    assert gained(state, "use warehouse") == {"food": -2}


@rule("cave_vs_cave.goods.refill_rooms_only")
@pytest.mark.parametrize("tile", ALL_TILES)
def test_what_a_tile_gives_does_not_depend_on_what_you_have(tile: str) -> None:
    poor = {**NONE, "gold": 1}  # Renovation requires more gold than the opponent has
    rich = dict.fromkeys(GOODS, 5)
    less, more = (turn(tile, seat(goods=hand), seat(gold=0)) for hand in (poor, rich))
    for move in sorted(name for name in names(less) if name.startswith("gain")):
        given = gained(less.copy(), move)
        assert given == gained(more.copy(), move), "a refill would give more to the poor"
        assert all(amount > 0 for amount in given.values())


@rule("cave_vs_cave.goods.refill_rooms_only")
@pytest.mark.parametrize("tile", ALL_TILES)
def test_only_the_use_of_a_room_is_called_a_refill(tile: str) -> None:
    rooms = {"r2c0": "shelf", "r1c0": "food_corner", "r0c0": "parlor"}
    state = turn(tile, seat(rooms, goods=PLENTY))
    refills = [one.name for one in state.prompt("en").choices if "efill" in one.label + one.detail]
    assert all(name.startswith("use ") for name in refills)
    assert bool(refills) == (tile in ACTIVATIONS)


@rule("cave_vs_cave.goods.refill", "cave_vs_cave.room.shelf")
@pytest.mark.parametrize("good", GOODS[:4])
def test_the_shelf_raises_one_good_to_two_and_never_lowers_it(good: str) -> None:
    for before in range(10):
        state = turn("cultivation", seat({"r2c0": "shelf"}, goods={good: before}))
        expected = {good: 2 - before} if before < 2 else {}
        assert gained(state, f"use shelf {good}") == expected


@rule("cave_vs_cave.goods.refill", "cave_vs_cave.room.food_corner")
@pytest.mark.parametrize("food", range(10))
def test_the_food_corner_raises_food_to_three(food: int) -> None:
    state = turn("cultivation", seat({"r2c0": "food_corner"}, food=food))
    assert gained(state, "use food_corner") == ({"food": 3 - food} if food < 3 else {})


@rule("cave_vs_cave.goods.refill", "cave_vs_cave.room.parlor")
@pytest.mark.parametrize("mask", range(64))
def test_the_parlor_raises_every_good_that_is_gone(mask: int) -> None:
    hand = {good: 3 * (mask >> place & 1) for place, good in enumerate(GOODS)}
    state = turn("cultivation", seat({"r2c0": "parlor"}, goods=hand))
    assert gained(state, "use parlor") == {good: 1 for good in GOODS if not hand[good]}


@rule("cave_vs_cave.use.no_change")
@pytest.mark.parametrize("room", ["shelf", "food_corner", "parlor", "tunnel", "storeroom"])
def test_a_room_may_be_used_though_nothing_changes(room: str) -> None:
    state = turn("cultivation", seat({"r2c0": room}, goods=MOST))
    move = min(name for name in names(state) if name.startswith(f"use {room}"))
    before = goods(state)
    play(state, move)
    assert change(before, goods(state)) == {}
    assert told(state, "use") == [{"room": room}]


@rule("cave_vs_cave.goods.limit_nine")
def test_no_position_has_more_than_the_limits() -> None:
    state = table(seat(goods=MOST))
    assert goods(state) == MOST
