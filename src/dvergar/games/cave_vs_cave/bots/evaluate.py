"""An estimate of a seat's final score in Cave vs Cave, for bots that look ahead.

What counts already, and what the turns still to come can make of the rest: goods, rooms by how
often they will be used, empty caverns, the rooms on display that could be furnished; in the middle
of a turn also what its tile still offers.
"""

from __future__ import annotations

from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.bots.outlook import (
    ROOM,
    TIME,
    USES,
    cavern_worth,
    goods_worth,
    outlook,
    room_worth,
    turns_left,
)
from dvergar.games.cave_vs_cave.facts.goods import GOLD, GOOD_COUNT
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_ROOMS,
    COST,
    FITS,
    ORANGE_ROOMS,
    ROOM_COUNT,
)
from dvergar.games.cave_vs_cave.rules.caverns import caverns, wall_sets
from dvergar.games.cave_vs_cave.rules.score import room_points
from dvergar.games.cave_vs_cave.state.moves import ASK_TILE
from dvergar.games.cave_vs_cave.state.state import State


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of goods, rooms, caverns and the display."""
    goods = state.goods[seat * GOOD_COUNT : seat * GOOD_COUNT + GOOD_COUNT]
    if state.over:
        return float(room_points(state, seat) + goods[GOLD])
    turns = turns_left(state, seat)
    value = room_points(state, seat) + goods_worth(goods, turns)
    if turns:
        empty = len(caverns(state, seat))
        walls = wall_sets(state, seat)
        coming = chances(state, seat, goods, turns, empty, walls)
        value += rooms_value(state.owned[seat], turns) + coming
    if state.seat == seat and state.question != ASK_TILE:
        value += outlook(state, goods, turns)
    return value


def rooms_value(owned: int, turns: int) -> float:
    """The best rooms are used most often, none of them in every turn."""
    worth = sorted([USES[r] for r in range(ROOM_COUNT + 1) if has(owned, r)], reverse=True)
    left = turns * TIME[1]
    value = 0.0
    for one in worth:
        uses = min(left, turns * TIME[2])
        value += uses * one
        left -= uses
        if left <= 0.0:
            break
    return value


def chances(state: State, seat: int, goods: list[int], turns: int, empty: int, walls: int) -> float:
    """Empty caverns, and the rooms on display that could be furnished in them.

    There are so many `empty` caverns; `walls` are the `wall_sets` round them.
    """
    value = 0.0
    for number in range(empty):
        value += cavern_worth(number, turns)
    owned = state.owned[seat]
    spare = (owned & ORANGE_ROOMS).bit_count() - (owned & BLUE_ROOMS).bit_count() - 1
    found: list[float] = []
    for room in range(ROOM_COUNT):
        if has(state.display, room) and (spare or not has(BLUE_ROOMS, room)):
            chance = ROOM[2] if FITS[room] & walls else ROOM[3]
            missing = missing_goods(goods, COST[room])
            found.append(room_worth(room, turns) * chance / (1.0 + ROOM[5] * missing))
    found.sort(reverse=True)
    for place in range(min(4, turns, len(found))):
        if found[place] > 0.0:
            value += found[place] / (1.0 + place)
    return value


def missing_goods(goods: list[int], cost: list[int]) -> int:
    """How many goods of a price a hand lacks."""
    missing = 0
    for good in range(GOOD_COUNT):
        lacking = cost[good] - goods[good]
        if lacking > 0:
            missing += lacking
    return missing
