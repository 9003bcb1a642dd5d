"""An estimate of a seat's final score in Cave vs Cave, for bots that look ahead.

What counts already, and what the turns still to come can make of the rest: goods, rooms by how
often they will be used, empty caverns, the rooms on display that could be furnished; in the middle
of a turn also what its tile still offers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import FURNISHABLE
from dvergar.games.cave_vs_cave.furnishing import cell_walls, is_empty
from dvergar.games.cave_vs_cave.goods import GOLD, KINDS
from dvergar.games.cave_vs_cave.outlook import outlook
from dvergar.games.cave_vs_cave.questions import TILE
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_ROOMS,
    COST,
    FITS,
    ORANGE_ROOMS,
    ROOM_COUNT,
)
from dvergar.games.cave_vs_cave.score import room_points
from dvergar.games.cave_vs_cave.worth import (
    ROOM,
    TIME,
    USES,
    cavern_worth,
    goods_worth,
    room_worth,
    turns_left,
)

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of goods, rooms, caverns and the display."""
    goods = state.goods[seat * KINDS : seat * KINDS + KINDS]
    if state.over:
        return float(room_points(state, seat) + goods[GOLD])
    turns = turns_left(state, seat)
    value = room_points(state, seat) + goods_worth(goods, turns)
    if turns:
        value += _rooms_value(state.owned[seat], turns) + _chances(state, seat, goods, turns)
    if state.seat == seat and state.ask != TILE:
        value += outlook(state, goods, turns)
    return value


def _rooms_value(owned: int, turns: int) -> float:
    """The best rooms are used most often, none of them in every turn."""
    worth = sorted([USES[r] for r in range(ROOM_COUNT + 1) if owned >> r & 1], reverse=True)
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
    walls = 0
    number = 0
    for cell in FURNISHABLE:
        if is_empty(state, seat, cell):
            walls |= 1 << cell_walls(state, seat, cell)
            value += cavern_worth(number, turns)
            number += 1
    owned = state.owned[seat]
    spare = (owned & ORANGE_ROOMS).bit_count() - (owned & BLUE_ROOMS).bit_count() - 1
    found = []
    for room in range(ROOM_COUNT):
        if state.display >> room & 1 and (spare or not BLUE_ROOMS >> room & 1):
            missing = 0
            for good in range(KINDS):
                missing += max(COST[room][good] - goods[good], 0)
            chance = ROOM[2] if FITS[room] & walls else ROOM[3]
            found.append(room_worth(room, turns) * chance / (1.0 + ROOM[5] * missing))
    found.sort(reverse=True)
    for place, worth in enumerate(found[: min(4, turns)]):
        if worth > 0.0:
            value += worth / (1.0 + place)
    return value
