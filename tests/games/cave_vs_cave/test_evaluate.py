"""The estimate that bots play by: sane, blind to what is hidden, and good enough to win."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from dvergar.core.registry import evaluate
from tests.games.cave_vs_cave.printed import GOODS
from tests.games.cave_vs_cave.tables import cave, seat, table

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]


def estimate() -> Callable[[Any, int], float]:
    """The game's own estimate."""
    found = evaluate("cave_vs_cave")
    assert found is not None
    return found


@pytest.mark.parametrize("players", [1, 2])
def test_the_estimate_is_a_number_and_changes_nothing(players: int) -> None:
    worth = estimate()
    state = cave(players).start(seed=1)
    dice = random.Random(1)
    while not state.over:
        before = state.text()
        for number in range(players):
            value = worth(state, number)
            assert math.isfinite(value)
            assert -50 < value < 250
        assert state.text() == before
        state.play(dice.choice(state.moves()))
    for number in range(players):
        assert worth(state, number) == pytest.approx(state.scores()[number].total, abs=1)


@pytest.mark.parametrize("players", [1, 2])
def test_the_estimate_does_not_look_at_what_is_hidden(players: int) -> None:
    worth = estimate()
    state = cave(players).start(seed=2)
    dice = random.Random(2)
    while not state.over:
        for number in range(players):
            twins = {worth(state.imagine(number, seed), number) for seed in range(3)}
            assert twins == {worth(state, number)}
        state.play(dice.choice(state.moves()))


@pytest.mark.parametrize("good", GOODS)
def test_more_goods_are_not_worth_less(good: str) -> None:
    worth = estimate()
    values = [worth(table(seat(goods={good: number}), around=4), 0) for number in range(7)]
    assert values == sorted(values)


def test_a_point_is_worth_a_point_at_the_end() -> None:
    taken = ["cultivation", "housework", "excavation", "undergrowth", "furnishing", "masonry"]
    worth = estimate()
    poor, rich = (
        worth(table(seat(gold=gold), around=8, taken=[*taken, "undermining"]), 0) for gold in (1, 9)
    )
    assert rich - poor == pytest.approx(8, abs=1)


def total(seed: int, greedy: bool) -> int:
    """What is scored alone by chance, or by always going where the estimate is best."""
    worth = estimate()
    state = cave(1).start(seed=seed)
    dice = random.Random(seed)

    def after(move: int) -> float:
        copy = state.imagine(0, 1)
        copy.play(move)
        return worth(copy, 0)

    while not state.over:
        moves = state.moves(free=False)
        state.play(max(moves, key=after) if greedy else dice.choice(moves))
    return int(state.scores()[0].total)


def test_following_the_estimate_beats_chance() -> None:
    seeds = range(3)
    assert sum(total(seed, True) for seed in seeds) > sum(total(seed, False) for seed in seeds)
