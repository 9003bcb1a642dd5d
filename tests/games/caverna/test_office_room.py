"""The Office room: twin tiles that stick out of the board, on all sides."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.caverna.tables import furnished, goods, land, lines, names, player, starting, table

OFFICE = {"r2c3": "office_room"}
FOREST = {f"r{row}c{col}": "meadow" for row in range(4) for col in range(3)}
MOUNTAIN = {
    f"r{row}c{col}": "tunnel"
    for row in range(4)
    for col in range(3, 6)
    if (row, col) not in ((2, 3), (3, 3))
}
FOREST_EDGES = [
    *((f"r0c{col}", f"r-1c{col}") for col in range(3)),
    *((f"r3c{col}", f"r4c{col}") for col in range(3)),
    *((f"r{row}c0", f"r{row}c-1") for row in range(4)),
]
MOUNTAIN_EDGES = [
    *((f"r0c{col}", f"r-1c{col}") for col in range(3, 6)),
    *((f"r3c{col}", f"r4c{col}") for col in range(4, 6)),
    *((f"r{row}c5", f"r{row}c6") for row in range(4)),
]


def at_clearing(board: dict[str, str], **seat: Any) -> Any:
    """A player with the Office room about to place a meadow with a field."""
    state = table({"board": {**OFFICE, **board}, **seat}, piles={"clearing": {"wood": 1}})
    return play(state, "place clearing")


def at_excavation(board: dict[str, str]) -> Any:
    """A player with the Office room about to place a mountain twin of either side."""
    state = table({"board": {**OFFICE, **board}}, piles={"excavation": {"stone": 1}})
    return play(state, "place excavation")


def without(board: dict[str, str], cell: str) -> dict[str, str]:
    """The board with one cell bare."""
    return {other: kind for other, kind in board.items() if other != cell}


@rule("caverna.office.overhang", "caverna.office.all_edges", "caverna.office.gold")
@pytest.mark.parametrize(("cell", "outside"), FOREST_EDGES)
def test_a_meadow_with_a_field_sticks_out_over_every_forest_edge(cell: str, outside: str) -> None:
    board = without(FOREST, cell) if cell != "r3c2" else {}
    state = at_clearing(board)
    assert {f"meadow {cell} field {outside}", f"meadow {outside} field {cell}"} <= names(state)
    play(state, f"meadow {cell} field {outside}")
    assert (land(state, cell), land(state, outside)) == ("meadow", "field")
    assert goods(state)["gold"] == 2


@rule("caverna.office.overhang", "caverna.office.all_edges", "caverna.office.gold")
@pytest.mark.parametrize(("cell", "outside"), MOUNTAIN_EDGES)
def test_mountain_twins_stick_out_over_every_mountain_edge(cell: str, outside: str) -> None:
    state = at_excavation(without(MOUNTAIN, cell))
    assert {f"cavern {cell} tunnel {outside}", f"cavern {outside} tunnel {cell}"} <= names(state)
    both = {f"cavern {cell} cavern {outside}", f"cavern {outside} cavern {cell}"} & names(state)
    assert len(both) == 1
    play(state, f"cavern {cell} tunnel {outside}")
    assert (land(state, cell), land(state, outside)) == ("cavern", "tunnel")
    assert goods(state)["gold"] == 2


@rule("caverna.office.all_edges", "caverna.land.halves_apart")
def test_nothing_sticks_out_below_the_dwelling_or_over_a_corner() -> None:
    cells = {
        cell
        for state in (
            at_excavation(without(MOUNTAIN, "r3c4")),
            at_clearing(without(FOREST, "r0c0")),
        )
        for name in starting(state, "cavern") | starting(state, "meadow")
        for cell in name.split()[1::2]
    }
    assert not cells & {"r4c3", "r-1c-1", "r4c6", "r-1c6", "r4c-1"}


@rule("caverna.office.needed")
def test_without_the_office_room_nothing_sticks_out() -> None:
    state = play(
        table({"board": without(FOREST, "r0c0")}, piles={"clearing": {"wood": 1}}), "place clearing"
    )
    assert state.seat == 1
    with pytest.raises(dvergar.PositionError):
        table({"board": {"r3c2": "meadow", "r4c2": "field"}})


@rule("caverna.office.one_half")
def test_no_twin_lies_wholly_off_the_board() -> None:
    state = at_clearing({"r3c2": "meadow", "r4c2": "field"})
    pairs = {tuple(name.split()[1::2]) for name in starting(state, "meadow")}
    inside = {f"r{row}c{col}" for row in range(4) for col in range(6)}
    assert pairs
    assert all(set(pair) & inside for pair in pairs)
    assert ("r4c1", "r4c0") not in pairs


@rule("caverna.office.first_tile")
def test_the_first_forest_tile_may_stick_out() -> None:
    state = play(at_clearing({}), "meadow r3c2 field r4c2")
    assert goods(state) == {"wood": 1, "gold": 2}


@rule("caverna.office.gold")
def test_a_tile_inside_the_board_gives_no_gold() -> None:
    assert goods(play(at_clearing({}), "meadow r3c2 field r2c2")) == {"wood": 1}


@rule("caverna.office.gold", "caverna.land.rewards_any_tile")
def test_gold_comes_each_time_and_the_rewards_too() -> None:
    state = at_clearing({"r3c2": "meadow", "r4c2": "field"}, goods={"gold": 2})
    play(state, "meadow r3c1 field r4c1")
    assert goods(state) == {"wood": 1, "gold": 4, "food": 1}


@rule("caverna.office.not_mines")
def test_mines_and_large_pastures_need_tiles_below_both_halves() -> None:
    board = {**OFFICE, "r2c4": "tunnel", "r2c5": "tunnel", "r3c2": "meadow"}
    state = play(table({"board": board}, round=3), "place ore_mine_construction")
    assert names(state) == {"ore_mine r2c4 deep_tunnel r2c5", "ore_mine r2c5 deep_tunnel r2c4"}
    rich = {"board": board, "goods": {"wood": 9}}
    state = play(table(rich, round=3, piles={"sheep_farming": {"sheep": 1}}), "place sheep_farming")
    assert starting(state, "large_pasture") == set()


@rule("caverna.office.upgrades")
def test_an_ore_mine_on_two_outer_tunnels_gives_no_gold() -> None:
    board = {**OFFICE, "r2c4": "cavern", "r3c4": "cavern", "r3c5": "cavern"}
    board |= {"r4c4": "tunnel", "r4c5": "tunnel"}
    state = play(table({"board": board}, round=3), "place ore_mine_construction")
    play(state, "ore_mine r4c4 deep_tunnel r4c5")
    assert goods(state) == {"ore": 3}
    assert lines(state)["mines"] == 3


@rule("caverna.office.upgrades")
def test_outer_meadows_become_pastures_without_gold() -> None:
    board = {**OFFICE, "r3c2": "field", "r4c2": "meadow", "r3c1": "field", "r4c1": "meadow"}
    seat = {"board": board, "goods": {"wood": 4}}
    state = play(table(seat, round=3, piles={"sheep_farming": {"sheep": 4}}), "place sheep_farming")
    assert starting(state, "small_pasture") == {"small_pasture r4c1", "small_pasture r4c2"}
    [large] = starting(state, "large_pasture")
    play(state.copy(), "small_pasture r4c1")
    play(state, large)
    assert goods(state) == {"sheep": 4}
    assert lines(state)["pastures"] == 4


@rule("caverna.office.across")
def test_a_mine_and_a_large_pasture_may_lie_across_the_edge_on_tiles() -> None:
    board = {**OFFICE, "r3c4": "tunnel", "r4c4": "tunnel"}
    state = play(table({"board": board}, round=3), "place ore_mine_construction")
    play(state, "ore_mine r4c4 deep_tunnel r3c4")
    assert goods(state) == {"ore": 3}
    board = {**OFFICE, "r3c2": "meadow", "r4c2": "meadow"}
    seat = {"board": board, "goods": {"wood": 4}}
    state = play(table(seat, round=3, piles={"sheep_farming": {"sheep": 1}}), "place sheep_farming")
    play(state, *starting(state, "large_pasture"))
    assert goods(state) == {"sheep": 1}


@rule("caverna.office.no_singles")
def test_single_tiles_stay_on_the_board() -> None:
    board = {**OFFICE, "r3c2": "meadow", "r4c2": "field", "r3c4": "tunnel", "r4c4": "cavern"}
    state = table({"board": board, "goods": {"ruby": 2}})
    cells = {name.split()[2] for name in names(state) if len(name.split()) == 3 and "ruby" in name}
    assert cells == {"r3c1", "r2c2", "r1c3", "r2c4", "r3c5"}


@rule("caverna.office.usable")
def test_outer_caverns_and_tunnels_are_furnished_and_mined() -> None:
    board = {**OFFICE, "r3c4": "tunnel", "r4c4": "cavern"}
    state = play(table({"board": board}), "place housework", "furnish dog_school")
    assert furnished(state) == ["dog_school", "office_room"]
    assert player(state)["board"]["r4c4"]["tile"] == "dog_school"
    board = {**OFFICE, "r3c4": "cavern", "r4c4": "tunnel"}
    state = play(table({"board": board}, round=6), "place ruby_mine_construction")
    assert land(state, "r4c4") == "ruby_mine"


@rule("caverna.office.usable")
def test_outer_fields_are_sown_and_outer_meadows_take_stables() -> None:
    board = {**OFFICE, "r3c2": "meadow", "r4c2": "field"}
    state = play(
        table({"board": board, "goods": {"grain": 1}}), "place slash_and_burn", "sow grain"
    )
    assert player(state)["board"]["r4c2"]["grain"] == 3
    board = {**OFFICE, "r3c2": "field", "r4c2": "meadow"}
    seat = {"board": board, "goods": {"stone": 1, "donkey": 2}}
    state = play(table(seat, round=3, piles={"sheep_farming": {"sheep": 1}}), "place sheep_farming")
    assert "stable r4c2" in names(state)
    assert not {"stable r4c1", "stable r0c-1", "stable r-1c0"} & names(state)
    play(state, "stable r4c2")
    assert goods(state) == {"donkey": 2, "sheep": 1}


@rule("caverna.office.usable", "caverna.animal.small_pasture", "caverna.animal.mine")
def test_outer_pastures_and_mines_hold_animals() -> None:
    board = {
        **OFFICE,
        "r3c2": "field",
        "r4c2": "small_pasture",
        "r3c4": "cavern",
        "r4c4": "ruby_mine",
    }
    state = table({"board": board, "goods": {"sheep": 2, "donkey": 1, "boar": 2}})
    assert lines(state)["animals"] == 5


@rule("caverna.office.scoring")
def test_outer_halves_are_no_spaces_but_score() -> None:
    board = {**OFFICE, "r3c2": "field", "r4c2": "small_pasture"}
    state = table({"board": board, "crops": {"r3c2": "vegetable 2"}})
    assert lines(state)["unused_spaces"] == -21
    assert lines(state)["pastures"] == 2
    assert lines(state)["vegetables"] == 2


@rule("caverna.office.scoring", "caverna.tile.state_parlor")
def test_an_outer_dwelling_is_beside_the_state_parlor() -> None:
    board = {**OFFICE, "r3c4": "state_parlor", "r4c4": "dwelling"}
    assert lines(table({"board": board}))["bonus"] == 8


@rule("caverna.tile.office_room")
def test_the_office_room_costs_a_stone_and_works_from_then_on() -> None:
    state = play(table({"goods": {"stone": 1}}, {"dwarfs": ["away", "away"]}), "place housework")
    play(state, "furnish office_room", "place clearing", "meadow r3c2 field r4c2")
    assert goods(state) == {"dog": 1, "gold": 2}
