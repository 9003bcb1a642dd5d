"""The round of a state is the one of its view, though no view is built for it."""

from __future__ import annotations

import random

import pytest

import dvergar
from dvergar.core.registry import games


@pytest.mark.parametrize("slug", sorted(games()))
def test_progress_says_what_the_view_says(slug: str) -> None:
    for seed in range(3):
        game = dvergar.game(slug, players=games()[slug].players[seed % 2])
        chance, state = random.Random(seed), game.start(seed)
        while not state.over:
            view = state.view(None)
            assert state.progress() == (view.get("round"), view.get("rounds"))
            state.play(chance.choice(state.moves()))
        view = state.view(None)
        assert state.progress() == (view.get("round"), view.get("rounds"))
