"""Moves of older versions of the rules, as they are played today: they lead to the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dvergar.core.record import current_moves
from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, goods, player, real, table
from tests.games.caverna.test_feeding_plan import at_table, random_seat

PASTURES = {f"r{row}c2 r{row}c1": "large_pasture" for row in range(4)}


def played(state: Any, name: str, rules: int) -> list[str]:
    """Plays what a move of older rules is today."""
    moves = current_moves(state, name, None, rules)
    for move in moves:
        state.play(move)
    return [state.game.name(move) for move in moves]


@rule("caverna.feed.plan_keeps_markers_away")
@pytest.mark.parametrize("rules", [1, 2, 3])
def test_a_meal_that_begged_where_eating_cost_as_much_still_begs(rules: int) -> None:
    state = evening({"goods": {"food": 1, "grain": 2, "sheep": 1}}, round=3)
    assert played(state, "feed", rules) == ["eat grain", "eat grain", "beg"]
    assert goods(state)["sheep"] == 1
    assert player(state)["begging"] == 1


@rule("caverna.feed.plan_keeps_markers_away", "caverna.food.gold")
def test_gold_and_donkeys_of_such_a_meal_are_eaten_as_they_were() -> None:
    board = {**PASTURES, "r2c3": "dwelling", "r2c4": "dwelling", "r3c4": "dwelling"}
    seat = {"board": board, "weapons": [0] * 5}
    state = evening({**seat, "goods": {"gold": 4, "donkey": 5, "sheep": 1}}, round=3)
    assert played(state, "feed", 3) == [
        *("eat 2 gold", "eat 1 more gold", "eat 1 more gold"),
        *("eat 2 donkeys", "eat 2 donkeys", "beg"),
    ]
    assert (goods(state)["sheep"], goods(state)["donkey"]) == (1, 1)
    assert player(state)["begging"] == 1


@rule("caverna.feed.move")
def test_a_meal_that_is_the_same_today_is_one_move() -> None:
    state = evening({"goods": {"food": 1, "grain": 4}}, round=3)
    assert played(state, "feed", 3) == ["feed"]


@pytest.mark.whole_games
@rule("caverna.feed.move", "caverna.feed.plan_keeps_markers_away")
def test_older_meals_cost_as_many_points_and_leave_no_fewer_goods() -> None:
    """The points of a meal have not changed, only what is preferred among equals."""
    different = 0
    for seed in range(150):
        dice = random.Random(seed)
        seat = random_seat(dice)
        state = at_table(seat, "skip_one")
        if state.seat or "feed" not in real(state):
            continue
        then, now = state.copy(), play(state.copy(), "feed")
        moves = played(then, "feed", 3)
        assert then.scores()[0].total == now.scores()[0].total, (seed, seat)
        if moves != ["feed"]:
            different += 1
            assert player(then)["begging"] > player(now)["begging"]
            assert moves[-1] == "beg"
    assert different > 3


@rule("caverna.breed.loot")
@pytest.mark.parametrize("rules", [1, 2, 3])
def test_breeding_as_loot_brought_as_many_young_as_it_could(rules: int) -> None:
    seat = {"board": PASTURES, "goods": {"sheep": 2, "boar": 2}, "weapons": [14, 14]}
    state = play(table(seat), "place logging", "loot breed_2")
    assert real(state) == {"young sheep", "young boar", "young sheep boar"}
    assert played(state, "place supplies", rules) == ["young sheep boar", "place supplies"]
    assert goods(state)["boar"] == goods(state)["sheep"] == 3


@rule("caverna.placing.jump")
def test_a_second_jump_of_a_turn_has_no_counterpart_today() -> None:
    seat = {"weapons": [0, 3, 9], "board": {"r2c3": "dwelling"}, "goods": {"ruby": 2}}
    state = play(table(seat), "jump dwarf 3")
    assert current_moves(state, "jump dwarf 9", None, 3) == []
