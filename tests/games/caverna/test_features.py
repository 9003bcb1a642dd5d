"""Caverna's features: as many at every moment, by name, and blind to what nobody has seen."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.game import State
from dvergar.core.registry import evaluate, features

NAMES: list[str] = import_module("dvergar.games.caverna.bots.features").FEATURE_NAMES


def tell(state: State, seat: int) -> list[float]:
    found = features("caverna")
    assert found is not None
    return found(state, seat)


def told(state: State, seat: int) -> dict[str, float]:
    return dict(zip(NAMES, tell(state, seat), strict=True))


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("players", [1, 2, 3, 5, 7])
def test_they_are_finite_and_as_many_at_every_question_of_a_game(players: int) -> None:
    state = dvergar.game("caverna", players=players).start(players)
    chance = Chance(players)
    while not state.over:
        for seat in {state.seat, 0}:
            numbers = tell(state, seat)
            assert len(numbers) == len(NAMES)
            assert all(math.isfinite(number) for number in numbers)
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
    assert len(tell(state, 0)) == len(NAMES)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_is_kept_of_a_board_is_what_counting_again_gives(players: int) -> None:
    estimate = evaluate("caverna")
    assert estimate is not None
    for seed in range(3):
        state, chance = dvergar.game("caverna", players=players).start(seed), Chance(seed)
        while not state.over:
            moves = state.moves()
            state.play(moves[chance.below(len(moves))])
            fresh: Any = state.copy()
            for player in fresh.players:
                player.forget_counts()
            assert fresh.scores() == state.scores()
            for seat in range(players):
                assert estimate(fresh, seat) == estimate(state, seat)
                assert tell(fresh, seat) == tell(state, seat)


@pytest.mark.parametrize("reveal", ["round_start", "before_harvest"])
def test_two_deals_that_look_alike_are_told_alike(reveal: str) -> None:
    state = dvergar.game("caverna", players=3, harvest_reveal=reveal).start(4)
    chance = Chance(4)
    while not state.over:
        seat = state.seat
        assert tell(state.imagine(seat, 1), seat) == tell(state.imagine(seat, 2), seat)
        moves = state.moves(free=False)
        state.play(moves[chance.below(len(moves))])


def test_they_hold_the_points_as_they_stand_and_the_hand_made_estimate() -> None:
    state = dvergar.game("caverna", players=2).start(1)
    estimate = evaluate("caverna")
    assert estimate is not None
    numbers = told(state, 0)
    score = state.scores()[0]
    for line, points in score.lines:
        assert numbers[f"score.{line}"] == points
    parts = [number for name, number in numbers.items() if name.startswith("estimate.")]
    assert math.isclose(sum(parts), estimate(state, 0))


def test_each_seat_is_told_its_own_things() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(1)
    state.play(state.game.move("place wood_gathering"))
    assert told(state, 0)["goods.wood"] == 1
    assert told(state, 1)["goods.wood"] == 0
    assert told(state, 1)["next_player_goods.wood"] == 1
    assert told(state, 0)["family.at_home"] == 1
    assert told(state, 1)["family.at_home"] == 2
    assert told(state, 1)["free.wood_gathering"] == 0
    assert told(state, 1)["free.logging"] == 1


def test_the_middle_of_an_action_is_told_only_to_whoever_acts() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(1)
    state.play(state.game.move("place drift_mining"))
    assert told(state, 0)["using.drift_mining"] == 1
    assert told(state, 1)["using.drift_mining"] == 0
    assert tell(state, 0) != tell(dvergar.game("caverna", players=2).start(1), 0)
