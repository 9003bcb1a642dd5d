"""The bots of the study of what wins in Caverna keep their rules, and are `hard` otherwise."""

from __future__ import annotations

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import Bot, ask
from dvergar.core.sets import has
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.state.state import State
from tools.what_wins.bots import (
    AnyOpening,
    AnyPlacement,
    Held,
    NoChildren,
    NoExpeditions,
    OnlyDwellings,
    OutForTiles,
    TilesThroughout,
    armed,
    children,
    is_placement,
    rooms,
)
from tools.what_wins.lots import drawn_placement, drawn_tiles

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
        until = 0

    hard = [bots.load("hard", seed, "caverna") for seed in (1, 2)]
    assert played([Free(1), Free(2)], 3).key(0) == played(hard, 3).key(0)


def test_who_is_out_for_a_tile_furnishes_it() -> None:
    seed = next(seed for seed in range(99) if "working_cave" in drawn_tiles(seed))
    wanting, other = played([OutForTiles(seed), bots.load("hard", 2, "caverna")], 8).players
    tile = TILES.index("working_cave")
    assert (has(wanting.built, tile), has(other.built, tile)) == (True, False)


def test_only_the_placement_that_was_drawn_goes_anywhere() -> None:
    def placements(bot: Bot) -> list[str]:
        state = dvergar.game("caverna", players=2).start(seed=4)
        other, question = bots.load("hard", 9, "caverna"), 0
        made: list[str] = []
        while len(made) < 3:
            question += 1
            move = ask(other if state.seat else bot, state, question)
            if not state.seat and is_placement(move):
                made.append(state.game.name(move))
            state.play(move)
        return made

    seconds = [seed for seed in range(30) if drawn_placement(seed) == 2]
    made = {seed: placements(AnyPlacement(seed)) for seed in seconds}
    hard = {seed: placements(bots.load("hard", seed, "caverna")) for seed in seconds[:2]}
    assert all(made[seed][0] == hard[seed][0] for seed in hard)
    assert len({second for _, second, _ in made.values()}) > 2


def test_a_first_placement_by_lot_goes_anywhere() -> None:
    state = dvergar.game("caverna", players=2).start(seed=4)
    names = {state.game.name(ask(AnyOpening(seed), state, 1)) for seed in range(60)}
    assert names == {state.game.name(move) for move in state.moves(free=False)}
