"""In a notebook a position shows its table, in the interpreter a short text, and no secret."""

from __future__ import annotations

import html
import subprocess
import sys

import pytest

import dvergar
from dvergar.core import registry
from dvergar.core.chance import Chance
from dvergar.core.game import State
from tests import toy

GAMES = [("caverna", 1), ("caverna", 7), ("cave_vs_cave", 2), ("my_gold_mine", 4)]


def some_position(slug: str, players: int, moves: int = 25) -> State:
    state = dvergar.game(slug, players=players).start(seed=players)
    chance = Chance(players)
    for _ in range(moves):
        if not state.over:
            choices = state.moves()
            state.play(choices[chance.below(len(choices))])
    return state


def drawn(state: State) -> str:
    return html.unescape(state._repr_html_())


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_a_notebook_draws_the_table_without_a_server(slug: str, players: int) -> None:
    shown = drawn(some_position(slug, players))
    assert shown.startswith("<iframe sandbox srcdoc=")
    assert f"at-{slug}" in shown
    assert "<script" not in shown
    assert 'href="/static' not in shown
    assert "Round 1 begins" not in shown, "nothing is told that did not happen here"


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_positions_that_look_alike_to_the_seat_that_decides_show_alike(
    slug: str, players: int
) -> None:
    state = some_position(slug, players)
    other = state.imagine(state.seat, 99)
    assert drawn(state) == drawn(other)
    assert str(state) == str(other)
    assert repr(state) == repr(other)


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_the_text_of_a_position_is_short(slug: str, players: int) -> None:
    state = some_position(slug, players)
    lines = str(state).splitlines()
    assert len(lines) < 25
    assert max(map(len, lines)) <= 80
    assert lines[-1] == state.prompt("en").addressed(state.game.seat_names("en"))
    assert len(repr(state)) < 80
    assert "\n" not in repr(state)


def test_the_end_of_a_game_shows_its_scores() -> None:
    state = some_position("my_gold_mine", 3, 10_000)
    assert repr(state).startswith("<State of my_gold_mine, players=3: over, points ")
    assert 'id="scores"' in drawn(state)


def test_a_game_that_no_page_knows_is_shown_as_text() -> None:
    registry.register(toy.INFO)
    try:
        state = dvergar.game(toy.INFO.slug).start(seed=1)
        assert drawn(state).startswith("<iframe")
    finally:
        del registry.games()[toy.INFO.slug]
    assert drawn(state).startswith("<pre>")


def test_whoever_only_plays_loads_no_page() -> None:
    code = "import sys, dvergar; s = dvergar.game('caverna').start(seed=1); repr(s), str(s)"
    check = "; print(any(name.startswith('dvergar.web') for name in sys.modules))"
    said = subprocess.run(
        [sys.executable, "-c", code + check], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "False", said.stderr
