"""Walls: where they are built, how many there are, and how they go again."""

from __future__ import annotations

import random

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import EDGES
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    gained,
    names,
    real,
    seat,
    starting,
    told,
    turn,
    walls,
)

SEVEN = list(EDGES[:7])
BUILDERS = ["masonry", "renovation"]


@rule("cave_vs_cave.wall.build", "cave_vs_cave.cave.edges", "cave_vs_cave.cave.entrance")
@pytest.mark.parametrize("tile", BUILDERS)
def test_a_wall_may_stand_on_any_inner_edge(tile: str) -> None:
    state = turn(tile, seat(gold=2))
    assert starting(state, "wall") == set(EDGES)
    assert len(starting(state, "wall")) == 14


@rule("cave_vs_cave.wall.build")
@pytest.mark.parametrize("tile", BUILDERS)
@pytest.mark.parametrize("edge", EDGES)
def test_a_wall_takes_one_token(tile: str, edge: str) -> None:
    state = play(turn(tile, seat({"r2c0": "shelf"}, gold=2, dug=["r1c0"])), f"wall {edge}")
    assert walls(state) == {edge}
    assert state.view(None)["walls"] == 6
    assert told(state, "wall") == [{"edge": edge}]


@rule("cave_vs_cave.wall.one_per_edge")
@pytest.mark.parametrize("seed", range(10))
def test_an_edge_takes_one_wall_only(seed: int) -> None:
    built = random.Random(seed).sample(EDGES, 1 + seed % 6)
    state = turn("masonry", seat(walls=built))
    assert starting(state, "wall") == set(EDGES) - set(built)


@rule("cave_vs_cave.wall.one_per_edge")
def test_the_same_edge_of_both_caves_takes_a_wall_each() -> None:
    state = turn("masonry", seat(), seat(walls=["r0c0|r0c1"]))
    play(state, "wall r0c0|r0c1")
    assert walls(state, 0) == walls(state, 1) == {"r0c0|r0c1"}
    assert state.view(None)["walls"] == 5


@rule("cave_vs_cave.wall.supply", "cave_vs_cave.setup.walls")
@pytest.mark.parametrize("mine", range(8))
def test_seven_tokens_are_for_both_together(mine: int) -> None:
    state = turn("masonry", seat(walls=SEVEN[:mine]), seat(walls=SEVEN[mine:]))
    assert state.view(None)["walls"] == 0
    assert starting(state, "wall") == set()


@rule("cave_vs_cave.wall.supply")
def test_the_last_token_can_be_built() -> None:
    state = turn("masonry", seat(walls=SEVEN[:3]), seat(walls=SEVEN[4:]))
    play(state, "wall r4c1|r4c2")
    assert state.view(None)["walls"] == 0


@rule("cave_vs_cave.wall.supply")
def test_without_a_token_the_other_parts_remain() -> None:
    state = turn("masonry", seat(), seat(walls=SEVEN))
    assert real(state) == {
        *(f"use entrance {good}" for good in ("wood", "stone", "grain", "flax")),
        *("gain wood", "gain stone", "done"),
    }
    assert gained(state, "gain wood", "use entrance wood") == {"wood": 2}
    assert state.seat == 1
    state = turn("renovation", seat(gold=2), seat(walls=SEVEN))
    assert starting(state, "wall") == set()
    assert "furnish shelf" in names(state)


@rule("cave_vs_cave.wall.breach_own")
def test_only_own_tokens_can_be_removed() -> None:
    state = turn("breach", seat(walls=SEVEN[:2]), seat(walls=SEVEN[3:5]))
    assert real(state) == {"done", *(f"breach {edge}" for edge in SEVEN[:2])}


@rule("cave_vs_cave.wall.breach_own")
@pytest.mark.parametrize("edge", EDGES)
def test_any_own_token_can_be_removed(edge: str) -> None:
    rooms = {"r2c0": "shelf", "r1c0": "spinning_wheel"}
    state = turn("breach", seat(rooms, walls=[edge], goods=NONE))
    assert gained(state, f"breach {edge}") == {"stone": 2, "food": 3, "gold": 1}
    assert walls(state) == set()
    assert told(state, "breach") == [{"edge": edge}]


@rule("cave_vs_cave.wall.breach_supply")
def test_a_removed_token_can_be_built_again_at_once() -> None:
    state = turn("breach", seat(walls=SEVEN))
    play(state, f"breach {SEVEN[0]}")
    assert state.view(None)["walls"] == 1
    play(state, "take masonry")
    assert starting(state, "wall") == set(EDGES)
    play(state, "wall r0c0|r0c1")
    assert state.view(None)["walls"] == 0


@rule("cave_vs_cave.wall.build")
def test_one_may_wall_oneself_in() -> None:
    state = turn("masonry", seat(walls=["r3c0|r3c1", "r3c0|r4c0"]))
    play(state, "wall r2c0|r3c0", "done", "take cultivation", "done", "take excavation")
    assert starting(state, "dig") == set()


@rule("cave_vs_cave.wall.both_cells")
def test_a_token_counts_for_both_cells() -> None:
    # With the token between them both r2c0 and r2c1 have a second, opposite wall.
    me = seat({"r1c0": "shelf"}, goods=PLENTY, dug=["r2c1"], walls=["r2c0|r2c1"])
    state = turn("renovation", me, seat(gold=0))
    play(state, "furnish tunnel")
    assert starting(state, "into") == {"r2c0", "r2c1"}
