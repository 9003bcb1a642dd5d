"""The numbers a learnt estimate is told: complete, always as many, and blind to what is hidden."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.info import load
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.bots.features import FEATURE_NAMES
from dvergar.testing import play
from tests.games.cave_vs_cave.tables import PLENTY, cave, seat, table, turn

features = load(INFO.features)


def told(state: Any, looking: int = 0) -> dict[str, float]:
    """What is told of a position by name, as far as it is not 0."""
    numbers = zip(FEATURE_NAMES, features(state, looking), strict=True)
    return {name: number for name, number in numbers if number}


def random_game(players: int, seed: int) -> Iterator[Any]:
    """The positions of a random game, the last one included."""
    state = cave(players).start(seed)
    dice = random.Random(seed)
    yield state
    while not state.over:
        state.play(dice.choice(state.moves()))
        yield state


def test_every_number_has_a_name_of_its_own() -> None:
    assert len(set(FEATURE_NAMES)) == len(FEATURE_NAMES)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_there_are_always_as_many_and_each_is_a_small_number(players: int, seed: int) -> None:
    for state in random_game(players, seed):
        before = state.text()
        for looking in range(players):
            numbers = features(state, looking)
            assert len(numbers) == len(FEATURE_NAMES)
            assert all(math.isfinite(number) and -5 < number < 5 for number in numbers)
        assert state.text() == before


@pytest.mark.parametrize("players", [1, 2])
def test_deals_that_look_alike_are_told_alike(players: int) -> None:
    for state in random_game(players, 4):
        for looking in range(players):
            twins = [features(state.imagine(looking, seed), looking) for seed in range(2)]
            assert twins == [features(state, looking)] * 2


@pytest.mark.parametrize("players", [1, 2])
def test_every_move_is_told(players: int) -> None:
    """Two answers that are told alike are one position, but for the place of walls."""
    alike = ("wall ", "breach ", "into ", "dig ", "use digging_cave ", "cavern ")
    for state in random_game(players, 5):
        found: dict[tuple[float, ...], Any] = {}
        for move in state.moves():
            name = state.game.name(move)
            if not name.startswith(alike):
                after = play(state.copy(), name)
                assert found.setdefault(tuple(features(after, 0)), after.key()) == after.key()


def test_the_own_cave_comes_first() -> None:
    state = table(seat(wood=5), seat(wood=0))
    mine, his = told(state, 0), told(state, 1)
    assert "my wood from 5" in mine
    assert "his wood from 5" not in mine
    assert "his wood from 5" in his
    assert "my wood from 1" not in his


def test_alone_there_is_no_second_cave() -> None:
    names = told(cave(1).start(1))
    assert "alone" in names
    assert not [name for name in names if name.startswith("his ")]


def test_rooms_are_mine_or_his_on_display_or_face_down() -> None:
    state = table(seat({"r2c0": "grindstone"}), seat({"r2c0": "shelf"}), display=["bakehouse"])
    names = told(state)
    for name in ("my has grindstone", "his has shelf", "bakehouse on display"):
        assert name in names
    assert "treasury face down" in names
    assert "treasury on display" not in names


def test_a_room_can_be_used_when_it_can_be_paid_and_was_not_used() -> None:
    cave_with = {"r2c0": "grindstone"}
    assert "my can use grindstone" not in told(turn("cultivation", seat(cave_with, grain=0)))
    state = turn("cultivation", seat(cave_with, grain=4))
    assert "my can use grindstone" in told(state)
    assert "my can use grindstone" not in told(play(state, "use grindstone 1 grain"))


def test_tiles_are_free_until_they_are_taken() -> None:
    state = table(tile="masonry")
    assert "masonry is free" in told(state)
    state = play(state, "take masonry")
    assert "masonry is free" not in told(state)
    assert "using masonry" in told(state)
    assert "using masonry" in told(state, 1)
    assert "my turn" not in told(state, 1)


def test_the_parts_of_a_turn_that_are_done_are_closed() -> None:
    state = turn("undergrowth", seat(goods=PLENTY))
    assert {"section 1 open", "section 2 open"} <= set(told(state))
    assert "section 2 open" not in told(play(state, "gain"))


def test_the_room_being_furnished_is_told() -> None:
    dug = ["r1c0", "r2c1"]
    state = play(turn("furnishing", seat(dug=dug, goods=PLENTY)), "furnish shelf")
    assert "furnishing shelf" in told(state)
