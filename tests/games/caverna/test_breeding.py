"""Breeding: who has young, how many, and what is chosen when not all of them fit."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, goods, real, starting, table

FARM = {f"r{row}c2 r{row}c1": "large_pasture" for row in range(4)}


def fed(herd: dict[str, int], **seat: Any) -> Any:
    """Everybody has been fed at a harvest and seat 0 is about to breed, or has just bred."""
    stock = {"food": 4, **herd}
    return play(evening({**seat, "goods": stock}, round=3), "feed", "feed")


def herd_of(state: Any) -> dict[str, int]:
    """The animals of seat 0."""
    animals = ("dog", "sheep", "donkey", "boar", "cattle")
    return {good: count for good, count in goods(state).items() if good in animals}


@rule("caverna.breed.two_give_one")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "boar", "cattle"])
def test_two_animals_have_one_young(animal: str) -> None:
    assert herd_of(fed({animal: 2}, board=FARM)) == {animal: 3}
    assert herd_of(fed({animal: 1}, board=FARM)) == {animal: 1}


@rule("caverna.breed.one_per_kind")
@pytest.mark.parametrize("count", [2, 3, 7])
def test_one_young_of_a_kind_however_many_parents(count: int) -> None:
    assert herd_of(fed({"sheep": count}, board=FARM)) == {"sheep": count + 1}


@rule("caverna.breed.anywhere")
def test_the_parents_may_stand_apart() -> None:
    board = {"r2c4": "ruby_mine", "r3c4": "ruby_mine", "r3c5": "ruby_mine"}
    state = fed({"donkey": 2, "sheep": 2}, board=board)
    assert real(state) == {"young donkey"}
    assert herd_of(play(state, "young donkey")) == {"donkey": 3, "sheep": 2}


@rule("caverna.breed.anywhere", "caverna.animal.forest_stable")
def test_the_example_of_the_wild_boars() -> None:
    assert herd_of(fed({"boar": 2}, stables=["r3c2"])) == {"boar": 3}


@rule("caverna.breed.dogs")
def test_dogs_do_not_breed() -> None:
    assert herd_of(fed({"dog": 4})) == {"dog": 4}


@rule("caverna.breed.room")
def test_without_room_there_is_no_young() -> None:
    state = fed({"sheep": 2})
    assert real(state) == {"young none"}
    assert herd_of(play(state, "young none")) == {"sheep": 2}


@rule("caverna.breed.all_at_once")
def test_all_young_that_fit_come_without_a_question() -> None:
    herd = {"sheep": 2, "donkey": 2, "boar": 2, "cattle": 2}
    state = fed(herd, board=FARM)
    assert herd_of(state) == dict.fromkeys(herd, 3)
    assert state.view(None)["round"] == 4


@rule("caverna.breed.choice")
def test_you_choose_when_not_all_fit() -> None:
    seat = {"board": {"r3c2": "small_pasture"}, "stables": ["r3c2"]}
    state = fed({"sheep": 2, "donkey": 2}, **seat)
    assert real(state) == {"young sheep", "young donkey"}
    play(state, "young donkey")
    assert herd_of(state) == {"sheep": 2, "donkey": 3}


@rule("caverna.breed.choice", "caverna.breed.all_at_once")
def test_only_the_largest_litters_are_offered() -> None:
    board = {"r3c2": "small_pasture", "r3c1": "small_pasture", "r2c4": "ruby_mine"}
    state = fed({"sheep": 2, "donkey": 2, "boar": 2}, board=board, stables=["r3c2"])
    assert real(state) == {"young sheep donkey", "young donkey boar"}


@rule("caverna.breed.before")
def test_an_animal_may_be_eaten_before_the_birth() -> None:
    state = fed({"sheep": 2, "boar": 2}, board={"r3c2": "small_pasture"})
    assert real(state) == {"young none"}
    play(state, "eat boar", "eat boar")
    assert herd_of(state) == {"sheep": 3}
    assert goods(state)["food"] == 4


@rule("caverna.breed.before")
def test_room_may_be_bought_before_the_birth() -> None:
    state = fed({"sheep": 2, "dog": 1, "ruby": 1})
    play(state, "ruby meadow r3c2")
    assert herd_of(state) == {"sheep": 3, "dog": 1}


@rule("caverna.breed.no_instant_meal")
def test_nothing_is_eaten_at_the_birth() -> None:
    state = fed({"sheep": 2, "donkey": 2}, board={"r3c2": "small_pasture"}, stables=["r3c2"])
    assert starting(state, "butcher") == set()
    play(state, "young sheep")
    assert herd_of(state) == {"sheep": 3, "donkey": 2}
    assert goods(state).get("food", 0) == 0


@rule("caverna.breed.loot")
def test_looted_breeding_offers_the_pairs_of_kinds() -> None:
    herd = {"sheep": 2, "boar": 3, "cattle": 2}
    state = table({"board": FARM, "goods": herd, "weapons": [14, 14]})
    play(state, "place logging", "loot breed_2", "young boar cattle")
    assert herd_of(state) == {"sheep": 2, "boar": 4, "cattle": 3}
