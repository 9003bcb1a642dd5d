"""Random positions of the late game, played to the end under the eyes of the referee.

Games from the start seldom fill a cave. Here caves are dug and furnished at random, with any walls
and goods, so that all rooms, the additional cavern and their combinations come up often.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from dvergar.testing import rule
from tests.games.cave_vs_cave.printed import (
    BLUE,
    CELLS,
    DARK,
    EDGES,
    ENTRANCE,
    GOODS,
    LIGHT,
    MOST,
    TURNS,
    reachable,
)
from tests.games.cave_vs_cave.referee import Referee
from tests.games.cave_vs_cave.tables import cave, group, order
from tests.games.cave_vs_cave.test_invariants import chance, refereed, some_options

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

LONG = 5000


def random_dug(dice: random.Random) -> list[str]:
    """Cells dug one after the other; often nearly all."""
    dug = {"r2c0"}
    for _ in range(dice.choice([3, 6, 9, 9])):
        dug.add(dice.choice(sorted(reachable(dug, set(), True))))
    return sorted(dug - {"r2c0"})


def furnish(dice: random.Random, dug: list[str], rooms: list[str]) -> dict[str, str]:
    """Rooms for some of the cells, more orange than blue; they are taken out of `rooms`."""
    free = ["r2c0", *dug]
    dice.shuffle(free)
    free = free[dice.choice([0, 0, 1, 2, 5]) :]
    placed: dict[str, str] = {}
    orange, blue = 1, 0
    for cell in free:
        fitting = [room for room in rooms if room not in BLUE or blue + 1 < orange]
        if not fitting:
            break
        likes = [room for room in fitting if room in BLUE] or fitting
        room = dice.choice(likes if dice.random() < 0.4 else fitting)
        rooms.remove(room)
        placed[cell] = room
        orange, blue = orange + (room not in BLUE), blue + (room in BLUE)
    return placed


def random_goods(dice: random.Random) -> dict[str, int]:
    level = dice.choice([2, 5, 9, 19])
    return {good: dice.randint(0, min(level, MOST[good])) for good in GOODS}


def random_table(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options, and a position for them."""
    dice = random.Random(seed)
    options = some_options(seed)
    players: int = options["players"]
    dug = [random_dug(dice) for _ in range(players)]
    number = sum(map(len, dug)) + (dice.randint(0, 9) if players == 1 else 0)
    gone = dice.sample(LIGHT, 3) if players == 1 else []
    light = [room for room in LIGHT if room not in gone]
    rooms = [*light, *dice.sample(DARK, number)]
    tokens = dice.choice([0, 3, 7])
    seats = []
    held = False
    for cells in dug:
        walls = dice.sample(EDGES, dice.randint(0, tokens))
        tokens -= len(walls)
        owned = furnish(dice, cells, rooms)
        one: dict[str, Any] = {"goods": random_goods(dice), "rooms": owned, "walls": walls}
        one["dug"] = [cell for cell in cells if cell not in owned]
        if set(owned) == set(CELLS) - {ENTRANCE} and not held:
            held = True
            one["cavern"] = dice.choice(["two walls", "three walls"])
        seats.append(one)
    around = dice.randint(1, len(TURNS[players]))
    shown = order(dice.choice([*group("2", players), *group("3", players)]), players)[:around]
    tiles = ["cultivation", "housework", "excavation", "undergrowth", *shown]
    taken = dice.sample(tiles, dice.randrange(TURNS[players][around - 1] * players))
    position = {
        "round": around,
        "shown": shown,
        "seats": seats,
        "taken": taken,
        "display": [room for room in rooms if room in DARK],
        "seed": seed,
    }
    if players == 2:
        position["starter"] = dice.randrange(2)
    else:
        position["gone"] = gone
    return options, position


def play_position(seed: int) -> Referee:
    """Plays a random position to its end."""
    options, position = random_table(seed)
    game: Any = cave(**options)
    state = game.position(**position)
    view = state.view(None)
    assert view["seat"] == state.seat
    referee = Referee(dict(game.options), view)
    referee.sit_down(view)
    return refereed(state, referee, chance(seed))


@rule(
    "cave_vs_cave.use.blue",
    "cave_vs_cave.use.number",
    "cave_vs_cave.cavern.first",
    "cave_vs_cave.cavern.walls",
    "cave_vs_cave.furnish.colours",
    "cave_vs_cave.furnish.walls_forbidden",
    "cave_vs_cave.dig.accessible",
    "cave_vs_cave.solo.reveal",
    "cave_vs_cave.tile.renovation_gold",
)
@pytest.mark.parametrize("seed", range(150))
def test_random_positions_agree_with_the_referee(seed: int) -> None:
    play_position(seed)


@rule("cave_vs_cave.cavern.first", "cave_vs_cave.use.blue")
@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_many_random_positions_agree_with_the_referee(batch: int) -> None:
    for number in range(LONG // 20):
        play_position(1000 + batch * LONG // 20 + number)
