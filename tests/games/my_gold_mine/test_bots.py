"""The bots of My Gold Mine: their chances are exact, they do not peek, and they play well."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.info import load
from dvergar.core.registry import evaluate
from dvergar.lab import simulate
from dvergar.testing import play_out

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

dragon_chance = load("dvergar.games.my_gold_mine.rules.actions:dragon_chance")


def counted_chance(hidden: int, dragons: int, bared: int, moves: int) -> float:
    """The same chance, counted over every order of a small deck."""
    orders = set(permutations([True] * dragons + [False] * (hidden - dragons)))
    return sum(dragons_that_come(order, bared) >= moves for order in orders) / len(orders)


def dragons_that_come(deck: tuple[bool, ...], bared: int) -> int:
    """How many dragons are bared while gold is bared so many times, or until no card is left."""
    come = gold = 0
    for is_dragon in deck:
        if gold == bared:
            break
        come += is_dragon
        gold += not is_dragon
    return come


@pytest.mark.parametrize("hidden", range(1, 8))
def test_the_chance_of_the_dragon_is_exact(hidden: int) -> None:
    for dragons in range(hidden + 1):
        for bared in range(hidden + 2):
            for moves in range(dragons + 2):
                exact = counted_chance(hidden, dragons, bared, moves)
                told = dragon_chance(hidden=hidden, dragons=dragons, bared=bared, moves=moves)
                assert told == pytest.approx(exact), (hidden, dragons, bared, moves)


def test_no_dragon_comes_where_none_is_hidden_or_nothing_is_bared() -> None:
    assert dragon_chance(hidden=10, dragons=0, bared=5, moves=1) == 0
    assert dragon_chance(hidden=10, dragons=9, bared=0, moves=1) == 0
    assert dragon_chance(hidden=0, dragons=0, bared=3, moves=1) == 0
    assert dragon_chance(hidden=10, dragons=9, bared=1, moves=0) == 1


@pytest.mark.parametrize("name", ["careful", "bold", "random"])
def test_a_bot_does_not_look_at_what_it_cannot_know(name: str) -> None:
    """Two positions that differ in face-down cards only get the same answer."""
    for seed in range(4):
        state = dvergar.game("my_gold_mine", players=4).start(seed)
        moves = 0
        while not state.over:
            twin = state.imagine(None, seed + 1)
            assert twin.view(state.seat) == state.view(state.seat)
            chosen = bots.make(name, moves, "my_gold_mine").choose(state.imagine(state.seat, 5))
            again = bots.make(name, moves, "my_gold_mine").choose(twin.imagine(state.seat, 6))
            assert chosen == again
            state.play(chosen)
            moves += 1


@pytest.mark.parametrize("name", ["careful", "bold", "random"])
@pytest.mark.parametrize(
    "options",
    [
        *({"players": players} for players in range(2, 7)),
        {"players": 2, "two_player_variant": False},
        {"red_door_at_dragon": "burn"},
        {"red_door_at_dragon": "forbid"},
        {"dragon_timing": "before_move"},
    ],
    ids=str,
)
def test_a_bot_finishes_its_games(name: str, options: dict[str, Any]) -> None:
    results = simulate("my_gold_mine", options, [name], games=2, seed=3)
    assert results.games == 2


def test_careful_beats_random_clearly() -> None:
    results = simulate("my_gold_mine", {"players": 2}, ["careful", "random"], games=60, seed=1)
    assert results.tallies["careful"].win_rate > 0.8
    results = simulate("my_gold_mine", {"players": 4}, ["careful", *["random"] * 3], 60, seed=1)
    assert results.tallies["careful"].win_rate > 0.5, "a quarter would be luck"


def test_bold_beats_random_clearly() -> None:
    results = simulate("my_gold_mine", {"players": 2}, ["bold", "random"], games=60, seed=1)
    assert results.tallies["bold"].win_rate > 0.7


def test_bots_of_different_temper_choose_differently() -> None:
    game = dvergar.game("my_gold_mine")
    careful, bold = (bots.make(name, 1, "my_gold_mine") for name in ("careful", "bold"))
    state = game.start(2)
    differ = 0
    while not state.over:
        move = ask(careful, state, 1)
        differ += ask(bold, state, 1) != move
        state.play(move)
    assert differ > 0


def test_careful_leaves_when_the_dragon_is_next_and_digs_when_it_is_far() -> None:
    game: Any = dvergar.game("my_gold_mine")
    careful = bots.make("careful", 1, "my_gold_mine")
    near = game.position(dwarfs=[3, 3, 3], dragon=4, extraction=["plain"], piles=[["red"] * 4] * 3)
    far = game.position(dwarfs=[1, 1, 1], dragon=8, extraction=["blue"])
    assert game.name(ask(careful, near, 1)) == "draw exit"
    assert game.name(ask(careful, far, 1)) == "dig"


def test_the_estimate_is_the_score_where_nothing_is_left_to_happen() -> None:
    estimate = evaluate("my_gold_mine")
    assert estimate is not None
    for seed in range(5):
        state = play_out(dvergar.game("my_gold_mine").start(seed), seed)
        assert [estimate(state, seat) for seat in range(3)] == [
            score.total for score in state.scores()
        ]


def test_the_estimate_grows_with_gold_and_with_the_way_already_gone() -> None:
    estimate = evaluate("my_gold_mine")
    assert estimate is not None
    game: Any = dvergar.game("my_gold_mine")

    def worth(place: int, cards: list[str], dragon: int = 8) -> float:
        return estimate(
            game.position(dwarfs=[place, 3, 3], dragon=dragon, piles=[cards, [], []]), 0
        )

    assert worth(3, ["red"]) > worth(3, ["plain"]) > worth(3, []) == 0
    assert worth(1, ["red"]) > worth(4, ["red"])
    assert worth(3, ["red"], dragon=8) > worth(3, ["red"], dragon=4)
