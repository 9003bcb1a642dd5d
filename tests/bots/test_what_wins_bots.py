"""The bots of the study of what wins in Caverna keep their rules, and are `hard` otherwise."""

from __future__ import annotations

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import Bot, ask
from dvergar.games.caverna.state.state import State
from tools.what_wins.bots import (
    AnyOpening,
    Held,
    NoChildren,
    NoExpeditions,
    OnlyDwellings,
    TilesThroughout,
    armed,
    children,
    rooms,
)

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]


def played(seated: list[Bot], rounds: int = 12) -> State:
    """A game between two bots, to its end or to the end of a round."""
    state = dvergar.game("caverna", players=2).start(seed=4)
    assert isinstance(state, State)
    question = 0
    while not state.over and state.round <= rounds:
        question += 1
        state.play(ask(seated[state.seat], state, question))
    return state


def test_what_is_to_be_left_out_is_left_out_to_the_end() -> None:
    unarmed, bare = played([NoExpeditions(1), OnlyDwellings(2)]).players
    assert (armed(unarmed), rooms(bare)) == (0, 0)
    assert rooms(unarmed)
    assert armed(bare)


def test_who_presses_for_tiles_has_more_of_them_and_who_is_to_have_no_children_has_none() -> None:
    pressing, childless = played([TilesThroughout(1), NoChildren(2)]).players
    assert rooms(pressing) > rooms(childless) > 0
    assert children(childless) == 0


def test_a_rule_that_never_applies_leaves_hard_as_it_is() -> None:
    class Free(Held):
        def more(self, player: object, is_early: bool) -> float:  # noqa: ARG002 - never
            return 0.0

    hard = [bots.load("hard", seed, "caverna") for seed in (1, 2)]
    assert played([Free(1), Free(2)], 3).key(0) == played(hard, 3).key(0)


def test_a_first_placement_by_lot_goes_anywhere() -> None:
    state = dvergar.game("caverna", players=2).start(seed=4)
    names = {state.game.name(ask(AnyOpening(seed), state, 1)) for seed in range(60)}
    assert names == {state.game.name(move) for move in state.moves(free=False)}
