"""Rubies: what they buy, at any time and in the middle of an action."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    evening,
    goods,
    land,
    names,
    player,
    real,
    starting,
    table,
)

BOUGHT = ["wood", "stone", "ore", "gold", "grain", "vegetable", "dog", "sheep", "donkey", "boar"]


@rule("caverna.ruby.goods")
@pytest.mark.parametrize("good", BOUGHT)
def test_a_ruby_buys_one_good(good: str) -> None:
    state = play(table({"goods": {"ruby": 2}}), f"ruby {good}")
    assert goods(state) == {"ruby": 1, good: 1}
    assert state.game.is_free(state.game.move(f"ruby {good}"))
    assert state.seat == 0


@rule("caverna.ruby.cattle")
def test_cattle_costs_a_food_more() -> None:
    assert "ruby cattle" not in names(table({"goods": {"ruby": 2}}))
    state = play(table({"goods": {"ruby": 1, "food": 1}}), "ruby cattle")
    assert goods(state) == {"cattle": 1}


@rule("caverna.ruby.food")
def test_a_ruby_is_two_food() -> None:
    assert goods(play(table({"goods": {"ruby": 1}}), "eat ruby")) == {"food": 2}


@rule("caverna.ruby.field_meadow", "caverna.ruby.tunnel")
@pytest.mark.parametrize(
    ("kind", "cell"), [("field", "r3c2"), ("meadow", "r3c2"), ("tunnel", "r2c4")]
)
def test_a_ruby_buys_a_single_tile(kind: str, cell: str) -> None:
    state = play(table({"goods": {"ruby": 1}}), f"ruby {kind} {cell}")
    assert land(state, cell) == kind
    assert goods(state) == {}


@rule("caverna.ruby.cavern")
def test_a_cavern_costs_two_rubies() -> None:
    assert starting(table({"goods": {"ruby": 1}}), "ruby cavern") == set()
    state = play(table({"goods": {"ruby": 3}}), "ruby cavern r2c4")
    assert land(state, "r2c4") == "cavern"
    assert goods(state) == {"ruby": 1}


@rule("caverna.ruby.tunnel", "caverna.ruby.cavern", "caverna.land.mountain_adjacent")
@pytest.mark.parametrize("kind", ["tunnel", "cavern"])
def test_single_mountain_tiles_touch_the_cave_system(kind: str) -> None:
    state = table({"goods": {"ruby": 2}})
    assert starting(state, f"ruby {kind}") == {
        f"ruby {kind} {cell}" for cell in ("r1c3", "r2c4", "r3c4")
    }


@rule("caverna.ruby.goods")
def test_without_a_ruby_nothing_is_bought() -> None:
    assert starting(table(), "ruby") == set()


@rule("caverna.ruby.not_back")
def test_nothing_becomes_a_ruby() -> None:
    stock = dict.fromkeys(["wood", "stone", "ore", "gold", "grain", "vegetable", "dog", "food"], 9)
    tiles = {
        "r2c3": "trader",
        "r2c4": "beer_parlor",
        "r1c3": "hunting_parlor",
        "r3c4": "cooking_cave",
    }
    state = table({"goods": stock, "board": tiles})
    for name in names(state) - real(state):
        after = play(state.copy(), name)
        assert "ruby" not in goods(after)


@rule("caverna.ruby.in_between", "caverna.land.sow")
def test_a_field_bought_before_sowing() -> None:
    state = table({"goods": {"ruby": 1, "grain": 1}})
    play(state, "ruby field r3c2", "place slash_and_burn", "sow grain")
    assert player(state)["board"]["r3c2"]["grain"] == 3


@rule("caverna.ruby.in_between", "caverna.land.sow.needs")
def test_a_crop_bought_between_tile_and_sowing() -> None:
    state = table({"goods": {"ruby": 1, "grain": 1}})
    play(state, "place slash_and_burn", "meadow r3c2 field r2c2", "ruby vegetable", "sow vegetable")
    assert player(state)["board"]["r2c2"]["vegetable"] == 2


@rule("caverna.ruby.in_between", "caverna.land.ruby_mine")
def test_a_tunnel_bought_before_a_ruby_mine() -> None:
    state = table({"goods": {"ruby": 1}}, round=6)
    assert "place ruby_mine_construction" not in names(state)
    play(state, "ruby tunnel r2c4", "place ruby_mine_construction")
    assert land(state, "r2c4") == "ruby_mine"


@rule("caverna.ruby.in_between", "caverna.land.ore_mine")
def test_a_tunnel_bought_beside_another_for_an_ore_mine() -> None:
    state = table({"goods": {"ruby": 1}, "board": {"r2c4": "tunnel"}}, round=3)
    play(state, "ruby tunnel r2c5", "place ore_mine_construction", "ore_mine r2c5 deep_tunnel r2c4")
    assert goods(state) == {"ore": 3}


@rule("caverna.ruby.in_between", "caverna.land.fences.small")
def test_a_meadow_bought_before_fencing() -> None:
    piles = {"sheep_farming": {"sheep": 2}}
    state = table({"goods": {"ruby": 1, "wood": 2}}, round=3, piles=piles)
    play(state, "ruby meadow r3c2", "place sheep_farming", "small_pasture r3c2")
    assert goods(state) == {"sheep": 2}


@rule("caverna.ruby.in_between")
@pytest.mark.parametrize(
    ("seat", "position", "moves", "bought"),
    [
        ({}, {"piles": {"excavation": {"stone": 1}}}, ["place excavation"], "ruby wood"),
        ({}, {}, ["place housework", "take goods"], "ruby stone"),
        (
            {"goods": {"ore": 3, "ruby": 1}},
            {"round": 3},
            ["place blacksmithing", "forge 2"],
            "ruby dog",
        ),
        ({}, {"players": 5}, ["place weekly_market"], "ruby gold"),
        (
            {"weapons": [1, 1]},
            {"piles": {"logging": {"wood": 1}}},
            ["place logging"],
            "ruby sheep",
        ),
    ],
)
def test_rubies_may_be_spent_between_the_parts_of_an_action(
    seat: dict[str, Any], position: dict[str, Any], moves: list[str], bought: str
) -> None:
    state = play(table({"goods": {"ruby": 1}, **seat}, **position), *moves)
    assert bought in names(state)
    play(state, bought)
    assert "ruby" not in goods(state)


@rule("caverna.ruby.in_between", "caverna.feed.two_each")
def test_rubies_may_be_spent_while_feeding() -> None:
    state = evening({"goods": {"ruby": 1, "food": 4}}, round=3)
    play(state, "ruby gold", "feed")
    assert goods(state) == {"wood": 1, "gold": 1}


@rule("caverna.ruby.play_order")
def test_a_ruby_changes_the_play_order() -> None:
    state = table({"weapons": [1, 8], "goods": {"ruby": 1}})
    play(state, "jump dwarf 8", "place logging", "loot gold_2")
    assert goods(state) == {"gold": 2}


@rule("caverna.ruby.goods", "caverna.animal.excess")
def test_a_bought_animal_needs_room_too() -> None:
    state = play(table({"goods": {"ruby": 1, "sheep": 2}}), "ruby boar")
    assert real(state) == {"butcher sheep", "butcher boar"}
    play(state, "butcher boar")
    assert "place supplies" in names(state)
