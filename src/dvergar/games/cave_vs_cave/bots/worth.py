"""What things are worth in points while turns are left; the weights were found by playing.

A good is worth less the more of it one has; a room is worth its points and its uses to come.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT
from dvergar.games.cave_vs_cave.facts.goods import GOLD, GOOD_COUNT, LIMITS
from dvergar.games.cave_vs_cave.facts.rooms import COST, POINTS, ROOM_COUNT, ROOM_NAMES
from dvergar.games.cave_vs_cave.facts.rounds import TURNS_ALONE, TURNS_OF_TWO
from dvergar.games.cave_vs_cave.state.state import State

# What the first of a good is worth, and by which factor each further one is worth less; gold
# counts beside that.
GOOD: Final[list[float]] = [0.46, 0.55, 0.57, 0.32, 0.47, 0.22]
LESS: Final[list[float]] = [0.64, 0.72, 0.72, 0.37, 0.37, 0.55]
# What using a room once brings, in points; for a blue room, what it brings as often.
USE: Final[dict[str, float]] = {
    "entrance": 0.44,
    "shelf": 0.6,
    "spinning_wheel": 0.52,
    "tunnel": 1.52,
    "grindstone": 0.57,
    "food_corner": 1.08,
    "parlor": 1.19,
    "warehouse": 0.57,
    "stall": 1.22,
    "sacrificial_altar": 1.1,
    "storeroom": 1.86,
    "weaving_room": 1.36,
    "furniture_workshop": 2.05,
    "gold_vein": 1.62,
    "junction_room": 1.08,
    "digging_cave": 0.68,
    "bakehouse": 3.11,
    "state_room": 0.84,
    "secret_chamber": 1.68,
    "treasury": 1.3,
    "prospecting_site": 0.3,
    "retting_room": 0.25,
    "equipment_room": 0.7,
    "wood_storeroom": 1.05,
    "dungeon": 0.45,
}
USES: Final[list[float]] = [USE[name] for name in ROOM_NAMES]
# Turns from which on goods are worth all they can be; uses of rooms a turn; of one room a turn.
TIME: Final[list[float]] = [5.12, 0.65, 0.05]
# The first empty cavern, and the factor of each further one; the chance to furnish a room that
# fits, one that does not; what furnishing costs beside the room; what a missing good costs.
ROOM: Final[list[float]] = [0.57, 0.61, 0.29, 0.07, 1.94, 0.39]
# A part of a tile not yet done against the same done; a dig beside its cavern; a wall.
PART: Final[list[float]] = [0.99, 0.66, 0.7]


def _hand_worth(good: int) -> list[float]:
    """What so many of a good are worth beside the points of gold."""
    return [
        GOOD[good] * (1.0 - LESS[good] ** amount) / (1.0 - LESS[good])
        for amount in range(LIMITS[good] + 1)
    ]


HAND: Final[list[list[float]]] = [_hand_worth(good) for good in range(GOOD_COUNT)]


def turns_left(state: State, seat: int) -> int:
    """How many tiles a seat will still take."""
    if state.over:
        return 0
    return sum(state.variant.turns_of_round[state.round - 1 :]) - state.taken.count(seat)


def goods_worth(goods: list[int], turns: int) -> float:
    """What a hand of goods is worth, gold included."""
    value = 0.0
    for good in range(GOOD_COUNT):
        value += HAND[good][goods[good]]
    return goods[GOLD] + value * min(1.0, turns / TIME[0])


def room_worth(room: int, turns: int) -> float:
    """What furnishing a room brings: its points and uses to come, less what it costs."""
    return _ROOM_WORTH[turns][room]


def cavern_worth(number: int, turns: int) -> float:
    """What the so-manieth empty cavern is worth, counted from 0."""
    return _CAVERN_WORTH[turns][number]


def _worth_of_room(room: int, turns: int) -> float:
    worth = POINTS[room] + USES[room] * turns * TIME[2] - ROOM[4]
    for good in range(GOOD_COUNT):
        worth -= COST[room][good] * (1.0 if good == GOLD else GOOD[good])
    return worth


def _worth_of_cavern(number: int, turns: int) -> float:
    return ROOM[0] * ROOM[1] ** number * min(1.0, turns / 3.0)


# By the turns that are left, worked out once: a bot asks for them at every step.
_TURNS: Final[list[int]] = list(range(max(sum(TURNS_OF_TWO), sum(TURNS_ALONE)) + 1))
_ROOM_WORTH: Final[list[list[float]]] = [
    [_worth_of_room(room, turns) for room in range(ROOM_COUNT)] for turns in _TURNS
]
_CAVERN_WORTH: Final[list[list[float]]] = [
    [_worth_of_cavern(number, turns) for number in range(CELL_COUNT + 1)] for turns in _TURNS
]
