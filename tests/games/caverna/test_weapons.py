"""Dwarfs and their weapons: the family, forging, and the order in which dwarfs are placed."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    evening,
    goods,
    names,
    player,
    real,
    starting,
    table,
    weapons,
)


def where(state: Any) -> list[tuple[int, str]]:
    """Every dwarf of seat 0: its weapon and where it is."""
    return sorted((dwarf["weapon"], dwarf["where"]) for dwarf in player(state)["dwarfs"])


@rule("caverna.dwarf.growth", "caverna.dwarf.newborn_idle", "caverna.dwarf.newborn_unarmed")
def test_a_child_is_born_unarmed_and_waits_for_the_next_round() -> None:
    seat = {"board": {"r2c3": "dwelling"}, "weapons": [3, 5]}
    state = play(table(seat, RESTING, round=8, harvest="none"), "place family_life")
    assert where(state) == [(0, "newborn"), (3, "away"), (5, "home")]
    play(state, "place supplies")
    assert state.view(None)["round"] == 10
    assert where(state) == [(0, "home"), (3, "home"), (5, "home")]


@rule("caverna.dwarf.no_room")
@pytest.mark.parametrize("name", ["wish_for_children", "family_life"])
def test_without_room_there_is_no_child(name: str) -> None:
    turn = 4 if name == "wish_for_children" else 8
    assert f"place {name}" not in names(table(round=turn))
    full = {"board": {"r2c3": "dwelling"}, "weapons": [0] * 3}
    assert f"place {name}" not in names(table(full, round=turn))


@rule("caverna.dwarf.no_room")
def test_a_newborn_takes_up_room_at_once() -> None:
    seat = {
        "board": {"r2c3": "dwelling"},
        "weapons": [0] * 3,
        "dwarfs": ["home", "away", "newborn"],
    }
    assert "place family_life" not in names(table(seat, round=8))


@rule("caverna.dwarf.five")
def test_five_dwarfs_are_the_limit() -> None:
    board = {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r1c3": "dwelling"}
    state = table({"board": board, "weapons": [0] * 5}, round=8)
    assert player(state)["beds"] >= 5
    assert "place family_life" not in names(state)
    state = play(table({"board": board, "weapons": [0] * 4}, round=8), "place family_life")
    assert len(player(state)["dwarfs"]) == 5


@rule("caverna.dwarf.one_per_action")
def test_growth_and_wish_may_both_be_used() -> None:
    rest = [{"dwarfs": ["away", "away"]}] * 3
    state = table({"board": {"r2c3": "couple_dwelling"}}, *rest, players=4, round=6, harvest="none")
    play(state, "place growth", "grow family")
    assert real(state) >= {"place wish_for_children"}
    play(state, "place wish_for_children")
    assert len(player(state)["dwarfs"]) == 4


@rule("caverna.dwarf.room")
def test_beds_are_counted_over_all_dwellings() -> None:
    board = {"r2c3": "dwelling", "r2c4": "couple_dwelling"}
    assert player(table({"board": board}))["beds"] == 5


@rule("caverna.weapon.forge", "caverna.weapon.eight")
@pytest.mark.parametrize(("ore", "strongest"), [(1, 1), (5, 5), (8, 8), (20, 8)])
@pytest.mark.parametrize(("name", "turn"), [("blacksmithing", 3), ("adventure", 12)])
def test_one_to_eight_ore_make_a_weapon(name: str, turn: int, ore: int, strongest: int) -> None:
    state = play(table({"goods": {"ore": ore}}, round=turn), f"place {name}")
    if strongest > 1:
        assert real(state) == {f"forge {n}" for n in range(1, strongest + 1)}
        play(state, f"forge {strongest}")
    assert weapons(state) == [0, strongest]
    assert goods(state).get("ore", 0) == ore - strongest


@rule("caverna.weapon.unarmed_only", "caverna.weapon.kept")
@pytest.mark.parametrize(("name", "turn"), [("blacksmithing", 3), ("adventure", 12)])
def test_an_armed_dwarf_does_not_forge(name: str, turn: int) -> None:
    state = play(table({"weapons": [2, 2], "goods": {"ore": 9}}, round=turn), f"place {name}")
    assert starting(state, "forge") == set()
    assert starting(state, "loot")


@rule("caverna.weapon.kept")
def test_a_weapon_stays_over_the_rounds() -> None:
    assert weapons(evening({"weapons": [4, 9]})) == [4, 9]


@rule("caverna.placing.order")
@pytest.mark.parametrize(("strengths", "first"), [([0, 5], 0), ([9, 3], 3), ([4, 4], 4)])
def test_the_weakest_dwarf_goes_first(strengths: list[int], first: int) -> None:
    state = table({"weapons": strengths})
    assert state.view(None)["acting"]["weapon"] == first
    play(state, "place supplies")
    [left] = [dwarf["weapon"] for dwarf in player(state)["dwarfs"] if dwarf["where"] == "home"]
    assert left == max(strengths)


@rule("caverna.placing.order")
def test_the_order_is_looked_at_anew_each_turn() -> None:
    seat = {"weapons": [1, 2, 3, 3], "board": {"r2c3": "couple_dwelling"}}
    state = table(seat, RESTING, round=3)
    play(state, "place blacksmithing", "loot all_weapons_plus_1", "done")
    assert weapons(state) == [3, 3, 4, 4]
    assert state.view(None)["acting"]["weapon"] == 3


@rule("caverna.placing.jump", "caverna.ruby.play_order")
def test_a_ruby_lets_a_strong_dwarf_go_first() -> None:
    seat = {"weapons": [0, 0, 3, 14], "board": {"r2c3": "couple_dwelling"}, "goods": {"ruby": 2}}
    state = table(seat)
    assert starting(state, "jump") == {"jump dwarf 3", "jump dwarf 14"}
    play(state, "jump dwarf 14")
    assert goods(state) == {"ruby": 1}
    assert state.view(None)["acting"]["weapon"] == 14
    play(state, "place logging", "loot cattle")
    assert goods(state)["cattle"] == 1


@rule("caverna.placing.jump")
def test_jumping_needs_a_ruby_and_a_stronger_armed_dwarf() -> None:
    assert starting(table({"weapons": [0, 5]}), "jump") == set()
    assert starting(table({"weapons": [0, 0], "goods": {"ruby": 1}}), "jump") == set()
    assert starting(table({"weapons": [4, 4], "goods": {"ruby": 1}}), "jump") == set()
    away = {"weapons": [0, 5], "dwarfs": ["home", "away"], "goods": {"ruby": 1}}
    assert starting(table(away), "jump") == set()


@rule("caverna.placing.jump")
def test_one_ruby_a_turn_is_enough_for_jumping() -> None:
    seat = {"weapons": [0, 0, 3, 14], "board": {"r2c3": "couple_dwelling"}, "goods": {"ruby": 3}}
    state = play(table(seat, RESTING), "jump dwarf 3")
    assert starting(state, "jump") == set(), "the ruby for the first jump would be wasted"
    play(state, "place supplies")
    assert starting(state, "jump") == {"jump dwarf 14"}, "it is another turn"


@rule("caverna.placing.jump", "caverna.tile.peaceful_cave")
def test_who_gives_the_weapon_of_the_jump_up_may_jump_again() -> None:
    seat = {"weapons": [0, 3, 9], "board": {"r2c3": "peaceful_cave", "r2c4": "dwelling"}}
    state = table({**seat, "goods": {"ruby": 2}}, RESTING)
    play(state, "jump dwarf 3", "disarm 3")
    assert starting(state, "jump") == {"jump dwarf 9"}


@rule("caverna.placing.jump")
def test_the_weaker_dwarfs_go_later_as_usual() -> None:
    seat = {"weapons": [2, 7], "goods": {"ruby": 1}}
    state = play(table(seat, RESTING), "jump dwarf 7", "place supplies")
    assert (state.seat, state.view(None)["acting"]["weapon"]) == (0, 2)
