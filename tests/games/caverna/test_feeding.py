"""Feeding: what everybody has to pay, what may be paid with, and begging."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, goods, lines, names, player, real, table


def hungry(stock: dict[str, int], **seat: Any) -> Any:
    """Seat 0 is about to feed two dwarfs, or as many as there are weapons."""
    turn = seat.pop("turn", 3)
    return evening({"goods": stock, **seat}, round=turn)


def losses(state: Any) -> list[int]:
    """The points that every way of eating would cost, with begging for what is missing then."""
    before = state.scores()[0].total
    found: list[int] = []
    seen = set()
    queue = [state]
    while queue:
        current = queue.pop()
        if current.text() in seen:
            continue
        seen.add(current.text())
        end = "beg" if "beg" in names(current) else "feed"
        found.append(before - play(current.copy(), end).scores()[0].total)
        meals = {one for one in names(current) if one.startswith(("eat", "feed adult", "trade"))}
        if end == "beg":
            queue += [play(current.copy(), name) for name in meals - {"trade beer_parlor gold"}]
    return found


@rule("caverna.feed.two_each")
@pytest.mark.parametrize("dwarfs", [2, 3, 4, 5])
def test_two_food_for_each_dwarf(dwarfs: int) -> None:
    board = {"r2c3": "couple_dwelling", "r2c4": "dwelling"}
    state = hungry({"food": 12}, board=board, weapons=[0] * dwarfs)
    assert goods(play(state, "feed")) == {"wood": 1, "food": 12 - 2 * dwarfs}


@rule("caverna.feed.newborn")
def test_a_newborn_eats_one() -> None:
    seat = {
        "board": {"r2c3": "dwelling"},
        "weapons": [0] * 3,
        "dwarfs": ["home", "away", "newborn"],
    }
    state = play(hungry({"food": 5}, **seat), "feed")
    assert goods(state) == {"wood": 1}
    assert player(state)["begging"] == 0


@rule("caverna.feed.pay_one")
def test_where_one_food_is_paid_a_newborn_pays_it_too() -> None:
    seat = {
        "board": {"r2c3": "dwelling"},
        "weapons": [0] * 3,
        "dwarfs": ["home", "away", "newborn"],
    }
    assert goods(play(hungry({"food": 5}, turn=4, **seat), "feed")) == {"wood": 1, "food": 2}


@rule("caverna.feed.two_each")
def test_the_table_says_how_much_is_needed() -> None:
    seat = {
        "board": {"r2c3": "dwelling"},
        "weapons": [0] * 3,
        "dwarfs": ["home", "away", "newborn"],
    }
    assert player(table(seat))["food_needed"] == 5


@rule("caverna.feed.begging")
@pytest.mark.parametrize("food", [0, 1, 3])
def test_a_marker_for_each_missing_food(food: int) -> None:
    state = play(hungry({"food": food}), "beg")
    assert player(state)["begging"] == 4 - food
    assert goods(state) == {"wood": 1}
    assert lines(state)["begging"] == -3 * (4 - food)


@rule("caverna.feed.by_choice")
def test_goods_may_be_kept_by_begging() -> None:
    state = play(hungry({"food": 2, "cattle": 2}), "beg")
    assert player(state)["begging"] == 2
    assert goods(state)["cattle"] == 2
    assert "food" not in goods(state)


@rule("caverna.feed.by_choice")
def test_nobody_begs_who_has_the_food() -> None:
    assert "beg" not in names(hungry({"food": 4, "grain": 1}))
    state = hungry({"grain": 4})
    assert real(state) == {"feed", "beg"}
    play(state, "eat grain", "eat grain", "eat grain", "eat grain")
    assert real(state) == {"feed"}


@rule("caverna.feed.markers_stay")
def test_markers_stay() -> None:
    state = hungry({"food": 9}, begging=2)
    play(state, "feed", "feed")
    assert player(state)["begging"] == 2


@rule("caverna.feed.move")
@pytest.mark.parametrize(
    ("stock", "left"),
    [
        ({"food": 4, "grain": 3}, {"grain": 3}),
        ({"food": 3, "grain": 2, "vegetable": 1}, {"grain": 1, "vegetable": 1}),
        ({"grain": 4, "cattle": 2}, {"grain": 4, "cattle": 1, "food": -1}),
        ({"vegetable": 2, "gold": 9}, {"gold": 9}),
        ({"food": 3, "ruby": 1, "sheep": 2}, {"ruby": 1, "sheep": 1}),
    ],
)
def test_feeding_loses_as_few_points_as_possible(
    stock: dict[str, int], left: dict[str, int]
) -> None:
    state = hungry(stock)
    before = state.scores()[0].total
    play(state, "feed")
    if left.get("food", 0) >= 0:
        assert goods(state) == {"wood": 1, **left}
    assert player(state)["begging"] == 0
    best = min(losses(hungry(stock)))
    assert before - state.scores()[0].total == best


@rule("caverna.feed.move", "caverna.tile.working_cave")
@pytest.mark.parametrize(
    ("tile", "stock"),
    [
        ("working_cave", {"food": 2}),
        ("working_cave", {"food": 2, "vegetable": 1, "stone": 1}),
        ("cooking_cave", {"grain": 4, "vegetable": 1}),
        ("beer_parlor", {"grain": 2, "sheep": 1}),
        ("slaughtering_cave", {"sheep": 2, "grain": 3}),
    ],
)
def test_feeding_knows_what_the_tiles_can_do(tile: str, stock: dict[str, int]) -> None:
    state = hungry(stock, board={"r2c3": tile})
    best = min(losses(state.copy()))
    before = state.scores()[0].total
    assert before - play(state, "feed").scores()[0].total == best


@rule("caverna.feed.move", "caverna.tile.mining_cave")
@pytest.mark.parametrize(
    "stock", [{"donkey": 2}, {"donkey": 2, "food": 1}, {"donkey": 3, "food": 1}]
)
def test_feeding_knows_that_an_eaten_donkey_saves_no_food_any_more(stock: dict[str, int]) -> None:
    board = {"r2c3": "mining_cave", "r2c4": "ruby_mine", "r3c4": "ruby_mine"}
    state = hungry(stock, board=board)
    best = min(losses(state.copy()))
    before = state.scores()[0].total
    assert before - play(state, "feed").scores()[0].total == best


@rule("caverna.feed.move", "caverna.food.gold")
@pytest.mark.parametrize("bought", [0, 1, 2])
def test_feeding_goes_on_with_a_purchase_that_was_begun(bought: int) -> None:
    state = hungry({"gold": 9})
    play(state, *["eat 2 gold", "eat 1 more gold"][:bought], "feed")
    assert goods(state) == {"wood": 1, "gold": 4}


@rule("caverna.feed.plan_keeps_markers_away")
def test_feeding_takes_all_there_is_before_it_begs() -> None:
    state = play(hungry({"vegetable": 1, "grain": 1}), "feed")
    assert goods(state) == {"wood": 1}
    assert player(state)["begging"] == 1


@rule("caverna.feed.plan_keeps_markers_away")
def test_feeding_does_not_beg_to_save_a_cheaper_good() -> None:
    state = play(hungry({"sheep": 2, "food": 3}), "feed")
    assert goods(state) == {"wood": 1, "sheep": 1}
    assert player(state)["begging"] == 0


@rule("caverna.feed.plan_keeps_markers_away", "caverna.table.free_moves")
def test_what_is_eaten_first_is_yours_to_decide() -> None:
    state = play(
        hungry({"sheep": 2, "boar": 2}, stables=["r0c0", "r0c1"]), "eat boar", "eat boar", "feed"
    )
    assert goods(state) == {"wood": 1, "sheep": 2}


@rule("caverna.feed.no_dwarf_given_up")
def test_dwarfs_are_never_given_up() -> None:
    state = hungry({})
    assert real(state) == {"feed", "beg"}
    play(state, "beg")
    assert len(player(state)["dwarfs"]) == 2


@rule("caverna.feed.two_each")
def test_surplus_food_is_kept() -> None:
    assert goods(play(hungry({"food": 7}), "feed"))["food"] == 3
