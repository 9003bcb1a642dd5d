"""An estimate of a seat's final score in Cave vs Cave, for bots that look ahead.

What counts already, and what the turns still to come can make of the rest: goods by how many there
are (the first ones are worth most), rooms by how often they will be used, empty caverns, and the
rooms on display that could be furnished. The weights were found by playing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dvergar.games.cave_vs_cave.cave import FURNISHABLE
from dvergar.games.cave_vs_cave.furnishing import cell_walls, is_empty
from dvergar.games.cave_vs_cave.goods import GOLD, KINDS
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_ROOMS,
    COST,
    FITS,
    ORANGE_ROOMS,
    POINTS,
    ROOM_COUNT,
    ROOMS,
)
from dvergar.games.cave_vs_cave.score import room_points

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State

# What the first of a good is worth, and each further one by this much less.
GOOD: Final = [0.6, 0.6, 0.55, 0.6, 0.7, 0.25]
LESS: Final = [0.86, 0.86, 0.86, 0.86, 0.86, 0.9]
# What using a room once brings, in points.
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
# Turns from which on goods are worth all they can be; uses of rooms a turn; of one room a turn.
TIME: Final = [4.0, 0.8, 0.35]
# The first empty cavern, each further one by this factor; a room that fits, one that does not;
# furnishing itself; goods still missing.
ROOM: Final = [1.2, 0.6, 0.35, 0.12, 1.5, 0.3]

_USE: Final = [USE[name] for name in ROOMS]


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of goods, rooms, caverns and the display."""
    goods = state.goods[seat * KINDS : seat * KINDS + KINDS]
    value = float(room_points(state, seat) + goods[GOLD])
    turns = turns_left(state, seat)
    if not turns:
        return value
    return (
        value
        + min(1.0, turns / TIME[0]) * _goods_value(goods)
        + _rooms_value(state.owned[seat], turns)
        + _chances(state, seat, goods, turns)
    )


def turns_left(state: State, seat: int) -> int:
    """How many tiles a seat will still take."""
    if state.over:
        return 0
    return sum(state.game.turns_of[state.round - 1 :]) - state.taken.count(seat)


def _goods_value(goods: list[int]) -> float:
    value = 0.0
    for good in range(KINDS):
        less = LESS[good]
        value += GOOD[good] * (1.0 - less ** goods[good]) / (1.0 - less)
    return value


def _rooms_value(owned: int, turns: int) -> float:
    """The best rooms are used most often, none of them in every turn."""
    worth = sorted([_USE[r] for r in range(ROOM_COUNT + 1) if owned >> r & 1], reverse=True)
    left = turns * TIME[1]
    value = 0.0
    for one in worth:
        uses = min(left, turns * TIME[2])
        value += uses * one
        left -= uses
        if left <= 0.0:
            break
    return value


def _chances(state: State, seat: int, goods: list[int], turns: int) -> float:
    """Empty caverns, and the rooms on display that could be furnished in them."""
    value = 0.0
    cavern = ROOM[0] * min(1.0, turns / 3.0)
    walls = 0
    for cell in FURNISHABLE:
        if is_empty(state, seat, cell):
            walls |= 1 << cell_walls(state, seat, cell)
            value += cavern
            cavern *= ROOM[1]
    owned = state.owned[seat]
    spare = (owned & ORANGE_ROOMS).bit_count() - (owned & BLUE_ROOMS).bit_count() - 1
    found = []
    for room in range(ROOM_COUNT):
        if state.display >> room & 1 and (spare or not BLUE_ROOMS >> room & 1):
            worth = POINTS[room] + _USE[room] * turns * TIME[2] - ROOM[4]
            missing = 0
            for good in range(KINDS):
                cost = COST[room][good]
                worth -= cost * (1.0 if good == GOLD else GOOD[good])
                missing += max(cost - goods[good], 0)
            worth *= ROOM[2] if FITS[room] & walls else ROOM[3]
            found.append(worth / (1.0 + ROOM[5] * missing))
    found.sort(reverse=True)
    for number, worth in enumerate(found[: min(4, turns)]):
        if worth > 0.0:
            value += worth / (1.0 + number)
    return value
