"""Where the French and English rule books differ, and rules that only the books state."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.caverna.campaign import Player
from tests.games.caverna.tables import (
    RESTING,
    caverna,
    furnished,
    goods,
    land,
    names,
    player,
    real,
    starting,
    table,
    weapons,
)

MEADOWS = {"r3c2": "meadow", "r2c2": "meadow", "r3c1": "meadow"}
FARMING = ["sheep_farming", "donkey_farming"]
MATERIALS = ("wood", "stone", "ore")


# "Une prairie".


@rule("caverna.space.farming.one_each", "caverna.land.fences.one_each")
@pytest.mark.parametrize("space", FARMING)
def test_a_farming_space_fences_three_meadows_and_builds_a_stable(space: str) -> None:
    seat = {"board": MEADOWS, "goods": {"wood": 6, "stone": 2}}
    state = play(table(seat, round=12), f"place {space}")
    play(state, "large_pasture r2c2 r3c2", "small_pasture r3c1")
    assert land(state, "r3c1") == "small_pasture"
    assert land(state, "r3c2") == land(state, "r2c2") == "large_pasture"
    assert not starting(state, "small_pasture") | starting(state, "large_pasture")
    play(state, next(iter(sorted(starting(state, "stable")))))
    assert player(state)["stables"] == 2


# A single tile on an "empty" space.


@rule("caverna.ruby.field_meadow", "caverna.land.meadow_under_stable")
@pytest.mark.parametrize("first", [True, False])
def test_a_bought_meadow_goes_under_a_stable_and_a_field_does_not(first: bool) -> None:
    stable = "r3c2" if first else "r2c2"
    board = {} if first else {"r3c2": "meadow"}
    state = table({"board": board, "stables": [stable], "goods": {"ruby": 1}})
    assert f"ruby field {stable}" not in names(state)
    play(state, f"ruby meadow {stable}")
    assert player(state)["board"][stable]["land"] == "meadow"
    assert player(state)["board"][stable]["stable"]


@rule("caverna.ruby.field_meadow")
def test_a_bought_tile_never_lies_on_another() -> None:
    state = table({"board": MEADOWS, "goods": {"ruby": 1}})
    for cell in MEADOWS:
        assert not {f"ruby meadow {cell}", f"ruby field {cell}"} & names(state)


# "Et puis".

DWELLER = {"goods": {"wood": 4, "stone": 3}}


@rule("caverna.placing.and_then", "caverna.placing.either_or")
def test_a_child_of_the_urgent_wish_needs_the_dwelling_first() -> None:
    seat = {"board": {"r2c4": "dwelling"}, **DWELLER}
    state = play(table(seat, RESTING, round=12), "place urgent_wish_for_children")
    assert "grow family" not in real(state), "there is a bed, but nothing furnished by this action"
    play(state, "furnish dwelling")
    assert {"grow family", "done"} <= real(state)


@rule("caverna.placing.and_then")
def test_the_dwelling_of_the_urgent_wish_may_stay_without_a_child() -> None:
    state = table(DWELLER, RESTING, round=12)
    play(state, "place urgent_wish_for_children", "furnish dwelling", "done")
    assert furnished(state) == ["dwelling"]
    assert len(player(state)["dwarfs"]) == 2


@rule("caverna.placing.and_then", "caverna.placing.either_or")
def test_the_gold_of_the_urgent_wish_needs_nothing_first() -> None:
    state = table(DWELLER, RESTING, round=12)
    play(state, "place urgent_wish_for_children", "take goods")
    assert goods(state)["gold"] == 3
    assert "furnish dwelling" not in names(state)


@rule("caverna.placing.and_then")
def test_adventure_lets_off_the_second_expedition_and_both() -> None:
    state = table({"goods": {"ore": 3}}, RESTING, round=12)
    play(state, "place adventure", "forge 2", "done")
    assert weapons(state) == [0, 2], "a weapon alone"
    state = play(table({"weapons": [2, 2]}, RESTING, round=12), "place adventure", "loot dog")
    assert "loot dog" in real(state), "the second expedition begins anew"
    play(state, "done")
    assert weapons(state) == [2, 3]


# What the books say besides.


@rule("caverna.solo.aim")
def test_alone_the_points_are_the_result_and_nobody_loses() -> None:
    state, chooser = caverna(1).start(seed=2), Player(2, free=False)
    while not state.over:
        state.play(chooser.choose(state))
    total = state.scores()[0].total
    assert state.ranking() == [1]
    for lang in LANGUAGES:
        question = state.prompt(lang).question
        assert str(total).lstrip("-") in question
    words = state.prompt("en", ["Ada"]).question
    assert "Ada" not in words, "there is nobody to win against"


@rule("caverna.gold.change")
@pytest.mark.parametrize("gold", range(6))
def test_any_amount_of_gold_pays_any_price(gold: int) -> None:
    """Coins of one, two and ten make no difference: 10 and 11 gold pay 1 as well as 2 do."""
    state = table({"goods": {"gold": gold + 6}}, players=5)
    play(state, "place weekly_market", "buy wood", "buy boar", "buy cattle")
    assert goods(state)["gold"] == gold + 6 + 4 - 1 - 2 - 3


@rule("caverna.aim.building_materials", "caverna.space.weekly_market.prices")
def test_building_materials_cost_the_same_and_are_no_food() -> None:
    state = table({"goods": dict.fromkeys(MATERIALS, 9)}, players=5)
    assert not {name for name in starting(state, "eat") if name.split()[1] in MATERIALS}
    play(state, "place weekly_market")
    for number, good in enumerate(MATERIALS, start=1):
        play(state, f"buy {good}")
        assert goods(state)["gold"] == 4 - number


@pytest.mark.whole_games
@rule("caverna.weapon.not_against_players")
@pytest.mark.parametrize("players", [2, 4, 7])
def test_no_dwarf_takes_anything_from_another_player(players: int) -> None:
    """While dwarfs are placed, a move changes the goods, dwarfs and boards of nobody else."""
    state, chooser = caverna(players).start(seed=players + 1), Player(players + 1, free=True)
    expeditions = 0
    while not state.over:
        view, seat, number = state.view(None), state.seat, state.view(None)["round"]
        state.play(chooser.choose(state))
        expeditions += any(event.kind == "expedition" for event in state.events())
        after = state.view(None)
        if view["stage"] == after["stage"] == "work" and after["round"] == number:
            for other in set(range(players)) - {seat}:
                assert kept(after["players"][other]) == kept(view["players"][other])
    assert expeditions


def kept(seat: dict[str, Any]) -> dict[str, Any]:
    """What nobody else can take."""
    return {name: seat[name] for name in ("goods", "dwarfs", "board", "begging")}
