"""What the table page draws: every choice once, animals where they fit, figures that are true."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from dvergar.core.scene import Sight
from dvergar.games.caverna.goods import FARM_ANIMALS, GOODS
from dvergar.games.caverna.housing import housed
from dvergar.games.caverna.page.meals import meal
from dvergar.games.caverna.page.scene import Scene, scene
from dvergar.games.caverna.page.stalls import stalls
from dvergar.testing import play
from tests.games.caverna.tables import caverna, evening, table

pytestmark = [pytest.mark.plain, pytest.mark.whole_games]

HERDS = [
    {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow"},
    {"r3c2": "small_pasture", "r2c2": "meadow", "r1c2 r0c2": "large_pasture"},
    {"r3c2 r3c1": "large_pasture", "r2c2": "small_pasture", "r1c2": "field", "r1c1": "field"},
    {"r3c2": "small_pasture", "r3c1": "small_pasture"},
]
ROOMS = [
    {},
    {"r2c3": "stubble_room"},
    {"r2c3": "cuddle_room"},
    {"r2c3": "breakfast_room"},
    {"r2c3": "mixed_dwelling", "r1c3": "tunnel", "r1c4": "ore_mine", "r2c4": "ruby_mine"},
]


def seen(state: Any, lang: str = "en", acts: bool = True) -> Scene:
    """The scene of the seat that is asked."""
    names = [f"Seat {seat}" for seat in range(state.game.players)]
    prompt = state.prompt(lang, names)
    seat = state.seat
    words = state.game.info.words(lang)
    return scene(Sight(state, state.view(seat), prompt, seat, [seat], acts, names, words))


def drawn(one: Scene) -> list[str]:
    """The choices that the page draws, by name."""
    cards = [*one.spaces, *(card for stage in one.stages for card in stage.cards)]
    choices = [getattr(card, "choice", None) for card in cards]
    choices += [spot.choice for spot in one.spots] + [card.choice for card in one.offers]
    choices += [option.choice for option in one.tray.options]
    choices += [option.choice for row in one.tray.rows for option in row.options]
    if one.expedition:
        choices += [item.choice for item in one.expedition.items]
    return sorted(choice.name for choice in choices if choice)


@pytest.mark.parametrize("players", [1, 2, 4, 7])
def test_the_page_draws_every_choice_once(players: int) -> None:
    for seed in range(2):
        chance = random.Random(seed)
        state = caverna(players, first_seat="random").start(seed)
        while not state.over:
            names = sorted(state.game.name(move) for move in state.moves())
            assert drawn(seen(state, "fr" if seed else "en")) == names
            state.play(chance.choice(state.moves()))
        assert drawn(seen(state)) == []


def test_whoever_is_not_asked_gets_no_buttons() -> None:
    assert drawn(seen(table(), acts=False)) == []


@pytest.mark.parametrize("rooms", ROOMS, ids=lambda rooms: rooms.get("r2c3", "none"))
@pytest.mark.parametrize("board", HERDS, ids=range(len(HERDS)))
def test_animals_live_where_the_rules_have_room(board: Any, rooms: Any) -> None:
    chance = random.Random(1)
    for _ in range(60):
        stables = [cell for cell in ("r3c2", "r2c2", "r0c0") if chance.random() < 0.5]
        if board.get("r2c2") == "field":
            stables = []
        state = table({"board": {**board, **rooms}, "stables": stables})
        player = state.players[0]
        player.goods[GOODS.index("dog")] = chance.choice([0, 0, 1, 2, 4])
        for animal in FARM_ANIMALS:
            player.goods[animal] = chance.choice([0, 1, 2, 3, 5, 8])
        kept = dict(zip(FARM_ANIMALS, housed(player), strict=True))
        places = stalls(player)
        living: Counter[int] = Counter()
        for stall in places:
            assert 0 <= stall.count <= stall.room
            if stall.count:
                living[stall.kind] += stall.count
        assert {animal: living[animal] for animal in FARM_ANIMALS} == kept
        assert len({stall.cell for stall in places}) == len(places)


def test_the_meal_says_what_feeding_will_do() -> None:
    goods = {"food": 1, "grain": 2, "sheep": 3, "vegetable": 1, "gold": 3, "wood": 2}
    board = {"r3c2": "small_pasture", "r2c2": "meadow", "r2c3": "working_cave"}
    state = evening({"goods": goods, "board": board, "stables": ["r3c2"]}, round=4)
    names = ["Anna", "Balin"]
    prompt = state.prompt("en", names)
    words = state.game.info.words("en")
    plan = meal(Sight(state, state.view(0), prompt, 0, [0], True, names, words))
    assert plan is not None
    before = list(state.players[0].goods)
    play(state, "feed")
    after = state.players[0].goods
    eaten = dict(plan.eaten)
    for number, good in enumerate(GOODS):
        if good != "food":
            assert before[number] - after[number] == eaten.get(good, 0)
    assert state.players[0].begging == plan.begging
    assert dict(plan.remains)["food"] == after[GOODS.index("food")]


def test_the_calendar_tells_past_harvests_and_the_event_to_come() -> None:
    one = seen(table(players=3, round=4))
    kinds = [mark.harvest for mark in one.calendar.marks]
    assert kinds[:5] == ["none", "none", "full", "pay_one", "full"]
    assert kinds[5:] == ["hidden"] * 7
    assert one.calendar.event == "none"
    assert one.home.need == 2
    assert seen(table(players=3, round=3)).home.need == 4
