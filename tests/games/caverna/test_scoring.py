"""Scoring line by line, the examples of the rule book, and the score in the middle of a game."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import RESTING, evening, lines, names, real, table

# The 80-point board of the rule book: its inputs, in a layout of ours (the picture's is not known).
EXAMPLE: dict[str, Any] = {
    "goods": {
        "dog": 2,
        "sheep": 4,
        "donkey": 2,
        "boar": 3,
        "cattle": 10,
        "grain": 6,
        "vegetable": 2,
        "ruby": 1,
        "gold": 13,
    },
    "board": {
        "r3c2": "field",
        "r3c1": "field",
        "r2c2": "field",
        "r2c1": "meadow",
        "r1c2": "small_pasture",
        "r1c1 r0c1": "large_pasture",
        "r1c0": "meadow",
        "r0c2": "field",
        "r2c3": "breeding_cave",
        "r1c3": "ruby_supplier",
        "r0c3": "blacksmithing_parlor",
        "r2c4": "dwelling",
        "r3c4": "dwelling",
        "r1c4": "fodder_chamber",
        "r2c5": "ruby_mine",
        "r1c5": "ruby_mine",
        "r0c5": "ore_mine",
        "r0c4": "deep_tunnel",
        "r3c5": "tunnel",
    },
    "stables": ["r1c1", "r0c1", "r2c1"],
    "crops": {"r3c2": "grain 3", "r3c1": "vegetable 2"},
    "weapons": [0, 0, 0, 0],
}
EXAMPLE_LINES = {
    "animals": 21,
    "missing_types": 0,
    "grain": 5,
    "vegetables": 4,
    "rubies": 1,
    "dwarfs": 4,
    "unused_spaces": -3,
    "furnishings": 12,
    "pastures": 6,
    "mines": 11,
    "bonus": 6,
    "gold": 13,
    "begging": 0,
}


def line(name: str, **seat: Any) -> int:
    """One line of the score of a player like this."""
    return lines(table(seat))[name]


@rule("caverna.score.example", "caverna.score.bonus")
def test_the_board_of_the_rule_book_scores_80_line_by_line() -> None:
    state = table(EXAMPLE, round=12)
    assert lines(state) == EXAMPLE_LINES
    assert state.scores()[0].total == 80


@rule("caverna.score.example")
def test_the_numbers_of_the_french_rule_book_score_80_too() -> None:
    goods = {**EXAMPLE["goods"], "vegetable": 3, "gold": 12}
    assert table({**EXAMPLE, "goods": goods}, round=12).scores()[0].total == 80


@rule("caverna.score.start")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_a_fresh_board_scores_minus_28(players: int) -> None:
    state = table(players=players)
    assert [score.total for score in state.scores()] == [-28] * players
    assert lines(state) == dict.fromkeys(EXAMPLE_LINES, 0) | {
        "unused_spaces": -22,
        "missing_types": -8,
        "dwarfs": 2,
    }


@rule("caverna.score.animals")
def test_every_animal_is_a_point_dogs_too() -> None:
    assert line("animals", goods={"dog": 5, "sheep": 2}) == 7


@rule("caverna.score.missing_types")
@pytest.mark.parametrize(
    ("herd", "points"),
    [
        ({}, -8),
        ({"dog": 3}, -8),
        ({"sheep": 2}, -6),
        ({"sheep": 1, "boar": 1, "donkey": 1}, -2),
        ({"sheep": 1, "boar": 1, "donkey": 1, "cattle": 1}, 0),
    ],
)
def test_two_points_are_lost_for_each_missing_kind(herd: dict[str, int], points: int) -> None:
    board = {"r2c4": "ruby_mine", "r3c2": "small_pasture"}
    assert line("missing_types", goods=herd, board=board, stables=["r0c0"]) == points


@rule("caverna.score.grain")
@pytest.mark.parametrize(
    ("supply", "field", "points"), [(0, 1, 1), (1, 1, 1), (1, 2, 2), (3, 3, 3)]
)
def test_grain_is_half_a_point_rounded_up_once(supply: int, field: int, points: int) -> None:
    crops = {"r3c2": f"grain {field}"}
    assert line("grain", goods={"grain": supply}, board={"r3c2": "field"}, crops=crops) == points


@rule("caverna.score.vegetables")
def test_vegetables_in_supply_and_on_fields_are_a_point_each() -> None:
    seat = {"goods": {"vegetable": 3}, "board": {"r3c2": "field"}, "crops": {"r3c2": "vegetable 2"}}
    assert line("vegetables", **seat) == 5


@rule("caverna.score.rubies", "caverna.score.gold")
def test_rubies_and_gold_are_a_point_each() -> None:
    assert line("rubies", goods={"ruby": 3}) == 3
    assert line("gold", goods={"gold": 12}) == 12


@rule("caverna.score.dwarfs")
def test_every_dwarf_is_a_point_newborn_too() -> None:
    seat = {
        "weapons": [0, 3, 0],
        "dwarfs": ["home", "away", "newborn"],
        "board": {"r2c3": "dwelling"},
    }
    assert line("dwarfs", **seat) == 3


@rule("caverna.score.unused_spaces")
@pytest.mark.parametrize(
    ("seat", "unused"),
    [
        ({"board": {"r3c2": "field"}}, 21),
        ({"board": {"r2c4": "tunnel", "r2c5": "cavern"}}, 20),
        ({"stables": ["r0c0"]}, 21),
        ({"board": {"r3c2": "meadow"}, "stables": ["r3c2"]}, 21),
        ({"board": {"r3c2 r2c2": "large_pasture"}}, 20),
    ],
)
def test_spaces_without_tile_or_stable_cost_a_point(seat: dict[str, Any], unused: int) -> None:
    assert line("unused_spaces", **seat) == -unused


@rule("caverna.score.furnishings")
def test_tiles_are_worth_what_is_printed() -> None:
    assert line("furnishings", board={"r2c3": "blacksmith", "r2c4": "dwelling"}) == 6


@rule("caverna.score.pastures", "caverna.score.mines")
def test_pastures_and_mines_have_their_values() -> None:
    board = {"r3c2": "small_pasture", "r2c2": "small_pasture", "r1c2 r0c2": "large_pasture"}
    assert line("pastures", board=board) == 8
    board = {"r2c4": "ore_mine", "r2c5": "deep_tunnel", "r3c4": "ruby_mine", "r3c5": "tunnel"}
    assert line("mines", board=board) == 7
    assert line("mines", board={"r2c4": "ore_mine", "r2c5": "ruby_mine"}) == 7


@rule("caverna.score.bonus")
def test_bonus_points_come_on_top() -> None:
    board = {"r2c3": "milking_parlor", "r2c4": "breakfast_room"}
    state = table({"board": board, "goods": {"cattle": 3}})
    assert (lines(state)["animals"], lines(state)["bonus"]) == (3, 3)


@rule("caverna.score.begging")
def test_a_begging_marker_costs_three_points() -> None:
    assert line("begging", begging=2) == -6


@rule("caverna.score.writing_chamber_order", "caverna.tile.writing_chamber")
@pytest.mark.parametrize(
    ("herd", "begging", "expected"),
    [
        ({}, 1, (-1, -22, -3)),
        ({"sheep": 2}, 1, (0, -21, -3)),
    ],
)
def test_the_writing_chamber_saves_line_after_line(
    herd: dict[str, int], begging: int, expected: tuple[int, int, int]
) -> None:
    state = table({"board": {"r2c3": "writing_chamber"}, "goods": herd, "begging": begging})
    found = lines(state)
    assert (found["missing_types"], found["unused_spaces"], found["begging"]) == expected


@rule("caverna.score.writing_chamber_order")
def test_begging_markers_come_last() -> None:
    forest = {f"r{row}c{col}": "field" for row in range(4) for col in range(3)}
    mountain = {f"r{row}c{col}": "tunnel" for row in range(4) for col in range(3, 6)}
    board = {**forest, **mountain, "r2c3": "writing_chamber", "r2c4": "ruby_mine"}
    del board["r3c3"], board["r0c0"]
    state = table({"board": board, "goods": {"sheep": 2, "donkey": 1}, "begging": 2})
    found = lines(state)
    assert (found["missing_types"], found["unused_spaces"], found["begging"]) == (0, 0, -4)


@rule("caverna.score.at_any_time")
def test_the_score_can_be_asked_for_without_changing_anything() -> None:
    state = table({"goods": {"gold": 4}, "board": {"r2c3": "trader"}})
    before = state.text()
    assert state.scores()[0].total == -28 + 4 + 2
    assert state.text() == before


@rule("caverna.score.not_housed")
def test_animals_without_room_do_not_count() -> None:
    state = table({"goods": {"sheep": 2}}, round=3, piles={"sheep_farming": {"sheep": 4}})
    play(state, "place sheep_farming")
    assert "butcher sheep" in real(state)
    assert lines(state)["animals"] == 2


@rule("caverna.score.never", "caverna.land.stable")
@pytest.mark.parametrize("good", ["food", "wood", "stone", "ore"])
def test_food_and_materials_are_worth_nothing(good: str) -> None:
    assert table({"goods": {good: 9}}).scores()[0].total == -28


@rule("caverna.end.after_twelve", "caverna.end.last_trades")
def test_after_the_last_harvest_trades_are_open_and_then_the_game_is_over() -> None:
    seat = {"board": {"r2c3": "beer_parlor"}, "goods": {"food": 4, "grain": 2}}
    state = play(evening(seat, round=12, harvest="full"), "feed", "feed")
    assert not state.over
    assert {"trade beer_parlor gold", "finish"} <= names(state)
    play(state, "trade beer_parlor gold", "finish")
    while not state.over:
        play(state, "finish")
    assert lines(state)["gold"] == 3
    assert state.moves() == []


@rule("caverna.end.last_trades")
@pytest.mark.parametrize(
    ("tile", "stock", "trade"),
    [
        ("trader", {"gold": 2}, "trade trader"),
        ("spare_part_storage", {"wood": 1, "stone": 1, "ore": 1}, "trade spare_part_storage"),
        ("hunting_parlor", {"boar": 2}, "trade hunting_parlor"),
        ("blacksmithing_parlor", {"ruby": 1, "ore": 1}, "trade blacksmithing_parlor"),
    ],
)
def test_every_trade_is_open_before_scoring(tile: str, stock: dict[str, int], trade: str) -> None:
    seat = {"board": {"r2c3": tile}, "goods": {"food": 4, **stock}}
    state = play(evening(seat, round=12, harvest="full"), "feed", "feed")
    play(state, trade)


@rule("caverna.end.last_trades", "caverna.ruby.goods", "caverna.score.missing_types")
def test_a_last_ruby_may_still_buy_a_missing_animal() -> None:
    seat = {"goods": {"food": 4, "ruby": 1}}
    state = play(evening(seat, round=12, harvest="full"), "feed", "feed")
    before = state.scores()[0].total
    play(state, "ruby donkey")
    assert state.scores()[0].total == before - 1 + 1 + 2


@rule("caverna.end.last_trades", "caverna.harvest.turn_order")
def test_the_last_trades_are_asked_in_turn_order() -> None:
    beer = {"board": {"r2c3": "beer_parlor"}, "goods": {"food": 9, "grain": 2}}
    other = {**RESTING, "goods": {"food": 20, "ruby": 1}}
    state = play(evening(beer, other, round=12, harvest="full", starter=1, turn=0), "feed", "feed")
    assert state.seat == 1
    play(state, "finish")
    assert state.seat == 0


@rule("caverna.end.tie", "caverna.aim.most_points")
def test_a_tie_is_shared() -> None:
    state = play(evening({"goods": {"food": 4}}, round=12, harvest="full"), "feed", "feed")
    while not state.over:
        play(state, "finish")
    assert [score.total for score in state.scores()] == [-28, -28]
    assert state.ranking() == [1, 1]
