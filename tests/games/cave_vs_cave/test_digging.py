"""Digging: what is accessible, in which order, and what a dig brings.

Accessibility is compared with a plain flood over random caves with random walls.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import BURIED, CELLS, EDGES, FOOD_CELLS, reachable
from tests.games.cave_vs_cave.tables import (
    DIG_ORDER,
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
)


def random_cave(dice: random.Random) -> tuple[list[str], list[str]]:
    """Dug cells, each next to an earlier one, and walls."""
    dug = {"r2c0"}
    for _ in range(dice.randrange(10)):
        dug.add(dice.choice(sorted(reachable(dug, set(), True) or dug)))
    return sorted(dug - {"r2c0"}), dice.sample(EDGES, dice.randrange(8))


def with_cave(tile: str, dug: list[str], walls: list[str], **more: Any) -> Any:
    # A Shelf in the free cell, so that furnished rooms are on the way too.
    me = seat({"r2c0": "shelf"}, dug=dug, walls=walls, goods=PLENTY, **more)
    return turn(tile, me, seat(gold=0))


@rule("cave_vs_cave.dig.accessible", "cave_vs_cave.dig.last_wall", "cave_vs_cave.dig.no_diagonal")
@pytest.mark.parametrize("seed", range(60))
def test_accessible_is_what_a_flood_reaches(seed: int) -> None:
    dug, walls = random_cave(random.Random(seed))
    inside = {*dug, "r2c0"}
    for tile in ("drift_mining", "excavation", "expansion"):
        state = with_cave(tile, dug, walls)
        expected = reachable(inside, set(walls))
        assert starting(state, "dig") - {"twice"} == expected
        twice = any(reachable({*inside, cell}, set(walls)) for cell in expected)
        assert ("dig twice" in names(state)) == (tile == "excavation" and twice)


@rule("cave_vs_cave.dig.through_walls", "cave_vs_cave.tile.undermining")
@pytest.mark.parametrize("seed", range(60))
def test_undermining_reaches_what_a_flood_without_walls_reaches(seed: int) -> None:
    dug, walls = random_cave(random.Random(seed))
    state = with_cave("undermining", dug, walls)
    assert starting(state, "dig") == reachable({*dug, "r2c0"}, set(walls), True)


@rule("cave_vs_cave.dig.through_walls", "cave_vs_cave.dig.face_down_blocks")
def test_undermining_ignores_every_wall_but_no_face_down_room() -> None:
    walls = ["r2c0|r3c0", "r1c0|r2c0", "r0c0|r1c0", "r3c0|r4c0", "r3c0|r3c1"]
    state = turn("undermining", seat(dug=["r1c0"], walls=walls))
    assert starting(state, "dig") == {"r0c0", "r1c1", "r2c1", "r3c1", "r4c0"}
    state = turn("excavation", seat(dug=["r1c0"], walls=walls))
    assert starting(state, "dig") == set()


@rule("cave_vs_cave.dig.accessible")
def test_at_the_start_four_rooms_are_accessible() -> None:
    assert starting(turn("drift_mining"), "dig") == {"r1c0", "r2c1", "r3c1", "r4c0"}


@rule("cave_vs_cave.dig.last_wall")
@pytest.mark.parametrize(
    ("wall", "lost"),
    [("r1c0|r2c0", "r1c0"), ("r2c0|r2c1", "r2c1"), ("r3c0|r3c1", "r3c1"), ("r3c0|r4c0", "r4c0")],
)
def test_a_wall_before_the_room_blocks_it(wall: str, lost: str) -> None:
    state = turn("drift_mining", seat(walls=[wall]))
    assert starting(state, "dig") == {"r1c0", "r2c1", "r3c1", "r4c0"} - {lost}


@rule("cave_vs_cave.dig.accessible")
def test_a_wall_on_the_way_blocks_all_behind_it() -> None:
    state = turn("drift_mining", seat(walls=["r2c0|r3c0"]))
    assert starting(state, "dig") == {"r3c1", "r4c0"}
    around = seat(dug=["r3c1", "r2c1"], walls=["r2c0|r3c0"])
    assert starting(turn("drift_mining", around), "dig") == {"r1c0", "r1c1", "r4c0", "r4c1"}


@rule("cave_vs_cave.dig.face_down_blocks")
def test_furnished_rooms_do_not_block_the_way() -> None:
    state = turn("drift_mining", seat({"r2c0": "shelf", "r1c0": "spinning_wheel"}))
    assert starting(state, "dig") == {"r0c0", "r1c1", "r2c1", "r3c1", "r4c0"}


@rule("cave_vs_cave.dig.behind_wall")
def test_a_cell_opened_behind_a_wall_is_not_connected() -> None:
    walls = ["r3c0|r4c0", "r3c1|r4c1"]
    state = turn("undermining", seat(walls=walls))
    play(state, "dig r4c0", "take cultivation", "done", "take excavation")
    assert cells(state)["r4c0"]["state"] == "empty"
    assert starting(state, "dig") == {"twice", "r1c0", "r2c1", "r3c1"} - {"twice"} | (
        {"twice"} if goods(state)["food"] >= 2 else set()
    )


@rule("cave_vs_cave.dig.behind_wall", "cave_vs_cave.tile.breach")
def test_without_the_wall_the_cell_is_connected_again() -> None:
    me = seat(dug=["r4c0"], walls=["r3c0|r4c0"])
    assert "dig r4c1" not in names(turn("drift_mining", me))
    state = turn("breach", me)
    play(state, "breach r3c0|r4c0", "take cultivation", "done", "take excavation")
    assert "dig r4c1" in names(state)


@rule("cave_vs_cave.dig.behind_wall")
def test_another_way_connects_it_too() -> None:
    me = seat(dug=["r4c0", "r3c1", "r4c1"], walls=["r3c0|r4c0"])
    assert "r4c2" in starting(turn("drift_mining", me), "dig")


@rule("cave_vs_cave.dig.display")
def test_a_dug_room_lies_open_for_both() -> None:
    state = turn("excavation", hidden={0: {"r1c0": "stall"}})
    before = state.reveals
    play(state, "dig r1c0")
    assert told(state, "dig") == [{"cell": "r1c0", "room": "stall"}]
    assert cells(state)["r1c0"] == {"state": "empty", "room": None, "food": False}
    assert "stall" in state.view(1)["display"]
    assert state.reveals == before + 1
    play(state, "done")
    play(state, "take housework")
    assert state.seat == 1


@rule("cave_vs_cave.dig.display")
def test_the_opponent_may_furnish_what_was_dug() -> None:
    state = table(seat(), seat(goods=PLENTY), hidden={0: {"r1c0": "stall"}})
    play(state, "take excavation", "dig r1c0", "done", "take housework")
    assert "furnish stall" in names(state)


@rule("cave_vs_cave.furnish.same_cell")
def test_a_room_just_dug_may_be_furnished_in_its_own_cell() -> None:
    me = seat({"r2c0": "shelf"}, goods=PLENTY)
    state = turn("expansion", me, hidden={0: {"r1c0": "stall"}})
    assert "furnish stall" not in names(state)
    play(state, "dig r1c0", "furnish stall", "pay 2 gold")
    assert cells(state)["r1c0"]["room"] == "stall"
    assert "stall" not in state.view(None)["display"]


@rule("cave_vs_cave.dig.food")
@pytest.mark.parametrize("cell", BURIED)
def test_two_cells_bring_a_food(cell: str) -> None:
    dug = [one for one in DIG_ORDER if one != cell]
    state = turn("drift_mining", seat(dug=dug))
    expected = {"food": 1} if cell in FOOD_CELLS else {}
    assert gained(state, f"dig {cell}") == expected
    assert not cells(state)[cell]["food"]


@rule("cave_vs_cave.dig.food", "cave_vs_cave.goods.overflow")
def test_food_found_with_nine_food_is_lost() -> None:
    assert gained(turn("drift_mining", seat(food=9)), "dig r3c1") == {}


@rule("cave_vs_cave.dig.food")
def test_furnishing_a_food_cell_brings_no_food() -> None:
    me = seat({"r2c0": "tunnel"}, goods=PLENTY, dug=["r3c1"])
    state = turn("renovation", me, seat(gold=0))
    assert gained(state, "furnish shelf") == {"wood": -1}


# --- digging twice


@rule("cave_vs_cave.dig.twice_price", "cave_vs_cave.tile.excavation")
@pytest.mark.parametrize("food", range(10))
def test_digging_twice_costs_two_food(food: int) -> None:
    state = turn("excavation", seat(food=food))
    assert ("dig twice" in names(state)) == (food >= 2)
    if food >= 2:
        assert gained(state, "dig twice") == {"food": -2}
        assert told(state, "pay") == [{"good": "food", "amount": 2}]


@rule("cave_vs_cave.dig.twice_price", "cave_vs_cave.dig.food")
def test_food_found_on_the_way_does_not_help_to_pay() -> None:
    state = turn("excavation", seat(food=1))
    assert "dig twice" not in names(state)
    play(state, "dig r3c1")
    assert goods(state)["food"] == 2
    assert starting(state, "dig") == set()


@rule("cave_vs_cave.dig.twice_possible")
def test_digging_twice_both_digs_are_due() -> None:
    state = play(turn("excavation", seat(food=2, grain=0, flax=0, gold=0)), "dig twice")
    assert real(state) == {f"dig {cell}" for cell in ("r1c0", "r2c1", "r3c1", "r4c0")}
    play(state, "dig r1c0")
    assert "done" not in names(state)
    assert real(state) == {f"dig {cell}" for cell in ("r0c0", "r1c1", "r2c1", "r3c1", "r4c0")}
    play(state, "dig r0c0")
    assert real(state) == {"gain", "done"}


@rule("cave_vs_cave.dig.twice_chain")
def test_the_second_dig_may_start_from_the_first() -> None:
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r2c1"]
    state = turn("excavation", seat(food=2, walls=walls))
    assert starting(state, "dig") == {"r1c0", "twice"}
    play(state, "dig twice")
    while "dig r1c0" in names(state):
        play(state, "dig r1c0")
    assert starting(state, "dig") == {"r0c0", "r1c1"}


@rule("cave_vs_cave.dig.twice_possible")
def test_digging_twice_is_not_offered_where_only_one_dig_is_possible() -> None:
    dug = [cell for cell in DIG_ORDER if cell != "r0c0"]
    state = turn("excavation", seat(food=9, dug=dug))
    assert starting(state, "dig") == {"r0c0"}
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r2c1", "r0c0|r1c0", "r1c0|r1c1"]
    state = turn("excavation", seat(food=9, walls=walls))
    assert starting(state, "dig") == {"r1c0"}


@rule("cave_vs_cave.dig.twice_possible")
def test_the_stone_may_be_gained_before_between_no_digs_and_after() -> None:
    state = turn("excavation", seat(food=2))
    play(state, "gain", "dig twice", "dig r1c0", "dig r2c1")
    assert state.seat == 1
    state = turn("excavation", seat(food=2))
    play(state, "dig twice", "dig r1c0", "dig r2c1")
    assert state.seat == 0
    play(state, "gain")
    assert state.seat == 1


# --- nothing to dig


@rule("cave_vs_cave.dig.nothing_left")
def test_without_a_face_down_room_a_dig_has_no_effect() -> None:
    state = turn("excavation", seat(food=9, dug=list(DIG_ORDER)))
    assert real(state) == {"gain", "done"}
    assert gained(state, "gain") == {"stone": 1}
    assert state.seat == 1


@rule("cave_vs_cave.dig.nothing_left", "cave_vs_cave.wall.build")
def test_one_who_is_walled_in_cannot_dig() -> None:
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r2c0|r3c0"]
    state = turn("excavation", seat(food=9, walls=walls))
    assert starting(state, "dig") == set()
    assert starting(turn("undermining", seat(walls=walls)), "dig") != set()


@rule("cave_vs_cave.cave.free_cell")
def test_the_free_cell_and_the_entrance_are_never_dug() -> None:
    state = turn("drift_mining")
    known = {state.game.name(move) for move in range(state.game.move_count)}
    assert {name for name in known if name.startswith("dig r")} == {
        f"dig {cell}" for cell in BURIED
    }
    assert set(CELLS) - set(BURIED) == {"r2c0", "r3c0"}


@rule("cave_vs_cave.dig.hidden")
def test_every_dig_is_a_point_of_no_return() -> None:
    state = turn("excavation", seat(food=2))
    counts = [state.reveals]
    for move in ("dig twice", "dig r1c0", "dig r2c1"):
        play(state, move)
        counts.append(state.reveals)
    assert counts[1] == counts[0]
    assert counts[0] < counts[2] < counts[3]
