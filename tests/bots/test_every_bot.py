"""What holds for every bot of every game: to the end, by its seed alone, without a look behind."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.registry import games
from tests.bots.small import small

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

SPELL = 8
"""So many questions in a row a bot answers before the next one takes its seat."""
THINKING = 2
"""So many seats are taken by bots in turns, the others by chance, which is quick."""


def tables() -> list[Any]:
    """Every game with every number of players."""
    return [
        pytest.param(slug, count, id=f"{slug}-{count}")
        for slug, one in games().items()
        for count in range(one.players[0], one.players[1] + 1)
    ]


def every_bot() -> list[Any]:
    """Every bot of every game."""
    return [
        pytest.param(slug, bot, id=f"{slug}-{bot}") for slug in games() for bot in bots.names(slug)
    ]


def in_the_middle(slug: str, moves: int = 30) -> State:
    """A position of two, some moves of chance after the start."""
    state = dvergar.game(slug, players=2).start(seed=11)
    chance = bots.make("random", seed=3)
    for number in range(moves):
        state.play(ask(chance, state, number))
    return state


def line(state: State, bot: bots.Bot, moves: int) -> list[str]:
    """What a bot plays from a position on, in every seat."""
    state, played = state.copy(), []
    for number in range(moves):
        move = ask(bot, state, derive(7, number))
        played.append(state.game.name(move))
        state.play(move)
    return played


@pytest.mark.parametrize(("slug", "count"), tables())
def test_all_bots_play_to_the_end_with_any_number_of_players(slug: str, count: int) -> None:
    """They take turns in the seats, so each finds a game that it has not played so far."""
    names = bots.names(slug)
    thinkers = [small(name, seed, slug) for seed, name in enumerate(names)]
    state = dvergar.game(slug, players=count).start(seed=count)
    asked = 0
    while not state.over:
        spell = asked // SPELL + state.seat
        name = spell % len(names) if state.seat < THINKING else names.index("random")
        state.play(ask(thinkers[name], state, asked))
        asked += 1
    assert asked > SPELL * len(names)


@pytest.mark.parametrize(("slug", "bot"), every_bot())
def test_the_same_seed_makes_the_same_moves(slug: str, bot: str) -> None:
    state = in_the_middle(slug)
    assert line(state, small(bot, 5, slug), 12) == line(state, small(bot, 5, slug), 12)


@pytest.mark.parametrize(("slug", "bot"), every_bot())
def test_no_bot_looks_at_what_its_seat_cannot_know(slug: str, bot: str) -> None:
    """Two deals that look alike to the seat get the same answer, also from one that remembers."""
    state = in_the_middle(slug, 20)
    here, there = small(bot, 5, slug), small(bot, 5, slug)
    for number in range(6):
        other = state.imagine(state.seat, derive(99, number))
        assert other.key(state.seat) == state.key(state.seat)
        move = ask(here, state, number)
        assert ask(there, other, number) == move
        state.play(move)


@pytest.mark.parametrize(("slug", "bot"), every_bot())
def test_a_bot_whose_memory_is_gone_plays_on(slug: str, bot: str) -> None:
    """A new one in its place answers every question; `ask` refuses what is not allowed."""
    state = in_the_middle(slug)
    for number in range(8):
        state.play(ask(small(bot, derive(5, number // 3), slug), state, number))


@pytest.mark.parametrize(("slug", "bot"), every_bot())
def test_a_bot_takes_a_game_of_another_table_for_what_it_is(slug: str, bot: str) -> None:
    """What it remembers of one game does not mislead it in another."""
    thinker = small(bot, 5, slug)
    line(in_the_middle(slug, 10), thinker, 4)
    assert len(line(in_the_middle(slug, 25), thinker, 4)) == 4
