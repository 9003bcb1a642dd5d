"""Keeping animals: what every place holds, what dogs can do, and animals too many."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.caverna.tables import goods, lines, names, player, real, table


def fits(herd: dict[str, int], **seat: Any) -> bool:
    """Whether a player like this can keep this herd."""
    try:
        table({**seat, "goods": herd})
    except dvergar.PositionError:
        return False
    return True


def most(animal: str, dogs: int = 0, entry: str = "boar", **seat: Any) -> int:
    """How many of these animals fit beside two of another kind in the Entry-level dwelling."""
    count = 0
    while fits({animal: count + 1, "dog": dogs, entry: 2}, **seat):
        count += 1
    return count


def farming(seat: dict[str, Any], sheep: int) -> Any:
    """Seat 0 has gone to Sheep farming, where these sheep wait."""
    return play(
        table(seat, round=3, piles={"sheep_farming": {"sheep": sheep}}), "place sheep_farming"
    )


@rule("caverna.animal.on_board")
def test_animals_without_a_place_cannot_be_kept() -> None:
    assert fits({"sheep": 2})
    assert not fits({"sheep": 3})


@rule("caverna.animal.one_kind", "caverna.animal.entry_level")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "boar", "cattle"])
def test_the_entry_level_dwelling_holds_two_of_one_kind(animal: str) -> None:
    assert fits({animal: 2})
    assert not fits({animal: 3})
    assert not fits({"sheep": 1, "boar": 1})


@rule("caverna.animal.one_kind")
def test_a_pasture_holds_one_kind_only() -> None:
    board = {"r3c2 r2c2": "large_pasture"}
    assert fits({"sheep": 4, "cattle": 2}, board=board)
    assert not fits({"sheep": 3, "cattle": 3}, board=board)
    assert not fits({"sheep": 1, "cattle": 1, "donkey": 1}, board=board)


@rule("caverna.animal.small_pasture", "caverna.animal.large_pasture")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "cattle"])
@pytest.mark.parametrize(
    ("board", "stables", "room"),
    [
        ({"r3c2": "small_pasture"}, [], 2),
        ({"r3c2": "small_pasture"}, ["r3c2"], 4),
        ({"r3c2 r2c2": "large_pasture"}, [], 4),
        ({"r3c2 r2c2": "large_pasture"}, ["r2c2"], 8),
        ({"r3c2 r2c2": "large_pasture"}, ["r3c2", "r2c2"], 16),
    ],
)
def test_what_pastures_hold(
    animal: str, board: dict[str, str], stables: list[str], room: int
) -> None:
    assert most(animal, board=board, stables=stables) == room


@rule("caverna.animal.meadow_stable")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "cattle"])
def test_a_meadow_holds_an_animal_only_with_a_stable(animal: str) -> None:
    assert most(animal, board={"r3c2": "meadow"}) == 0
    assert most(animal, board={"r3c2": "meadow"}, stables=["r3c2"]) == 1


@rule("caverna.animal.forest_stable")
def test_a_stable_in_the_forest_holds_a_boar_only() -> None:
    assert most("boar", entry="sheep", stables=["r0c0", "r3c1"]) == 2
    for animal, entry in [("sheep", "cattle"), ("donkey", "sheep"), ("cattle", "donkey")]:
        assert most(animal, entry=entry, stables=["r0c0", "r3c1"]) == 0


@rule("caverna.animal.mine")
def test_every_mine_holds_a_donkey_only() -> None:
    board = {"r2c4": "deep_tunnel", "r2c5": "ore_mine", "r3c4": "ruby_mine"}
    assert most("donkey", board=board) == 2
    for animal in ("sheep", "cattle"):
        assert most(animal, board=board) == 0


@rule("caverna.animal.mine")
def test_deep_tunnels_and_tunnels_hold_nothing() -> None:
    assert most("donkey", board={"r2c4": "deep_tunnel", "r2c5": "tunnel", "r1c4": "ruby_mine"}) == 1


@rule("caverna.animal.dogs_anywhere")
def test_dogs_need_no_room() -> None:
    assert fits({"dog": 50, "cattle": 2})


@rule("caverna.animal.dogs_watch")
@pytest.mark.parametrize(("dogs", "sheep"), [(0, 0), (1, 2), (2, 3), (5, 6)])
def test_dogs_watch_one_sheep_more_than_they_are(dogs: int, sheep: int) -> None:
    assert most("sheep", dogs=dogs, board={"r3c2": "meadow"}) == sheep


@rule("caverna.animal.dogs_watch")
def test_dogs_are_spread_over_meadows_in_the_best_way() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow", "r3c1": "meadow"}
    assert most("sheep", dogs=2, board=board) == 4
    assert most("sheep", dogs=3, board=board) == 6
    assert most("sheep", dogs=4, board=board) == 7


@rule("caverna.animal.dogs_watch")
@pytest.mark.parametrize(("dogs", "sheep"), [(1, 2), (2, 3), (3, 4)])
def test_dogs_watch_on_pastures_too(dogs: int, sheep: int) -> None:
    assert most("sheep", dogs=dogs, board={"r3c2": "small_pasture"}) == sheep


@rule("caverna.animal.dogs_watch")
def test_a_large_pasture_is_one_place_for_dogs() -> None:
    board = {"r3c2 r2c2": "large_pasture"}
    assert [most("sheep", dogs=dogs, board=board) for dogs in (0, 3, 4, 6)] == [4, 4, 5, 7]


@rule("caverna.animal.dogs_or_stable")
@pytest.mark.parametrize(("dogs", "sheep"), [(0, 4), (1, 4), (3, 4), (4, 5)])
def test_where_dogs_watch_the_stable_does_not_count(dogs: int, sheep: int) -> None:
    board = {"r3c2": "small_pasture"}
    assert most("sheep", dogs=dogs, board=board, stables=["r3c2"]) == sheep


@rule("caverna.animal.dogs_or_stable")
def test_dogs_on_a_meadow_with_a_stable() -> None:
    assert most("sheep", dogs=1, board={"r3c2": "meadow"}, stables=["r3c2"]) == 2


@rule("caverna.animal.dogs_only_sheep")
@pytest.mark.parametrize("animal", ["donkey", "cattle"])
def test_dogs_watch_sheep_only(animal: str) -> None:
    assert most(animal, dogs=5, board={"r3c2": "meadow"}) == 0
    assert most(animal, dogs=5, board={"r3c2": "small_pasture"}) == 2


@rule("caverna.animal.dogs_only_sheep")
def test_dogs_do_not_watch_beside_other_animals() -> None:
    board = {"r3c2": "small_pasture"}
    assert fits({"sheep": 4, "boar": 2, "dog": 3}, board=board)
    assert not fits({"sheep": 1, "boar": 2, "cattle": 1, "dog": 3}, board=board)


@rule("caverna.animal.dogs_not_forest")
def test_dogs_do_not_watch_in_forest_caves_or_on_fields() -> None:
    board = {"r3c2": "field", "r2c4": "cavern", "r3c4": "tunnel"}
    assert most("sheep", dogs=5, board=board, stables=["r0c0"]) == 0


@rule("caverna.animal.rearrange")
def test_animals_are_rearranged_when_a_new_kind_arrives() -> None:
    board = {"r3c2": "small_pasture", "r2c4": "ruby_mine"}
    state = farming({"board": board, "goods": {"donkey": 3}}, 2)
    assert (goods(state), state.seat) == ({"donkey": 3, "sheep": 2}, 1)


@rule("caverna.animal.rearrange")
@pytest.mark.parametrize(
    ("herd", "seat"),
    [
        (
            {"sheep": 3, "donkey": 4, "boar": 2, "cattle": 4, "dog": 2},
            {
                "board": {"r3c2 r2c2": "large_pasture", "r1c2": "meadow", "r2c4": "ruby_mine"}
                | {"r2c3": "mixed_dwelling", "r1c3": "ruby_mine"},
                "stables": [],
            },
        ),
        (
            {"cattle": 5, "boar": 2, "sheep": 2},
            {
                "board": {"r2c3": "breakfast_room", "r2c4": "cuddle_room"},
                "stables": ["r0c0", "r0c1"],
            },
        ),
    ],
)
def test_full_farms_fit_exactly(herd: dict[str, int], seat: dict[str, Any]) -> None:
    assert fits(herd, **seat)
    for animal in ("donkey", "boar", "cattle"):
        assert not fits({**herd, animal: herd.get(animal, 0) + 1}, **seat)


@rule("caverna.animal.excess", "caverna.animal.on_board")
def test_animals_too_many_are_eaten_one_after_the_other() -> None:
    state = farming({"goods": {"boar": 2}}, 2)
    assert real(state) == {"butcher boar", "butcher sheep"}
    play(state, "butcher sheep")
    assert real(state) == {"butcher boar", "butcher sheep"}
    play(state, "butcher sheep")
    assert goods(state) == {"boar": 2, "food": 2}
    assert state.seat == 1


@rule("caverna.animal.excess")
def test_the_owner_chooses_which_animals_go() -> None:
    state = play(farming({"goods": {"boar": 2}}, 2), "butcher boar", "butcher boar")
    assert goods(state) == {"sheep": 2, "food": 4}


@rule("caverna.animal.excess", "caverna.food.donkey")
def test_two_donkeys_may_be_butchered_together() -> None:
    state = play(farming({"goods": {"donkey": 2}}, 2), "butcher 2 donkeys")
    assert goods(state) == {"sheep": 2, "food": 3}


@rule("caverna.animal.excess.buy_room")
def test_room_may_be_bought_before_anything_is_eaten() -> None:
    state = play(farming({"goods": {"boar": 2, "ruby": 1, "dog": 1}}, 2), "done")
    assert "butcher sheep" in names(state)
    play(state, "ruby meadow r3c2")
    assert goods(state) == {"boar": 2, "sheep": 2, "dog": 1}
    assert state.seat == 1


@rule("caverna.animal.excess", "caverna.tile.hunting_parlor")
def test_boars_too_many_may_go_to_the_hunting_parlor() -> None:
    board = {"r2c3": "hunting_parlor"}
    state = play(farming({"board": board, "goods": {"boar": 2}}, 1), "trade hunting_parlor")
    assert goods(state) == {"sheep": 1, "gold": 2, "food": 2}
    assert state.seat == 1


@rule("caverna.animal.after_changes")
def test_fencing_two_meadows_with_stables_may_cost_a_place() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow"}
    seat = {
        "board": board,
        "stables": ["r3c2", "r2c2"],
        "goods": {"wood": 4, "boar": 2, "donkey": 1, "cattle": 1},
    }
    state = farming(seat, 0)
    play(state, *[name for name in names(state) if name.startswith("large_pasture")])
    assert {"butcher donkey", "butcher cattle", "butcher boar"} <= real(state)


@rule("caverna.animal.after_changes")
def test_a_sold_place_is_noticed_when_dogs_do_not_change() -> None:
    seat = {"board": {"r3c2": "meadow"}, "goods": {"dog": 1, "sheep": 2, "boar": 2, "wood": 2}}
    state = play(farming(seat, 1), "small_pasture r3c2")
    assert "butcher sheep" in real(state)


@rule("caverna.animal.eat_any_time")
def test_animals_with_room_may_be_eaten_too() -> None:
    state = play(table({"goods": {"cattle": 2}}), "eat cattle")
    assert goods(state) == {"cattle": 1, "food": 3}


@rule("caverna.animal.rearrange")
def test_the_table_shows_where_the_animals_stand() -> None:
    state = table({"board": {"r2c4": "ruby_mine"}, "goods": {"donkey": 1, "sheep": 2}})
    assert lines(state)["animals"] == 3
    assert "housing" in player(state)
