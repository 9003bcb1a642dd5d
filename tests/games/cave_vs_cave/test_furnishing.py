"""Furnishing: costs of room and action together, colours, cells, and nothing half done."""

from __future__ import annotations

import random
from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import (
    BLUE,
    GOODS,
    LIGHT,
    ORANGE,
    ROOMS,
    Goods,
    matches,
    walls_round,
)
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    cells,
    change,
    gained,
    goods,
    names,
    player,
    real,
    seat,
    starting,
    table,
    told,
    turn,
)

WAYS: dict[str, dict[str, Goods]] = {
    "housework": {"food per dwarf": {}, "5 food": {"food": 5}, "1 gold": {"gold": 1}},
    "furnishing": {"food per dwarf": {}},
    "expansion": {"5 food": {"food": 5}, "2 gold": {"gold": 2}},
    "renovation": {"": {}},
}
DWARFS = {"housework": 2, "furnishing": 2, "expansion": 3, "renovation": 4}
# Tokens round the free cell that make one room fit: none, a corner, a corridor, three, four walls.
TOKENS: list[list[str]] = [
    [],
    ["r1c0|r2c0"],
    ["r2c0|r2c1"],
    ["r1c0|r2c0", "r2c0|r2c1"],
    ["r1c0|r2c0", "r2c0|r2c1", "r2c0|r3c0"],
]


def fitting(room: str) -> list[str]:
    """Tokens with which a room fits the free cell."""
    return next(
        tokens for tokens in TOKENS if matches(ROOMS[room].symbol, walls_round("r2c0", set(tokens)))
    )


def cost_of(room: str, tile: str, way: str) -> Goods:
    """Room and action together."""
    action = WAYS[tile][way] if way != "food per dwarf" else {"food": DWARFS[tile]}
    return {good: ROOMS[room].cost.get(good, 0) + action.get(good, 0) for good in GOODS}


def buyer(room: str, hand: Goods, **more: Any) -> dict[str, Any]:
    """A cave in which this room fits the free cell and no other is empty."""
    owned = {"r1c0": "spinning_wheel" if room == "shelf" else "shelf"} if room in BLUE else {}
    return seat(owned, goods=hand, walls=fitting(room), **more)


def offer(room: str, tile: str, hand: Goods) -> Any:
    """The tile has just been taken by somebody with these goods."""
    display = [] if room in LIGHT else [room]
    return turn(tile, buyer(room, hand), seat(gold=0), display=display)


def payable(room: str, tile: str, hand: Goods) -> dict[str, Goods]:
    """The ways to pay that can be paid, with their whole cost."""
    costs = {way: cost_of(room, tile, way) for way in WAYS[tile]}
    return {
        way: cost for way, cost in costs.items() if all(hand[good] >= cost[good] for good in GOODS)
    }


@rule("cave_vs_cave.furnish.cost", "cave_vs_cave.furnish.action_cost")
@pytest.mark.parametrize("tile", WAYS)
@pytest.mark.parametrize("room", ROOMS)
def test_room_and_action_cost_exactly_so_much(room: str, tile: str) -> None:
    for way in WAYS[tile]:
        cost = cost_of(room, tile, way)
        hand = {**cost, "gold": max(cost["gold"], tile == "renovation")}
        state = offer(room, tile, hand)
        assert f"furnish {room}" in names(state)
        ways = payable(room, tile, hand)
        play(state, f"furnish {room}")
        if len(ways) > 1:
            assert starting(state, "pay") == set(ways)
            play(state, f"pay {way}")
        assert cells(state)["r2c0"]["room"] == room
        assert change(hand, goods(state)) == {good: -cost[good] for good in GOODS if cost[good]}
        assert room not in state.view(None)["display"]
        assert told(state, "furnish") == [{"room": room, "cell": "r2c0"}]
        if len(ways) == 1:
            for good in GOODS:
                less = {**hand, good: hand[good] - 1}
                if cost[good] and (tile != "renovation" or less["gold"]):
                    assert f"furnish {room}" not in names(offer(room, tile, less))


