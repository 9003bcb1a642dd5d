"""`feed` loses the fewest points, and of equals takes the fewest begging markers: brute force over
everything that could be eaten.

Small random supplies and farms. The best is looked for by trying every number of every good, by
the basic rates and with the caves and parlors that feed; the score is the referee's own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.home import owns
from tests.games.caverna.referee.points import score_lines
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Goods, View
from tests.games.caverna.referee.table import goods_of, offered, player_of, table

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

EATEN = ("grain", "vegetable", "ruby", "gold", *FARM_ANIMALS)
SCORING = (
    *("fodder_chamber", "food_chamber", "weaving_parlor", "milking_parlor"),
    *("treasure_chamber", "writing_chamber"),
)
FEEDING = ("slaughtering_cave", "cooking_cave", "beer_parlor")
CELLS = ("r2c3", "r3c4", "r2c4", "r1c3", "r1c4", "r3c5", "r2c5", "r0c3", "r1c5")
ROOM = {"r3c2 r2c2": "large_pasture", "r3c1 r2c1": "large_pasture", "r3c0 r2c0": "large_pasture"}


FIELDS = {"r1c2": "field", "r1c1": "field"}


def most_food(eaten: Goods, player: View) -> int:
    """The most food that these goods, all turned into food, can give."""
    extra = int(owns(player, "slaughtering_cave"))
    donkeys = eaten["donkey"]
    food = (
        eaten["sheep"] * (1 + extra) + eaten["boar"] * (2 + extra) + eaten["cattle"] * (3 + extra)
    )
    food += donkeys // 2 * (3 + 2 * extra) + donkeys % 2 * (1 + extra)
    food += 2 * eaten["ruby"] + max(0, eaten["gold"] - 1)
    return food + most_crops(eaten["grain"], eaten["vegetable"], player)


def most_crops(grain: int, vegetables: int, player: View) -> int:
    """The most food from crops: as they are, cooked together, or brewed."""
    best = 0
    cooked_most = min(grain, vegetables) if owns(player, "cooking_cave") else 0
    for cooked in range(cooked_most + 1):
        brewed_most = (grain - cooked) // 2 if owns(player, "beer_parlor") else 0
        for brewed in range(brewed_most + 1):
            plain = grain - cooked - 2 * brewed + 2 * (vegetables - cooked)
            best = max(best, 5 * cooked + 4 * brewed + plain)
    return best


def all_meals(player: View) -> Iterator[Goods]:
    """Every number of every good that could be eaten."""
    goods = player["goods"]
    for amounts in product(*(range(goods[good] + 1) for good in EATEN)):
        eaten = dict(zip(EATEN, amounts, strict=True))
        if eaten["gold"] != 1:
            yield eaten


def best_meal(player: View, need: int) -> tuple[int, int]:
    """The most points that can be left after feeding, by eating, begging, or both.

    With them, the fewest begging markers for which that can be had, counted below zero.
    """
    best = (-1000, 0)
    have = player["goods"]["food"]
    for eaten in all_meals(player):
        missing = max(0, need - have - most_food(eaten, player))
        left = dict(player["goods"])
        for good, amount in eaten.items():
            left[good] -= amount
        after = {**player, "goods": left, "begging": player["begging"] + missing}
        best = max(best, worth(after))
    return best


def worth(player: View) -> tuple[int, int]:
    """The points of a player, and the begging markers below zero."""
    return sum(score_lines(player).values()), -player["begging"]


def random_seat(dice: random.Random) -> dict[str, Any]:
    """A small household about to be fed."""
    tiles = [tile for tile in (*SCORING, *FEEDING) if dice.random() < 0.4][: len(CELLS)]
    kinds = dice.randint(1, 5)
    goods = {
        good: dice.randint(1, (9, 6, 4, 3, 2)[kinds - 1]) for good in dice.sample(EATEN, kinds)
    }
    for animal in FARM_ANIMALS:
        if goods.get(animal, 0) > 4:
            goods[animal] = 4
    goods["food"] = dice.choice([0, 0, 1, 2, 3])
    dwarfs = dice.randint(2, 5)
    return {
        "board": {**ROOM, **FIELDS, **dict(zip(CELLS, tiles, strict=False))},
        "crops": {
            name: dice.choice(["grain 3", "grain 2", "vegetable 1", "vegetable 2"])
            for name in FIELDS
            if dice.random() < 0.3
        },
        "goods": goods,
        "begging": dice.choice([0, 0, 1]),
        "dwarfs": ["home", *["away"] * (dwarfs - 1)],
        "weapons": [0] * dwarfs,
    }


def at_table(seat: dict[str, Any], harvest: str) -> State:
    """The table when the household is asked to feed: food is needed, nothing breeds."""
    others = [{"dwarfs": ["away", "away"], "goods": {"food": 20}}]
    state: State = table(2).position(
        round=6,
        harvest=harvest,
        seats=[seat, *others],
        piles={"wood_gathering": {"wood": 1}},
    )
    play(state, "place wood_gathering")
    while "keep field phase" in offered(state):
        play(state, "keep field phase")
    return state


def check_feeding(seed: int) -> bool:
    """Whether somebody was asked; `feed` must leave as many points as anything could."""
    dice = random.Random(seed)
    seat = random_seat(dice)
    harvest = dice.choice(["pay_one", "skip_one"])
    need = len(seat["dwarfs"]) * (1 if harvest == "pay_one" else 2)
    state = at_table(seat, harvest)
    if state.seat != 0 or "feed" not in offered(state):
        assert seat["goods"]["food"] >= need
        return False
    player = player_of(state)
    best = best_meal(player, need)
    play(state, "feed")
    after = player_of(state)
    assert worth(after) == best, (seed, seat, harvest, after["goods"])
    assert state.scores()[0].total == best[0]
    return True


def test_feed_loses_the_fewest_points() -> None:
    assert sum(check_feeding(seed) for seed in range(700)) > 500


@pytest.mark.long
@pytest.mark.parametrize("batch", range(10))
def test_feed_loses_the_fewest_points_at_very_many_tables(batch: int) -> None:
    for seed in range(10_000 + 3000 * batch, 13_000 + 3000 * batch):
        check_feeding(seed)


@pytest.mark.parametrize("tile", ["", *SCORING, *FEEDING])
@pytest.mark.parametrize("food", [0, 3])
def test_feed_loses_the_fewest_points_with_each_tile_alone(tile: str, food: int) -> None:
    for seed in range(25):
        dice = random.Random(seed)
        seat = random_seat(dice)
        seat["board"] = {**ROOM, **FIELDS, **({"r2c3": tile} if tile else {})}
        seat["goods"]["food"] = food
        seat["begging"] = 0
        state = at_table(seat, "skip_one")
        if state.seat == 0 and "feed" in offered(state):
            best = best_meal(player_of(state), 2 * len(seat["dwarfs"]))
            play(state, "feed")
            assert worth(player_of(state)) == best, (seed, seat)


def test_food_at_hand_is_used_first_and_nothing_else_if_it_is_enough() -> None:
    for food in (4, 5, 9):
        goods = {"food": food, "sheep": 2, "grain": 3, "gold": 4, "ruby": 2}
        seat = {"board": ROOM, "goods": goods, "dwarfs": ["home", "away"]}
        state = at_table(seat, "skip_one")
        if "feed" in offered(state) and state.seat == 0:
            assert "beg" not in offered(state), "begging is for who is short of food"
            play(state, "feed")
        assert goods_of(state) == {
            **dict.fromkeys(goods_of(state), 0),
            **goods,
            "food": food - 4,
        } | {"wood": 1}


def test_begging_takes_a_marker_for_every_missing_food_and_nothing_but_the_food() -> None:
    for food in range(4):
        goods = {"food": food, "sheep": 2, "grain": 3, "vegetable": 2}
        seat = {"board": ROOM, "goods": goods, "dwarfs": ["home", "away"]}
        state = at_table(seat, "skip_one")
        assert {"feed", "beg"} <= set(offered(state))
        play(state, "beg")
        after = player_of(state)
        assert after["begging"] == 4 - food
        assert [after["goods"][good] for good in goods] == [0, 2, 3, 2]
