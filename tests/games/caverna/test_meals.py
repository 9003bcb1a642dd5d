"""What is said beside `feed` and `beg` is what they do, and `feed` avoids begging markers.

The sentence is put together a second time, from what playing the move changes on the table; the
points are the referee's.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from dvergar.core.events import Event
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.sentences import join_list
from dvergar.testing import play, rule
from tests.games.caverna.campaign import Player
from tests.games.caverna.referee.anytime import exchanged, exchanges
from tests.games.caverna.referee.points import score_lines
from tests.games.caverna.referee.shapes import GOODS, Goods, View
from tests.games.caverna.referee.table import offered, player_of
from tests.games.caverna.tables import caverna, evening

MEALS = ("feed", "beg")
PASTURE = {"r3c2 r2c2": "large_pasture"}


def meal(state: State, name: str) -> tuple[View, Goods]:
    """What a seat has after a meal alone, without what follows it, and what it has used up."""
    before = player_of(state, state.seat)
    fed, paid = deepcopy(before), 0
    for event in meal_events(play(state.copy(), name), state.seat):
        if event.kind == "beg":
            fed["begging"] += int(event["markers"])
        else:
            sign = 1 if event.kind == "gain" else -1
            fed["goods"][event["good"]] += sign * int(event["amount"])
            paid += event.kind == "pay" and event["good"] == "food" and int(event["amount"])
    used = {good: before["goods"][good] - fed["goods"][good] for good in GOODS}
    used["food"] = min(before["goods"]["food"], paid)
    return fed, {good: n for good, n in used.items() if n > 0}


def meal_events(state: State, seat: int) -> Iterator[Event]:
    """What a meal has changed for a seat; breeding and the next round follow it."""
    for event in state.events():
        if event.kind in ("young", "round", "game_over"):
            return
        if event.seat == seat and event.kind in ("gain", "pay", "beg"):
            yield event


def points(player: View) -> int:
    return sum(score_lines(player).values())


def sentence(state: State, name: str, lang: str) -> str:
    """What has to be said beside a meal, tiles left aside."""
    speak: Any = state.game.info.words(lang)
    before = player_of(state, state.seat)
    fed, used = meal(state, name)
    goods = [speak(f"count.{good}", n=used[good]) for good in GOODS if good in used]
    markers, cost = fed["begging"] - before["begging"], points(before) - points(fed)
    said = [
        speak("ask.meal_uses", goods=join_list(goods, lang)) if goods else "",
        "" if goods else speak("ask.meal_uses_nothing"),
        speak("ask.meal_leaves", n=fed["goods"]["food"]) if fed["goods"]["food"] else "",
        speak("ask.meal_begging", n=markers) if markers else "",
        speak("ask.meal_costs", n=cost) if cost else speak("ask.meal_costs_nothing"),
    ]
    return " ".join(filter(None, said))


def without_tiles(state: State, detail: str, lang: str) -> str:
    """A sentence without the tiles that it names."""
    speak: Any = state.game.info.words(lang)
    all_keys = sorted(speak.keys())
    for key in all_keys:
        if key.startswith(("move.trade_", "move.feed_adult")):
            detail = detail.replace(f" {speak(key)}.", "")
    return detail


def check_meal(state: State, lang: str) -> None:
    """Every answer to a feeding question says what it does; `feed` begs for nothing in vain."""
    for choice in state.prompt(lang).choices:
        if choice.name in MEALS:
            said = without_tiles(state, choice.detail, lang)
            assert said == sentence(state, choice.name, lang)
    check_begging(state)


def check_begging(state: State) -> None:
    """No further good could be eaten to prevent a marker at no more than the points of `feed`."""
    fed, _ = meal(state, "feed")
    if fed["begging"] == player_of(state, state.seat)["begging"]:
        return
    assert not fed["goods"]["food"], "who begs has no food left"
    for name, after in one_more(fed):
        assert points(after) < points(fed), f"{name} costs no more than begging"


def one_more(player: View) -> Iterator[tuple[str, View]]:
    """All ways to turn goods into food once more, and the markers that this saves.

    What only saves food together with something else is looked for by brute force in
    `test_feeding_plan`.
    """
    for name, exchange in exchanges(player).items():
        if not name.startswith(("eat ", "trade ")):
            continue
        food = exchange.gets.get("food", 0)
        if food and player["begging"]:
            after = exchanged({"players": [player]}, 0, exchange)["players"][0]
            saved = min(food, after["begging"])
            after["begging"] -= saved
            after["goods"]["food"] -= saved
            yield name, after


@pytest.mark.whole_games
@pytest.mark.fast_engine
@rule("caverna.feed.move", "caverna.feed.told", "caverna.feed.plan_keeps_markers_away")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_every_meal_of_random_games_is_told_as_it_is(players: int) -> None:
    meals = short = 0
    for seed in range(5 if players < 4 else 2):
        state, player = caverna(players).start(seed), Player(seed, free=seed % 2 == 0)
        while not state.over:
            if "feed" in offered(state):
                check_meal(state, LANGUAGES[seed % 2])
                meals += 1
                short += "beg" in offered(state)
            state.play(player.choose(state))
    assert short > 5
    assert meals > short


@rule("caverna.feed.plan_keeps_markers_away")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "boar", "cattle"])
def test_the_last_animal_of_a_kind_is_eaten_before_a_marker_is_taken(animal: str) -> None:
    """It costs as much as a marker: its own point and the two of a kind that is missing."""
    state = evening({"goods": {"food": 3, animal: 1}, "board": PASTURE}, round=3)
    before = state.scores()[0].total
    choice = next(one for one in state.prompt("en").choices if one.name == "feed")
    assert "begging" not in choice.detail
    play(state, "feed")
    assert player_of(state)["goods"][animal] == 0
    assert player_of(state)["begging"] == 0
    assert before - state.scores()[0].total == 3


@rule("caverna.feed.plan_keeps_markers_away")
def test_a_marker_is_taken_where_eating_would_cost_more() -> None:
    """With the Milking parlor the last cattle is worth four points."""
    board = {**PASTURE, "r2c3": "milking_parlor"}
    state = evening({"goods": {"food": 3, "cattle": 1}, "board": board}, round=3)
    told = next(one.detail for one in state.prompt("en").choices if one.name == "feed")
    assert told == "Uses up 3 food. Takes 1 begging marker. Costs 3 points."


@rule("caverna.feed.told")
def test_a_meal_says_what_it_eats_how_many_markers_it_takes_and_what_that_costs() -> None:
    state = evening({"goods": {"food": 1, "sheep": 1}}, round=3)
    told = {one.name: one.detail for one in state.prompt("en").choices}
    assert told["feed"] == "Uses up 1 food and 1 sheep. Takes 2 begging markers. Costs 9 points."
    assert told["beg"] == "Uses up 1 food. Takes 3 begging markers. Costs 9 points."
    told = {one.name: one.detail for one in state.prompt("fr").choices}
    assert told["beg"].endswith("Prend 3 marqueurs de mendicité. Coûte 9 points.")


@rule("caverna.feed.told", "caverna.tile.working_cave", "caverna.tile.cooking_cave")
def test_a_meal_names_the_tiles_it_uses() -> None:
    board = {"r2c3": "working_cave", "r2c4": "cooking_cave"}
    stock = {"grain": 1, "vegetable": 1, "stone": 1}
    state = evening({"goods": stock, "board": board, "weapons": [0] * 2}, round=3)
    told = next(one.detail for one in state.prompt("en").choices if one.name == "feed")
    assert "Working cave: feed a dwarf with 1 wood" in told


@rule("caverna.feed.told")
def test_food_enough_costs_nothing() -> None:
    state = evening({"goods": {"food": 9, "sheep": 1}}, round=3)
    told = next(one.detail for one in state.prompt("en").choices if one.name == "feed")
    assert told == "Uses up 4 food. Leaves 5 food. Costs no points."
