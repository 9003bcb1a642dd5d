"""The solo game: its spaces and cards, its harvests, and spaces that overflow. And two players."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dvergar.testing import play, play_out, rule
from tests.games.caverna.tables import (
    caverna,
    goods,
    kinds,
    names,
    real,
    space,
    spaces,
    table,
)

ORDER = [
    "blacksmithing",
    "sheep_farming",
    "ore_mine_construction",
    "wish_for_children",
    "donkey_farming",
    "ruby_mine_construction",
    "ore_delivery",
    "family_life",
    "ore_trading",
    "adventure",
    "ruby_delivery",
]
ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]


def overflowing(piles: dict[str, dict[str, int]], **seat: Any) -> Any:
    """The beginning of round 2 of a solo game, before the spaces are replenished."""
    option = {"solo_purge": seat.pop("solo_purge")} if "solo_purge" in seat else {}
    seat = {"dwarfs": ["home", "away"], "board": {"r2c3": "dwelling"}, **seat}
    state = play(table(seat, players=1, piles=piles, **option), "place housework")
    return play(state, "done") if real(state) == {"done"} else state


def harvests(players: int) -> list[tuple[int, str]]:
    """Every round of a whole game with its harvest."""
    seen: list[tuple[int, str]] = []

    def look(state: Any) -> None:
        ends = [event for event in state.events() if event.kind == "harvest"]
        seen.extend((int(event["round"]), str(event["harvest"])) for event in ends)

    play_out(caverna(players).start(seed=8), 8, look)
    return seen


@rule("caverna.solo.food")
def test_two_food_at_the_start() -> None:
    assert goods(caverna(1).start(seed=1)) == {"food": 2}


@rule("caverna.solo.spaces")
def test_four_spaces_are_covered() -> None:
    state = caverna(1).start(seed=1)
    assert set(spaces(state)) == {
        "excavation",
        "logging",
        "ore_mining",
        "wood_gathering",
        "sustenance",
        "ruby_mining",
        "housework",
        "slash_and_burn",
        "blacksmithing",
    }


@rule("caverna.solo.cards", "caverna.solo.round_nine")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_cards_have_a_fixed_order(seed: int) -> None:
    state = caverna(1).start(seed=seed)
    future = {entry["round"]: entry["cards"] for entry in state.view(None)["future"]}
    assert future == {turn: [card] for turn, card in list(zip(ROUNDS, ORDER, strict=True))[1:]}


@rule("caverna.solo.cards")
def test_the_cards_come_in_that_order() -> None:
    cards: list[str] = []

    def look(state: Any) -> None:
        cards.extend(str(event["space"]) for event in state.events() if event.kind == "card")

    play_out(caverna(1).start(seed=4), 4, look)
    assert cards == ORDER[1:]


@rule("caverna.solo.harvests", "caverna.solo.round_nine")
def test_every_round_from_the_fifth_on_ends_with_a_harvest() -> None:
    early = [(1, "none"), (2, "none"), (3, "full"), (4, "pay_one")]
    assert harvests(1) == early + [(turn, "full") for turn in ROUNDS[4:]]


@rule("caverna.solo.harvests")
def test_there_are_no_harvest_markers() -> None:
    assert caverna(1).start(seed=1).view(None)["harvest"]["markers"] == {}


@rule("caverna.solo.ruby_mining")
def test_rubies_lie_there_from_the_first_round_on() -> None:
    assert space(caverna(1).start(seed=1), "ruby_mining")["goods"] == {"ruby": 1}


@rule("caverna.solo.one_after_another")
def test_dwarfs_are_placed_one_after_the_other() -> None:
    state = play(caverna(1).start(seed=1), "place ore_mining")
    assert state.seat == 0
    assert "place logging" in names(state)


@rule("caverna.solo.purge", "caverna.solo.purge.all", "caverna.option.solo_purge.printed")
@pytest.mark.parametrize(("wood", "after"), [(5, 6), (6, 7), (7, 3), (9, 3)])
def test_a_space_with_more_than_six_goods_is_emptied(wood: int, after: int) -> None:
    state = overflowing({"logging": {"wood": wood}})
    assert space(state, "logging")["goods"] == {"wood": after}
    assert ("purge" in kinds(state)) == (wood > 6)


@rule("caverna.option.solo_purge.six")
@pytest.mark.parametrize(("wood", "after"), [(5, 6), (6, 3), (7, 3)])
def test_the_stricter_game_empties_it_at_six(wood: int, after: int) -> None:
    state = overflowing({"logging": {"wood": wood}}, solo_purge="six")
    assert space(state, "logging")["goods"] == {"wood": after}


@rule("caverna.option.solo_purge.excess")
@pytest.mark.parametrize(("wood", "after"), [(5, 6), (6, 7), (7, 7), (9, 7)])
def test_by_the_french_book_only_the_excess_goes(wood: int, after: int) -> None:
    state = overflowing({"logging": {"wood": wood}}, solo_purge="excess")
    assert space(state, "logging")["goods"] == {"wood": after}
    gone = [event["goods"] for event in state.events() if event.kind == "trim"]
    assert gone == ([wood - 6] if wood > 6 else [])
    assert "purge" not in kinds(state)


@rule("caverna.option.solo_purge.excess")
@pytest.mark.parametrize(("stone", "ore", "left"), [(4, 4, (3, 3)), (2, 6, (2, 4)), (5, 3, (3, 3))])
def test_of_several_kinds_the_most_numerous_loses_first(
    stone: int, ore: int, left: tuple[int, int]
) -> None:
    seat = {"dwarfs": ["home", "away"], "goods": {"food": 9}, "board": {"r2c3": "dwelling"}}
    piles = {"ore_delivery": {"stone": stone, "ore": ore}}
    state = table(seat, players=1, piles=piles, round=7, solo_purge="excess")
    play(state, "place housework")
    while state.view(None)["round"] == 7:
        play(state, "done" if "done" in real(state) else "feed")
    pile = space(state, "ore_delivery")["goods"]
    assert (pile["stone"], pile["ore"]) == (left[0] + 1, left[1] + 1)


@rule("caverna.option.solo_purge.excess", "caverna.solo.purge.ruby")
def test_a_ruby_saves_the_excess() -> None:
    state = overflowing({"logging": {"wood": 9}}, goods={"ruby": 1}, solo_purge="excess")
    assert "excess" in state.prompt("en").help
    play(state, "save logging")
    assert space(state, "logging")["goods"] == {"wood": 10}


@rule("caverna.solo.purge.ruby")
def test_a_ruby_saves_a_space() -> None:
    state = overflowing({"logging": {"wood": 7}, "excavation": {"stone": 8}}, goods={"ruby": 2})
    assert real(state) == {"save logging", "save excavation", "go on"}
    play(state, "save logging", "go on")
    assert space(state, "logging")["goods"] == {"wood": 8}
    assert space(state, "excavation")["goods"] == {"stone": 1}
    assert goods(state)["ruby"] == 1


@rule("caverna.solo.purge.ruby")
def test_each_space_costs_a_ruby_of_its_own() -> None:
    piles = {"logging": {"wood": 7}, "excavation": {"stone": 8}}
    state = play(overflowing(piles, goods={"ruby": 1}), "save excavation")
    assert space(state, "excavation")["goods"] == {"stone": 9}
    assert space(state, "logging")["goods"] == {"wood": 3}
    assert "ruby" not in goods(state)


@rule("caverna.solo.purge.ruby")
def test_without_a_ruby_nothing_is_asked() -> None:
    state = overflowing({"logging": {"wood": 7}})
    assert "place logging" in names(state)


@rule("caverna.solo.purge.supplier_too_late")
def test_a_ruby_of_the_supplier_comes_too_late() -> None:
    board = {"r2c3": "ruby_supplier"}
    state = overflowing({"logging": {"wood": 7}}, board=board, supplies={"ruby_supplier": 2})
    assert space(state, "logging")["goods"] == {"wood": 3}
    assert goods(state)["ruby"] == 1


@rule("caverna.solo.purge")
def test_no_space_is_emptied_with_more_players() -> None:
    resting = {"dwarfs": ["away", "away"]}
    state = table({"dwarfs": ["home", "away"]}, resting, piles={"drift_mining": {"stone": 9}})
    play(state, "place supplies")
    assert space(state, "drift_mining")["goods"] == {"stone": 10}


@rule("caverna.two.eleven_rounds")
def test_two_players_skip_round_nine() -> None:
    assert [turn for turn, _ in harvests(2)] == ROUNDS


@rule("caverna.two.no_exploration")
def test_two_players_have_no_exploration() -> None:
    assert "exploration" not in spaces(table(round=12))
    future = caverna(2).start(seed=1).view(None)["future"]
    assert not any("exploration" in entry["cards"] or entry["round"] == 9 for entry in future)


@rule("caverna.two.markers")
def test_two_players_have_three_green_and_three_red_markers() -> None:
    start = caverna(2).start(seed=5)
    assert sorted(int(turn) for turn in start.view(None)["harvest"]["markers"]) == ROUNDS[5:]
    end = play_out(start, 5)
    assert Counter(end.view(None)["harvest"]["markers"].values()) == {"green": 3, "red": 3}


@rule("caverna.two.ruby_mining")
def test_two_players_find_no_rubies_in_the_first_two_rounds() -> None:
    state = caverna(2).start(seed=1)
    assert space(state, "ruby_mining")["goods"] == {}
    assert "place ruby_mining" not in names(state)
    last: dict[str, Any] = {"dwarfs": ["home", "away"]}
    resting = {"dwarfs": ["away", "away"]}
    second = play(table(last, resting, round=1), "place supplies")
    assert space(second, "ruby_mining")["goods"] == {}
    third = play(table(last, resting, round=2), "place supplies")
    assert space(third, "ruby_mining")["goods"] == {"ruby": 1}
