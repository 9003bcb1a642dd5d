"""Every action space: what lies on it for every number of players, and what can be done there."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    furnished,
    goods,
    land,
    names,
    player,
    real,
    space,
    starting,
    table,
    weapons,
)

SUPPLIES = {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
MEADOW = {"r3c2": "meadow"}
MEADOWS = {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow"}
FIELD = {"r3c2": "field"}
TUNNELS = {"r2c4": "tunnel", "r2c5": "tunnel"}
ORE_MINE = {"r2c4": "deep_tunnel", "r2c5": "ore_mine"}
RUBY_MINE = {"r2c4": "ruby_mine"}
TWO_RUBY_MINES = {"r2c4": "ruby_mine", "r2c5": "ruby_mine"}
FIRST_FOREST_TWINS = {
    "meadow r3c2 field r3c1",
    "meadow r3c2 field r2c2",
    "meadow r3c1 field r3c2",
    "meadow r2c2 field r3c2",
}
# The cards with ruby_delivery early in its stage, so that it stands for two rounds.
CARDS = [
    "blacksmithing",
    "sheep_farming",
    "ore_mine_construction",
    "wish_for_children",
    "donkey_farming",
    "ruby_mine_construction",
    "ore_delivery",
    "family_life",
    "exploration",
    "ruby_delivery",
    "adventure",
    "ore_trading",
]

# space, numbers of players, what an empty space gets, what is left, what is there afterwards
ACCUMULATION: list[tuple[str, list[int], dict[str, int], dict[str, int], dict[str, int]]] = [
    ("drift_mining", [2, 3], {"stone": 1}, {"stone": 2}, {"stone": 3}),
    ("drift_mining", [4, 5, 6, 7], {"stone": 2}, {"stone": 1}, {"stone": 3}),
    ("drift_mining_2", [6, 7], {"stone": 1}, {"stone": 1}, {"stone": 2}),
    ("excavation", [1, 2, 3], {"stone": 1}, {"stone": 1}, {"stone": 2}),
    ("excavation", [4, 5, 6, 7], {"stone": 2}, {"stone": 2}, {"stone": 3}),
    ("starting_player", [2, 3, 4, 5, 6, 7], {"food": 1}, {"food": 2}, {"food": 3}),
    ("logging", [1, 2, 3], {"wood": 3}, {"wood": 3}, {"wood": 4}),
    ("logging", [4, 5, 6, 7], {"wood": 3}, {"wood": 3}, {"wood": 6}),
    ("ore_mining", [1, 2, 3], {"ore": 2}, {"ore": 2}, {"ore": 3}),
    ("ore_mining", [4, 5, 6, 7], {"ore": 3}, {"ore": 1}, {"ore": 3}),
    ("wood_gathering", [1, 2, 3], {"wood": 1}, {"wood": 1}, {"wood": 2}),
    ("clearing", [2, 3], {"wood": 1}, {"wood": 1}, {"wood": 2}),
    ("clearing", [4, 5, 6, 7], {"wood": 2}, {"wood": 2}, {"wood": 4}),
    ("sustenance", [1, 2, 3], {"food": 1}, {"food": 1}, {"food": 2}),
    ("sustenance", [4, 5, 6, 7], {"grain": 1}, {"grain": 1}, {"grain": 1, "vegetable": 1}),
    ("ruby_mining", [1, 3, 4, 5, 6, 7], {"ruby": 1}, {"ruby": 1}, {"ruby": 2}),
    ("strip_mining", [3], {"ore": 1}, {"ore": 1}, {"ore": 1, "stone": 1}),
    ("forest_exploration", [3], {"wood": 1}, {"wood": 1}, {"wood": 2}),
    ("forest_exploration", [4, 5, 6, 7], {"wood": 2}, {"wood": 2}, {"wood": 3}),
    ("depot", [5, 6, 7], {"wood": 1, "ore": 1}, {"wood": 1}, {"wood": 2, "ore": 1}),
    ("fence_building", [5], {"wood": 1}, {"wood": 1}, {"wood": 2}),
    ("fence_building", [6, 7], {"wood": 2}, {"wood": 2}, {"wood": 3}),
    (
        "large_depot",
        [7],
        {"wood": 2, "stone": 1, "ore": 1},
        {"ore": 1},
        {"wood": 1, "stone": 1, "ore": 2},
    ),
]
CARD_ACCUMULATION: list[tuple[str, dict[str, int], dict[str, int], dict[str, int]]] = [
    ("sheep_farming", {"sheep": 1}, {"sheep": 1}, {"sheep": 2}),
    ("donkey_farming", {"donkey": 1}, {"donkey": 2}, {"donkey": 3}),
    ("ore_delivery", {"ore": 1, "stone": 1}, {"stone": 1}, {"ore": 1, "stone": 2}),
    ("ruby_delivery", {"ruby": 2}, {"ruby": 2}, {"ruby": 3}),
]
ROWS = [(name, count, *row) for name, counts, *row in ACCUMULATION for count in counts]


def next_round(players: int, **position: Any) -> Any:
    """The beginning of the next round: the last dwarf has done its housework or taken the token."""
    last = {"dwarfs": ["home", "away"], "board": {"r2c3": "dwelling"}}
    return play(
        table(last, *[RESTING] * (players - 1), players=players, **position), "place housework"
    )


def growing(**seat: Any) -> dict[str, Any]:
    """A player with a spare bed."""
    return {"board": {"r2c3": "dwelling", **seat.pop("board", {})}, **seat}


@rule(
    "caverna.space.drift_mining.goods",
    "caverna.space.drift_mining.second",
    "caverna.space.excavation.goods",
    "caverna.space.starting_player.goods",
    "caverna.space.logging.goods",
    "caverna.space.ore_mining.goods",
    "caverna.space.wood_gathering",
    "caverna.space.clearing.goods",
    "caverna.space.sustenance.goods",
    "caverna.space.ruby_mining.goods",
    "caverna.space.strip_mining.goods",
    "caverna.space.forest_exploration.goods",
    "caverna.space.depot",
    "caverna.space.fence_building.goods",
    "caverna.space.large_depot",
)
@pytest.mark.parametrize(("name", "players", "empty", "left", "after"), ROWS)
def test_what_a_space_gets_each_round(
    name: str, players: int, empty: Any, left: Any, after: Any
) -> None:
    assert space(next_round(players), name)["goods"] == empty
    assert space(next_round(players, piles={name: left}), name)["goods"] == after


@rule(
    "caverna.space.sheep_farming",
    "caverna.space.donkey_farming",
    "caverna.space.ore_delivery",
    "caverna.space.ruby_delivery.goods",
)
@pytest.mark.parametrize(("name", "empty", "left", "after"), CARD_ACCUMULATION)
def test_what_a_card_gets_each_round(name: str, empty: Any, left: Any, after: Any) -> None:
    late = {"round": 10, "cards": CARDS, "harvest": "none"}
    assert space(next_round(3, **late), name)["goods"] == empty
    assert space(next_round(3, piles={name: left}, **late), name)["goods"] == after


@rule("caverna.round.replenish")
@pytest.mark.parametrize(
    "name",
    ["supplies", "housework", "slash_and_burn", "blacksmithing", "ore_mine_construction"],
)
def test_spaces_without_an_arrow_get_nothing(name: str) -> None:
    assert space(next_round(2, round=2, harvest="none"), name)["goods"] == {}


@rule("caverna.space.drift_mining", "caverna.placing.goods_taken")
def test_drift_mining_gives_its_stone_and_a_cavern_and_tunnel() -> None:
    state = play(table(piles={"drift_mining": {"stone": 3}}), "place drift_mining")
    assert goods(state) == {"stone": 3}
    assert space(state, "drift_mining")["goods"] == {}
    play(state, "cavern r2c4 tunnel r2c5")
    assert (land(state, "r2c4"), land(state, "r2c5")) == ("cavern", "tunnel")
    assert state.seat == 1


@rule("caverna.space.drift_mining", "caverna.placing.and_or")
@pytest.mark.parametrize("name", ["drift_mining", "excavation"])
def test_the_stone_may_be_taken_alone_and_the_tile_placed_alone(name: str) -> None:
    state = play(table(piles={name: {"stone": 1}}), f"place {name}", "done")
    assert goods(state) == {"stone": 1}
    state = play(table(), f"place {name}")
    assert "done" not in names(state)
    play(state, "cavern r2c4 tunnel r1c4")
    assert goods(state) == {}


@rule("caverna.space.drift_mining.second")
@pytest.mark.parametrize("players", [6, 7])
def test_the_second_drift_mining_works_like_the_first(players: int) -> None:
    state = table(players=players, piles={"drift_mining_2": {"stone": 2}})
    play(state, "place drift_mining_2", "cavern r2c4 tunnel r1c4")
    assert goods(state) == {"stone": 2}
    assert "place drift_mining" in names(state)


@rule("caverna.space.excavation", "caverna.space.excavation.only_cavern_cavern")
def test_excavation_offers_both_sides_and_drift_mining_one() -> None:
    state = play(table(piles={"excavation": {"stone": 1}}), "place excavation")
    sides = {tuple(name.split()[::2]) for name in starting(state, "cavern")}
    assert sides == {("cavern", "tunnel"), ("cavern", "cavern")}
    state = play(table(), "place drift_mining")
    assert {tuple(name.split()[::2]) for name in starting(state, "cavern")} == {
        ("cavern", "tunnel")
    }


@rule("caverna.space.excavation")
def test_excavation_gives_its_stone_and_two_caverns() -> None:
    state = play(table(piles={"excavation": {"stone": 2}}), "place excavation")
    caverns = {"cavern r2c4 cavern r2c5", "cavern r2c5 cavern r2c4"} & names(state)
    assert len(caverns) == 1
    play(state, caverns.pop())
    assert (land(state, "r2c4"), land(state, "r2c5")) == ("cavern", "cavern")
    assert goods(state) == {"stone": 2}


@rule("caverna.space.starting_player")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_starting_player_gives_food_and_ore_or_a_ruby(players: int) -> None:
    state = table(
        {}, *[{}] * (players - 1), players=players, turn=1, piles={"starting_player": {"food": 3}}
    )
    play(state, "place starting_player")
    bonus = {"ore": 2} if players <= 3 else {"ruby": 1}
    assert goods(state, 1) == {"food": 3, **bonus}
    assert state.view(None)["starter"] == 0


@rule("caverna.space.starting_player")
def test_starting_player_is_open_without_food_on_it() -> None:
    assert goods(play(table(), "place starting_player")) == {"ore": 2}


@rule("caverna.space.logging", "caverna.placing.and_then_or")
def test_logging_gives_wood_and_then_an_expedition() -> None:
    state = table({"weapons": [1, 1]}, piles={"logging": {"wood": 4}})
    play(state, "place logging")
    assert goods(state) == {"wood": 4}
    assert real(state) == {"done", "loot dog", "loot wood", "loot all_weapons_plus_1"}
    play(state, "loot dog")
    assert state.seat == 1
    assert goods(state) == {"wood": 4, "dog": 1}


@rule("caverna.space.logging")
def test_an_unarmed_dwarf_takes_only_the_wood() -> None:
    state = play(table(piles={"logging": {"wood": 3}}), "place logging")
    assert (goods(state), state.seat) == ({"wood": 3}, 1)


@rule("caverna.space.logging", "caverna.placing.something_to_do")
def test_an_armed_dwarf_may_go_where_no_wood_lies_and_must_then_find_something() -> None:
    state = play(table({"weapons": [3, 3]}), "place logging")
    assert "done" not in names(state)
    assert "place logging" not in names(table())


@rule("caverna.space.supplies")
@pytest.mark.parametrize("players", [2, 3])
def test_supplies_give_one_of_each_and_two_gold(players: int) -> None:
    assert goods(play(table(players=players), "place supplies")) == SUPPLIES


@rule("caverna.space.growth", "caverna.placing.either_or")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_growth_gives_the_goods_or_a_child(players: int) -> None:
    state = play(table(growing(), players=players), "place growth")
    assert real(state) == {"take goods", "grow family"}
    other = state.copy()
    play(state, "take goods")
    assert goods(state) == SUPPLIES
    assert len(player(state)["dwarfs"]) == 2
    play(other, "grow family")
    assert goods(other) == {}
    assert len(player(other)["dwarfs"]) == 3
    assert state.seat == other.seat == 1


@rule("caverna.space.growth")
def test_growth_without_room_is_just_the_goods() -> None:
    assert goods(play(table(players=4), "place growth")) == SUPPLIES


@rule("caverna.space.ore_mining")
@pytest.mark.parametrize("name", ["ore_mining", "ore_delivery"])
@pytest.mark.parametrize(
    ("board", "ore"),
    [({}, 3), (ORE_MINE, 5), ({**ORE_MINE, "r1c5": "deep_tunnel", "r1c4": "ore_mine"}, 7)],
)
def test_two_ore_more_for_each_ore_mine(name: str, board: dict[str, str], ore: int) -> None:
    state = table({"board": board}, round=8, piles={name: {"ore": 3}})
    assert goods(play(state, f"place {name}")) == {"ore": ore}


@rule("caverna.space.ore_mining", "caverna.placing.something_to_do")
def test_ore_mining_without_ore_is_open_to_owners_of_a_mine_only() -> None:
    assert "place ore_mining" not in names(table({"board": RUBY_MINE}))
    assert goods(play(table({"board": ORE_MINE}), "place ore_mining")) == {"ore": 2}


@rule("caverna.space.wood_gathering")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_wood_gathering_gives_its_wood(players: int) -> None:
    state = table(players=players, piles={"wood_gathering": {"wood": 4}})
    assert goods(play(state, "place wood_gathering")) == {"wood": 4}


@rule("caverna.space.clearing")
def test_clearing_gives_wood_and_a_meadow_with_a_field() -> None:
    state = play(table(piles={"clearing": {"wood": 2}}), "place clearing")
    assert goods(state) == {"wood": 2}
    assert real(state) == {"done", *FIRST_FOREST_TWINS}
    play(state, "meadow r3c2 field r2c2")
    assert (land(state, "r3c2"), land(state, "r2c2")) == ("meadow", "field")


@rule("caverna.space.sustenance")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_sustenance_for_few_gives_food_a_grain_and_a_tile(players: int) -> None:
    state = table(players=players, piles={"sustenance": {"food": 2}})
    play(state, "place sustenance")
    assert goods(state) == {"food": 2, "grain": 1}
    assert real(state) == {"done", *FIRST_FOREST_TWINS}


@rule("caverna.space.sustenance")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_sustenance_for_many_gives_the_crops_that_lie_there(players: int) -> None:
    state = table(players=players, piles={"sustenance": {"grain": 1, "vegetable": 2}})
    play(state, "place sustenance", "meadow r3c2 field r3c1")
    assert goods(state) == {"grain": 1, "vegetable": 2, "food": 1}


@rule("caverna.space.ruby_mining")
@pytest.mark.parametrize(("board", "rubies"), [({}, 2), (RUBY_MINE, 3), (TWO_RUBY_MINES, 3)])
def test_ruby_mining_gives_one_more_to_the_owner_of_a_mine(
    board: dict[str, str], rubies: int
) -> None:
    state = table({"board": board}, piles={"ruby_mining": {"ruby": 2}})
    assert goods(play(state, "place ruby_mining")) == {"ruby": rubies}


@rule("caverna.space.ruby_mining.closed", "caverna.placing.something_to_do")
def test_ruby_mining_without_rubies_needs_a_ruby_mine() -> None:
    assert "place ruby_mining" not in names(table({"board": ORE_MINE}))
    assert goods(play(table({"board": RUBY_MINE}), "place ruby_mining")) == {"ruby": 1}


@rule("caverna.space.housework")
def test_housework_gives_a_dog_and_a_furnished_cavern() -> None:
    state = play(table({"goods": {"stone": 1}}), "place housework", "furnish carpenter")
    assert goods(state) == {"dog": 1}
    assert furnished(state) == ["carpenter"]
    assert state.seat == 1


@rule("caverna.space.housework")
def test_the_dog_may_come_first_and_alone() -> None:
    state = play(table(), "place housework", "take goods")
    assert goods(state) == {"dog": 1}
    assert "done" in names(state)
    play(state, "done")
    assert furnished(state) == []
    assert state.seat == 1


@rule("caverna.space.housework", "caverna.table.single_answers")
def test_without_a_cavern_housework_is_just_the_dog() -> None:
    state = play(table({"board": {"r2c3": "dwelling"}}), "place housework")
    assert (goods(state), state.seat) == ({"dog": 1}, 1)


@rule("caverna.space.slash_and_burn", "caverna.placing.and_then_or")
def test_slash_and_burn_places_a_tile_and_then_sows_it() -> None:
    state = play(table({"goods": {"grain": 1}}), "place slash_and_burn", "meadow r3c2 field r2c2")
    play(state, "sow grain")
    assert player(state)["board"]["r2c2"]["grain"] == 3
    assert goods(state) == {}


@rule("caverna.space.slash_and_burn", "caverna.placing.and_then_or")
def test_after_sowing_no_tile_is_placed() -> None:
    state = table({"goods": {"grain": 2}, "board": {**FIELD, "r2c2": "field"}})
    play(state, "place slash_and_burn", "sow grain")
    assert real(state) == {"done", "sow grain"}


@rule("caverna.space.slash_and_burn.sow_alone")
def test_sowing_alone_is_allowed() -> None:
    state = table({"goods": {"vegetable": 1}, "board": FIELD})
    play(state, "place slash_and_burn", "sow vegetable")
    assert state.seat == 1
    assert player(state)["board"]["r3c2"]["vegetable"] == 2


@rule("caverna.space.slash_and_burn")
def test_the_tile_alone_is_allowed() -> None:
    state = table({"goods": {"grain": 1}})
    play(state, "place slash_and_burn", "meadow r3c2 field r2c2", "done")
    assert goods(state) == {"grain": 1}


@rule("caverna.space.strip_mining")
def test_strip_mining_gives_what_lies_there_and_two_wood() -> None:
    state = table(players=3, piles={"strip_mining": {"ore": 1, "stone": 2}})
    assert goods(play(state, "place strip_mining")) == {"wood": 2, "ore": 1, "stone": 2}


@rule("caverna.space.forest_exploration")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_forest_exploration_gives_wood_and_a_vegetable_or_food(players: int) -> None:
    state = table(players=players, piles={"forest_exploration": {"wood": 3}})
    bonus = {"vegetable": 1} if players == 3 else {"food": 2}
    assert goods(play(state, "place forest_exploration")) == {"wood": 3, **bonus}


@rule("caverna.space.depot")
@pytest.mark.parametrize("players", [5, 6, 7])
def test_the_depot_gives_what_lies_there(players: int) -> None:
    state = table(players=players, piles={"depot": {"wood": 2, "ore": 2}})
    assert goods(play(state, "place depot")) == {"wood": 2, "ore": 2}


@rule("caverna.space.small_scale_drift_mining")
def test_small_scale_drift_mining_gives_a_stone_with_or_without_the_tile() -> None:
    state = play(table(players=5), "place small_scale_drift_mining")
    assert goods(state) == {"stone": 1}
    assert {tuple(name.split()[::2]) for name in starting(state, "cavern")} == {
        ("cavern", "tunnel")
    }
    play(state.copy(), "cavern r2c4 tunnel r1c4")
    play(state, "done")
    assert (goods(state), state.seat) == ({"stone": 1}, 1)


@rule("caverna.space.weekly_market")
@pytest.mark.parametrize("players", [5, 6, 7])
def test_the_market_gives_four_gold_and_may_be_left_with_it(players: int) -> None:
    state = play(table(players=players), "place weekly_market", "done")
    assert goods(state) == {"gold": 4}


@rule("caverna.space.weekly_market.prices")
@pytest.mark.parametrize(
    ("good", "price"),
    [
        ("wood", 1),
        ("stone", 1),
        ("ore", 1),
        ("grain", 1),
        ("sheep", 1),
        ("donkey", 1),
        ("vegetable", 2),
        ("dog", 2),
        ("boar", 2),
        ("cattle", 3),
    ],
)
def test_the_prices_of_the_market(good: str, price: int) -> None:
    state = play(table(players=5), "place weekly_market", f"buy {good}")
    assert goods(state) == {"gold": 4 - price, good: 1}


@rule("caverna.space.weekly_market.one_each")
def test_ten_kinds_are_on_sale_each_once_and_no_others() -> None:
    state = play(table({"goods": {"gold": 30}}, players=5), "place weekly_market")
    kinds = {name.removeprefix("buy ") for name in starting(state, "buy")}
    assert len(kinds) == 10
    play(state, "buy wood")
    assert {name.removeprefix("buy ") for name in starting(state, "buy")} == kinds - {"wood"}


@rule("caverna.space.weekly_market.one_each")
def test_gold_of_your_own_may_be_spent_too() -> None:
    state = table({"goods": {"gold": 6}, "board": {"r2c3": "breakfast_room"}}, players=5)
    play(state, "place weekly_market", "buy dog", "buy vegetable", "buy boar", "buy cattle")
    play(state, "buy grain")
    assert goods(state) == {"dog": 1, "vegetable": 1, "boar": 1, "cattle": 1, "grain": 1}
    assert state.seat == 1


@rule("caverna.space.weekly_market.one_each", "caverna.animal.excess")
def test_an_animal_may_be_bought_and_eaten() -> None:
    state = play(table(players=5), "place weekly_market", "buy boar", "buy sheep")
    assert real(state) == {"butcher boar", "butcher sheep"}
    play(state, "butcher boar", "done")
    assert goods(state) == {"gold": 1, "food": 2, "sheep": 1}


@rule("caverna.space.hardware_rental")
def test_hardware_rental_is_an_expedition_and_then_sowing() -> None:
    state = table({"weapons": [4, 4], "board": FIELD}, players=5)
    play(state, "place hardware_rental", "loot vegetable", "loot dog", "sow vegetable")
    assert weapons(state) == [4, 5]
    assert goods(state) == {"dog": 1}
    assert player(state)["board"]["r3c2"]["vegetable"] == 2


@rule("caverna.space.hardware_rental", "caverna.placing.something_to_do")
def test_hardware_rental_for_an_unarmed_dwarf_is_just_sowing() -> None:
    assert "place hardware_rental" not in names(table(players=5))
    state = play(table({"goods": {"grain": 1}, "board": FIELD}, players=5), "place hardware_rental")
    assert player(state)["board"]["r3c2"]["grain"] == 3


@rule("caverna.space.hardware_rental")
def test_after_sowing_there_is_no_expedition() -> None:
    state = table({"weapons": [4, 4], "board": FIELD, "goods": {"grain": 2}}, players=5)
    play(state, "place hardware_rental", "sow grain")
    assert state.seat == 1


@rule("caverna.space.hardware_rental.wood")
@pytest.mark.parametrize("players", [6, 7])
def test_hardware_rental_gives_wood_with_six_or_seven(players: int) -> None:
    assert goods(play(table(players=players), "place hardware_rental")) == {"wood": 2}


@rule("caverna.space.fence_building")
def test_fence_building_gives_wood_that_may_be_built_at_once() -> None:
    state = table({"board": MEADOWS}, players=5, piles={"fence_building": {"wood": 6}})
    play(state, "place fence_building")
    assert starting(state, "stable") == set()
    play(
        state, "small_pasture r1c2", *starting(state, "large_pasture") & {"large_pasture r2c2 r3c2"}
    )
    assert land(state, "r1c2") == "small_pasture"
    assert land(state, "r3c2") == land(state, "r2c2") == "large_pasture"
    assert goods(state) == {}


@rule("caverna.space.fence_building", "caverna.placing.something_to_do")
def test_fence_building_without_wood_needs_wood_and_a_meadow() -> None:
    assert "place fence_building" not in names(table({"goods": {"wood": 9}}, players=5))
    assert "place fence_building" not in names(table({"board": MEADOW}, players=5))
    rich = {"board": MEADOW, "goods": {"wood": 2, "stone": 1}}
    assert "place fence_building" in names(table(rich, players=5))


@rule("caverna.space.large_depot")
def test_the_large_depot_gives_what_lies_there() -> None:
    pile = {"wood": 3, "stone": 2, "ore": 2}
    assert goods(play(table(players=7, piles={"large_depot": pile}), "place large_depot")) == pile


@rule("caverna.space.extension", "caverna.placing.either_or")
@pytest.mark.parametrize(
    ("twin", "good"), [("meadow r3c2 field r2c2", "wood"), ("cavern r2c4 tunnel r1c4", "stone")]
)
def test_extension_gives_one_tile_and_its_good(twin: str, good: str) -> None:
    state = play(table(players=7), "place extension", twin)
    assert (goods(state), state.seat) == ({good: 1}, 1)


@rule("caverna.space.extension.only_with_tile")
def test_extension_gives_nothing_without_a_tile() -> None:
    state = play(table(players=7), "place extension")
    assert goods(state) == {}
    assert "done" not in names(state)


@rule("caverna.space.blacksmithing")
def test_blacksmithing_forges_and_then_explores() -> None:
    state = table({"goods": {"ore": 5}}, round=3)
    play(state, "place blacksmithing", "forge 4", "loot vegetable", "loot ore_2", "loot dog")
    assert goods(state) == {"ore": 3, "vegetable": 1, "dog": 1}
    assert weapons(state) == [0, 5]
    assert state.seat == 1


@rule("caverna.space.blacksmithing", "caverna.placing.and_then_or")
def test_the_weapon_alone_and_the_expedition_alone_are_allowed() -> None:
    state = play(table({"goods": {"ore": 2}}, round=3), "place blacksmithing", "forge 1", "done")
    assert weapons(state) == [0, 1]
    state = play(table({"weapons": [1, 1]}, round=3), "place blacksmithing", "loot dog", "done")
    assert weapons(state) == [1, 2]


@rule("caverna.space.blacksmithing", "caverna.placing.something_to_do")
def test_blacksmithing_needs_ore_or_a_weapon() -> None:
    assert "place blacksmithing" not in names(table(round=3))


@rule("caverna.space.sheep_farming", "caverna.space.donkey_farming", "caverna.placing.goods_first")
@pytest.mark.parametrize(
    ("name", "animal"), [("sheep_farming", "sheep"), ("donkey_farming", "donkey")]
)
def test_farming_builds_first_and_takes_the_animals_last(name: str, animal: str) -> None:
    seat = {"goods": {"wood": 6, "stone": 1}, "board": MEADOWS}
    state = table(seat, round=6, piles={name: {animal: 9}})
    play(state, f"place {name}")
    assert goods(state) == seat["goods"]
    play(state, "small_pasture r1c2")
    [large] = starting(state, "large_pasture")
    play(state, large, "stable r2c2")
    assert goods(state) == {animal: 9}
    assert state.seat == 1


@rule("caverna.space.farming.animals_alone")
@pytest.mark.parametrize(
    ("name", "animal"), [("sheep_farming", "sheep"), ("donkey_farming", "donkey")]
)
def test_the_animals_may_be_taken_without_building(name: str, animal: str) -> None:
    state = table({"goods": {"stone": 1}}, round=6, piles={name: {animal: 2}})
    play(state, f"place {name}", "done")
    assert goods(state) == {"stone": 1, animal: 2}


@rule("caverna.space.farming.animals_alone", "caverna.placing.something_to_do")
def test_farming_without_animals_needs_something_to_build() -> None:
    assert "place sheep_farming" not in names(table({"goods": {"wood": 9}}, round=3))
    state = play(table({"goods": {"stone": 1}}, round=3), "place sheep_farming")
    assert "done" not in names(state)
    play(state, "stable r0c0")
    assert player(state)["stables"] == 2


@rule("caverna.space.farming.one_each")
@pytest.mark.parametrize("name", ["sheep_farming", "donkey_farming"])
def test_farming_builds_at_most_one_of_each(name: str) -> None:
    board = {f"r{row}c{col}": "meadow" for row in range(4) for col in (1, 2)}
    state = table({"goods": {"wood": 30, "stone": 9}, "board": board}, round=6)
    play(state, f"place {name}", "small_pasture r0c1")
    assert starting(state, "small_pasture") == set()
    play(state, "stable r0c2")
    assert starting(state, "stable") == set()
    play(state, sorted(starting(state, "large_pasture"))[0])
    assert state.seat == 1


@rule("caverna.space.ore_mine_construction")
def test_an_ore_mine_gives_three_ore_and_then_an_expedition() -> None:
    state = table({"weapons": [3, 3], "board": TUNNELS}, round=3)
    play(state, "place ore_mine_construction", "ore_mine r2c4 deep_tunnel r2c5")
    assert goods(state) == {"ore": 3}
    assert (land(state, "r2c4"), land(state, "r2c5")) == ("ore_mine", "deep_tunnel")
    play(state, "loot stone", "loot dog")
    assert goods(state) == {"ore": 3, "stone": 1, "dog": 1}
    assert state.seat == 1


@rule("caverna.space.ore_mine_construction", "caverna.placing.and_then_or")
def test_an_unarmed_dwarf_only_builds() -> None:
    state = play(table({"board": TUNNELS}, round=3), "place ore_mine_construction")
    assert real(state) == {"ore_mine r2c4 deep_tunnel r2c5", "ore_mine r2c5 deep_tunnel r2c4"}
    play(state, "ore_mine r2c5 deep_tunnel r2c4")
    assert state.seat == 1


@rule("caverna.space.ore_mine_construction.ore_only_with_tile")
def test_the_expedition_alone_gives_no_ore() -> None:
    state = table({"weapons": [1, 1]}, round=3)
    play(state, "place ore_mine_construction", "loot dog", "done")
    assert goods(state) == {"dog": 1}


@rule("caverna.space.ore_mine_construction", "caverna.placing.and_then_or")
def test_no_mine_is_built_after_the_expedition() -> None:
    state = table({"weapons": [1, 1], "board": TUNNELS}, round=3)
    play(state, "place ore_mine_construction", "loot dog", "loot wood")
    assert state.seat == 1
    assert land(state, "r2c4") == "tunnel"


@rule("caverna.space.ore_mine_construction", "caverna.placing.something_to_do")
def test_ore_mine_construction_needs_two_tunnels_or_a_weapon() -> None:
    assert "place ore_mine_construction" not in names(table({"board": {"r2c4": "tunnel"}}, round=3))


@rule("caverna.space.wish_for_children", "caverna.placing.either_or")
def test_a_wish_is_a_child_or_a_dwelling() -> None:
    seat = growing(goods={"wood": 4, "stone": 3}, board={"r2c4": "cavern"})
    state = play(table(seat, round=4), "place wish_for_children")
    assert "grow family" in names(state)
    other = state.copy()
    play(state, "grow family")
    assert len(player(state)["dwarfs"]) == 3
    assert state.seat == 1
    play(other, "furnish dwelling")
    assert furnished(other) == ["dwelling", "dwelling"]
    assert (len(player(other)["dwarfs"]), other.seat) == (2, 1)


@rule("caverna.space.wish_for_children", "caverna.placing.something_to_do")
def test_a_wish_needs_room_or_the_price_of_a_dwelling() -> None:
    assert "place wish_for_children" not in names(table({"goods": {"wood": 9}}, round=4))


@rule("caverna.space.urgent_wish_for_children", "caverna.placing.and_then")
def test_an_urgent_wish_is_a_dwelling_and_then_a_child() -> None:
    state = table({"goods": {"wood": 4, "stone": 3}}, round=8)
    play(state, "place urgent_wish_for_children", "furnish dwelling")
    assert real(state) == {"grow family", "done"}
    play(state, "grow family")
    assert len(player(state)["dwarfs"]) == 3
    assert goods(state) == {}


@rule("caverna.space.urgent_wish_for_children", "caverna.placing.and_then")
def test_an_urgent_wish_may_stop_after_the_dwelling() -> None:
    state = table({"goods": {"wood": 4, "stone": 3}}, round=8)
    play(state, "place urgent_wish_for_children", "furnish dwelling", "done")
    assert len(player(state)["dwarfs"]) == 2


@rule("caverna.space.urgent_wish_for_children", "caverna.placing.either_or")
def test_an_urgent_wish_may_be_three_gold_instead() -> None:
    state = table({"goods": {"wood": 4, "stone": 3}}, round=8)
    play(state, "place urgent_wish_for_children", "take goods")
    assert goods(state) == {"wood": 4, "stone": 3, "gold": 3}
    assert state.seat == 1


@rule("caverna.space.urgent_wish_for_children.dwelling_first")
def test_an_urgent_wish_gives_no_child_without_building() -> None:
    state = play(table(growing(), round=8), "place urgent_wish_for_children")
    assert (goods(state), state.seat) == ({"gold": 3}, 1)


@rule("caverna.space.ruby_mine_construction")
@pytest.mark.parametrize(
    ("board", "cell", "rubies"),
    [
        ({**ORE_MINE, "r3c4": "tunnel"}, "r3c4", {}),
        ({**ORE_MINE, "r3c4": "tunnel"}, "r2c4", {"ruby": 1}),
    ],
)
def test_a_ruby_mine_on_a_deep_tunnel_gives_a_ruby(
    board: dict[str, str], cell: str, rubies: dict[str, int]
) -> None:
    state = play(table({"board": board}, round=6), "place ruby_mine_construction")
    play(state, f"ruby_mine {cell}")
    assert land(state, cell) == "ruby_mine"
    assert goods(state) == rubies


@rule("caverna.space.ruby_mine_construction", "caverna.placing.either_or")
def test_only_one_ruby_mine_is_built() -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r3c4": "tunnel"}
    state = play(table({"board": board}, round=6), "place ruby_mine_construction")
    assert real(state) == {"ruby_mine r2c4", "ruby_mine r3c4"}
    play(state, "ruby_mine r3c4")
    assert state.seat == 1


@rule("caverna.space.family_life", "caverna.placing.and_or")
@pytest.mark.parametrize("order", [("grow family", "sow grain"), ("sow grain", "grow family")])
def test_family_life_is_a_child_and_sowing_in_any_order(order: tuple[str, str]) -> None:
    seat = growing(goods={"grain": 1}, board=FIELD)
    state = play(table(seat, round=8), "place family_life", *order)
    assert len(player(state)["dwarfs"]) == 3
    assert player(state)["board"]["r3c2"]["grain"] == 3
    assert state.seat == 1


@rule("caverna.space.family_life", "caverna.placing.and_or")
@pytest.mark.parametrize("part", ["grow family", "sow grain"])
def test_family_life_may_be_only_one_of_the_two(part: str) -> None:
    seat = growing(goods={"grain": 1}, board=FIELD)
    state = play(table(seat, round=8), "place family_life", part, "done")
    assert state.seat == 1


@rule("caverna.space.exploration")
def test_exploration_takes_an_armed_dwarf_on_four_finds() -> None:
    assert "place exploration" not in names(table(players=3, round=9))
    state = table({"weapons": [2, 2]}, players=3, round=9)
    play(state, "place exploration", "loot dog", "loot wood", "loot sheep", "loot grain")
    assert goods(state) == {"dog": 1, "wood": 1, "sheep": 1, "grain": 1}
    assert state.seat == 1


@rule("caverna.space.ore_delivery")
def test_ore_delivery_gives_ore_and_stone() -> None:
    state = table({"board": ORE_MINE}, round=8, piles={"ore_delivery": {"ore": 2, "stone": 2}})
    assert goods(play(state, "place ore_delivery")) == {"ore": 4, "stone": 2}


@rule("caverna.space.adventure")
def test_adventure_forges_and_explores_twice() -> None:
    state = table({"goods": {"ore": 2}}, round=12)
    play(state, "place adventure", "forge 2", "loot sheep", "loot sheep")
    assert goods(state) == {"sheep": 2}
    assert weapons(state) == [0, 4]


@rule("caverna.space.adventure", "caverna.placing.and_then")
def test_the_second_expedition_of_adventure_is_optional_and_needs_the_first() -> None:
    state = play(table({"weapons": [1, 1]}, round=12), "place adventure", "loot dog")
    assert "done" in names(state)
    play(state, "done")
    assert weapons(state) == [1, 2]


@rule("caverna.space.ore_trading")
@pytest.mark.parametrize(("ore", "times"), [(2, 1), (5, 2), (6, 3), (20, 3)])
def test_ore_trading_up_to_three_times(ore: int, times: int) -> None:
    state = play(table({"goods": {"ore": ore}}, round=12), "place ore_trading")
    play(state, *["sell ore"] * (times - 1))  # the first exchange needs no question
    assert state.seat == 1
    assert goods(state).get("ore", 0) == ore - 2 * times
    assert (goods(state)["gold"], goods(state)["food"]) == (2 * times, times)


@rule("caverna.space.ore_trading", "caverna.placing.something_to_do")
def test_ore_trading_may_stop_after_the_first_and_needs_two_ore() -> None:
    assert "place ore_trading" not in names(table({"goods": {"ore": 1}}, round=12))
    state = play(table({"goods": {"ore": 6}}, round=12), "place ore_trading", "done")
    assert goods(state) == {"ore": 4, "gold": 2, "food": 1}


@rule("caverna.space.ruby_delivery")
@pytest.mark.parametrize(
    ("board", "rubies"),
    [({}, 2), (RUBY_MINE, 2), (TWO_RUBY_MINES, 3), ({**TWO_RUBY_MINES, "r3c5": "ruby_mine"}, 3)],
)
def test_ruby_delivery_gives_one_more_to_the_owner_of_two_mines(
    board: dict[str, str], rubies: int
) -> None:
    state = table({"board": board}, round=12, piles={"ruby_delivery": {"ruby": 2}})
    assert goods(play(state, "place ruby_delivery")) == {"ruby": rubies}


@rule("caverna.placing.free_space")
def test_a_space_with_a_dwarf_on_it_is_closed() -> None:
    state = table(occupied={"supplies": 1, "starting_player": 0})
    assert not {"place supplies", "place starting_player"} & names(state)
    play(state, "place housework", "take goods", "done")
    assert "place housework" not in names(state)


@rule("caverna.placing.pass")
def test_whoever_can_do_nothing_anywhere_passes() -> None:
    every = [entry["space"] for entry in table().view(None)["spaces"]]
    state = table({}, RESTING, occupied=dict.fromkeys(every, 1))
    assert real(state) == {"pass"}
    state = table({}, RESTING, occupied={name: 1 for name in every if name != "housework"})
    assert real(state) == {"place housework"}


@rule("caverna.placing.goods_taken", "caverna.placing.goods_first")
@pytest.mark.parametrize(
    ("name", "good"), [("excavation", "stone"), ("clearing", "wood"), ("sustenance", "food")]
)
def test_the_goods_come_at_once(name: str, good: str) -> None:
    state = play(table(piles={name: {good: 3}}), f"place {name}")
    assert goods(state)[good] == 3
    assert state.seat == 0
