"""Random games of every kind keep the rules: played under the eyes of a referee."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

import dvergar
from dvergar.core import registry
from tests.campaigns import go_on
from tests.games.caverna.campaign import (
    COUNTS,
    Player,
    campaign,
    check_forms,
    every_option,
    refereed_game,
)
from tests.games.caverna.referee.watching import Referee

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

LONG_GAMES, PARTS, RARELY = 100_000, 8, 12
RULES = registry.games()["caverna"].rules_version


@pytest.mark.parametrize("players", COUNTS)
def test_whole_games_agree_with_the_referee_after_every_move(players: int) -> None:
    tables = every_option(players)
    for seed in range(20):
        refereed_game(tables[seed % len(tables)], 100 * players + seed, free=seed % 2 == 0)


@pytest.mark.parametrize("players", COUNTS)
def test_copies_texts_and_pickles_have_the_same_future(players: int) -> None:
    options = every_option(players)[0]
    game = dvergar.game("caverna", **options)
    state, player, dice = game.start(3), Player(3, free=True), random.Random(3)
    points = set(dice.sample(range(60 * players), 4))
    for number in range(20_000):
        if state.over:
            break
        if number in points:
            check_forms(game, state, 5, futures=True)
        state.play(player.choose(state))


@settings(max_examples=25)
@given(
    players=st.integers(min_value=1, max_value=7),
    seed=st.integers(min_value=0, max_value=2**64 - 1),
    numbers=st.lists(st.integers(min_value=0, max_value=40), min_size=1, max_size=60),
)
def test_any_way_of_playing_agrees_with_the_referee(
    players: int, seed: int, numbers: list[int]
) -> None:
    game = dvergar.game("caverna", players=players)
    state = game.start(seed)
    referee = Referee(game, state)
    for place in range(4000):
        if state.over:
            break
        moves = state.moves(free=place % 5 == 0)
        state.play(moves[numbers[place % len(numbers)] % len(moves)])
        referee.read(state)
    referee.check(state)
    assert state.over


def test_the_start_is_worth_28_points_less_than_nothing() -> None:
    for players in COUNTS:
        state = dvergar.game("caverna", players=players).start(1)
        assert [score.total for score in state.scores()] == [-28] * players


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_games_agree_with_the_referee(part: int) -> None:
    def play(games: int, first: int) -> int:
        return campaign(games, first, placements=RARELY)

    total = LONG_GAMES // PARTS
    first = 1_000_000 * (1 + part)
    assert go_on(f"caverna-campaign-{part}", RULES, total, play, first) >= total
