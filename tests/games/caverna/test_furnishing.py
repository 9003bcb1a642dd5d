"""Furnishing: where, for how much, with which discounts, and two tiles of which one has one."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    furnished,
    goods,
    lines,
    names,
    player,
    real,
    starting,
    table,
)

MATERIALS = {"wood": 20, "stone": 20, "ore": 20, "gold": 20, "grain": 5, "vegetable": 5, "food": 9}
DWELLINGS = {
    "furnish dwelling",
    "furnish simple_dwelling_4_2",
    "furnish simple_dwelling_3_3",
    "furnish mixed_dwelling",
    "furnish couple_dwelling",
    "furnish additional_dwelling",
}
# Every way to furnish: the position, and the moves that lead to the choice of a tile.
ROUTES: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "housework": ({}, {}, ["place housework"]),
    "loot": ({"weapons": [7, 7]}, {}, ["place logging", "loot furnish_cavern"]),
    "wish": ({}, {"round": 4}, ["place wish_for_children"]),
    "urgent wish": ({}, {"round": 8}, ["place urgent_wish_for_children"]),
    "imitation": (
        {"goods": {"food": 4}},
        {"players": 3, "occupied": {"housework": 1}},
        ["place imitation_4"],
    ),
}


def furnishing(route: str = "housework", **seat: Any) -> Any:
    """Seat 0 is about to choose a tile by one of the routes."""
    extra, position, moves = ROUTES[route]
    stock = {**seat.pop("goods", {}), **extra.get("goods", {})}
    return play(table({**extra, **seat, "goods": stock}, **position), *moves)


@rule("caverna.furnish.action")
def test_a_tile_is_chosen_paid_for_and_put_on_an_empty_cavern() -> None:
    state = furnishing(goods={"wood": 3, "stone": 3}, board={"r2c4": "cavern"})
    play(state, "furnish treasure_chamber")
    assert real(state) == {"into r2c3", "into r2c4"}
    play(state, "into r2c4")
    assert player(state)["board"]["r2c4"]["tile"] == "treasure_chamber"
    assert goods(state) == {"wood": 2, "stone": 2, "dog": 1}


@rule("caverna.furnish.action", "caverna.table.single_answers")
def test_a_single_cavern_is_not_asked_for() -> None:
    state = play(furnishing(), "furnish dog_school")
    assert player(state)["board"]["r2c3"]["tile"] == "dog_school"


@rule("caverna.furnish.empty_cavern")
def test_tunnels_mines_and_rock_are_not_furnished() -> None:
    board = {"r2c3": "dwelling", "r2c4": "tunnel", "r1c4": "deep_tunnel", "r1c5": "ore_mine"}
    state = table({"board": {**board, "r3c4": "ruby_mine"}, "goods": MATERIALS})
    play(state, "place housework")
    assert state.seat == 1
    assert furnished(state) == ["dwelling"]


@rule("caverna.furnish.empty_cavern", "caverna.ruby.in_between")
def test_a_cavern_may_be_bought_just_before() -> None:
    seat = {"board": {"r2c3": "dwelling"}, "goods": {"ruby": 2}}
    state = play(table(seat), "ruby cavern r2c4", "place housework", "furnish dog_school")
    assert player(state)["board"]["r2c4"]["tile"] == "dog_school"


@rule("caverna.furnish.final")
def test_a_furnished_cavern_is_not_furnished_again() -> None:
    state = furnishing(goods=MATERIALS, board={"r2c3": "dwelling", "r2c4": "cavern"})
    play(state, "furnish carpenter")
    assert player(state)["board"]["r2c3"]["tile"] == "dwelling"
    assert player(state)["board"]["r2c4"]["tile"] == "carpenter"


@rule("caverna.furnish.unique")
def test_a_built_tile_is_gone_for_all_but_dwellings_never_are() -> None:
    other = {"board": {"r2c3": "carpenter", "r2c4": "dwelling"}}
    state = furnishing(goods=MATERIALS)
    assert "furnish carpenter" in names(state)
    state = table({"goods": MATERIALS}, other)
    assert "carpenter" not in state.view(None)["tiles"]
    play(state, "place housework")
    assert "furnish carpenter" not in names(state)
    assert "furnish dwelling" in names(state)


@rule("caverna.furnish.unique")
def test_a_tile_leaves_the_offer_when_it_is_built() -> None:
    state = play(furnishing(), "furnish dog_school")
    assert "dog_school" not in state.view(None)["tiles"]


@rule("caverna.furnish.full_price")
@pytest.mark.parametrize(
    ("tile", "stock"),
    [
        ("stone_supplier", {"stone": 9}),
        ("stubble_room", {"wood": 9}),
        ("blacksmithing_parlor", {"ore": 2}),
        ("state_parlor", {"stone": 3, "gold": 4}),
        ("supplies_storage", {"wood": 1, "food": 2}),
        ("breeding_cave", {"stone": 1}),
        ("food_chamber", {"wood": 2, "vegetable": 1}),
        ("fodder_chamber", {"stone": 1, "grain": 1}),
        ("couple_dwelling", {"wood": 8, "stone": 5}),
    ],
)
def test_a_tile_that_you_cannot_pay_is_not_offered(tile: str, stock: dict[str, int]) -> None:
    assert f"furnish {tile}" not in names(furnishing(goods=stock))


@rule("caverna.furnish.dwelling", "caverna.space.wish_for_children")
@pytest.mark.parametrize("route", ["wish", "urgent wish"])
def test_a_wish_allows_dwellings_of_every_kind_and_nothing_else(route: str) -> None:
    state = furnishing(route, goods=MATERIALS)
    assert starting(state, "furnish") == DWELLINGS


@rule("caverna.furnish.discounts", "caverna.tile.carpenter", "caverna.tile.stone_carver")
@pytest.mark.parametrize("route", list(ROUTES))
def test_discounts_hold_on_every_route(route: str) -> None:
    board = {"r2c3": "carpenter", "r2c4": "stone_carver", "r1c3": "cavern"}
    state = furnishing(route, goods={"wood": 3, "stone": 2}, board=board)
    play(state, "furnish dwelling")
    assert "dwelling" in furnished(state)
    assert not {"wood", "stone"} & set(goods(state))


@rule("caverna.furnish.discounts", "caverna.tile.builder")
@pytest.mark.parametrize("route", list(ROUTES))
def test_the_builder_helps_on_every_route(route: str) -> None:
    board = {"r2c3": "builder", "r1c3": "cavern"}
    state = furnishing(route, goods={"wood": 3, "stone": 2, "ore": 2}, board=board)
    play(state, "furnish dwelling")
    assert "dwelling" in furnished(state)
    assert not {"wood", "stone", "ore"} & set(goods(state))


@rule("caverna.furnish.discounts")
def test_a_discount_does_not_touch_other_goods_nor_go_below_zero() -> None:
    board = {"r2c3": "carpenter", "r2c4": "stone_carver", "r1c3": "cavern", "r1c4": "cavern"}
    state = furnishing(goods={"ore": 3, "wood": 1}, board=board)
    play(state, "furnish blacksmithing_parlor", "into r1c3")
    assert goods(state) == {"wood": 1, "dog": 1}
    state = play(furnishing(board=board), "furnish breakfast_room", "into r1c3")
    assert goods(state) == {"dog": 1}


@rule("caverna.furnish.not_itself")
def test_no_tile_makes_itself_cheaper() -> None:
    assert "furnish stone_carver" not in names(furnishing(goods={"stone": 9}))
    assert "furnish builder" not in names(furnishing(goods={"ore": 9}))
    assert "furnish carpenter" not in names(furnishing(goods={"wood": 9}))


@rule("caverna.furnish.trader_spare_part")
@pytest.mark.parametrize(
    ("own", "new", "price"),
    [("trader", "spare_part_storage", 2), ("spare_part_storage", "trader", 1)],
)
def test_one_of_the_two_is_laid_on_the_other(own: str, new: str, price: int) -> None:
    state = furnishing(goods={"wood": price}, board={"r2c3": own})
    play(state, f"furnish {new}")
    assert goods(state) == {"dog": 1}
    assert player(state)["board"]["r2c3"]["tile"] == new
    assert player(state)["tiles"].count(own) == 0


@rule("caverna.furnish.trader_spare_part")
def test_it_may_not_go_anywhere_else_even_with_a_cavern_free() -> None:
    board = {"r2c3": "trader", "r2c4": "cavern", "r1c3": "cavern"}
    state = play(furnishing(goods={"wood": 9}, board=board), "furnish spare_part_storage")
    assert player(state)["board"]["r2c3"]["tile"] == "spare_part_storage"


@rule("caverna.furnish.trader_spare_part")
def test_the_owner_of_neither_puts_it_on_a_cavern() -> None:
    other = {"board": {"r2c3": "trader"}}
    state = play(
        table({"goods": {"wood": 2}}, other), "place housework", "furnish spare_part_storage"
    )
    assert player(state)["board"]["r2c3"]["tile"] == "spare_part_storage"
    assert player(state, 1)["board"]["r2c3"]["tile"] == "trader"


@rule("caverna.furnish.covered")
def test_the_covered_tile_has_no_ability_no_points_and_no_colour() -> None:
    stock = {"gold": 2, "wood": 1, "stone": 1, "ore": 1}
    trader = table(
        {"board": {"r2c3": "trader"}, "under": {"r2c3": "spare_part_storage"}, "goods": stock}
    )
    assert starting(trader, "trade") == {"trade trader"}
    assert lines(trader)["furnishings"] == 2
    spare = table(
        {"board": {"r2c3": "spare_part_storage"}, "under": {"r2c3": "trader"}, "goods": stock}
    )
    assert starting(spare, "trade") == {"trade spare_part_storage"}
    assert lines(spare)["furnishings"] == 0


@rule("caverna.furnish.covered", "caverna.tile.main_storage")
def test_a_covered_spare_part_storage_is_not_yellow_any_more() -> None:
    board = {"r2c3": "spare_part_storage", "r2c4": "main_storage"}
    assert lines(table({"board": board}))["bonus"] == 4
    board["r2c3"] = "trader"
    assert lines(table({"board": board, "under": {"r2c3": "spare_part_storage"}}))["bonus"] == 2


@rule("caverna.furnish.covered")
def test_the_covered_tile_does_not_come_back() -> None:
    state = play(
        furnishing(goods={"wood": 2}, board={"r2c3": "trader"}), "furnish spare_part_storage"
    )
    assert not {"trader", "spare_part_storage"} & set(state.view(None)["tiles"])


@rule("caverna.furnish.covered")
def test_the_two_cannot_be_exchanged_once_more() -> None:
    state = table({"goods": {"wood": 3}, "board": {"r2c3": "trader"}}, RESTING)
    play(state, "place housework", "furnish spare_part_storage")
    assert state.seat == 0
    assert "trader" not in state.view(None)["tiles"]