@rule("cave_vs_cave.furnish.both_payable", "cave_vs_cave.furnish.action_cost")
@pytest.mark.parametrize("tile", WAYS)
@pytest.mark.parametrize("seed", range(25))
def test_the_ways_offered_are_those_that_can_be_paid(seed: int, tile: str) -> None:
    dice = random.Random(seed)
    room = dice.choice(list(ROOMS))
    base = cost_of(room, tile, dice.choice(list(WAYS[tile])))
    hand = {good: max(0, min(9, base[good] + dice.randrange(-1, 3))) for good in GOODS}
    if tile == "renovation":
        hand["gold"] = max(1, hand["gold"])
    state = offer(room, tile, hand)
    ways = payable(room, tile, hand)
    if not ways:
        assert f"furnish {room}" not in names(state)
        return
    play(state, f"furnish {room}")
    if starting(state, "pay"):
        assert real(state) == {f"pay {way}" for way in ways}
    else:
        [cost] = ways.values()
        assert change(hand, goods(state)) == {good: -cost[good] for good in GOODS if cost[good]}


@rule("cave_vs_cave.furnish.both_payable")
def test_gold_for_the_action_cannot_pay_for_the_room_as_well() -> None:
    hand = {**NONE, "stone": 1, "gold": 1}
    assert "furnish parlor" not in names(offer("parlor", "housework", hand))
    assert "furnish parlor" in names(offer("parlor", "housework", {**hand, "gold": 2}))
    assert "furnish parlor" not in names(offer("parlor", "expansion", {**hand, "gold": 2}))
    assert "furnish parlor" in names(offer("parlor", "expansion", {**hand, "gold": 3}))


@rule("cave_vs_cave.furnish.free_room")
@pytest.mark.parametrize("tile", WAYS)
def test_the_prospecting_site_costs_only_the_action(tile: str) -> None:
    hand = {**NONE, "gold": 1 if tile == "renovation" else 0}
    assert ("furnish prospecting_site" in names(offer("prospecting_site", tile, hand))) == (
        tile == "renovation"
    )


@rule("cave_vs_cave.furnish.action_cost")
def test_nothing_is_paid_before_the_room_is_placed() -> None:
    me = seat(goods=PLENTY, dug=["r1c0"])
    state = turn("housework", me)
    assert gained(state, "furnish shelf") == {}
    assert real(state) == {"into r1c0", "into r2c0"}
    assert gained(state, "into r1c0") == {}
    assert cells(state)["r1c0"]["state"] == "empty"
    assert gained(state, "pay 1 gold") == {"wood": -1, "gold": -1}
    assert cells(state)["r1c0"]["state"] == "room"


@rule("cave_vs_cave.furnish.action_cost", "cave_vs_cave.turn.do_nothing")
@pytest.mark.parametrize("tile", WAYS)
def test_who_does_not_furnish_pays_nothing(tile: str) -> None:
    state = turn(tile, seat(goods=PLENTY), seat(gold=0))
    assert gained(state, "done") == {}


@rule("cave_vs_cave.furnish.cost")
@pytest.mark.parametrize("room", LIGHT)
def test_a_refused_furnishing_changes_nothing(room: str) -> None:
    state = turn("furnishing", seat(goods=NONE))
    before = state.text()
    with pytest.raises(dvergar.IllegalMove):
        play(state, f"furnish {room}")
    assert state.text() == before


@rule("cave_vs_cave.furnish.action_cost")
def test_where_there_is_one_cell_and_one_way_nothing_is_asked() -> None:
    state = turn("furnishing", seat(food=2))
    play(state, "furnish shelf")
    assert cells(state)["r2c0"]["room"] == "shelf"


