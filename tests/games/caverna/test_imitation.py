"""Imitation: for food, the action of a space on which an opponent's dwarf stands."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    furnished,
    goods,
    names,
    player,
    real,
    space,
    starting,
    table,
    weapons,
)

COSTS = {3: [4], 4: [2], 5: [2, 4], 6: [1, 2], 7: [0, 1, 2]}
SUPPLIES = {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}


def imitating(target: str, players: int = 3, **seat: Any) -> Any:
    """Seat 0 stands on the dearest Imitation; the only possible target is held by seat 1."""
    position = {name: seat.pop(name) for name in ("round", "piles") if name in seat}
    cost = COSTS[players][-1]
    seat["goods"] = {"food": cost, **seat.get("goods", {})}
    state = table(seat, players=players, occupied={target: 1}, **position)
    return play(state, f"place imitation_{cost}")


def targets(state: Any) -> set[str]:
    """The spaces that may be imitated now."""
    return {name.removeprefix("imitate ") for name in starting(state, "imitate")}


@rule("caverna.imitation.use", "caverna.imitation.costs")
@pytest.mark.parametrize(
    ("players", "cost"), [(players, cost) for players, costs in COSTS.items() for cost in costs]
)
def test_imitation_costs_its_food_and_does_the_action(players: int, cost: int) -> None:
    target = "supplies" if players == 3 else "forest_exploration"
    occupied = {target: 1, "housework": 2}
    state = table({"goods": {"food": 5}}, players=players, occupied=occupied)
    play(state, f"place imitation_{cost}", f"imitate {target}")
    gain = SUPPLIES if players == 3 else {"food": 2}
    assert goods(state) == {**gain, "food": 5 - cost + gain["food"]}
    assert space(state, f"imitation_{cost}")["occupant"] == 0
    assert space(state, target)["occupant"] == 1


@rule("caverna.imitation.costs")
@pytest.mark.parametrize("players", list(COSTS))
def test_which_imitations_there_are(players: int) -> None:
    found = {entry["space"] for entry in table(players=players).view(None)["spaces"]}
    imitations = {name for name in found if name.startswith("imitation")}
    assert imitations == {f"imitation_{cost}" for cost in COSTS[players]}


@rule("caverna.imitation.food")
def test_imitation_needs_the_food_in_hand() -> None:
    state = table({"goods": {"food": 3, "grain": 1}}, players=3, occupied={"housework": 1})
    assert "place imitation_4" not in names(state)
    play(state, "eat grain", "place imitation_4")
    assert "food" not in goods(state)


@rule("caverna.imitation.not_starting_player", "caverna.placing.something_to_do")
def test_starting_player_is_not_imitated() -> None:
    state = table({"goods": {"food": 4}}, players=3, occupied={"starting_player": 1})
    assert "place imitation_4" not in names(state)


@rule("caverna.imitation.not_own")
def test_neither_your_own_spaces_nor_empty_ones_are_imitated() -> None:
    state = table({"goods": {"food": 4}}, players=3, occupied={"housework": 0})
    assert "place imitation_4" not in names(state)
    occupied = {"housework": 0, "supplies": 1, "slash_and_burn": 2}
    state = table({"goods": {"food": 4}}, players=3, occupied=occupied)
    assert targets(play(state, "place imitation_4")) == {"supplies", "slash_and_burn"}


@rule("caverna.imitation.not_imitation")
def test_imitation_is_not_imitated() -> None:
    state = table({"goods": {"food": 4}}, players=5, occupied={"imitation_4": 1})
    assert "place imitation_2" not in names(state)


@rule("caverna.imitation.no_accumulated_goods")
@pytest.mark.parametrize(
    ("target", "players", "position", "gain"),
    [
        ("supplies", 3, {}, SUPPLIES),
        ("growth", 4, {}, SUPPLIES),
        ("strip_mining", 3, {}, {"wood": 2}),
        ("forest_exploration", 3, {}, {"vegetable": 1}),
        ("forest_exploration", 4, {}, {"food": 2}),
        ("hardware_rental", 6, {}, {"wood": 2}),
    ],
)
def test_fixed_goods_are_received(
    target: str, players: int, position: dict[str, Any], gain: dict[str, int]
) -> None:
    assert goods(imitating(target, players, **position)) == gain


@rule("caverna.imitation.no_accumulated_goods")
def test_fixed_goods_of_spaces_with_more_to_do() -> None:
    state = play(imitating("sustenance"), "done")
    assert goods(state) == {"grain": 1}
    state = play(imitating("small_scale_drift_mining", 5), "done")
    assert goods(state) == {"stone": 1}
    state = play(imitating("weekly_market", 5), "buy wood", "done")
    assert goods(state) == {"gold": 3, "wood": 1}
    state = play(imitating("housework"), "furnish dog_school")
    assert goods(state) == {"dog": 1, "wood": 1}
    state = play(imitating("extension", 7), "meadow r3c2 field r2c2")
    assert goods(state) == {"wood": 1}
    state = play(
        imitating("urgent_wish_for_children", round=9, goods={"wood": 4, "stone": 3}), "take goods"
    )
    assert goods(state) == {"wood": 4, "stone": 3, "gold": 3}


@rule("caverna.imitation.no_accumulated_goods")
@pytest.mark.parametrize(
    ("target", "board", "gain"),
    [
        ("ore_mining", {"r2c4": "deep_tunnel", "r2c5": "ore_mine"}, {"ore": 2}),
        ("ruby_mining", {"r2c4": "ruby_mine"}, {"ruby": 1}),
        ("ore_delivery", {"r2c4": "deep_tunnel", "r2c5": "ore_mine"}, {"ore": 2}),
        ("ruby_delivery", {"r2c4": "ruby_mine", "r2c5": "ruby_mine"}, {"ruby": 1}),
    ],
)
def test_mines_pay_when_their_space_is_imitated(
    target: str, board: dict[str, str], gain: dict[str, int]
) -> None:
    assert goods(imitating(target, board=board, round=12)) == gain


@rule("caverna.imitation.no_accumulated_goods")
@pytest.mark.parametrize(
    ("target", "move"),
    [
        ("drift_mining", "cavern r2c4 tunnel r1c4"),
        ("excavation", "cavern r2c4 tunnel r1c4"),
        ("clearing", "meadow r3c2 field r2c2"),
    ],
)
def test_goods_that_would_lie_there_stay(target: str, move: str) -> None:
    piles = {target: {"stone" if target != "clearing" else "wood": 2}}
    state = play(imitating(target, piles=piles), move)
    assert goods(state) == {}
    assert space(state, target)["goods"] == piles[target]


@rule("caverna.imitation.something", "caverna.placing.something_to_do")
@pytest.mark.parametrize(
    ("target", "players"),
    [
        ("wood_gathering", 3),
        ("ore_mining", 3),
        ("ruby_mining", 3),
        ("depot", 5),
        ("large_depot", 7),
        ("logging", 3),
        ("fence_building", 5),
        ("ruby_mine_construction", 3),
    ],
)
def test_a_space_with_nothing_left_to_offer_is_not_imitated(target: str, players: int) -> None:
    seat = {"goods": {"food": 4}}
    state = table(seat, players=players, occupied={target: 1, "housework": 2}, round=6)
    play(state, f"place imitation_{COSTS[players][-1]}")
    assert target not in targets(state)


@rule("caverna.imitation.something")
def test_farming_is_imitated_for_building_only() -> None:
    state = table({"goods": {"food": 4}}, players=3, occupied={"sheep_farming": 1}, round=3)
    assert "place imitation_4" not in names(state)
    state = imitating("sheep_farming", round=3, goods={"stone": 1})
    assert "done" not in names(state)
    play(state, "stable r0c0")
    assert goods(state) == {}


@rule("caverna.imitation.own_weapon")
def test_the_weapon_of_the_imitating_dwarf_counts() -> None:
    occupied = {"logging": 1, "housework": 2}
    strong = {"weapons": [9, 9], "goods": {"food": 4}}
    state = table({"goods": {"food": 4}}, strong, players=3, occupied=occupied)
    assert "logging" not in targets(play(state, "place imitation_4"))
    state = play(imitating("logging", weapons=[4, 4]), "loot vegetable")
    assert weapons(state) == [4, 5]
    assert goods(state) == {"vegetable": 1}


@rule("caverna.imitation.newborn")
def test_a_child_is_born_by_imitation() -> None:
    state = imitating("wish_for_children", round=4, board={"r2c3": "dwelling"})
    assert [dwarf["where"] for dwarf in player(state)["dwarfs"]].count("newborn") == 1
    assert len(player(state)["dwarfs"]) == 3


@rule("caverna.imitation.same_target")
def test_two_imitations_of_the_same_space() -> None:
    seat = {"goods": {"food": 5}}
    state = table(seat, {}, seat, players=5, occupied={"forest_exploration": 1}, turn=0)
    play(state, "place imitation_2", "place growth", "place imitation_4")
    assert real(state) == {"imitate forest_exploration", "imitate growth"}
    play(state, "imitate forest_exploration")
    assert (goods(state, 0), goods(state, 2)) == ({"food": 5}, {"food": 3})


@rule("caverna.imitation.use", "caverna.furnish.action")
def test_furnishing_by_imitation() -> None:
    state = imitating("housework", goods={"stone": 1})
    play(state, "furnish carpenter")
    assert furnished(state) == ["carpenter"]
    assert goods(state) == {"dog": 1}


@rule("caverna.imitation.use")
def test_the_choice_of_the_target_is_asked_only_where_there_is_one() -> None:
    occupied = {"supplies": 1, "housework": 2}
    state = play(table({"goods": {"food": 4}}, players=3, occupied=occupied), "place imitation_4")
    assert real(state) == {"imitate supplies", "imitate housework"}
