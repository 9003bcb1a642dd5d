"""Forest and mountain: where tiles may lie, what they uncover, fences, stables and sowing."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    furnished,
    goods,
    land,
    lines,
    names,
    player,
    real,
    starting,
    table,
)

MOUNTAIN = [f"r{row}c{col}" for row in range(4) for col in (3, 4, 5)]
FOREST = [f"r{row}c{col}" for row in range(4) for col in (0, 1, 2)]
FULL_MOUNTAIN = {cell: "tunnel" for cell in MOUNTAIN if cell not in ("r2c3", "r3c3")}


def twins(state: Any, first: str) -> set[frozenset[str]]:
    """The pairs of cells on which a twin tile may lie."""
    return {frozenset(name.split()[1::2]) for name in starting(state, first)}


def clearing(**seat: Any) -> Any:
    """A table at which seat 0 is about to place a meadow with a field."""
    return play(table(seat, piles={"clearing": {"wood": 1}}), "place clearing")


def mining(**seat: Any) -> Any:
    """A table at which seat 0 is about to place a cavern with a tunnel."""
    return play(table(seat, piles={"drift_mining": {"stone": 1}}), "place drift_mining")


def farming(**seat: Any) -> Any:
    """A table at which seat 0 is about to build on Sheep farming, with goods enough."""
    seat = {"goods": {"wood": 20, "stone": 9}, **seat}
    return play(table(seat, round=3, piles={"sheep_farming": {"sheep": 1}}), "place sheep_farming")


def sowing(**seat: Any) -> Any:
    """A table at which seat 0 is about to sow on Slash-and-burn."""
    return play(table(seat), "place slash_and_burn")


@rule("caverna.land.meadow_field", "caverna.land.first_forest_tile")
def test_the_first_forest_tile_lies_before_the_entrance() -> None:
    state = clearing()
    assert twins(state, "meadow") == {frozenset({"r3c2", "r3c1"}), frozenset({"r3c2", "r2c2"})}
    assert len(starting(state, "meadow")) == 4


@rule("caverna.land.first_forest_tile", "caverna.ruby.field_meadow")
def test_the_first_single_tile_lies_before_the_entrance_too() -> None:
    state = table({"goods": {"ruby": 1}})
    assert starting(state, "ruby meadow") == {"ruby meadow r3c2"}
    assert starting(state, "ruby field") == {"ruby field r3c2"}


@rule("caverna.land.forest_adjacent", "caverna.land.adjacent")
@pytest.mark.parametrize("kind", ["meadow", "field", "small_pasture"])
def test_later_forest_tiles_touch_a_field_meadow_or_pasture(kind: str) -> None:
    state = table({"board": {"r3c2": kind}, "goods": {"ruby": 1}})
    assert starting(state, "ruby meadow") == {"ruby meadow r3c1", "ruby meadow r2c2"}


@rule("caverna.land.forest_adjacent")
def test_a_twin_touches_with_one_half() -> None:
    pairs = twins(clearing(board={"r3c2": "meadow"}), "meadow")
    assert pairs == {
        frozenset({"r3c1", "r3c0"}),
        frozenset({"r3c1", "r2c1"}),
        frozenset({"r2c2", "r1c2"}),
        frozenset({"r2c2", "r2c1"}),
    }


@rule("caverna.land.forest_adjacent")
def test_a_stable_is_no_tile_to_touch() -> None:
    state = table({"board": {"r3c2": "field"}, "stables": ["r0c0"], "goods": {"ruby": 1}})
    assert starting(state, "ruby field") == {"ruby field r3c1", "ruby field r2c2"}
    state = table({"stables": ["r0c0"], "goods": {"ruby": 1}})
    assert starting(state, "ruby field") == {"ruby field r3c2"}


@rule("caverna.land.forest_adjacent", "caverna.land.halves_apart")
def test_the_mountain_is_nothing_to_touch() -> None:
    board = {"r3c2": "field", "r1c3": "tunnel", "r0c3": "tunnel"}
    state = table({"board": board, "goods": {"ruby": 1}})
    assert starting(state, "ruby field") == {"ruby field r3c1", "ruby field r2c2"}


@rule("caverna.land.kinds_mix")
def test_fields_and_meadows_may_lie_as_you_like() -> None:
    state = clearing(board={"r3c2": "field"})
    assert {"meadow r3c1 field r3c0", "meadow r3c0 field r3c1"} <= names(state)


@rule("caverna.land.cavern_twins", "caverna.land.mountain_adjacent", "caverna.land.adjacent")
def test_the_first_mountain_tile_touches_the_printed_caverns() -> None:
    state = mining()
    assert twins(state, "cavern") == {
        frozenset({"r1c3", "r0c3"}),
        frozenset({"r1c3", "r1c4"}),
        frozenset({"r2c4", "r1c4"}),
        frozenset({"r2c4", "r2c5"}),
        frozenset({"r2c4", "r3c4"}),
        frozenset({"r3c4", "r3c5"}),
    }
    assert len(starting(state, "cavern")) == 12


@rule("caverna.land.mountain_adjacent")
@pytest.mark.parametrize("kind", ["tunnel", "cavern", "carpenter", "ruby_mine"])
def test_later_mountain_tiles_touch_any_occupied_mountain_space(kind: str) -> None:
    state = table({"board": {"r1c3": kind}, "goods": {"ruby": 1}})
    cells = {name.split()[-1] for name in starting(state, "ruby tunnel")}
    assert cells == {"r0c3", "r1c4", "r2c4", "r3c4"}


@rule("caverna.land.halves_apart", "caverna.setup.home_board")
def test_no_tile_lies_across_the_border() -> None:
    board = {cell: "meadow" for cell in FOREST if cell != "r0c2"}
    assert starting(clearing(board=board), "meadow") == set()
    assert all(cell in MOUNTAIN for pair in twins(mining(), "cavern") for cell in pair)


@rule("caverna.land.no_single_instead")
def test_without_room_for_a_twin_there_is_no_tile_at_all() -> None:
    board = {cell: "meadow" for cell in FOREST if cell not in ("r0c0", "r3c0")}
    state = clearing(board=board)
    assert state.seat == 1
    assert goods(state) == {"wood": 1}
    assert "place slash_and_burn" not in names(table({"board": board}))
    rock = {cell: kind for cell, kind in FULL_MOUNTAIN.items() if cell not in ("r0c5", "r3c5")}
    assert mining(board=rock).seat == 1


@rule("caverna.land.boar_preserve")
@pytest.mark.parametrize(
    ("board", "twin"),
    [
        ({"r3c2": "meadow", "r2c2": "meadow"}, "meadow r1c2 field r0c2"),
        ({"r3c2": "meadow", "r3c1": "meadow"}, "meadow r2c1 field r2c0"),
    ],
)
def test_covering_a_preserve_gives_a_boar(board: dict[str, str], twin: str) -> None:
    assert goods(play(clearing(board=board), twin)) == {"wood": 1, "boar": 1}


@rule("caverna.land.boar_preserve", "caverna.animal.excess")
def test_the_boar_is_eaten_where_it_finds_no_room() -> None:
    board = {"r3c2": "meadow", "r3c1": "meadow"}
    state = play(clearing(board=board, goods={"sheep": 2}), "meadow r2c1 field r2c0")
    assert real(state) == {"butcher boar", "butcher sheep"}
    play(state, "butcher boar")
    assert goods(state) == {"wood": 1, "food": 2, "sheep": 2}


@rule("caverna.land.stream")
@pytest.mark.parametrize("twin", ["meadow r3c2 field r3c1", "meadow r3c1 field r3c2"])
def test_covering_the_stream_gives_a_food(twin: str) -> None:
    assert goods(play(clearing(), twin)) == {"wood": 1, "food": 1}


@rule("caverna.land.underground_water")
@pytest.mark.parametrize(
    ("board", "twin", "food"),
    [
        ({}, "cavern r3c4 tunnel r3c5", 1),
        ({"r2c4": "tunnel", "r2c5": "tunnel"}, "cavern r1c5 tunnel r0c5", 2),
        ({"r2c4": "tunnel", "r1c4": "tunnel"}, "cavern r0c4 tunnel r0c5", 2),
    ],
)
def test_covering_a_lake_gives_food(board: dict[str, str], twin: str, food: int) -> None:
    assert goods(play(mining(board=board), twin)) == {"stone": 1, "food": food}


@rule("caverna.land.stream", "caverna.land.boar_preserve", "caverna.land.underground_water")
def test_no_other_space_gives_anything() -> None:
    assert goods(play(clearing(), "meadow r3c2 field r2c2")) == {"wood": 1}
    assert goods(play(mining(), "cavern r1c3 tunnel r0c3")) == {"stone": 1}


@rule("caverna.land.rewards_any_tile")
@pytest.mark.parametrize(
    ("board", "move", "reward"),
    [
        ({"r3c2": "field"}, "ruby meadow r3c1", {"food": 1}),
        ({"r3c2": "field", "r3c1": "field", "r3c0": "field"}, "ruby field r2c0", {"boar": 1}),
        ({}, "ruby tunnel r3c4", {"food": 1}),
        ({"r2c4": "tunnel", "r2c5": "tunnel", "r1c5": "tunnel"}, "ruby cavern r0c5", {"food": 2}),
    ],
)
def test_single_tiles_give_the_rewards_too(
    board: dict[str, str], move: str, reward: dict[str, int]
) -> None:
    state = table({"board": board, "goods": {"ruby": 2}})
    play(state, move)
    assert {good: count for good, count in goods(state).items() if good != "ruby"} == reward


@rule("caverna.land.rewards_any_tile")
def test_looted_tiles_give_the_rewards_too() -> None:
    state = table({"weapons": [14, 14], "board": {"r3c2": "field"}})
    play(state, "place logging", "loot meadow", "lay meadow r3c1")
    assert goods(state) == {"food": 1}


@rule("caverna.land.no_reward_for_stable")
def test_a_stable_gives_no_reward_but_a_meadow_under_it_does() -> None:
    state = play(farming(goods={"stone": 1}), "stable r3c1")
    assert goods(state) == {"sheep": 1}
    board = {"r3c2": "meadow"}
    assert goods(play(clearing(board=board, stables=["r3c1"]), "meadow r3c1 field r3c0")) == {
        "wood": 1,
        "food": 1,
    }


@rule("caverna.land.meadow_under_stable")
def test_only_a_meadow_is_laid_under_a_stable() -> None:
    state = clearing(stables=["r3c2"])
    assert starting(state, "meadow") == {"meadow r3c2 field r3c1", "meadow r3c2 field r2c2"}
    play(state, "meadow r3c2 field r2c2")
    assert player(state)["board"]["r3c2"]["stable"]
    state = table({"stables": ["r3c2"], "goods": {"ruby": 1}})
    assert starting(state, "ruby meadow") == {"ruby meadow r3c2"}
    assert starting(state, "ruby field") == set()


@rule("caverna.land.meadow_under_stable")
def test_a_twin_covers_no_two_stables() -> None:
    state = clearing(board={"r3c2": "meadow"}, stables=["r3c1", "r3c0"])
    assert frozenset({"r3c1", "r3c0"}) not in twins(state, "meadow")
    assert "meadow r3c1 field r2c1" in names(state)


@rule("caverna.land.ore_mine", "caverna.land.adjacent")
def test_an_ore_mine_lies_on_two_adjacent_tunnels() -> None:
    board = {
        "r2c4": "tunnel",
        "r1c4": "tunnel",
        "r1c5": "cavern",
        "r0c5": "tunnel",
        "r3c4": "ruby_mine",
    }
    state = play(table({"board": board}, round=3), "place ore_mine_construction")
    assert real(state) == {"ore_mine r2c4 deep_tunnel r1c4", "ore_mine r1c4 deep_tunnel r2c4"}


@rule("caverna.land.ore_mine.not_deep")
def test_an_ore_mine_never_lies_on_a_deep_tunnel() -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r1c4": "tunnel"}
    assert "place ore_mine_construction" not in names(table({"board": board}, round=3))


@rule("caverna.land.ruby_mine")
def test_a_ruby_mine_lies_on_an_empty_tunnel_of_either_kind() -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r1c4": "tunnel", "r1c5": "ruby_mine"}
    state = play(table({"board": board}, round=6), "place ruby_mine_construction")
    assert real(state) == {"ruby_mine r2c4", "ruby_mine r1c4"}
    assert goods(play(state.copy(), "ruby_mine r2c4")) == {"ruby": 1}
    assert goods(play(state, "ruby_mine r1c4")) == {}


@rule("caverna.land.ruby_mine", "caverna.placing.something_to_do")
def test_without_a_tunnel_there_is_no_ruby_mine() -> None:
    assert "place ruby_mine_construction" not in names(table(round=6))


@rule("caverna.land.fences.small")
def test_a_small_pasture_costs_two_wood() -> None:
    state = play(farming(board={"r3c2": "meadow"}, goods={"wood": 3}), "small_pasture r3c2")
    assert land(state, "r3c2") == "small_pasture"
    assert goods(state) == {"wood": 1, "sheep": 1}


@rule("caverna.land.fences.large")
def test_a_large_pasture_costs_four_wood_and_needs_two_adjacent_meadows() -> None:
    board = {"r3c2": "meadow", "r2c2": "field", "r3c1": "meadow", "r1c2": "meadow"}
    state = farming(board=board, goods={"wood": 4})
    [large] = starting(state, "large_pasture")
    assert set(large.split()[1:]) == {"r3c2", "r3c1"}
    play(state, large)
    assert land(state, "r3c2") == land(state, "r3c1") == "large_pasture"
    assert goods(state) == {"sheep": 1}


@rule("caverna.land.fences.small", "caverna.land.fences.large")
def test_fences_need_their_wood() -> None:
    board = {"r3c2": "meadow", "r3c1": "meadow"}
    assert farming(board=board, goods={"wood": 1}).seat == 1
    state = farming(board=board, goods={"wood": 3})
    assert starting(state, "large_pasture") == set()
    assert starting(state, "small_pasture") == {"small_pasture r3c2", "small_pasture r3c1"}


@rule("caverna.land.fences.one_each")
def test_one_small_and_one_large_pasture_at_a_time() -> None:
    board = {f"r{row}c2": "meadow" for row in range(4)} | {"r3c1": "meadow", "r2c1": "meadow"}
    state = farming(board=board, goods={"wood": 20})
    play(state, "small_pasture r0c2")
    assert starting(state, "small_pasture") == set()
    play(state, sorted(starting(state, "large_pasture"))[0])
    assert state.seat == 1
    assert goods(state)["wood"] == 14


@rule("caverna.land.fences.only_meadows", "caverna.land.fences.final")
def test_only_meadows_are_fenced() -> None:
    board = {
        "r3c2": "field",
        "r2c2": "small_pasture",
        "r1c2 r0c2": "large_pasture",
        "r3c1": "meadow",
        "r2c1": "small_pasture",
    }
    state = farming(board=board)
    assert starting(state, "small_pasture") == {"small_pasture r3c1"}
    assert starting(state, "large_pasture") == set()


@rule("caverna.land.fences.keep_stable")
def test_the_stable_stays_in_the_pasture() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow"}
    state = farming(board=board, stables=["r3c2", "r2c2"], goods={"wood": 4})
    [large] = starting(state, "large_pasture")
    play(state, large)
    assert player(state)["board"]["r3c2"]["stable"]
    assert player(state)["board"]["r2c2"]["stable"]


@rule("caverna.land.stable", "caverna.land.stable.where_not")
def test_a_stable_costs_a_stone_and_stands_in_forest_meadow_or_pasture() -> None:
    board = {
        "r3c2": "field",
        "r2c2": "meadow",
        "r1c2": "small_pasture",
        "r2c1 r1c1": "large_pasture",
    }
    state = farming(board=board, stables=["r0c0"], goods={"stone": 2})
    cells = {name.split()[1] for name in starting(state, "stable")}
    assert cells == set(FOREST) - {"r3c2", "r0c0"}
    play(state, "stable r0c1")
    assert goods(state) == {"stone": 1, "sheep": 1}
    assert player(state)["board"]["r0c1"]["stable"]


@rule("caverna.land.stable")
def test_a_stable_needs_its_stone() -> None:
    assert farming(goods={}).seat == 1


@rule("caverna.land.stable.three")
def test_there_are_three_stables() -> None:
    state = farming(stables=["r0c0", "r0c1"])
    play(state, "stable r1c1")
    assert player(state)["stables"] == 0
    assert farming(stables=["r0c0", "r0c1", "r3c0"]).seat == 1


@rule("caverna.land.stable.two_on_large")
def test_two_stables_on_a_large_pasture() -> None:
    board = {"r3c2 r2c2": "large_pasture"}
    state = play(farming(board=board, stables=["r3c2"]), "stable r2c2")
    assert player(state)["board"]["r2c2"]["stable"]


@rule("caverna.land.sow")
def test_sown_grain_becomes_three() -> None:
    state = sowing(board={"r3c2": "field"}, goods={"grain": 1})
    play(state, "sow grain")
    assert player(state)["board"]["r3c2"]["grain"] == 3
    assert goods(state) == {}


@rule("caverna.land.sow.vegetable")
def test_a_sown_vegetable_becomes_two() -> None:
    state = play(sowing(board={"r3c2": "field"}, goods={"vegetable": 1}), "sow vegetable")
    assert player(state)["board"]["r3c2"]["vegetable"] == 2
    assert goods(state) == {}


@rule("caverna.land.sow.two_each")
def test_two_grain_and_two_vegetables_at_a_time() -> None:
    board = {f"r{row}c{col}": "field" for row in (2, 3) for col in (0, 1, 2)}
    state = sowing(board=board, goods={"grain": 5, "vegetable": 5})
    play(state, "sow grain", "sow vegetable", "sow grain")
    assert real(state) == {"done", "sow vegetable"}
    play(state, "sow vegetable")
    assert state.seat == 1
    sown = player(state)["board"].values()
    assert sorted(cell["grain"] for cell in sown) == [0] * 6 + [3, 3]
    assert sorted(cell["vegetable"] for cell in sown) == [0] * 6 + [2, 2]


@rule("caverna.land.sow.two_each")
def test_sowing_may_stop_early() -> None:
    board = {"r3c2": "field", "r3c1": "field"}
    state = play(sowing(board=board, goods={"grain": 2}), "sow grain", "done")
    assert goods(state) == {"grain": 1}


@rule("caverna.land.sow.needs")
def test_sowing_needs_the_crop_and_an_empty_field() -> None:
    state = sowing(board={"r3c2": "field"}, goods={"grain": 1})
    assert starting(state, "sow") == {"sow grain"}
    state = sowing(board={"r3c2": "field"}, crops={"r3c2": "grain 1"}, goods={"grain": 1})
    assert starting(state, "sow") == set()
    state = sowing(board={"r3c2": "field"})
    assert starting(state, "sow") == set()


@rule("caverna.furnish.final", "caverna.land.mountain_adjacent")
def test_no_tile_is_laid_on_another() -> None:
    board = {"r2c3": "carpenter", "r2c4": "cavern", "r1c3": "tunnel"}
    state = mining(board=board)
    covered = {"r2c3", "r3c3", "r2c4", "r1c3"}
    assert not covered & {cell for pair in twins(state, "cavern") for cell in pair}
    assert furnished(state) == ["carpenter"]


@rule("caverna.land.meadow_field")
def test_a_placed_tile_makes_two_spaces_used() -> None:
    assert lines(play(clearing(), "meadow r3c2 field r2c2"))["unused_spaces"] == -20
