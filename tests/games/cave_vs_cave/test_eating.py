"""Eating: one grain, flax or gold is one food, at any moment of one's own turn."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import EDIBLE, GOODS
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    TEN,
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


@rule("cave_vs_cave.goods.eat")
@pytest.mark.parametrize("good", EDIBLE)
def test_one_good_becomes_one_food(good: str) -> None:
    state = table(seat(goods={**NONE, good: 2}))
    assert starting(state, "eat") == {good}
    assert gained(state, f"eat {good}") == {good: -1, "food": 1}
    assert told(state, "eat") == [{"good": good}]
    assert gained(state, f"eat {good}") == {good: -1, "food": 1}
    assert starting(state, "eat") == set()
    assert state.seat == 0


@rule("cave_vs_cave.goods.eat_not")
def test_wood_and_stone_are_not_eaten() -> None:
    state = table(seat(goods={**NONE, "wood": 9, "stone": 9, "food": 5}))
    assert starting(state, "eat") == set()
    known = {state.game.name(move) for move in range(state.game.move_count)}
    assert {name for name in known if name.startswith("eat ")} == {f"eat {one}" for one in EDIBLE}


@rule("cave_vs_cave.goods.eat")
def test_eating_is_a_free_move() -> None:
    state = table(seat(goods=PLENTY))
    for move in state.moves():
        assert state.game.is_free(move) == state.game.name(move).startswith("eat ")
    assert not any(state.game.is_free(move) for move in state.moves(free=False))


@rule("cave_vs_cave.goods.eat_full")
@pytest.mark.parametrize("food", range(10))
def test_with_nine_food_nothing_is_eaten(food: int) -> None:
    state = table(seat(goods={**PLENTY, "food": food}))
    assert starting(state, "eat") == (set(EDIBLE) if food < 9 else set())
    play(state, "take cultivation")
    assert starting(state, "eat") == (set(EDIBLE) if food < 9 else set())


@rule("cave_vs_cave.goods.eat_between")
def test_eating_makes_room_for_a_refill() -> None:
    state = turn("cultivation", seat({"r2c0": "shelf"}, flax=2, food=0))
    assert gained(state, "eat flax", "eat flax", "use shelf flax") == {"food": 2}


@rule("cave_vs_cave.goods.eat_between")
def test_one_may_eat_between_two_steps() -> None:
    state = turn("cultivation", seat({"r2c0": "warehouse"}, goods=NONE))
    play(state, "gain", "eat grain", "eat flax", "use warehouse")
    assert goods(state) == {"wood": 1, "stone": 1, "grain": 2, "flax": 1, "food": 0, "gold": 0}


@rule("cave_vs_cave.goods.eat")
@pytest.mark.parametrize("good", EDIBLE)
def test_one_may_eat_to_meet_a_cost(good: str) -> None:
    state = turn("furnishing", seat(goods={**NONE, "wood": 1, good: 2}))
    assert starting(state, "furnish") == set()
    play(state, f"eat {good}", f"eat {good}", "furnish shelf")
    assert goods(state) == NONE


@rule("cave_vs_cave.goods.eat")
def test_one_may_eat_to_dig_twice() -> None:
    state = turn("excavation", seat(food=1))
    assert "dig twice" not in names(state)
    play(state, "eat grain", "dig twice")
    assert goods(state)["food"] == 0


@rule("cave_vs_cave.goods.eat_gold", "cave_vs_cave.end.score")
def test_gold_that_is_eaten_is_gone_for_the_score() -> None:
    state = table(seat(gold=5))
    assert state.scores()[0].total == 5
    play(state, "eat gold", "eat gold")
    assert state.scores()[0].total == 3


@rule("cave_vs_cave.goods.eat_gold")
def test_gold_that_is_eaten_is_gone_for_a_cost() -> None:
    me = seat(goods={**NONE, "wood": 1, "gold": 2, "food": 1})
    state = turn("furnishing", me, display=["stall"])
    play(state, "eat gold")
    assert "furnish stall" in names(state)
    play(state, "eat gold")
    assert "furnish stall" not in names(state)


@rule("cave_vs_cave.goods.eat")
def test_only_the_player_whose_turn_it_is_eats() -> None:
    state = table(seat(goods=NONE), seat(goods=PLENTY))
    assert starting(state, "eat") == set()
    before = goods(state, 1)
    play(state, "take cultivation", "done")
    assert starting(state, "eat") == set(EDIBLE)
    play(state, "eat gold")
    assert goods(state, 1)["gold"] == before["gold"] - 1


# --- in the middle of furnishing


def furnishing(hand: dict[str, int], room: str, tile: str = "housework") -> Any:
    """The question into which cell: r1c0 or r2c0."""
    state = turn(tile, seat(goods=hand, dug=["r1c0"]), display=["stall"])
    play(state, f"furnish {room}")
    assert real(state) == {"into r1c0", "into r2c0"}
    return state


@rule("cave_vs_cave.goods.eat_safe")
def test_the_gold_for_the_room_cannot_be_eaten_in_the_middle() -> None:
    hand = {**dict.fromkeys(GOODS, 1), "food": 2}
    state = furnishing(hand, "stall")
    assert starting(state, "eat") == {"grain", "flax"}
    state = furnishing({**hand, "gold": 2}, "stall")
    assert starting(state, "eat") == {"grain", "flax", "gold"}


@rule("cave_vs_cave.goods.eat_safe")
def test_the_gold_for_the_action_cannot_be_eaten_in_the_middle() -> None:
    hand = {**dict.fromkeys(GOODS, 1), "gold": 2}
    state = furnishing(hand, "shelf", "expansion")
    assert starting(state, "eat") == {"grain", "flax"}


@rule("cave_vs_cave.goods.eat_safe")
def test_gold_may_be_eaten_if_the_food_then_pays() -> None:
    hand = {**dict.fromkeys(GOODS, 1), "gold": 2, "food": 4}
    state = furnishing(hand, "shelf", "expansion")
    assert "eat gold" in names(state)
    play(state, "eat gold", "into r1c0")
    assert goods(state) == {**hand, "wood": 0, "gold": 1, "food": 0}


@rule("cave_vs_cave.goods.eat_safe")
def test_eating_in_the_middle_may_open_another_way_to_pay() -> None:
    hand = {**dict.fromkeys(GOODS, 1), "gold": 2, "food": 4}
    state = furnishing(hand, "shelf", "expansion")
    play(state, "eat grain", "into r1c0")
    assert starting(state, "pay") == {"5 food", "2 gold"}
    play(state, "pay 5 food")
    assert goods(state) == {**hand, "wood": 0, "grain": 0, "food": 0}


@rule("cave_vs_cave.goods.eat", "cave_vs_cave.goods.eat_safe")
def test_one_may_eat_at_the_question_how_to_pay() -> None:
    hand = {**dict.fromkeys(GOODS, 1), "gold": 3, "food": 5}
    state = play(furnishing(hand, "shelf", "expansion"), "into r2c0")
    assert real(state) == {"pay 5 food", "pay 2 gold"}
    assert starting(state, "eat") == set(EDIBLE)
    play(state, "eat grain", "pay 2 gold")
    assert goods(state) == {**hand, "wood": 0, "grain": 0, "food": 6, "gold": 1}


@rule("cave_vs_cave.goods.eat_safe")
@pytest.mark.parametrize("tile", ["housework", "expansion"])
@pytest.mark.parametrize("gold", range(1, 6))
@pytest.mark.parametrize("food", range(0, 9, 2))
def test_nobody_can_strand_himself(tile: str, gold: int, food: int) -> None:
    hand = {**dict.fromkeys(GOODS, 1), "gold": gold, "food": food}
    state = turn(tile, seat(goods=hand, dug=["r1c0"]), display=["stall"])
    if "furnish stall" not in names(state):
        return
    todo, seen = [play(state, "furnish stall")], set()
    while todo:
        here = todo.pop()
        if here.text() in seen:
            continue
        seen.add(here.text())
        assert here.moves(free=False)
        for name in names(here):
            word = name.split()[0]
            if word in ("eat", "into", "pay"):
                copy = play(here.copy(), name)
                if "done" not in names(copy) and copy.seat == 0:
                    todo.append(copy)
                else:
                    assert "stall" not in copy.view(None)["display"]


@rule("cave_vs_cave.goods.eat")
def test_one_may_eat_while_digging_twice() -> None:
    state = play(turn("excavation", seat(food=2)), "dig twice")
    assert starting(state, "eat") == set(EDIBLE)
    play(state, "dig r1c0", "eat grain", "dig r2c1")
    assert goods(state)["food"] == 1


@rule("cave_vs_cave.goods.eat")
def test_a_payment_is_asked_about_if_eating_opens_another() -> None:
    state = turn("expansion", seat(wood=1, food=4, grain=3, gold=2))
    play(state, "dig r4c0", "furnish shelf")
    assert real(state) == {"pay 2 gold"}
    play(state, "eat grain")
    assert real(state) == {"pay 2 gold", "pay 5 food"}
    assert gained(state, "pay 5 food") == {"wood": -1, "food": -5}


@rule("cave_vs_cave.goods.eat")
def test_a_payment_without_a_choice_is_made_at_once() -> None:
    state = turn("expansion", seat(wood=1, food=0, grain=0, flax=0, gold=4))
    assert gained(state, "furnish shelf") == {"wood": -1, "gold": -2}


@rule("cave_vs_cave.goods.eat", "cave_vs_cave.cavern.side")
def test_one_may_eat_before_choosing_the_side_of_the_cavern() -> None:
    rooms = {cell: room for cell, room in TEN.items() if cell != "r4c2"}
    state = turn("furnishing", seat(rooms, goods=PLENTY, dug=["r4c2"]), display=["bakehouse"])
    play(state, "furnish bakehouse")
    assert gained(state, "eat grain") == {"grain": -1, "food": 1}
    assert real(state) == {"cavern two walls", "cavern three walls"}