@rule("cave_vs_cave.furnish.any_cavern")
def test_only_fitting_empty_cells_are_asked_for() -> None:
    me = seat({"r2c0": "tunnel"}, goods=PLENTY, dug=["r1c0", "r0c0", "r2c1", "r4c0", "r3c1"])
    state = turn("renovation", me, seat(gold=0))
    assert starting(play(state.copy(), "furnish shelf"), "into") == {"r1c0", "r2c1", "r3c1"}
    assert starting(play(state.copy(), "furnish food_corner"), "into") == {"r0c0", "r4c0"}


@rule("cave_vs_cave.furnish.any_cavern")
def test_a_cell_need_not_be_reachable_to_be_furnished() -> None:
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r3c0"]
    state = turn("furnishing", seat(food=2, walls=walls))
    assert "furnish food_corner" in names(state)  # west and south
    play(state, "furnish food_corner")
    assert cells(state)["r2c0"]["room"] == "food_corner"


@rule("cave_vs_cave.furnish.no_cavern", "cave_vs_cave.furnish.for_good")
def test_without_an_empty_cell_nobody_furnishes() -> None:
    for tile in WAYS:
        state = table(seat({"r2c0": "tunnel"}, goods=PLENTY), seat(gold=0), tile=tile)
        play(state, f"take {tile}")
        assert starting(state, "furnish") == set()


@rule("cave_vs_cave.furnish.no_cavern")
def test_the_entrance_is_never_furnished() -> None:
    state = turn("renovation", seat(goods=PLENTY), seat(gold=0))
    known = {state.game.name(move) for move in range(state.game.move_count)}
    assert "into r3c0" not in known


@rule("cave_vs_cave.furnish.cost")
def test_only_rooms_on_display_can_be_furnished() -> None:
    me = seat({"r2c0": "shelf"}, goods=PLENTY, dug=["r1c0", "r0c0"])
    state = turn("renovation", me, seat({"r2c0": "grindstone"}, gold=0))
    assert starting(state, "furnish") <= set(state.view(None)["display"])
    assert not {"shelf", "grindstone"} & starting(state, "furnish")
    assert "spinning_wheel" in starting(state, "furnish")


# --- colours

PLACES = ["r1c0", "r1c1", "r2c1", "r3c1", "r0c0", "r0c1", "r4c0", "r4c1", "r4c2"]


@rule("cave_vs_cave.furnish.colours")
@pytest.mark.parametrize("orange", range(4))
@pytest.mark.parametrize("blue", range(4))
def test_orange_rooms_must_stay_in_the_majority(orange: int, blue: int) -> None:
    if blue >= orange + 1:
        return
    blues = [room for room in BLUE if room != "prospecting_site"]
    owned = [*[room for room in ORANGE if room != "shelf"][:orange], *blues[:blue]]
    me = seat(dict(zip(PLACES, owned, strict=False)), goods=PLENTY)
    state = turn("renovation", me, seat(gold=0), display=["prospecting_site"])
    assert ("furnish prospecting_site" in names(state)) == (blue + 1 < orange + 1)
    assert "furnish shelf" in names(state)
    assert (player(state)["orange"], player(state)["blue"]) == (orange + 1, blue)


@rule("cave_vs_cave.furnish.colours")
@pytest.mark.parametrize("blue", BLUE)
def test_the_first_room_is_never_blue(blue: str) -> None:
    me = seat(goods=PLENTY, walls=fitting(blue))
    state = turn("renovation", me, seat(gold=0), display=[blue])
    assert f"furnish {blue}" not in names(state)


@rule("cave_vs_cave.furnish.any_cavern")
def test_a_furnished_room_is_seen_by_everybody() -> None:
    state = play(turn("furnishing", seat(food=2)), "furnish shelf")
    for viewer in (None, 0, 1):
        shown = state.view(viewer)["players"][0]
        assert shown["cells"]["r2c0"] == {"state": "room", "room": "shelf", "food": False}
        assert (shown["points"], shown["orange"], shown["blue"]) == (3, 2, 0)
