"""The food that the table says a family needs: the same that is paid or begged for in the evening.

In a round without a harvest, and while its marker lies face down, a full harvest is reckoned with.
"""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, names, player, table

FOR_AN_ADULT = {"full": 2, "skip_one": 2, "pay_one": 1}
MINES = {"r1c3": "ore_mine", "r0c3": "deep_tunnel", "r1c4": "ruby_mine"}
DWELLINGS = {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r3c4": "dwelling"}
# Tiles that have to do with food and change nothing about what a dwarf eats.
INDIFFERENT = ["breakfast_room", "slaughtering_cave", "cooking_cave", "working_cave", "miner"]


def family(adults: int, newborn: int = 0, **seat: Any) -> dict[str, Any]:
    """A family whose first dwarf is still at home, with room for everybody."""
    dwarfs = ["home"] + ["away"] * (adults - 1) + ["newborn"] * newborn
    return {**seat, "dwarfs": dwarfs, "board": {**DWELLINGS, **seat.get("board", {})}}


def with_mining_cave(adults: int, newborn: int, donkeys: int) -> dict[str, Any]:
    """A family with the Mining cave, two mines, and room for two more donkeys in the dwelling."""
    board = {**MINES, "r3c5": "mining_cave"}
    return family(adults, newborn, board=board, goods={"donkey": donkeys})


def needed(state: Any) -> int:
    """The food that the table says seat 0 needs."""
    number: int = player(state)["food_needed"]
    return number


def begged(state: Any) -> int:
    """The begging markers of seat 0 after a harvest without any food."""
    if "keep field phase" in names(state):
        play(state, "keep field phase", "keep field phase")
    play(state, "beg" if needed(state) else "feed")
    markers: int = player(state)["begging"]
    return markers


@rule("caverna.feed.two_each", "caverna.feed.newborn", "caverna.feed.pay_one")
@pytest.mark.parametrize("newborn", [0, 1, 2])
@pytest.mark.parametrize("adults", [2, 3])
@pytest.mark.parametrize("harvest", list(FOR_AN_ADULT))
def test_the_table_says_what_the_harvest_of_the_round_asks_for(
    harvest: str, adults: int, newborn: int
) -> None:
    state = table(family(adults, newborn), round=7, harvest=harvest)
    assert needed(state) == FOR_AN_ADULT[harvest] * adults + newborn


@rule("caverna.tile.mining_cave")
@pytest.mark.parametrize("newborn", [0, 1])
@pytest.mark.parametrize("donkeys", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("harvest", list(FOR_AN_ADULT))
def test_donkeys_in_mines_are_taken_off_with_the_mining_cave(
    harvest: str, donkeys: int, newborn: int
) -> None:
    state = table(with_mining_cave(2, newborn, donkeys), round=7, harvest=harvest)
    assert needed(state) == 2 * FOR_AN_ADULT[harvest] + newborn - min(donkeys, 2)


@rule("caverna.tile.mining_cave")
def test_the_need_does_not_fall_below_nothing() -> None:
    mines = {"r1c3": "ore_mine", "r0c3": "deep_tunnel", "r1c4": "ruby_mine", "r1c5": "ruby_mine"}
    seat = {"board": {"r2c3": "mining_cave", **mines}, "goods": {"donkey": 3}}
    assert needed(table(seat, round=7, harvest="pay_one")) == 0


@rule("caverna.tile.mining_cave")
def test_donkeys_in_mines_eat_for_nobody_without_the_mining_cave() -> None:
    state = table(family(2, board=MINES, goods={"donkey": 2}), round=7, harvest="full")
    assert needed(state) == 4


@rule("caverna.tile.mining_cave")
def test_the_need_follows_the_donkeys_at_once() -> None:
    seat = with_mining_cave(2, 0, 1)
    seat["goods"] = {"donkey": 1, "ruby": 1}
    state = table(seat, round=7, harvest="full")
    assert needed(state) == 3
    assert needed(play(state, "ruby donkey")) == 2
    assert needed(play(state, "eat donkey", "eat donkey")) == 4


@rule("caverna.feed.two_each", "caverna.feed.pay_one")
@pytest.mark.parametrize("tile", INDIFFERENT)
@pytest.mark.parametrize("harvest", list(FOR_AN_ADULT))
def test_no_other_tile_changes_the_need(harvest: str, tile: str) -> None:
    seat = family(3, board={"r3c5": tile, **MINES}, goods={"donkey": 1, "wood": 2, "cattle": 1})
    assert needed(table(seat, round=7, harvest=harvest)) == 3 * FOR_AN_ADULT[harvest]


@rule("caverna.feed.begging", "caverna.tile.mining_cave", "caverna.feed.pay_one")
@pytest.mark.parametrize("donkeys", [0, 1, 2])
@pytest.mark.parametrize("newborn", [0, 1])
@pytest.mark.parametrize("harvest", list(FOR_AN_ADULT))
def test_whoever_has_no_food_begs_for_what_the_table_said(
    harvest: str, newborn: int, donkeys: int
) -> None:
    seat = with_mining_cave(2, newborn, donkeys)
    before = needed(table(seat, round=7, harvest=harvest))
    state = evening(seat, round=7, harvest=harvest)
    assert begged(state) == before


@rule("caverna.harvest.schedule", "caverna.feed.pay_one")
@pytest.mark.parametrize(("turn", "food"), [(3, 4), (4, 2), (5, 4)])
def test_the_need_of_the_first_rounds_is_that_of_their_harvest(turn: int, food: int) -> None:
    assert needed(table(family(2), round=turn)) == food


@rule("caverna.harvest.schedule", "caverna.harvest.first_red")
@pytest.mark.parametrize(("turn", "harvest"), [(1, None), (2, None), (7, "none")])
def test_without_a_harvest_the_table_says_what_a_full_one_would_ask_for(
    turn: int, harvest: str | None
) -> None:
    assert needed(table(family(3), round=turn, harvest=harvest)) == 6
    assert needed(table(with_mining_cave(3, 0, 1), round=turn, harvest=harvest)) == 5


@rule("caverna.solo.harvests", "caverna.feed.pay_one")
@pytest.mark.parametrize(("turn", "food"), [(3, 4), (4, 2), (5, 4), (8, 4), (12, 4)])
def test_alone_the_need_follows_the_harvests_of_the_solo_game(turn: int, food: int) -> None:
    assert needed(table(family(2), players=1, round=turn)) == food


@rule("caverna.option.harvest_reveal.before_harvest", "caverna.table.hidden")
@pytest.mark.parametrize("harvest", ["none", "pay_one", "skip_one", "full"])
def test_a_marker_that_lies_face_down_is_not_told_by_the_need(harvest: str) -> None:
    state = table(family(2), round=7, harvest=harvest, harvest_reveal="before_harvest")
    assert needed(state) == 4


@rule("caverna.option.harvest_reveal.before_harvest", "caverna.feed.pay_one")
def test_the_need_is_known_when_the_marker_is_turned_over() -> None:
    state = evening(family(2), round=7, harvest="pay_one", harvest_reveal="before_harvest")
    assert needed(state) == 2
