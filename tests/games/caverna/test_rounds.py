"""The course of a round: the new card, new goods, work in turn order, and the way home."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, play_out, rule
from tests.games.caverna.tables import (
    RESTING,
    caverna,
    evening,
    gained,
    goods,
    kinds,
    names,
    player,
    real,
    space,
    spaces,
    table,
)


def next_round(state: Any) -> Any:
    """Feeds everybody, so that the next round begins."""
    turn = state.view(None)["round"]
    while not state.over and state.view(None)["round"] == turn:
        play(state, "feed" if "feed" in names(state) else min(real(state)))
    return state


@rule("caverna.round.twelve", "caverna.end.after_twelve")
@pytest.mark.parametrize("players", [3, 4])
def test_a_game_has_twelve_rounds(players: int) -> None:
    rounds = []
    play_out(
        caverna(players).start(seed=5), 5, lambda state: rounds.append(state.view(None)["round"])
    )
    assert sorted(set(rounds)) == list(range(1, 13))
    assert rounds == sorted(rounds)


@rule("caverna.round.phases", "caverna.round.new_card")
def test_a_round_ends_with_the_harvest_and_the_next_begins_with_a_card() -> None:
    state = next_round(evening({"goods": {"food": 9}}, round=3))
    assert state.view(None)["round"] == 4
    assert kinds(state)[-2:] == ["round", "card"]
    assert state.events()[-1]["space"] == "wish_for_children"


@rule("caverna.round.new_card")
def test_a_new_card_may_be_used_at_once_and_later() -> None:
    state = evening({"goods": {"ore": 2}}, round=1, cards=["sheep_farming", "blacksmithing"])
    assert state.view(None)["round"] == 2
    assert {"place blacksmithing", "place sheep_farming"} <= real(state)


@rule("caverna.round.marker")
def test_the_marker_is_turned_with_the_card_from_round_6_on() -> None:
    state = next_round(evening({"goods": {"food": 9}}, round=5))
    assert kinds(state)[-3:] in (["round", "card", "marker"], ["round", "marker", "card"])
    markers = state.view(None)["harvest"]["markers"]
    assert markers["6"] in ("green", "red")
    assert {marker for turn, marker in markers.items() if turn != "6"} == {"hidden"}


@rule("caverna.round.marker")
def test_there_is_no_marker_before_round_6() -> None:
    state = next_round(evening({"goods": {"food": 9}}, round=4))
    assert "marker" not in kinds(state)


@rule("caverna.round.urgent_wish")
def test_family_life_makes_the_wish_urgent_in_the_same_round() -> None:
    early = "blacksmithing sheep_farming ore_mine_construction wish_for_children donkey_farming"
    cards = [*early.split(), "ruby_mine_construction", "family_life"]
    state = evening({"goods": {"food": 9}}, round=6, cards=cards, harvest="full")
    assert "wish_for_children" in spaces(state)
    next_round(state)
    assert "family_life" in spaces(state)
    assert "urgent_wish_for_children" in spaces(state)
    assert "wish_for_children" not in spaces(state)


@rule("caverna.round.urgent_wish")
def test_the_wish_is_not_urgent_before_family_life() -> None:
    early = "blacksmithing sheep_farming ore_mine_construction wish_for_children donkey_farming"
    cards = [*early.split(), "ruby_mine_construction", "ore_delivery", "family_life"]
    assert "wish_for_children" in spaces(table(round=7, cards=cards))
    assert "urgent_wish_for_children" in spaces(table(round=8, cards=cards))


@rule("caverna.round.replenish", "caverna.round.no_limit")
def test_goods_are_added_to_those_left_over() -> None:
    state = table({"dwarfs": ["home", "away"]}, RESTING, piles={"drift_mining": {"stone": 30}})
    play(state, "place supplies")
    assert space(state, "drift_mining")["goods"] == {"stone": 31}


@rule("caverna.round.replenish_empty")
@pytest.mark.parametrize(("left", "after"), [({}, 3), ({"wood": 1}, 2), ({"wood": 5}, 6)])
def test_an_empty_space_gets_more(left: dict[str, int], after: int) -> None:
    state = table({"dwarfs": ["home", "away"]}, RESTING, piles={"logging": left})
    play(state, "place supplies")
    assert space(state, "logging")["goods"] == {"wood": after}


@rule("caverna.round.cards_accumulate")
def test_a_card_gets_goods_in_its_first_round() -> None:
    state = evening(round=1, cards=["blacksmithing", "sheep_farming"])
    assert space(state, "sheep_farming")["goods"] == {"sheep": 1}


@rule("caverna.round.start_goods")
def test_suppliers_pay_after_the_spaces_are_filled_in_turn_order() -> None:
    supplier = {"board": {"r2c3": "wood_supplier"}, "supplies": {"wood_supplier": 2}}
    other = {**RESTING, "board": {"r2c3": "stone_supplier"}, "supplies": {"stone_supplier": 2}}
    state = evening(supplier, other)
    given = [(event.seat, event["good"]) for event in state.events() if event.kind == "gain"]
    assert given == [(0, "wood"), (0, "wood"), (1, "stone")]


@rule("caverna.round.start_goods")
def test_the_new_starting_player_gets_his_goods_first() -> None:
    supplier = {
        "board": {"r2c3": "wood_supplier"},
        "supplies": {"wood_supplier": 2},
        "dwarfs": ["away", "away"],
    }
    other = {"board": {"r2c3": "ruby_supplier"}, "supplies": {"ruby_supplier": 1}}
    state = table(supplier, {**other, "dwarfs": ["home", "away"]}, turn=1)
    play(state, "place starting_player")
    given = [(event.seat, event["good"]) for event in state.events() if event.kind == "gain"]
    assert given[-2:] == [(1, "ruby"), (0, "wood")]


@rule("caverna.round.clockwise", "caverna.round.one_dwarf")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_everybody_places_one_dwarf_in_turn(starter: int) -> None:
    state = caverna(3, first_seat=starter).start(seed=1)
    turns = []
    for name in ["ore_mining", "supplies", "wood_gathering", "strip_mining", "forest_exploration"]:
        turns.append(state.seat)
        play(state, f"place {name}")
    assert turns == [(starter + step) % 3 for step in range(5)]
    assert [dwarf["where"] for dwarf in player(state, starter)["dwarfs"]] == ["away", "away"]


@rule("caverna.round.skip")
def test_whoever_has_no_dwarf_left_is_skipped() -> None:
    cave = {"board": {"r2c3": "couple_dwelling"}, "weapons": [0] * 4}
    state = table(cave, {"dwarfs": ["home", "away"]}, round=1, piles={"ore_mining": {"ore": 1}})
    play(state, "place supplies")
    assert state.seat == 1
    play(state, "place ore_mining")
    assert state.seat == 0
    play(state, "place starting_player")
    assert state.seat == 0


@rule("caverna.round.until_all_placed")
def test_the_round_goes_on_until_all_dwarfs_are_placed() -> None:
    state = table({"dwarfs": ["away", "home"]}, {"dwarfs": ["away", "home"]})
    play(state, "place supplies")
    assert (state.view(None)["round"], state.seat) == (1, 1)
    play(state, "place starting_player")
    assert state.view(None)["round"] == 2


@rule("caverna.round.return_home")
def test_all_dwarfs_come_home_and_the_spaces_are_free() -> None:
    state = evening(occupied={"logging": 1})
    for seat in (0, 1):
        assert {dwarf["where"] for dwarf in player(state, seat)["dwarfs"]} == {"home"}
    assert {entry["occupant"] for entry in state.view(None)["spaces"]} == {None}


@rule("caverna.round.grown_up")
def test_a_child_is_an_adult_in_the_next_round() -> None:
    family = {"board": {"r2c3": "dwelling"}, "weapons": [0] * 3}
    state = evening({**family, "dwarfs": ["home", "away", "newborn"]})
    assert [dwarf["where"] for dwarf in player(state)["dwarfs"]] == ["home"] * 3


@rule("caverna.round.starter_stays")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_token_stays_if_nobody_takes_it(starter: int) -> None:
    state = evening(starter=starter, turn=0)
    assert state.view(None)["starter"] == starter == state.seat


@rule("caverna.space.starting_player.next_round")
def test_the_token_counts_from_the_next_round_on() -> None:
    state = table({}, {"dwarfs": ["home", "home"]}, players=3, turn=1)
    play(state, "place starting_player")
    assert state.seat == 2
    assert state.view(None)["starter"] == 0
    play(state, "place supplies", "place strip_mining", "place forest_exploration")
    play(state, "place housework")
    assert state.view(None)["round"] == 1


@rule("caverna.space.starting_player.next_round")
def test_whoever_took_the_token_begins_the_next_round() -> None:
    state = table({"dwarfs": ["away", "away"]}, {"dwarfs": ["home", "away"]}, turn=1)
    play(state, "place starting_player")
    assert (state.view(None)["round"], state.view(None)["starter"], state.seat) == (2, 1, 1)


@rule("caverna.round.replenish")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_a_fresh_game_has_goods_on_every_accumulating_space(players: int) -> None:
    state = caverna(players).start(seed=3)
    for name in ("drift_mining", "excavation", "starting_player", "logging", "ore_mining"):
        assert space(state, name)["goods"]


@rule("caverna.aim.public")
def test_what_happens_is_told_to_everybody_step_by_step() -> None:
    state = play(table({"goods": {"ore": 8}}, round=3), "place blacksmithing")
    assert kinds(state) == ["place"]
    assert state.events()[0].facts == {"space": "blacksmithing", "weapon": 0}
    play(state, "forge 8")
    assert "forge" in kinds(state)
    play(state, "loot stable", "stable r0c0", "loot dog", "loot wood")
    assert {"loot", "gain", "strengthen"} <= set(kinds(state))


@rule("caverna.round.new_card")
def test_nobody_gains_anything_by_a_card_alone() -> None:
    state = evening(round=1)
    assert goods(state) == {"wood": 1}
    assert gained(state, "wood", 1) == 0
