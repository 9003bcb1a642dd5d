"""How the table stands before the first turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import (
    ALL_TILES,
    BURIED,
    CELLS,
    DARK,
    EDGES,
    ENTRANCE,
    FOOD_CELLS,
    FREE,
    GOODS,
    GROUPS,
    LIGHT,
    START_TILES,
)
from tests.games.cave_vs_cave.tables import cave, cells, goods, names, player, table, told


def start(players: int = 2, seed: int = 1) -> Any:
    return cave(players).start(seed=seed)


@rule("cave_vs_cave.aim.players")
@pytest.mark.parametrize("players", [0, 3, 7])
def test_one_or_two_can_play(players: int) -> None:
    assert {cave(count).players for count in (1, 2)} == {1, 2}
    with pytest.raises(dvergar.OptionError):
        cave(players)


@rule("cave_vs_cave.setup.goods")
@pytest.mark.parametrize("players", [1, 2])
def test_everybody_begins_with_one_of_each_good(players: int) -> None:
    state = start(players)
    for seat in range(players):
        assert goods(state, seat) == dict.fromkeys(GOODS, 1)
        assert list(goods(state, seat)) == list(GOODS)


@rule("cave_vs_cave.setup.light_rooms")
def test_the_six_light_grey_rooms_lie_open() -> None:
    assert start().view(None)["display"] == list(LIGHT)


@rule("cave_vs_cave.cave.cells", "cave_vs_cave.cave.entrance", "cave_vs_cave.cave.free_cell")
@pytest.mark.parametrize("players", [1, 2])
def test_a_cave_has_eleven_cells_nine_of_them_covered(players: int) -> None:
    state = start(players)
    for seat in range(players):
        shown = cells(state, seat)
        assert [cell for cell in shown if cell != "extra"] == list(CELLS)
        states = {cell: shown[cell]["state"] for cell in CELLS}
        assert {cell for cell in CELLS if states[cell] == "face_down"} == set(BURIED)
        assert states[ENTRANCE] == "entrance"
        assert states[FREE] == "empty"
        assert (player(state, seat)["orange"], player(state, seat)["blue"]) == (1, 0)
        assert player(state, seat)["points"] == 0


@rule("cave_vs_cave.cave.food_cells")
def test_two_cells_carry_a_food_symbol() -> None:
    shown = cells(start())
    assert {cell for cell in CELLS if shown[cell]["food"]} == set(FOOD_CELLS)


@rule("cave_vs_cave.cave.edges", "cave_vs_cave.setup.walls")
def test_there_are_fourteen_edges_and_seven_tokens() -> None:
    state = start()
    assert state.view(None)["walls"] == 7
    assert player(state)["walls"] == []
    edges = {name for name in everything(state) if name.startswith("wall r")}
    assert edges == {f"wall {edge}" for edge in EDGES}
    assert len(edges) == 14


def everything(state: Any) -> list[str]:
    """The whole vocabulary."""
    return [state.game.name(move) for move in range(state.game.move_count)]


@rule("cave_vs_cave.setup.dark_rooms")
def test_the_eighteen_dark_rooms_are_shuffled_into_both_caves() -> None:
    where: Counter[tuple[str, int]] = Counter()
    for seed in range(40):
        state = start(seed=seed)
        found = []
        for seat, cell in ((0, "r1c0"), (1, "r4c0")):
            copy = play(table_of(state, seat), "take excavation", f"dig {cell}")
            [dug] = told(copy, "dig")
            found.append(dug["room"])
            where[dug["room"], seat] += 1
        assert set(found) <= set(DARK)
        assert len(set(found)) == 2
    assert len(where) > 20


def table_of(state: Any, seat: int) -> Any:
    """A copy in which it is this seat's turn."""
    copy = state.copy()
    if seat != copy.seat:
        play(copy, "take cultivation", "done")
    return copy


@rule("cave_vs_cave.setup.start_tiles", "cave_vs_cave.setup.hidden_tiles")
@pytest.mark.parametrize("players", [1, 2])
def test_four_tiles_are_open_and_one_is_turned_up(players: int) -> None:
    view = start(players).view(None)
    first, rest = view["tiles"][:4], view["tiles"][4:]
    assert {tile["tile"] for tile in first} == set(START_TILES)
    assert all(tile["open"] and tile["round"] == 0 for tile in first)
    assert [tile["round"] for tile in rest] == list(range(1, len(rest) + 1))
    assert [tile["open"] for tile in rest] == [True] + [False] * (len(rest) - 1)
    assert rest[0]["tile"] in GROUPS["2"]
    assert all(tile["tile"] is None for tile in rest[1:])
    groups = ["2"] * 3 + ["3"] * (4 if players == 2 else 3) + ["4"]
    assert [tile["group"] for tile in rest[1:]] == groups[1:]
    assert all(tile["taken"] is None for tile in view["tiles"])


@rule("cave_vs_cave.setup.hidden_tiles")
def test_every_order_within_the_groups_comes_up() -> None:
    orders = set()
    for seed in range(120):
        state = start(seed=seed)
        while state.view(None)["round"] < 4:
            play(state, min(names(state) - {"eat grain", "eat flax", "eat gold"}))
            while "done" in names(state):
                play(state, "done")
        shown = [tile["tile"] for tile in state.view(None)["tiles"][4:] if tile["open"]]
        assert set(shown[:3]) == set(GROUPS["2"])
        assert shown[3] in GROUPS["3"]
        orders.add(tuple(shown))
    assert len({order[:3] for order in orders}) == 6
    assert {order[3] for order in orders} == set(GROUPS["3"])


@rule("cave_vs_cave.setup.first_player")
def test_who_begins_is_drawn_by_lot() -> None:
    game = dvergar.game("cave_vs_cave")
    starters = [game.start(seed=seed).view(None)["starter"] for seed in range(60)]
    assert {starters.count(0) > 15, starters.count(1) > 15} == {True}
    assert {game.start(seed=seed).seat for seed in range(60)} == {0, 1}


@rule("cave_vs_cave.turn.take_tile")
def test_the_first_question_is_which_tile() -> None:
    state = table(tile="masonry")
    assert names(state) - {"eat grain", "eat flax", "eat gold"} == {
        f"take {tile}" for tile in (*START_TILES, "masonry")
    }


@rule("cave_vs_cave.turn.take_tile")
def test_the_vocabulary_knows_every_tile() -> None:
    known = everything(start())
    assert {name for name in known if name.startswith("take ")} == {
        f"take {tile}" for tile in ALL_TILES
    }
    assert {name for name in known if name.startswith("eat ")} == {
        "eat grain",
        "eat flax",
        "eat gold",
    }


@rule("cave_vs_cave.aim.open")
def test_nothing_is_over_at_the_start() -> None:
    view = start().view(0)
    assert (view["round"], view["rounds"], view["turns"], view["over"]) == (1, 8, 2, False)
    assert view["tile"] is None
    assert view["cavern"]["holder"] is None
    assert view["stack"] == 0
