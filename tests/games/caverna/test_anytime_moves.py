"""At-any-time moves in the middle of an action: between loot, purchases and sales."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    evening,
    furnished,
    gained,
    goods,
    land,
    lines,
    names,
    player,
    real,
    starting,
    table,
    weapons,
)


def last_dwarf(**seat: Any) -> dict[str, Any]:
    """A player with one dwarf still at home, armed if so wanted."""
    return {"dwarfs": ["away", "home"], **seat}


def acting(state: Any) -> int:
    """The strength of the dwarf that is to be placed."""
    return int(state.view(None)["acting"]["weapon"])


# Between two loot items.


@rule("caverna.anytime.between_steps", "caverna.tile.trader")
def test_gold_from_the_loot_buys_wood_for_the_next_loot() -> None:
    seat = last_dwarf(weapons=[0, 9], board={"r2c3": "trader", "r3c2": "meadow"})
    state = play(table(seat, RESTING, round=3), "place blacksmithing", "loot gold_2")
    assert "loot small_pasture" not in names(state)
    play(state, "trade trader", "loot small_pasture")
    assert land(state, "r3c2") == "small_pasture"


@rule("caverna.anytime.between_steps", "caverna.tile.trader")
def test_a_trader_from_the_loot_trades_at_once() -> None:
    seat = last_dwarf(weapons=[0, 9], board={"r3c2": "meadow"}, goods={"wood": 1, "gold": 2})
    state = table(seat, RESTING, round=3)
    play(state, "place blacksmithing", "loot furnish_cavern", "furnish trader")
    play(state, "trade trader", "loot small_pasture")
    assert land(state, "r3c2") == "small_pasture"


@rule("caverna.anytime.between_steps", "caverna.tile.supplies_storage")
def test_grain_from_the_loot_is_eaten_to_pay_for_a_tile() -> None:
    seat = last_dwarf(weapons=[0, 7], goods={"wood": 3, "food": 2})
    state = play(table(seat, RESTING, round=3), "place blacksmithing", "loot grain")
    play(state, "eat grain", "loot furnish_cavern", "furnish supplies_storage")
    assert furnished(state) == ["supplies_storage"]


@rule("caverna.anytime.between_steps")
def test_looting_goes_on_with_the_strength_of_its_beginning() -> None:
    seat = last_dwarf(weapons=[0, 3], goods={"ruby": 2})
    state = play(table(seat, RESTING, round=3), "place blacksmithing", "loot wood", "ruby stone")
    assert "loot stone" in real(state)
    assert "loot vegetable" not in real(state)
    assert "loot wood" not in real(state)


# At the market and selling ore.


@rule("caverna.anytime.between_steps", "caverna.tile.spare_part_storage")
def test_what_was_bought_at_the_market_is_traded_for_more_gold() -> None:
    seat = last_dwarf(board={"r2c3": "spare_part_storage"})
    state = table(seat, *[RESTING] * 4, players=5)
    play(state, "place weekly_market", "buy wood", "buy stone", "buy ore", "buy grain")
    assert real(state) == {"done"}
    play(state, "trade spare_part_storage", "buy dog")
    assert goods(state) == {"grain": 1, "dog": 1}


@rule("caverna.anytime.between_steps", "caverna.tile.beer_parlor")
def test_grain_from_the_market_becomes_beer_and_gold() -> None:
    seat = last_dwarf(board={"r2c3": "beer_parlor"}, goods={"grain": 1})
    state = table(seat, *[RESTING] * 4, players=5)
    play(state, "place weekly_market", "buy grain", "trade beer_parlor gold", "buy cattle")
    assert goods(state)["gold"] == 3


@rule("caverna.space.weekly_market")
def test_without_a_trade_or_a_ruby_the_market_ends_with_the_gold() -> None:
    state = table(last_dwarf(), *[RESTING] * 4, players=5)
    play(state, "place weekly_market", "buy dog", "buy boar")
    assert "done" not in real(state)


@rule("caverna.anytime.between_steps", "caverna.tile.trader")
def test_gold_from_sold_ore_buys_ore_to_sell() -> None:
    seat = last_dwarf(board={"r2c3": "trader"}, goods={"ore": 3})
    state = play(table(seat, RESTING, round=12), "place ore_trading")
    assert real(state) == {"done"}
    play(state, "trade trader", "sell ore")
    assert goods(state) == {"wood": 1, "stone": 1, "gold": 2, "food": 2}


@rule("caverna.anytime.between_steps", "caverna.space.ore_trading")
def test_three_sales_are_the_most_with_the_trader_too() -> None:
    seat = last_dwarf(board={"r2c3": "trader"}, goods={"ore": 4, "gold": 4})
    state = play(table(seat, RESTING, round=12), "place ore_trading", "sell ore")
    play(state, "trade trader", "trade trader", "sell ore")
    assert "sell ore" not in names(state)
    assert goods(state)["food"] == 3


# Between the parts of an action.

CHEAP = [
    "cuddle_room",
    "breakfast_room",
    "stubble_room",
    "work_room",
    "guest_room",
    "office_room",
    "carpenter",
    "stone_carver",
    "blacksmith",
    "miner",
    "builder",
    "trader",
    "wood_supplier",
    "stone_supplier",
    "quarry",
    "cooking_cave",
    "working_cave",
    "ore_storage",
    "broom_chamber",
    "treasure_chamber",
    "writing_chamber",
]


@rule("caverna.ruby.in_between", "caverna.space.slash_and_burn")
def test_a_ruby_buys_the_seed_after_the_field() -> None:
    state = play(table(last_dwarf(goods={"ruby": 1}), RESTING), "place slash_and_burn")
    play(state, "meadow r2c2 field r3c2")
    assert real(state) == {"done"}
    play(state, "ruby grain", "sow grain")
    assert player(state)["board"]["r3c2"]["grain"] == 3


@rule("caverna.ruby.in_between", "caverna.space.slash_and_burn")
def test_without_a_ruby_the_action_ends_by_itself() -> None:
    state = play(table(last_dwarf(), RESTING), "place slash_and_burn", "meadow r2c2 field r3c2")
    assert "done" not in real(state)


@rule("caverna.ruby.in_between", "caverna.space.housework")
def test_a_ruby_pays_what_a_tile_lacks() -> None:
    state = table(last_dwarf(goods={"ruby": 1}), RESTING, tiles_gone=["dog_school"])
    play(state, "place housework")
    assert real(state) == {"done"}
    play(state, "ruby wood", "furnish trader")
    assert goods(state) == {"dog": 1}


@rule("caverna.ruby.in_between", "caverna.space.housework")
def test_nothing_is_asked_where_the_rubies_do_not_suffice() -> None:
    board = {"r2c3": "dwelling"}
    state = play(table(last_dwarf(goods={"ruby": 1}, board=board), RESTING), "place housework")
    assert "done" not in real(state)


@rule("caverna.ruby.in_between", "caverna.space.logging")
def test_a_ruby_does_not_arm_a_dwarf() -> None:
    state = table(last_dwarf(goods={"ruby": 3}), RESTING, piles={"logging": {"wood": 3}})
    play(state, "place logging")
    assert "done" not in real(state)


@rule("caverna.ruby.in_between", "caverna.space.fence_building")
def test_a_ruby_buys_the_wood_for_the_second_pasture() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow"}
    seat = last_dwarf(goods={"ruby": 1, "wood": 4}, board=board)
    state = table(seat, *[RESTING] * 4, players=5, piles={"fence_building": {"wood": 1}})
    play(state, "place fence_building", "small_pasture r3c2")
    assert real(state) == {"done"}
    play(state, "ruby wood", "large_pasture r1c2 r2c2")
    assert land(state, "r1c2") == "large_pasture"


@rule("caverna.anytime.between_steps", "caverna.tile.dog_school")
def test_the_wood_of_a_dog_completes_a_trade_for_a_tile() -> None:
    board = {"r2c3": "dog_school", "r1c3": "spare_part_storage", "r1c4": "cavern"}
    seat = last_dwarf(board=board, goods={"stone": 4, "ore": 1, "gold": 3})
    state = play(table(seat, RESTING, tiles_gone=CHEAP), "place housework")
    assert real(state) == {"done"}
    play(state, "trade spare_part_storage", "furnish state_parlor")
    assert "gold" not in goods(state)


# The weapon of a dwarf who acts.


@rule("caverna.tile.peaceful_cave.not_travelling")
def test_a_weapon_under_way_stays_even_if_an_animal_has_no_room() -> None:
    seat = last_dwarf(weapons=[0, 5], board={"r2c3": "peaceful_cave"}, goods={"donkey": 2})
    state = play(table(seat, RESTING), "place logging", "loot donkey")
    assert "butcher donkey" in names(state)
    assert not starting(state, "disarm")
    play(state, "butcher donkey")
    assert weapons(state) == [0, 6]


@rule("caverna.tile.peaceful_cave.not_travelling", "caverna.tile.peaceful_cave")
def test_an_equal_weapon_of_another_dwarf_may_go_meanwhile() -> None:
    seat = {"weapons": [5, 5], "dwarfs": ["away", "home"], "board": {"r2c3": "peaceful_cave"}}
    state = play(table(seat, RESTING, round=3), "place blacksmithing", "loot dog")
    play(state, "disarm away 5", "loot wood", "done")
    assert weapons(state) == [0, 6]
    assert goods(state)["food"] == 5


@rule("caverna.tile.peaceful_cave")
def test_of_two_equal_weapons_the_acting_dwarf_keeps_his() -> None:
    for away in (0, 1):
        dwarfs = ["away" if dwarf == away else "home" for dwarf in range(2)]
        seat = {"weapons": [4, 4], "dwarfs": dwarfs, "board": {"r2c3": "peaceful_cave"}}
        state = table(seat, RESTING, piles={"logging": {"wood": 3}})
        play(state, "place logging", "disarm away 4")
        assert starting(state, "loot")


@rule("caverna.ruby.play_order", "caverna.tile.peaceful_cave")
def test_a_dwarf_sent_before_others_keeps_his_place_and_weapon() -> None:
    seat = {
        "weapons": [0, 9, 9],
        "board": {"r2c3": "peaceful_cave", "r1c3": "dwelling"},
        "goods": {"ruby": 1},
    }
    state = play(table(seat, RESTING), "jump dwarf 9", "disarm 9")
    assert acting(state) == 9
    assert weapons(state) == [0, 0, 9]


@rule("caverna.placing.order", "caverna.tile.peaceful_cave")
def test_the_weakest_acts_after_a_weapon_went_while_animals_had_no_room() -> None:
    seat = {
        "weapons": [3, 5],
        "board": {"r2c3": "peaceful_cave"},
        "goods": {"ruby": 1, "donkey": 2},
    }
    state = play(table(seat, RESTING), "ruby donkey", "disarm 5", "butcher donkey")
    assert acting(state) == 0


@rule("caverna.placing.order", "caverna.land.boar_preserve")
def test_the_weakest_acts_after_a_boar_had_no_room() -> None:
    seat = {
        "weapons": [2, 4, 6],
        "board": {
            "r2c3": "peaceful_cave",
            "r1c3": "dwelling",
            "r3c2": "meadow",
            "r2c2": "field",
            "r1c2": "field",
        },
        "goods": {"ruby": 1, "sheep": 2},
    }
    state = play(table(seat, RESTING), "ruby meadow r0c2", "disarm 6", "butcher boar")
    assert acting(state) == 0


# Before the Miner is paid.


MINE = {"r2c3": "miner", "r1c3": "ore_mine", "r0c3": "deep_tunnel"}


def with_a_late_ruby() -> Any:
    """The last dwarf of a round has found a ruby, and the Miner has a mine without a donkey."""
    seat = {"dwarfs": ["home", "away"], "board": MINE}
    state = table(seat, *[RESTING] * 2, players=3, piles={"ruby_mining": {"ruby": 1}})
    return play(state, "place ruby_mining")


@rule("caverna.tile.miner.donkeys_first")
def test_the_ruby_of_the_last_dwarf_buys_a_donkey_before_the_miner() -> None:
    state = with_a_late_ruby()
    assert real(state) == {"done"}
    assert "ruby donkey" in names(state)
    play(state, "ruby donkey")
    assert gained(state, "ore") == 1
    assert starting(state, "place")


@rule("caverna.tile.miner.donkeys_first")
def test_the_ruby_may_be_kept_for_later() -> None:
    state = play(with_a_late_ruby(), "done", "done")
    assert goods(state) == {"ruby": 1}
    assert starting(state, "place")


@rule("caverna.tile.miner.donkeys_first", "caverna.tile.ruby_supplier")
def test_the_ruby_of_the_supplier_buys_a_donkey_before_the_miner() -> None:
    board = {**MINE, "r1c4": "cavern"}
    seat = {"dwarfs": ["home", "away"], "board": board, "goods": {"wood": 2, "stone": 2}}
    state = table(seat, *[RESTING] * 2, players=3)
    play(state, "place housework", "furnish ruby_supplier")
    assert real(state) == {"done"}
    play(state, "ruby donkey")
    assert gained(state, "ore") == 1


def gathering(**seat: Any) -> Any:
    """The last dwarf of a round without a harvest has gathered wood; a round begins."""
    first, piles = {"dwarfs": ["home", "away"], **seat}, {"wood_gathering": {"wood": 1}}
    state = table(first, RESTING, round=7, harvest="none", piles=piles)
    return play(state, "place wood_gathering")


@rule("caverna.tile.miner.donkeys_first")
def test_a_ruby_that_was_there_before_buys_a_donkey_before_the_miner_too() -> None:
    state = gathering(board=MINE, goods={"ruby": 1})
    assert real(state) == {"done"}
    play(state, "ruby donkey")
    assert gained(state, "ore") == 1
    assert starting(state, "place")


@rule("caverna.tile.miner.donkeys_first", "caverna.space.ore_mine_construction")
def test_an_old_ruby_buys_the_donkey_for_a_mine_that_the_last_dwarf_has_built() -> None:
    seat = {
        "dwarfs": ["home", "away"],
        "board": {"r2c3": "miner", "r1c3": "tunnel", "r0c3": "tunnel"},
        "goods": {"ruby": 1, "sheep": 2},
    }
    state = table(seat, RESTING, round=7, harvest="none")
    play(state, "place ore_mine_construction", "ore_mine r1c3 deep_tunnel r0c3")
    assert state.view(0)["round"] == 7
    assert real(state) == {"done"}
    assert "ruby donkey" in names(state)
    play(state, "ruby donkey")
    assert state.view(0)["round"] == 8
    assert gained(state, "ore") == 1
    assert goods(state) == {"ore": 4, "sheep": 2, "donkey": 1}


@rule("caverna.tile.miner.donkeys_first")
def test_the_question_comes_before_the_round_and_again_when_its_card_is_known() -> None:
    state = gathering(board=MINE, goods={"ruby": 1})
    assert (state.view(0)["round"], real(state)) == (7, {"done"})
    play(state, "done")
    assert (state.view(0)["round"], real(state)) == (8, {"done"})
    assert "ruby donkey" in names(state)
    assert starting(play(state, "done"), "place")


@rule("caverna.tile.miner.donkeys_first")
@pytest.mark.parametrize("harvest", ["none", "pay_one", "skip_one", "full"])
def test_the_question_comes_before_the_miner_whatever_the_harvest_was(harvest: str) -> None:
    seat = {"board": MINE, "goods": {"ruby": 1, "food": 9}}
    state = evening(seat, round=7, harvest=harvest)
    while real(state) != {"done"} and not starting(state, "place"):
        play(state, sorted(real(state))[0])
    assert real(state) == {"done"}
    assert "ruby donkey" in names(state)


@rule("caverna.tile.miner.donkeys_first")
def test_the_question_stays_while_a_ruby_and_a_place_in_a_mine_are_left() -> None:
    board = {**MINE, "r1c4": "ore_mine", "r0c4": "deep_tunnel"}
    state = gathering(board=board, goods={"ruby": 2})
    play(state, "ruby donkey")
    assert real(state) == {"done"}
    play(state, "ruby donkey")
    assert gained(state, "ore") == 2


@rule("caverna.tile.miner.donkeys_first")
def test_only_the_owner_of_the_miner_is_asked() -> None:
    mine = {"r1c3": "ore_mine", "r0c3": "deep_tunnel"}
    other = {**RESTING, "board": mine, "goods": {"food": 20, "ruby": 1}}
    seat = {"dwarfs": ["home", "away"], "board": MINE, "goods": {"ruby": 1}}
    state = table(seat, other, round=7, harvest="none", piles={"wood_gathering": {"wood": 1}})
    play(state, "place wood_gathering")
    assert state.seat == 0
    assert starting(play(state, "done", "done"), "place")


@rule("caverna.tile.miner.donkeys_first", "caverna.tile.miner")
@pytest.mark.parametrize(
    "seat",
    [
        pytest.param({"board": MINE}, id="no ruby"),
        pytest.param({"board": MINE, "goods": {"ruby": 1, "donkey": 1}}, id="a donkey in the mine"),
        pytest.param(
            {"board": {**MINE, "r1c4": "ruby_mine"}, "goods": {"ruby": 1, "donkey": 1}},
            id="a place in a ruby mine only",
        ),
        pytest.param({"board": {"r2c3": "miner"}, "goods": {"ruby": 1}}, id="no mine"),
        pytest.param({"board": {**MINE, "r2c3": "cavern"}, "goods": {"ruby": 1}}, id="no Miner"),
    ],
)
def test_nothing_is_asked_where_no_ruby_can_become_a_donkey_for_the_miner(
    seat: dict[str, Any],
) -> None:
    state = gathering(**seat)
    assert starting(state, "place")


@rule("caverna.tile.miner.donkeys_first")
def test_the_ruby_may_buy_something_else_before_the_miner_pays() -> None:
    state = play(gathering(board=MINE, goods={"ruby": 1}), "ruby wood")
    assert starting(state, "place")
    assert goods(state) == {"wood": 2}


# The score while something is pending.


@rule("caverna.score.not_housed", "caverna.tile.weaving_parlor")
def test_animals_without_room_bring_no_bonus_either() -> None:
    seat = last_dwarf(board={"r2c3": "weaving_parlor"}, goods={"sheep": 2})
    state = table(seat, *[RESTING] * 2, round=2, piles={"sheep_farming": {"sheep": 4}}, players=3)
    play(state, "place sheep_farming")
    assert "butcher sheep" in names(state)
    assert lines(state)["animals"] == 2
    assert lines(state)["bonus"] == 1
