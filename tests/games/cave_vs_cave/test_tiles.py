"""Each of the twelve action tiles: its parts, in every order and every selection."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import ACTIVATIONS, ALL_TILES, EDGES, START_TILES
from tests.games.cave_vs_cave.tables import (
    PLENTY,
    cells,
    gained,
    goods,
    names,
    real,
    seat,
    starting,
    table,
    told,
    turn,
    walls,
)

# What each part of a tile does, by a move that does not depend on the others.
INDEPENDENT: dict[str, dict[str, dict[str, int]]] = {
    "cultivation": {"use entrance wood": {"wood": 1}, "gain": {"grain": 2, "flax": 1}},
    "excavation": {"dig r4c0": {}, "gain": {"stone": 1}},
    "undergrowth": {"use entrance stone": {"stone": 1}, "gain": {"wood": 2}},
    "furnishing": {"gain": {"food": 1}, "furnish shelf": {"wood": -1, "food": -2}},
    "masonry": {
        "use entrance grain": {"grain": 1},
        "gain stone": {"stone": 1},
        "wall r0c0|r0c1": {},
    },
    "expansion": {"dig r4c0": {}, "furnish shelf": {"wood": -1, "gold": -2}},
    "drift_mining": {"use entrance flax": {"flax": 1}, "dig r4c0": {}},
    "renovation": {"wall r0c0|r0c1": {}, "furnish shelf": {"wood": -1}},
}
START_PARTS = [
    (tile, order)
    for tile, parts in INDEPENDENT.items()
    for number in range(len(parts) + 1)
    for order in permutations(parts, number)
]
RICH = {"wood": 3, "stone": 3, "grain": 3, "flax": 3, "food": 4, "gold": 6}


@rule("cave_vs_cave.turn.any_order", "cave_vs_cave.turn.do_nothing")
@pytest.mark.parametrize(("tile", "order"), START_PARTS)
def test_any_parts_in_any_order(tile: str, order: tuple[str, ...]) -> None:
    state = turn(tile, seat(goods=RICH))
    total: Counter[str] = Counter()
    for move in order:
        assert move in names(state)
        play(state, move)
        if real(state) == {"pay 2 gold"}:  # five food could be had by eating
            play(state, "pay 2 gold")
        total.update(INDEPENDENT[tile][move])
        if state.seat == 0:
            assert move not in names(state)
    if len(order) < len(INDEPENDENT[tile]):
        assert state.seat == 0
        play(state, "done")
    assert state.seat == 1
    assert goods(state) == {good: RICH[good] + total[good] for good in RICH}


@rule("cave_vs_cave.turn.any_order")
@pytest.mark.parametrize("tile", INDEPENDENT)
def test_no_part_is_done_twice(tile: str) -> None:
    for move in INDEPENDENT[tile]:
        state = turn(tile, seat(goods=PLENTY, dug=["r1c0"]))
        word = move.split()[0]
        play(state, move)
        if state.seat == 0:
            assert not [name for name in names(state) if name.split()[0] == word]


@rule("cave_vs_cave.tile.cultivation")
def test_cultivation_uses_one_room_and_gains_grain_and_flax_together() -> None:
    state = turn("cultivation")
    assert real(state) == {
        "done",
        "gain",
        *(f"use entrance {good}" for good in ("wood", "stone", "grain", "flax")),
    }
    assert gained(state, "gain") == {"grain": 2, "flax": 1}


@rule("cave_vs_cave.tile.undergrowth")
def test_undergrowth_uses_one_room_and_gains_two_wood() -> None:
    state = turn("undergrowth")
    assert starting(state, "use entrance") == {"wood", "stone", "grain", "flax"}
    assert gained(state, "gain") == {"wood": 2}


# --- Housework


@rule("cave_vs_cave.tile.housework", "cave_vs_cave.furnish.each_way_once")
@pytest.mark.parametrize("second", ["pay 5 food", "pay 1 gold"])
@pytest.mark.parametrize("swap", [False, True])
def test_housework_furnishes_twice(second: str, swap: bool) -> None:
    me = seat(goods={**PLENTY, "food": 9}, dug=["r1c0"])
    state = turn("housework", me)
    pays = ["pay food per dwarf", second]
    if swap:
        pays.reverse()
    play(state, "furnish shelf", "into r2c0")
    assert starting(state, "pay") == {"food per dwarf", "5 food", "1 gold"}
    play(state, pays[0])
    assert state.seat == 0
    play(state, "furnish spinning_wheel")
    left = {"pay food per dwarf"} if pays[0] == second else {"pay 5 food", "pay 1 gold"}
    if len(left) > 1:
        assert real(state) == left
        play(state, pays[1])
    assert state.seat == 1
    cost = {"pay 5 food": (5, 0), "pay 1 gold": (0, 1)}[second]
    after = goods(state)
    assert (9 - after["food"], PLENTY["gold"] - after["gold"]) == (2 + cost[0], cost[1])
    assert PLENTY["wood"] - after["wood"] == 2
    assert cells(state)["r2c0"]["room"] == "shelf"
    assert cells(state)["r1c0"]["room"] == "spinning_wheel"


@rule("cave_vs_cave.furnish.each_way_once")
def test_housework_has_no_third_furnishing() -> None:
    me = seat(goods={**PLENTY, "food": 9}, dug=["r1c0", "r2c1"])
    state = turn("housework", me)
    play(state, "furnish shelf", "into r1c0", "pay food per dwarf")
    play(state, "furnish spinning_wheel", "into r2c0", "pay 1 gold")
    assert state.seat == 1


@rule("cave_vs_cave.furnish.each_way_once")
def test_housework_cannot_pay_food_per_dwarf_twice() -> None:
    me = seat(goods={**PLENTY, "food": 4, "gold": 0}, dug=["r1c0"])
    state = turn("housework", me)
    play(state, "furnish shelf", "into r1c0", "pay food per dwarf")
    assert goods(state)["food"] == 2
    assert starting(state, "furnish") == set()


@rule("cave_vs_cave.tile.housework", "cave_vs_cave.furnish.colours")
def test_the_first_room_of_housework_may_allow_the_second() -> None:
    me = seat(goods=PLENTY, dug=["r1c0"])
    state = turn("housework", me, display=["prospecting_site"])
    assert "furnish prospecting_site" not in names(state)
    play(state, "furnish shelf", "into r2c0", "pay 1 gold")
    assert "furnish prospecting_site" in names(state)


@rule("cave_vs_cave.tile.food_per_dwarf")
@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("tile", ["housework", "furnishing"])
def test_food_per_dwarf_is_the_number_of_turns_of_the_round(number: int, tile: str) -> None:
    price = {1: 2, 2: 2, 3: 2, 8: 4}.get(number, 3)
    for food, offered in ((price, True), (price - 1, False)):
        me = seat(food=food, gold=0, grain=0, flax=0)
        state = turn(tile, me, around=number)
        assert ("furnish shelf" in names(state)) == (offered and state.seat == 0)
        if offered:
            assert gained(state, "furnish shelf") == {"wood": -1, "food": -price}


@rule("cave_vs_cave.tile.food_per_dwarf")
def test_food_per_dwarf_does_not_shrink_with_the_turns_left() -> None:
    me = seat(food=4, gold=0)
    taken = ["cultivation", "undergrowth", "excavation", "masonry", "undermining", "breach"]
    state = table(me, seat(gold=0), around=8, taken=taken)
    play(state, "take housework", "furnish shelf")
    assert gained(state, "pay food per dwarf") == {"wood": -1, "food": -4}


# --- Excavation


@rule("cave_vs_cave.tile.excavation")
def test_excavation_gives_its_stone_whether_one_digs_or_not() -> None:
    state = turn("excavation")
    assert gained(state, "gain") == {"stone": 1}
    state = play(turn("excavation"), "dig r1c0")
    assert gained(state, "gain") == {"stone": 1}


@rule("cave_vs_cave.tile.excavation", "cave_vs_cave.turn.either_or")
def test_excavation_digs_once_or_twice_never_three_times() -> None:
    state = play(turn("excavation", seat(food=9)), "dig r1c0")
    assert starting(state, "dig") == set()
    state = play(turn("excavation", seat(food=9)), "dig twice", "dig r1c0", "dig r4c0")
    assert starting(state, "dig") == set()
    assert "gain" in names(state)


# --- Furnishing


@rule("cave_vs_cave.tile.furnishing")
def test_furnishing_gains_a_food_that_can_pay() -> None:
    state = turn("furnishing", seat(food=1, grain=0, flax=0, gold=0))
    assert starting(state, "furnish") == set()
    play(state, "gain")
    assert gained(state, "furnish shelf") == {"wood": -1, "food": -2}


# --- Masonry


@rule("cave_vs_cave.tile.masonry", "cave_vs_cave.turn.either_or")
@pytest.mark.parametrize("good", ["wood", "stone"])
def test_masonry_gains_wood_or_stone(good: str) -> None:
    state = turn("masonry")
    assert {name for name in names(state) if name.startswith("gain")} == {
        "gain wood",
        "gain stone",
    }
    assert gained(state, f"gain {good}") == {good: 1}
    assert not [name for name in names(state) if name.startswith("gain")]


@rule("cave_vs_cave.tile.masonry", "cave_vs_cave.wall.build")
def test_masonry_builds_one_wall() -> None:
    state = turn("masonry")
    assert starting(state, "wall") == set(EDGES)
    play(state, "wall r3c0|r3c1")
    assert walls(state) == {"r3c0|r3c1"}
    assert starting(state, "wall") == set()


# --- Undermining


@rule("cave_vs_cave.tile.undermining", "cave_vs_cave.turn.either_or")
def test_undermining_uses_rooms_or_digs() -> None:
    state = turn("undermining", seat({"r2c0": "shelf"}))
    assert "dig r1c0" in names(state)
    play(state, "use shelf wood")
    assert starting(state, "dig") == set()
    play(state, "use entrance wood")
    assert state.seat == 1
    state = play(turn("undermining", seat({"r2c0": "shelf"})), "dig r1c0")
    assert state.seat == 1


# --- Expansion


@rule("cave_vs_cave.tile.expansion")
@pytest.mark.parametrize(("way", "cost"), [("5 food", {"food": -5}), ("2 gold", {"gold": -2})])
def test_expansion_costs_five_food_or_two_gold(way: str, cost: dict[str, int]) -> None:
    state = turn("expansion", seat(food=5, gold=2))
    assert gained(state, "furnish shelf", f"pay {way}") == {"wood": -1, **cost}


@rule("cave_vs_cave.tile.expansion")
def test_expansion_is_not_to_be_had_for_one_gold() -> None:
    state = turn("expansion", seat(food=3, gold=1, grain=0, flax=0))
    assert starting(state, "furnish") == set()


# --- Breach


@rule("cave_vs_cave.tile.breach")
def test_breach_pays_for_a_wall_removed() -> None:
    state = turn("breach", seat(walls=["r2c0|r2c1", "r0c0|r0c1"]))
    assert starting(state, "breach") == {"r2c0|r2c1", "r0c0|r0c1"}
    assert gained(state, "breach r2c0|r2c1") == {"stone": 2, "food": 3, "gold": 1}
    assert walls(state) == {"r0c0|r0c1"}
    assert state.seat == 1


@rule("cave_vs_cave.tile.breach")
def test_breach_without_a_wall_brings_nothing() -> None:
    state = table(seat(), seat(walls=["r2c0|r2c1"]), tile="breach")
    assert gained(state, "take breach") == {}
    assert state.seat == 1


# --- Drift Mining


@rule("cave_vs_cave.tile.drift_mining")
def test_drift_mining_needs_no_gold() -> None:
    state = turn("drift_mining", seat(gold=0), seat(gold=9))
    assert starting(state, "dig") == {"r1c0", "r2c1", "r3c1", "r4c0"}
    play(state, "use entrance wood", "dig r4c0")
    assert state.seat == 1


# --- Expedition


@rule("cave_vs_cave.tile.expedition", "cave_vs_cave.turn.either_or")
@pytest.mark.parametrize("good", ["wood", "stone"])
def test_expedition_sells_five_for_four_gold(good: str) -> None:
    state = turn("expedition", seat(wood=5, stone=5))
    assert starting(state, "trade") == {"5 wood", "5 stone"}
    assert gained(state, f"trade 5 {good}") == {good: -5, "gold": 4}
    assert state.seat == 1


@rule("cave_vs_cave.tile.expedition", "cave_vs_cave.goods.exchange")
def test_expedition_needs_five_in_hand() -> None:
    state = turn("expedition", seat(wood=4, stone=9))
    assert starting(state, "trade") == {"5 stone"}


@rule("cave_vs_cave.tile.expedition", "cave_vs_cave.turn.either_or")
def test_expedition_uses_rooms_or_trades() -> None:
    state = turn("expedition", seat({"r2c0": "shelf"}, wood=5))
    play(state, "use entrance stone")
    assert starting(state, "trade") == set()
    assert "use shelf flax" in names(state)


# --- Renovation


@rule("cave_vs_cave.tile.renovation")
def test_renovation_builds_and_furnishes_without_an_action_cost() -> None:
    state = turn("renovation", seat(food=0, gold=2))
    assert gained(state, "furnish shelf") == {"wood": -1}
    play(state, "wall r2c0|r2c1")
    assert state.seat == 1
    state = turn("renovation", seat(wood=0, gold=2))
    assert "furnish shelf" not in names(state)


@rule("cave_vs_cave.tile.renovation")
def test_the_wall_of_renovation_may_make_the_room_fit() -> None:
    state = turn("renovation", seat(gold=2))
    assert "furnish tunnel" not in names(state)
    play(state, "wall r2c0|r2c1", "furnish tunnel")
    assert cells(state)["r2c0"]["room"] == "tunnel"


@rule("cave_vs_cave.tile.renovation_gold")
@pytest.mark.parametrize("mine", range(4))
@pytest.mark.parametrize("yours", range(4))
def test_renovation_wants_strictly_more_gold(mine: int, yours: int) -> None:
    state = table(seat(gold=mine), seat(gold=yours), tile="renovation")
    assert ("take renovation" in names(state)) == (mine > yours)
    if mine <= yours:
        before = state.text()
        with pytest.raises(dvergar.IllegalMove):
            play(state, "take renovation")
        assert state.text() == before


@rule("cave_vs_cave.tile.renovation_gold")
@pytest.mark.parametrize("gold", [0, 5, 19])
def test_with_equal_gold_nobody_may_take_renovation(gold: int) -> None:
    state = table(seat(gold=gold), seat(gold=gold), tile="renovation")
    assert "take renovation" not in names(state)
    play(state, "take breach")
    assert state.seat == 1
    assert "take renovation" not in names(state)


@rule("cave_vs_cave.tile.renovation_moment")
def test_the_gold_is_compared_anew_in_every_turn() -> None:
    state = table(seat(gold=3), seat(gold=2), tile="renovation")
    assert "take renovation" in names(state)
    play(state, "eat gold")
    assert "take renovation" not in names(state)
    play(state, "take breach")
    assert "take renovation" not in names(state)
    play(state, "eat gold", "take undergrowth", "done")
    assert "take renovation" in names(state)


@rule("cave_vs_cave.tile.renovation_moment")
def test_after_taking_renovation_gold_may_be_spent() -> None:
    state = turn(
        "renovation", seat(gold=2, stone=1, walls=["r2c0|r2c1", "r1c0|r2c0"]), seat(gold=1)
    )
    play(state, "furnish parlor")
    assert goods(state)["gold"] == 1
    assert "wall r0c0|r0c1" in names(state)


# --- all together


@rule("cave_vs_cave.use.not_new")
@pytest.mark.parametrize("tile", ALL_TILES)
def test_no_tile_both_furnishes_and_uses_rooms(tile: str) -> None:
    state = turn(tile, seat(goods=PLENTY, dug=["r1c0"], walls=["r0c0|r0c1"]), seat(gold=0))
    words = {name.split()[0] for name in names(state)}
    assert len(words & {"use", "furnish"}) <= 1
    assert ("use" in words) == (tile in ACTIVATIONS)


@rule("cave_vs_cave.turn.take_tile")
@pytest.mark.parametrize("tile", ALL_TILES)
def test_the_view_tells_the_tile_in_use(tile: str) -> None:
    me = seat(goods=PLENTY, dug=["r1c0"], walls=["r0c0|r0c1"])
    state = turn(tile, me, seat(gold=0))
    view = state.view(None)
    assert view["tile"] == tile
    assert view["parts"]
    assert view["used"] == []
    assert told(state, "take") == [{"tile": tile}]


@rule("cave_vs_cave.turn.any_order")
def test_goods_of_one_part_may_pay_for_the_next() -> None:
    me = seat({"r2c0": "spinning_wheel"}, flax=2)
    state = turn("cultivation", me)
    assert starting(state, "use spinning_wheel") == {"1 flax"}
    play(state, "gain", "use spinning_wheel 3 flax")
    assert goods(state)["gold"] == 3


@rule("cave_vs_cave.turn.exclusive")
def test_the_actions_of_a_tile_are_for_its_taker_alone() -> None:
    state = table()
    before = goods(state, 1)
    for tile in START_TILES:
        copy = play(state.copy(), f"take {tile}")
        assert goods(copy, 1) == before
