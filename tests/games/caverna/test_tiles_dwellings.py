"""The dwellings, orange: what they cost, what they are worth and whom they house."""

from __future__ import annotations

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import furnished, goods, lines, names, player, table

COSTS = {
    "dwelling": ({"wood": 4, "stone": 3}, 3, 1),
    "simple_dwelling_4_2": ({"wood": 4, "stone": 2}, 0, 1),
    "simple_dwelling_3_3": ({"wood": 3, "stone": 3}, 0, 1),
    "mixed_dwelling": ({"wood": 5, "stone": 4}, 4, 1),
    "couple_dwelling": ({"wood": 8, "stone": 6}, 5, 2),
}


@rule(
    "caverna.tile.dwelling",
    "caverna.tile.simple_dwelling_4_2",
    "caverna.tile.simple_dwelling_3_3",
    "caverna.tile.mixed_dwelling",
    "caverna.tile.couple_dwelling",
)
@pytest.mark.parametrize("tile", list(COSTS))
def test_a_dwelling_costs_scores_and_houses_what_is_printed(tile: str) -> None:
    cost, value, beds = COSTS[tile]
    state = play(table({"goods": cost}), "place housework", f"furnish {tile}")
    assert goods(state) == {"dog": 1}
    assert furnished(state) == [tile]
    assert lines(state)["furnishings"] == value
    assert player(state)["beds"] == 2 + beds


@rule("caverna.tile.dwelling")
def test_dwellings_never_run_out() -> None:
    state = table({"goods": {"wood": 4, "stone": 3}}, {"board": {"r2c3": "dwelling"}}, round=4)
    play(state, "place wish_for_children", "furnish dwelling")
    assert "dwelling" in state.view(None)["tiles"]


@rule("caverna.tile.simple_dwelling_4_2", "caverna.tile.simple_dwelling_3_3")
@pytest.mark.parametrize("tile", ["simple_dwelling_4_2", "simple_dwelling_3_3"])
def test_there_is_one_of_each_simple_dwelling(tile: str) -> None:
    state = table({"goods": {"wood": 9, "stone": 9}}, {"board": {"r2c3": tile}}, round=4)
    play(state, "place wish_for_children")
    assert f"furnish {tile}" not in names(state)


@rule("caverna.tile.entry_level_dwelling", "caverna.animal.entry_level")
def test_the_entry_level_dwelling_houses_two_dwarfs_and_a_pair() -> None:
    state = table({"goods": {"cattle": 2}})
    assert player(state)["beds"] == 2
    assert lines(state)["animals"] == 2
    assert lines(state)["furnishings"] == 0


@rule("caverna.tile.mixed_dwelling")
def test_the_mixed_dwelling_holds_a_second_pair() -> None:
    state = table({"board": {"r2c3": "mixed_dwelling"}, "goods": {"boar": 2, "sheep": 2}})
    assert lines(state)["animals"] == 4


@rule("caverna.tile.couple_dwelling", "caverna.dwarf.one_per_action")
def test_the_couple_dwelling_takes_two_children_one_at_a_time() -> None:
    state = table({"board": {"r2c3": "couple_dwelling"}}, round=8)
    play(state, "place family_life")
    assert len(player(state)["dwarfs"]) == 3
    assert player(state)["beds"] == 4


@rule("caverna.tile.couple_dwelling.one_growth")
def test_a_couple_dwelling_on_the_urgent_wish_gives_one_child() -> None:
    state = table({"goods": {"wood": 8, "stone": 6}}, round=8)
    play(state, "place urgent_wish_for_children", "furnish couple_dwelling", "grow family")
    assert len(player(state)["dwarfs"]) == 3
    assert state.seat == 1


@rule("caverna.tile.additional_dwelling")
def test_the_additional_dwelling_is_for_the_sixth_dwarf() -> None:
    board = {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r3c4": "additional_dwelling"}
    state = table({"board": board, "weapons": [0] * 5}, round=8)
    play(state, "place family_life")
    assert len(player(state)["dwarfs"]) == 6
    assert lines(state)["furnishings"] == 13


@rule("caverna.tile.additional_dwelling")
def test_the_additional_dwelling_houses_nobody_else() -> None:
    board = {"r2c3": "additional_dwelling"}
    assert "place family_life" not in names(table({"board": board}, round=8))
    board |= {"r2c4": "dwelling"}
    state = table({"board": board, "weapons": [0] * 3}, round=8)
    assert "place family_life" not in names(state)


@rule("caverna.tile.additional_dwelling.early", "caverna.tile.additional_dwelling")
def test_the_additional_dwelling_may_be_built_early() -> None:
    state = table({"goods": {"wood": 4, "stone": 3}}, round=4)
    play(state, "place wish_for_children", "furnish additional_dwelling")
    assert goods(state) == {}
    assert lines(state)["furnishings"] == 5
    assert "place wish_for_children" not in names(state)


@rule("caverna.tile.additional_dwelling", "caverna.dwarf.five")
def test_a_sixth_dwarf_needs_five_and_the_additional_dwelling() -> None:
    board = {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r3c4": "dwelling"}
    state = table({"board": board, "weapons": [0] * 5}, round=8)
    assert "place family_life" not in names(state)
    board["r1c3"] = "additional_dwelling"
    state = table({"board": board, "weapons": [0] * 5}, round=8)
    assert "place family_life" in names(state)


@rule("caverna.tile.additional_dwelling", "caverna.dwarf.five")
def test_nobody_has_seven_dwarfs() -> None:
    board = {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r3c4": "dwelling"}
    board["r1c3"] = "additional_dwelling"
    state = table({"board": board, "weapons": [0] * 6}, round=8)
    assert "place family_life" not in names(state)
