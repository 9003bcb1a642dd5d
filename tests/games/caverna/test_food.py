"""Turning goods into food, at any time of one's own turn."""

from __future__ import annotations

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, goods, names, starting, table

WORTH = {
    "sheep": ("caverna.food.sheep", 1),
    "donkey": ("caverna.food.donkey", 1),
    "boar": ("caverna.food.boar", 2),
    "cattle": ("caverna.food.cattle", 3),
    "grain": ("caverna.food.grain", 1),
    "vegetable": ("caverna.food.vegetable", 2),
    "ruby": ("caverna.ruby.food", 2),
}


@rule(
    "caverna.food.any_time",
    "caverna.food.sheep",
    "caverna.food.donkey",
    "caverna.food.boar",
    "caverna.food.cattle",
    "caverna.food.grain",
    "caverna.food.vegetable",
    "caverna.ruby.food",
)
@pytest.mark.parametrize("good", list(WORTH))
def test_what_each_good_is_worth(good: str) -> None:
    state = play(table({"goods": {good: 2}}), f"eat {good}")
    assert goods(state) == {good: 1, "food": WORTH[good][1]}
    assert state.seat == 0


@rule("caverna.food.donkey")
def test_two_donkeys_together_are_worth_three() -> None:
    assert goods(play(table({"goods": {"donkey": 2}}), "eat 2 donkeys")) == {"food": 3}
    assert "eat 2 donkeys" not in names(table({"goods": {"donkey": 1}}))


@rule("caverna.food.gold")
@pytest.mark.parametrize("food", [1, 2, 3, 6])
def test_food_costs_one_gold_more_than_its_amount(food: int) -> None:
    state = table({"goods": {"gold": 9}})
    play(state, "eat 2 gold", *["eat 1 more gold"] * (food - 1))
    assert goods(state) == {"gold": 8 - food, "food": food}


@rule("caverna.food.gold")
def test_the_cheaper_price_holds_only_directly_afterwards() -> None:
    state = table({"goods": {"gold": 9, "grain": 1}})
    assert "eat 1 more gold" not in names(state)
    play(state, "eat 2 gold", "eat grain")
    assert "eat 1 more gold" not in names(state)
    assert "eat 2 gold" in names(state)


@rule("caverna.food.gold")
def test_one_gold_alone_buys_nothing() -> None:
    assert starting(table({"goods": {"gold": 1}}), "eat") == set()


@rule("caverna.food.never")
def test_dogs_and_materials_are_no_food() -> None:
    state = table({"goods": {"dog": 3, "wood": 3, "stone": 3, "ore": 3}})
    assert starting(state, "eat") == set()
    state = evening({"goods": {"dog": 3, "stone": 3, "ore": 3}}, round=3)
    assert starting(state, "eat") == set()


@rule("caverna.food.not_from_fields")
def test_crops_on_fields_are_not_eaten() -> None:
    seat = {"board": {"r3c2": "field"}, "crops": {"r3c2": "grain 3"}}
    assert starting(table(seat), "eat") == set()


@rule("caverna.food.any_time", "caverna.table.free_moves")
def test_eating_is_free_and_may_happen_between_parts_of_an_action() -> None:
    state = table({"goods": {"grain": 1}}, piles={"clearing": {"wood": 1}})
    assert state.game.is_free(state.game.move("eat grain"))
    play(state, "place clearing", "eat grain")
    assert goods(state) == {"wood": 1, "food": 1}
    play(state, "meadow r3c2 field r2c2")
    assert state.seat == 1


@rule("caverna.food.any_time", "caverna.space.housework")
def test_food_may_be_made_to_pay_for_a_tile() -> None:
    state = table({"goods": {"wood": 1, "grain": 3}})
    play(state, "place housework", "take goods")
    assert "furnish supplies_storage" not in names(state)
    play(state, "eat grain", "eat grain", "eat grain", "furnish supplies_storage")
    assert goods(state) == {"dog": 1}


@rule("caverna.table.free_moves")
def test_nobody_eats_in_the_turn_of_another() -> None:
    state = play(table({"goods": {"grain": 1}}, {}), "place supplies")
    assert state.seat == 1
    assert starting(state, "eat") == set()
