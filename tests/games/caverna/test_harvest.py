"""Which rounds end with a harvest, its three phases, and the three events."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dvergar.testing import play, play_out, rule
from tests.games.caverna.tables import (
    RESTING,
    caverna,
    evening,
    gained,
    goods,
    kinds,
    names,
    player,
    real,
    table,
)

FIELDS = {"board": {"r3c2": "field", "r3c1": "field"}}
SOWN = {**FIELDS, "crops": {"r3c2": "grain 3", "r3c1": "vegetable 2"}}
FARM = {"r2c2 r1c2": "large_pasture", "r3c2": "field"}


def harvests(state: Any) -> list[str]:
    """The harvests announced by the last move."""
    return [str(event["harvest"]) for event in state.events() if event.kind == "harvest"]


def answer(state: Any) -> Any:
    """Feeds and answers until the next round begins."""
    turn = state.view(None)["round"]
    while not state.over and state.view(None)["round"] == turn:
        play(state, "feed" if "feed" in real(state) else min(real(state)))
    return state


@rule("caverna.harvest.schedule")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_first_two_rounds_end_without_a_harvest(turn: int) -> None:
    state = evening({**SOWN, "goods": {"sheep": 2}}, round=turn)
    assert state.view(None)["round"] == turn + 1
    assert goods(state) == {"sheep": 2, "wood": 1}


@rule("caverna.harvest.schedule")
@pytest.mark.parametrize("turn", [3, 5])
def test_rounds_3_and_5_end_with_a_harvest(turn: int) -> None:
    state = evening({**SOWN, "goods": {"food": 4}}, round=turn)
    assert harvests(state) == ["full"]
    assert goods(state) == {"wood": 1, "food": 4, "grain": 1, "vegetable": 1}
    assert goods(play(state, "feed")) == {"wood": 1, "grain": 1, "vegetable": 1}


@rule("caverna.harvest.schedule", "caverna.feed.pay_one")
def test_round_4_costs_one_food_for_each_dwarf() -> None:
    state = play(evening({**SOWN, "goods": {"food": 4}}, round=4), "feed")
    assert goods(state) == {"wood": 1, "food": 2}


@rule("caverna.harvest.green")
@pytest.mark.parametrize("turn", [6, 8, 12])
def test_a_green_leaf_is_a_full_harvest(turn: int) -> None:
    state = evening({**SOWN, "goods": {"food": 4}}, round=turn, harvest="full")
    assert goods(play(state, "feed")) == {"wood": 1, "grain": 1, "vegetable": 1}


@rule("caverna.harvest.first_red")
def test_no_harvest_at_all() -> None:
    herd = {"sheep": 2, "food": 4}
    state = evening({**SOWN, "goods": herd}, round=6, harvest="none")
    assert state.view(None)["round"] == 7
    assert goods(state) == {"wood": 1, **herd}


@rule("caverna.harvest.second_red")
def test_one_food_for_each_dwarf_instead_of_a_harvest() -> None:
    seat = {"board": FARM, "goods": {"sheep": 2, "food": 4}, "crops": {"r3c2": "grain 3"}}
    state = answer(evening(seat, round=7, harvest="pay_one"))
    assert goods(state) == {"wood": 1, "sheep": 2, "food": 2}
    assert goods(state, 1)["food"] == 18


@rule("caverna.harvest.third_red")
@pytest.mark.parametrize(
    ("choice", "grain", "sheep"), [("keep field phase", 1, 2), ("keep breeding phase", 0, 3)]
)
def test_fields_or_breeding_but_feeding_always(choice: str, grain: int, sheep: int) -> None:
    seat = {"board": FARM, "goods": {"sheep": 2, "food": 4}, "crops": {"r3c2": "grain 3"}}
    state = evening(seat, round=8, harvest="skip_one")
    assert real(state) == {"keep field phase", "keep breeding phase"}
    play(state, choice)
    answer(state)
    expected = {"wood": 1, "sheep": sheep, "grain": grain}
    assert goods(state) == {good: count for good, count in expected.items() if count}


@rule("caverna.harvest.third_red.each")
def test_each_player_may_choose_differently() -> None:
    seat = {"board": FARM, "goods": {"sheep": 2, "food": 4}, "crops": {"r3c2": "grain 3"}}
    other = {**seat, "dwarfs": ["away", "away"]}
    state = evening(seat, other, round=8, harvest="skip_one")
    play(state, "keep breeding phase")
    assert state.seat == 1
    play(state, "keep field phase")
    answer(state)
    assert (goods(state, 0)["sheep"], goods(state, 1)["sheep"]) == (3, 2)
    assert ("grain" in goods(state, 0), goods(state, 1)["grain"]) == (False, 1)


@rule("caverna.harvest.third_red.before_fields")
def test_all_choose_before_anybody_reaps() -> None:
    state = evening({**SOWN, "goods": {"food": 4}}, round=8, harvest="skip_one")
    play(state, "keep field phase")
    assert "grain" not in goods(state)
    play(state, "keep breeding phase")
    assert goods(state)["grain"] == 1


@rule("caverna.harvest.third_red", "caverna.setup.harvest_markers")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_three_events_come_once_and_in_order(players: int) -> None:
    seen: list[str] = []
    play_out(caverna(players).start(seed=players), 2, lambda state: seen.extend(harvests(state)))
    late = seen[5:]
    events = [harvest for harvest in late if harvest != "full"]
    assert events == ["none", "pay_one", "skip_one"]
    assert Counter(late)["full"] == (3 if players == 2 else 4)
    assert seen[:5] == ["none", "none", "full", "pay_one", "full"]


@rule("caverna.harvest.three_phases")
def test_fields_feeding_breeding_in_this_order() -> None:
    seat = {"board": FARM, "goods": {"sheep": 2, "food": 4}, "crops": {"r3c2": "grain 3"}}
    state = evening(seat, round=3)
    assert gained(state, "grain") == 1
    assert goods(state)["sheep"] == 2
    play(state, "feed", "feed")
    assert "young" in kinds(state)
    assert goods(state)["sheep"] == 3


@rule("caverna.harvest.fields")
def test_one_token_from_each_field() -> None:
    state = evening({**SOWN, "goods": {"food": 4}}, round=3)
    board = player(state)["board"]
    assert (board["r3c2"]["grain"], board["r3c1"]["vegetable"]) == (2, 1)


@rule("caverna.harvest.fields", "caverna.land.sow.needs")
def test_a_field_harvested_bare_can_be_sown_again() -> None:
    seat = {"board": {"r3c2": "field"}, "crops": {"r3c2": "grain 1"}, "goods": {"food": 4}}
    state = answer(evening(seat, round=3))
    assert player(state)["board"]["r3c2"]["grain"] == 0
    play(state, "place slash_and_burn", "sow grain")
    assert player(state)["board"]["r3c2"]["grain"] == 3


@rule("caverna.harvest.before_feeding")
def test_the_harvested_crops_may_be_eaten_at_once() -> None:
    state = evening({**SOWN, "goods": {"food": 1}}, round=3)
    assert {"eat grain", "eat vegetable"} <= names(state)
    play(state, "feed")
    assert player(state)["begging"] == 0


@rule("caverna.harvest.turn_order")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_feeding_is_asked_in_turn_order(starter: int) -> None:
    state = evening({"goods": {"food": 9}}, players=3, round=3, starter=starter, turn=0)
    seats = []
    for _ in range(3):
        seats.append(state.seat)
        play(state, "feed")
    assert seats == [(starter + step) % 3 for step in range(3)]


@rule("caverna.harvest.turn_order")
def test_the_old_starting_player_is_asked_first() -> None:
    last = {"dwarfs": ["home", "away"], "goods": {"food": 9}}
    state = table(RESTING, last, round=3, starter=0, turn=1)
    play(state, "place starting_player")
    assert state.seat == 0
    play(state, "feed", "feed")
    assert state.view(None)["starter"] == 1
