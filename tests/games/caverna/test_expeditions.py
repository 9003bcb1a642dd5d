"""Expeditions: who goes, how much he brings home, and what he learns on the way."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import furnished, goods, names, real, starting, table, weapons

# Every space with an expedition: the position, the moves that lead to it, the items it allows.
ROUTES: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "logging": ({}, ["place logging"], 1),
    "hardware_rental": ({"players": 5}, ["place hardware_rental"], 2),
    "ore_mine_construction": ({"round": 3}, ["place ore_mine_construction"], 2),
    "blacksmithing": ({"round": 3}, ["place blacksmithing"], 3),
    "exploration": ({"round": 9, "players": 3}, ["place exploration"], 4),
    "imitation": (
        {"round": 3, "players": 3, "occupied": {"blacksmithing": 1}},
        ["place imitation_4"],
        3,
    ),
}


def exploring(route: str, strength: int, **seat: Any) -> Any:
    """Seat 0 is about to choose the first item."""
    position, moves, _ = ROUTES[route]
    state = table({"weapons": [strength] * 2, "goods": {"food": 4}, **seat}, **position)
    return play(state, *moves) if moves[0] in names(state) else state


@rule("caverna.expedition.level", "caverna.expedition.spaces", "caverna.expedition.experience")
@pytest.mark.parametrize("route", list(ROUTES))
def test_the_level_is_the_number_of_items(route: str) -> None:
    state = exploring(route, 4)
    for item in ["dog", "wood", "grain", "stone"][: ROUTES[route][2]]:
        assert state.seat == 0
        play(state, f"loot {item}")
    assert state.seat == 1
    assert weapons(state) == [4, 5]


@rule("caverna.expedition.at_least_one", "caverna.expedition.level")
@pytest.mark.parametrize("route", [route for route in ROUTES if route != "logging"])
def test_at_least_one_item_is_taken_then_you_may_stop(route: str) -> None:
    state = exploring(route, 4)
    assert "done" not in names(state)
    play(state, "loot dog", "done")
    assert state.seat == 1
    assert weapons(state) == [4, 5]


@rule("caverna.expedition.armed")
@pytest.mark.parametrize("route", list(ROUTES))
def test_an_unarmed_dwarf_does_not_go(route: str) -> None:
    state = exploring(route, 0)
    assert starting(state, "loot") == set()


@rule("caverna.expedition.armed")
def test_a_dwarf_goes_with_the_weapon_he_has_just_forged() -> None:
    state = table({"goods": {"ore": 5}}, round=3)
    play(state, "place blacksmithing", "forge 5", "loot boar")
    assert goods(state) == {"boar": 1}


@rule("caverna.expedition.once")
@pytest.mark.parametrize("item", ["dog", "wood", "sheep", "all_weapons_plus_1"])
def test_each_item_only_once(item: str) -> None:
    state = play(exploring("exploration", 6), f"loot {item}")
    assert f"loot {item}" not in names(state)


@rule("caverna.expedition.strength")
def test_the_example_of_the_rule_book() -> None:
    state = table({"goods": {"ore": 10, "stone": 1}}, round=3)
    play(state, "place blacksmithing", "forge 7", "loot dog", "loot gold_2", "loot furnish_cavern")
    play(state, "furnish carpenter")
    assert goods(state) == {"ore": 3, "dog": 1, "gold": 2}
    assert weapons(state) == [0, 8]


@rule("caverna.expedition.strength", "caverna.loot.all_weapons_plus_1.after")
def test_the_example_with_a_weapon_of_strength_one() -> None:
    state = exploring("blacksmithing", 1)
    assert real(state) == {"loot all_weapons_plus_1", "loot dog", "loot wood"}
    play(state, "loot all_weapons_plus_1", "loot dog", "loot wood")
    assert weapons(state) == [2, 3]


@rule("caverna.expedition.one_by_one")
def test_one_item_may_pay_for_the_next() -> None:
    state = exploring("blacksmithing", 7, goods={"stone": 1})
    play(state, "loot grain", "loot furnish_cavern", "furnish breeding_cave")
    assert furnished(state) == ["breeding_cave"]
    assert goods(state) == {}


@rule("caverna.expedition.one_by_one")
def test_items_come_in_any_order() -> None:
    state = exploring("exploration", 5, goods={})
    play(state, "loot boar", "loot wood", "loot vegetable", "loot dog")
    assert goods(state) == {"boar": 1, "wood": 1, "vegetable": 1, "dog": 1}


@rule("caverna.expedition.start_strength")
def test_the_strength_at_the_start_counts() -> None:
    state = play(exploring("blacksmithing", 3), "loot all_weapons_plus_1")
    assert not {"loot vegetable", "loot ore_2"} & names(state)


@rule("caverna.expedition.experience", "caverna.weapon.fourteen")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (8, 9), (13, 14), (14, 14)])
def test_experience_makes_the_weapon_stronger(before: int, after: int) -> None:
    state = play(exploring("logging", before), "loot dog")
    assert weapons(state) == [before, after]


@rule("caverna.expedition.experience")
def test_only_the_weapon_of_the_traveller_grows() -> None:
    state = table({"weapons": [2, 9]})
    play(state, "place logging", "loot wood")
    assert weapons(state) == [3, 9]


@rule("caverna.expedition.doable")
def test_what_cannot_be_used_cannot_be_chosen() -> None:
    items = {
        name.removeprefix("loot ") for name in starting(exploring("logging", 14, goods={}), "loot")
    }
    never = {"small_pasture", "large_pasture", "ordinary_dwelling", "sow", "breed_2"}
    assert not items & never
    assert len(items) == 18


@rule("caverna.expedition.twice", "caverna.space.adventure")
def test_the_second_trip_uses_the_stronger_weapon() -> None:
    state = play(table({"weapons": [2, 2]}, round=12), "place adventure")
    assert "loot stone" not in names(state)
    play(state, "loot grain")
    assert {"loot stone", "loot grain"} <= names(state)
    play(state, "loot stone")
    assert weapons(state) == [2, 4]


@rule("caverna.expedition.twice")
def test_the_same_item_may_be_found_on_both_trips() -> None:
    state = table({"weapons": [6, 6]}, round=12)
    assert goods(play(state, "place adventure", "loot gold_2", "loot gold_2")) == {"gold": 4}


@rule("caverna.expedition.twice", "caverna.loot.all_weapons_plus_1")
def test_all_weapons_plus_1_counts_for_the_second_trip() -> None:
    state = table({"weapons": [1, 1]}, round=12)
    play(state, "place adventure", "loot all_weapons_plus_1")
    assert "loot stone" in names(state)
    play(state, "loot all_weapons_plus_1")
    assert weapons(state) == [3, 5]


@rule("caverna.expedition.spaces")
def test_no_other_space_sends_anybody_out() -> None:
    state = table({"weapons": [14, 14], "goods": {"wood": 5, "stone": 5}}, round=12)
    for name in ("supplies", "housework", "slash_and_burn", "drift_mining", "sheep_farming"):
        after = state.copy()
        play(after, f"place {name}")
        assert starting(after, "loot") == set()
