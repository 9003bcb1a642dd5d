"""What things are worth in points while turns are left; the weights were found by playing.

A good is worth less the more of it one has; a room is worth its points and its uses to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dvergar.games.cave_vs_cave.goods import GOLD, KINDS, LIMITS
from dvergar.games.cave_vs_cave.rooms import COST, POINTS, ROOMS

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State

# What the first of a good is worth, and by which factor each further one is worth less; gold
# counts beside that.
GOOD: Final = [0.6, 0.6, 0.55, 0.6, 0.7, 0.25]
LESS: Final = [0.86, 0.86, 0.86, 0.86, 0.86, 0.9]
# What using a room once brings, in points; for a blue room, what it brings as often.
USE: Final = {
    "entrance": 0.5,
    "shelf": 0.7,
    "spinning_wheel": 0.6,
    "tunnel": 1.5,
    "grindstone": 1.1,
    "food_corner": 1.0,
    "parlor": 1.0,
    "warehouse": 0.8,
    "stall": 1.0,
    "sacrificial_altar": 1.2,
    "storeroom": 1.6,
    "weaving_room": 1.8,
    "furniture_workshop": 1.5,
    "gold_vein": 1.5,
    "junction_room": 0.8,
    "digging_cave": 0.6,
    "bakehouse": 2.2,
    "state_room": 1.5,
    "secret_chamber": 1.2,
    "treasury": 1.5,
    "prospecting_site": 0.4,
    "retting_room": 0.5,
    "equipment_room": 0.5,
    "wood_storeroom": 0.5,
    "dungeon": 0.5,
}
USES: Final = [USE[name] for name in ROOMS]
# Turns from which on goods are worth all they can be; uses of rooms a turn; of one room a turn.
TIME: Final = [4.0, 0.8, 0.35]
# The first empty cavern, and the factor of each further one; the chance to furnish a room that
# fits, one that does not; what furnishing costs beside the room; what a missing good costs.
ROOM: Final = [1.2, 0.6, 0.35, 0.12, 1.5, 0.3]
# A part of a tile not yet done against the same done; a dig beside its cavern; a wall.
PART: Final = [0.95, 0.6, 0.4]


def _hand_worth(good: int) -> list[float]:
    """What so many of a good are worth beside the points of gold."""
    return [
        GOOD[good] * (1.0 - LESS[good] ** amount) / (1.0 - LESS[good])
        for amount in range(LIMITS[good] + 1)
    ]


HAND: Final = [_hand_worth(good) for good in range(KINDS)]


def turns_left(state: State, seat: int) -> int:
    """How many tiles a seat will still take."""
    if state.over:
        return 0
    return sum(state.game.turns_of[state.round - 1 :]) - state.taken.count(seat)


def goods_worth(goods: list[int], turns: int) -> float:
    """What a hand of goods is worth, gold included."""
    value = 0.0
    for good in range(KINDS):
        value += HAND[good][goods[good]]
    return goods[GOLD] + value * min(1.0, turns / TIME[0])


def room_worth(room: int, turns: int) -> float:
    """What furnishing a room brings: its points and uses to come, less what it costs."""
    worth = POINTS[room] + USES[room] * turns * TIME[2] - ROOM[4]
    for good in range(KINDS):
        worth -= COST[room][good] * (1.0 if good == GOLD else GOOD[good])
    return worth


def cavern_worth(number: int, turns: int) -> float:
    """What the so-manieth empty cavern is worth, counted from 0."""
    return ROOM[0] * ROOM[1] ** number * min(1.0, turns / 3.0)
