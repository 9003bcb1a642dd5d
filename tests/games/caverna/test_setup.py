"""How a game begins: boards, dwarfs, food, action spaces, cards and harvest markers."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import dvergar
from dvergar.testing import play_out, rule
from tests.games.caverna.tables import caverna, goods, lines, player, spaces, table

PLAYERS = [1, 2, 3, 4, 5, 6, 7]
BASIC = [
    "drift_mining",
    "excavation",
    "starting_player",
    "logging",
    "supplies",
    "ore_mining",
    "wood_gathering",
    "clearing",
    "sustenance",
    "ruby_mining",
    "housework",
    "slash_and_burn",
]
GREEN_AND_RED = {"green": 4, "red": 3}
STAGES = {
    "blacksmithing": {1, 2, 3},
    "sheep_farming": {1, 2, 3},
    "ore_mine_construction": {1, 2, 3},
    "donkey_farming": {5, 6},
    "ruby_mine_construction": {5, 6},
    "family_life": {7, 8, 9},
    "ore_delivery": {7, 8, 9},
    "exploration": {7, 8, 9},
    "adventure": {10, 11, 12},
    "ore_trading": {10, 11, 12},
    "ruby_delivery": {10, 11, 12},
}


def board_spaces(players: int) -> set[str]:
    """The spaces that are there from the start."""
    view = caverna(players).start(seed=players).view(None)
    return {entry["space"] for entry in view["spaces"] if entry["stage_round"] is None}


def rounds_of_cards(state: Any) -> dict[str, int]:
    """The round in which each card that is out was revealed."""
    view = state.view(None)
    return {
        entry["space"]: entry["stage_round"] for entry in view["spaces"] if entry["stage_round"]
    }


@rule("caverna.aim.players")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_to_seven_can_play(players: int) -> None:
    assert len(caverna(players).start(seed=1).view(None)["players"]) == players


@rule("caverna.aim.players")
@pytest.mark.parametrize("players", [0, 8, -1, "2", None])
def test_no_other_number_can_play(players: Any) -> None:
    with pytest.raises(dvergar.OptionError):
        caverna(players)


@rule("caverna.aim.most_points")
def test_the_ranking_follows_the_points() -> None:
    state = table({"goods": {"gold": 3}}, {"goods": {"gold": 5}}, {"goods": {"gold": 3}}, players=3)
    assert state.ranking() == [2, 1, 2]


@rule("caverna.aim.public")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_sees_the_same(players: int) -> None:
    state = caverna(players).start(seed=3)
    views = [state.view(seat) for seat in [*range(players), None]]
    assert all(view["players"] == views[0]["players"] for view in views)
    assert all(view["spaces"] == views[0]["spaces"] for view in views)


@rule("caverna.aim.public", "caverna.table.hidden")
def test_cards_and_markers_to_come_are_hidden() -> None:
    view = caverna(3).start(seed=3).view(0)
    assert set(view["harvest"]["markers"].values()) == {"hidden"}
    possible = {entry["round"]: set(entry["cards"]) for entry in view["future"]}
    assert len(possible[2]) == len(possible[3]) == 2
    assert possible[9] == {"family_life", "ore_delivery", "exploration"}


@rule("caverna.table.hidden")
def test_tables_that_differ_only_in_what_is_hidden_look_alike() -> None:
    views = {
        json.dumps(caverna(3).position(cards=["blacksmithing"], seed=seed).view(0), sort_keys=True)
        for seed in range(8)
    }
    assert len(views) == 1


@rule("caverna.setup.home_board", "caverna.setup.two_caverns")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_board_begins_with_two_caverns_and_22_bare_spaces(players: int) -> None:
    state = caverna(players).start(seed=1)
    for seat in range(players):
        board = player(state, seat)["board"]
        assert set(board) == {"r2c3", "r3c3"}
        assert (board["r2c3"]["land"], board["r2c3"]["tile"]) == ("cavern", None)
        assert board["r3c3"]["tile"] == "entry_level_dwelling"
        assert lines(state, seat)["unused_spaces"] == -22


@rule("caverna.setup.home_board")
@pytest.mark.parametrize("cell", ["r0c3", "r3c6", "r4c0"])
def test_there_is_forest_on_the_left_only(cell: str) -> None:
    with pytest.raises(dvergar.PositionError):
        table({"board": {"r3c2": "meadow", cell: "meadow"}})


@rule("caverna.setup.dwarfs", "caverna.setup.stables")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_unarmed_dwarfs_and_three_stables(players: int) -> None:
    state = caverna(players).start(seed=2)
    for seat in range(players):
        assert player(state, seat)["dwarfs"] == [{"weapon": 0, "where": "home"}] * 2
        assert player(state, seat)["stables"] == 3


@rule("caverna.setup.food", "caverna.setup.no_goods")
@pytest.mark.parametrize("players", PLAYERS[1:])
@pytest.mark.parametrize("first", [0, 1])
def test_food_by_the_place_in_turn_order_and_nothing_else(players: int, first: int) -> None:
    state = caverna(players, first_seat=first).start(seed=4)
    for place, food in enumerate([1, 1, 2, 3, 3, 3, 3][:players]):
        assert goods(state, (first + place) % players) == {"food": food}


@rule("caverna.setup.starting_player")
def test_the_first_starting_player_is_drawn_by_lot() -> None:
    starters = {
        caverna(4, first_seat="random").start(seed=n).view(None)["starter"] for n in range(40)
    }
    assert starters == {0, 1, 2, 3}


@rule("caverna.setup.cards", "caverna.setup.stage_2", "caverna.setup.unlimited")
@pytest.mark.parametrize("players", [2, 3, 7])
def test_cards_are_shuffled_within_their_stage(players: int) -> None:
    seen: dict[str, set[int]] = {}
    for seed in range(60):
        for card, turn in rounds_of_cards(table(players=players, round=12, seed=seed)).items():
            seen.setdefault(card, set()).add(turn)
    left_out = set() if players > 2 else {9}
    expected = {card: rounds - left_out for card, rounds in STAGES.items()}
    if players == 2:
        del expected["exploration"]
    assert seen == {**expected, "urgent_wish_for_children": {4}}


@rule("caverna.setup.cards")
def test_a_dealt_game_reveals_one_card_a_round_in_the_same_way() -> None:
    state = play_out(caverna(3).start(seed=11), seed=5)
    cards = rounds_of_cards(state)
    assert sorted(cards.values()) == list(range(1, 13))
    assert all(cards[card] in rounds for card, rounds in STAGES.items())


@pytest.mark.parametrize("card", ["blacksmithing", "sheep_farming", "ore_mine_construction"])
@rule("caverna.setup.stage_1")
def test_stage_1_is_out_after_three_rounds(card: str) -> None:
    assert card in spaces(table(round=3))


@rule("caverna.setup.stage_2")
def test_stage_2_is_out_after_six_rounds() -> None:
    new = set(spaces(table(round=6))) - set(spaces(table(round=3)))
    assert new == {"wish_for_children", "donkey_farming", "ruby_mine_construction"}


@rule("caverna.setup.stage_2")
@pytest.mark.parametrize("seed", range(5))
def test_round_4_always_brings_wish_for_children(seed: int) -> None:
    assert rounds_of_cards(table(round=4, seed=seed, players=5))["wish_for_children"] == 4


@rule("caverna.setup.stage_3")
@pytest.mark.parametrize(
    ("players", "cards"),
    [(2, {"family_life", "ore_delivery"}), (3, {"family_life", "ore_delivery", "exploration"})],
)
def test_stage_3_is_out_after_nine_rounds(players: int, cards: set[str]) -> None:
    late = set(spaces(table(round=10, players=players))) - set(
        spaces(table(round=6, players=players))
    )
    stage_4 = {"adventure", "ore_trading", "ruby_delivery"}
    assert late - stage_4 == cards | {"urgent_wish_for_children"}


@rule("caverna.setup.stage_4")
def test_stage_4_is_out_after_twelve_rounds() -> None:
    new = set(spaces(table(round=12))) - set(spaces(table(round=8)))
    assert new == {"adventure", "ore_trading", "ruby_delivery"}


@rule("caverna.setup.harvest_markers")
@pytest.mark.parametrize("players", [3, 5, 7])
def test_seven_markers_lie_face_down_on_rounds_6_to_12(players: int) -> None:
    markers = caverna(players).start(seed=9).view(None)["harvest"]["markers"]
    assert {int(turn) for turn in markers} == set(range(6, 13))
    assert set(markers.values()) == {"hidden"}


@rule("caverna.setup.harvest_markers")
@pytest.mark.parametrize("seed", range(3))
def test_four_markers_are_green_and_three_red(seed: int) -> None:
    state = play_out(caverna(3).start(seed=seed), seed=seed)
    assert Counter(state.view(None)["harvest"]["markers"].values()) == GREEN_AND_RED


@rule("caverna.setup.harvest_markers")
def test_markers_are_shuffled() -> None:
    first = {
        str(table(round=12, players=3, seed=n).view(None)["harvest"]["markers"]) for n in range(9)
    }
    assert len(first) > 3


@rule("caverna.setup.tiles")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_tile_lies_open_once(players: int) -> None:
    tiles = caverna(players).start(seed=1).view(None)["tiles"]
    assert len(tiles) == len(set(tiles)) == 48
    assert "entry_level_dwelling" not in tiles


@rule("caverna.setup.unlimited")
def test_there_is_no_limit_to_goods() -> None:
    state = table({"goods": dict.fromkeys(["wood", "stone", "ore", "ruby", "dog", "food"], 200)})
    assert goods(state)["wood"] == goods(state)["dog"] == 200


@rule("caverna.setup.spaces_2")
def test_the_spaces_for_two() -> None:
    assert board_spaces(2) == set(BASIC)


@rule("caverna.setup.spaces_3")
def test_the_spaces_for_three() -> None:
    assert board_spaces(3) == {*BASIC, "strip_mining", "forest_exploration", "imitation_4"}


@rule("caverna.setup.spaces_4")
def test_the_spaces_for_four() -> None:
    gone = {"supplies", "wood_gathering"}
    new = {"growth", "forest_exploration", "imitation_2"}
    assert board_spaces(4) == set(BASIC) - gone | new


@rule("caverna.setup.spaces_5")
def test_the_spaces_for_five() -> None:
    new = "imitation_4 depot small_scale_drift_mining weekly_market hardware_rental fence_building"
    assert board_spaces(5) == board_spaces(4) | set(new.split())


@rule("caverna.setup.spaces_6")
def test_the_spaces_for_six() -> None:
    gone = {"small_scale_drift_mining", "imitation_4"}
    assert board_spaces(6) == board_spaces(5) - gone | {"drift_mining_2", "imitation_1"}


@rule("caverna.setup.spaces_7")
def test_the_spaces_for_seven() -> None:
    assert board_spaces(7) == board_spaces(6) | {"large_depot", "extension", "imitation_0"}


@rule("caverna.table.positions")
@pytest.mark.parametrize(
    "seat",
    [
        {"goods": {"sheep": 3}},
        {"goods": {"wood": -1}},
        {"goods": {"silver": 1}},
        {"goods": {"sheep": 1, "donkey": 1}},
        {"board": {"r0c0": "meadow"}},
        {"board": {"r3c2": "castle"}},
        {"board": {"r3c2": "meadow", "r2c2 r0c0": "large_pasture"}},
        {"board": {"r3c2": "tunnel"}},
        {"board": {"r0c5": "tunnel"}},
        {"board": {"r3c3": "carpenter"}},
        {"stables": ["r3c3"]},
        {"stables": ["r3c2", "r3c1", "r3c0", "r2c0"]},
        {"board": {"r3c2": "field"}, "stables": ["r3c2"]},
        {"board": {"r3c2": "meadow"}, "crops": {"r3c2": "grain 1"}},
        {"board": {"r3c2": "field"}, "crops": {"r3c2": "grain 4"}},
        {"weapons": [15, 0]},
        {"weapons": [0] * 7},
        {"dwarfs": ["home", "lost"]},
        {"begging": -1},
        {"luck": 3},
    ],
)
def test_a_position_that_cannot_be_is_refused(seat: dict[str, Any]) -> None:
    with pytest.raises(dvergar.PositionError):
        table(seat)


@rule("caverna.table.positions")
@pytest.mark.parametrize(
    "position",
    [
        {"round": 0},
        {"round": 13},
        {"round": 9},
        {"starter": 2},
        {"turn": -1},
        {"cards": ["adventure"]},
        {"cards": ["blacksmithing", "blacksmithing"]},
        {"piles": {"nowhere": {"wood": 1}}},
        {"occupied": {"logging": 5}},
        {"harvest": "big"},
        {"tiles_gone": ["castle"]},
    ],
)
def test_a_table_that_cannot_be_is_refused(position: dict[str, Any]) -> None:
    with pytest.raises(dvergar.PositionError):
        table(**position)


@rule("caverna.table.positions")
def test_a_tile_is_on_one_board_only() -> None:
    with pytest.raises(dvergar.PositionError):
        table({"board": {"r2c3": "carpenter"}}, {"board": {"r2c3": "carpenter"}})
