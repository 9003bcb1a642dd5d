"""The Guest room: every either/or of the action spaces becomes and/or."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    furnished,
    goods,
    land,
    player,
    real,
    table,
)

GUESTS = {"r2c3": "guest_room"}
SUPPLIES = {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
PRICE = {"wood": 4, "stone": 3}


def host(**seat: Any) -> dict[str, Any]:
    """A player with the Guest room."""
    return {**seat, "board": {**GUESTS, **seat.get("board", {})}}


def count(state: Any) -> int:
    """How many dwarfs seat 0 has."""
    return len(player(state)["dwarfs"])


@rule("caverna.tile.guest_room.growth", "caverna.tile.guest_room")
def test_growth_gives_goods_and_a_child() -> None:
    state = play(table(host(board={"r2c4": "dwelling"}), players=4), "place growth")
    assert goods(state) == SUPPLIES
    play(state, "grow family")
    assert (count(state), state.seat) == (3, 1)


@rule("caverna.tile.guest_room.growth")
def test_growth_may_still_be_only_the_goods() -> None:
    state = play(table(host(board={"r2c4": "dwelling"}), players=4), "place growth", "done")
    assert (goods(state), count(state)) == (SUPPLIES, 2)


@rule("caverna.tile.guest_room.wish", "caverna.tile.guest_room")
def test_a_wish_is_a_dwelling_and_then_a_child() -> None:
    state = table(host(board={"r2c4": "cavern"}, goods=PRICE), round=4)
    play(state, "place wish_for_children", "furnish dwelling", "grow family")
    assert count(state) == 3
    assert furnished(state) == ["dwelling", "guest_room"]


@rule("caverna.tile.guest_room.wish")
def test_a_wish_is_a_child_and_then_a_dwelling() -> None:
    board = {"r2c4": "cavern", "r1c3": "simple_dwelling_3_3"}
    state = table(host(board=board, goods=PRICE), round=4)
    play(state, "place wish_for_children", "grow family", "furnish dwelling")
    assert count(state) == 3
    assert state.seat == 1


@rule("caverna.tile.guest_room.wish", "caverna.dwarf.one_per_action")
def test_a_wish_gives_one_child_only() -> None:
    board = {"r2c4": "cavern", "r1c3": "simple_dwelling_3_3"}
    state = table(host(board=board, goods=PRICE), round=4)
    play(state, "place wish_for_children", "grow family", "furnish dwelling")
    assert count(state) == 3
    assert player(state)["beds"] == 4


@rule("caverna.tile.guest_room.wish")
def test_a_wish_may_still_be_one_of_the_two() -> None:
    state = table(host(board={"r2c4": "cavern"}, goods=PRICE), round=4)
    play(state, "place wish_for_children", "furnish dwelling", "done")
    assert count(state) == 2


@rule("caverna.tile.guest_room.urgent_wish")
def test_an_urgent_wish_is_gold_a_dwelling_and_a_child() -> None:
    state = table(host(board={"r2c4": "cavern"}, goods=PRICE), round=8)
    play(state, "place urgent_wish_for_children", "furnish dwelling", "grow family")
    assert goods(state) == {"gold": 3}
    assert (count(state), state.seat) == (3, 1)


@rule("caverna.tile.guest_room.urgent_wish")
@pytest.mark.parametrize("moves", [["done"], ["furnish dwelling", "done"]])
def test_an_urgent_wish_may_stop_early(moves: list[str]) -> None:
    state = table(host(board={"r2c4": "cavern"}, goods=PRICE), round=8)
    play(state, "place urgent_wish_for_children", *moves)
    assert goods(state)["gold"] == 3
    assert (count(state), state.seat) == (2, 1)


@rule(
    "caverna.tile.guest_room.urgent_wish", "caverna.space.urgent_wish_for_children.dwelling_first"
)
def test_an_urgent_wish_gives_no_child_without_the_dwelling() -> None:
    state = play(table(host(board={"r2c4": "dwelling"}), round=8), "place urgent_wish_for_children")
    assert (goods(state), count(state), state.seat) == ({"gold": 3}, 2, 1)


@rule("caverna.tile.guest_room.ruby_mines")
@pytest.mark.parametrize("order", [("r2c4", "r3c4"), ("r3c4", "r2c4")])
def test_one_ruby_mine_on_each_kind_of_tunnel(order: tuple[str, str]) -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r3c4": "tunnel", "r3c5": "tunnel"}
    state = table(host(board=board), round=6)
    play(state, "place ruby_mine_construction", *(f"ruby_mine {cell}" for cell in order))
    assert land(state, "r2c4") == land(state, "r3c4") == "ruby_mine"
    assert goods(state) == {"ruby": 1}
    assert state.seat == 1


@rule("caverna.tile.guest_room.ruby_mines")
def test_never_two_ruby_mines_on_the_same_kind() -> None:
    board = {"r2c4": "tunnel", "r3c4": "tunnel", "r3c5": "tunnel"}
    state = table(host(board=board), round=6)
    play(state, "place ruby_mine_construction", "ruby_mine r2c4")
    assert state.seat == 1
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r3c4": "tunnel", "r3c5": "tunnel"}
    state = table(host(board=board), round=6)
    play(state, "place ruby_mine_construction", "ruby_mine r3c4")
    assert real(state) == {"done", "ruby_mine r2c4"}


@rule("caverna.tile.guest_room.ruby_mines", "caverna.ruby.in_between")
def test_the_ruby_of_the_deep_tunnel_may_buy_the_other_tunnel() -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine"}
    state = play(table(host(board=board), round=6), "place ruby_mine_construction")
    assert land(state, "r2c4") == "ruby_mine"
    assert goods(state) == {"ruby": 1}
    play(state, "ruby tunnel r3c4", "ruby_mine r3c4")
    assert land(state, "r3c4") == "ruby_mine"


@rule("caverna.tile.guest_room.urgent_wish", "caverna.tile.trader")
def test_the_gold_of_the_urgent_wish_may_buy_what_the_dwelling_needs() -> None:
    board = {"r2c4": "cavern", "r1c3": "trader"}
    state = table(host(board=board, goods={"wood": 3, "stone": 2}), round=8)
    play(state, "place urgent_wish_for_children")
    play(state, "trade trader", "furnish dwelling", "grow family")
    assert count(state) == 3


@rule("caverna.tile.guest_room.extension")
@pytest.mark.parametrize("turns", [1, 2])
def test_extension_gives_both_tiles_and_both_goods_every_time(turns: int) -> None:
    board = {} if turns == 1 else {"r3c2": "meadow", "r3c1": "field", "r2c4": "tunnel"}
    forest = "meadow r3c2 field r2c2" if turns == 1 else "meadow r2c2 field r1c2"
    state = table(host(board=board), players=7)
    play(state, "place extension", forest, "cavern r3c4 tunnel r3c5")
    assert goods(state) == {"wood": 1, "stone": 1, "food": 1}
    assert state.seat == 1


@rule("caverna.tile.guest_room.extension")
def test_extension_may_still_be_one_tile() -> None:
    state = table(host(), players=7)
    play(state, "place extension", "cavern r2c4 tunnel r1c4", "done")
    assert goods(state) == {"stone": 1}


@rule("caverna.tile.guest_room", "caverna.imitation.use")
def test_the_guest_room_works_by_imitation_too() -> None:
    seat = host(board={"r2c4": "cavern"}, goods={**PRICE, "food": 4})
    state = table(seat, players=3, round=4, occupied={"wish_for_children": 1})
    play(state, "place imitation_4", "furnish dwelling", "grow family")
    assert count(state) == 3


@rule("caverna.tile.guest_room", "caverna.placing.either_or")
def test_the_guest_room_of_another_does_not_help() -> None:
    state = table({"board": {"r2c3": "dwelling"}}, host(), players=4)
    play(state, "place growth", "take goods")
    assert (state.seat, count(state)) == (1, 2)
