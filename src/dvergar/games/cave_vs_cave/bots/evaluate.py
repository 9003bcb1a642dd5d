"""An estimate of a seat's final score in Cave vs Cave, for bots that look ahead.

What counts already, and what the turns still to come can make of the rest: goods, rooms by how
often they will be used, empty caverns, the rooms on display that could be furnished; in the middle
of a turn also what its tile still offers, each open part by itself with the goods in hand.

The weights were found by playing. A good is worth less the more of it one has; a room is worth its
points and its uses to come.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.facts import game as facts, rooms
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, NO_CELL
from dvergar.games.cave_vs_cave.rules import cave
from dvergar.games.cave_vs_cave.rules.goods import (
    helpers,
    sellers,
    uses_left,
    why_not_sell,
    why_not_trade,
    why_not_use,
)
from dvergar.games.cave_vs_cave.rules.ledger import POSSIBLE, open_parts
from dvergar.games.cave_vs_cave.rules.score import room_points
from dvergar.games.cave_vs_cave.state.state import (
    ASK_CELL,
    ASK_DIGS,
    ASK_PAYMENT,
    ASK_SIDE,
    ASK_TILE,
    State,
)

# What the first of a good is worth, and by which factor each further one is worth less; gold
# counts beside that.
GOOD: Final[list[float]] = [0.46, 0.55, 0.57, 0.32, 0.47, 0.22]
LESS: Final[list[float]] = [0.64, 0.72, 0.72, 0.37, 0.37, 0.55]
# What using a room once brings, in points; for a blue room, what it brings as often.
USE_POINTS: Final[dict[str, float]] = {
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
USES: Final[list[float]] = [USE_POINTS[name] for name in rooms.ROOM_NAMES]
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
        for amount in range(facts.LIMITS[good] + 1)
    ]


HAND: Final[list[list[float]]] = [_hand_worth(good) for good in range(facts.GOOD_COUNT)]


def turns_left(state: State, seat: int) -> int:
    """How many tiles a seat will still take."""
    if state.over:
        return 0
    return sum(state.variant.turns_of_round[state.round - 1 :]) - state.taken.count(seat)


def goods_worth(goods: list[int], turns: int) -> float:
    """What a hand of goods is worth, gold included."""
    value = 0.0
    for good in range(facts.GOOD_COUNT):
        value += HAND[good][goods[good]]
    return goods[facts.GOLD] + value * min(1.0, turns / TIME[0])


def room_worth(room: int, turns: int) -> float:
    """What furnishing a room brings: its points and uses to come, less what it costs."""
    return _ROOM_WORTH[turns][room]


def cavern_worth(number: int, turns: int) -> float:
    """What the so-manieth empty cavern is worth, counted from 0."""
    return _CAVERN_WORTH[turns][number]


def _worth_of_room(room: int, turns: int) -> float:
    worth = rooms.POINTS[room] + USES[room] * turns * TIME[2] - ROOM[4]
    for good in range(facts.GOOD_COUNT):
        worth -= rooms.COST[room][good] * (1.0 if good == facts.GOLD else GOOD[good])
    return worth


def _worth_of_cavern(number: int, turns: int) -> float:
    return ROOM[0] * ROOM[1] ** number * min(1.0, turns / 3.0)


# By the turns that are left, worked out once: a bot asks for them at every step.
_TURNS: Final[list[int]] = list(range(max(sum(facts.TURNS_OF_TWO), sum(facts.TURNS_ALONE)) + 1))
_ROOM_WORTH: Final[list[list[float]]] = [
    [_worth_of_room(room, turns) for room in range(rooms.ROOM_COUNT)] for turns in _TURNS
]
_CAVERN_WORTH: Final[list[list[float]]] = [
    [_worth_of_cavern(number, turns) for number in range(CELL_COUNT + 1)] for turns in _TURNS
]


def outlook(state: State, goods: list[int], turns: int) -> float:
    """What the acting seat can still make of its tile."""
    best = [0.0] * facts.MAX_SECTIONS  # of each section its best part
    furnishings = 0
    for part in open_parts(state):
        if part.kind == facts.FURNISH:
            furnishings += 1
        else:
            best[part.section] = max(best[part.section], _part(state, part, goods, turns))
    value = sum(best)
    value += _sale(state, goods, turns)
    if state.question == ASK_CELL or state.question == ASK_PAYMENT:
        value += _furnished(state, state.room, turns)
    elif furnishings and state.question != ASK_SIDE:
        value += _furnishings(state, furnishings, turns)
    if state.question == ASK_DIGS:
        value += state.digs * _dig(state, 0, turns)
    return PART[0] * value


def _sale(state: State, goods: list[int], turns: int) -> float:
    """The best exchange that a blue room offers."""
    best = 0.0
    for room in sellers(state):
        if why_not_sell(state, room, eating=True) == POSSIBLE:
            best = max(best, _change(goods, rooms.SALE_PRICE[room], rooms.BLUE_GAIN[room], turns))
    return best


def _change(goods: list[int], price: list[int], gain: list[int], turns: int) -> float:
    """What a hand gains in worth by an exchange."""
    after = [
        min(max(goods[good] - price[good], 0) + gain[good], facts.LIMITS[good])
        for good in range(facts.GOOD_COUNT)
    ]
    return goods_worth(after, turns) - goods_worth(goods, turns)


def _part(state: State, part: facts.Part, goods: list[int], turns: int) -> float:
    if part.kind == facts.USE:
        return _uses(state, part, goods, turns)
    if part.kind == facts.GAIN:
        return _change(goods, facts.NO_GOODS, part.gain, turns)
    if part.kind == facts.TRADE:
        return 0.0 if why_not_trade(state, part) else _change(goods, part.price, part.gain, turns)
    if part.kind == facts.BREACH:
        return _change(goods, facts.NO_GOODS, part.gain, turns) if state.walls[state.seat] else 0.0
    if part.kind == facts.DIG:
        return _digs(state, part, goods, turns)
    if not cave.walls_left(state):
        return 0.0
    paid = sum(
        [
            rooms.BLUE_GAIN[room][facts.GOLD]
            for room in rooms.members(state.owned[state.seat] & rooms.WHEN_WALL)
        ]
    )
    return PART[2] * min(1.0, turns / 3.0) + paid


def _digs(state: State, part: facts.Part, goods: list[int], turns: int) -> float:
    """One dig, or two that are paid."""
    if part.count == 1:
        return _dig(state, 0, turns) if cave.reachable(state, part.through_walls) else 0.0
    if cave.why_not_dig_twice(state, part, eating=True):
        return 0.0
    price = _change(goods, part.price, facts.NO_GOODS, turns)
    return price + _dig(state, 0, turns) + _dig(state, 1, turns)


def _dig(state: State, number: int, turns: int) -> float:
    """One cavern more, and what may come to light."""
    worth = cavern_worth(len(cave.caverns(state, state.seat)) + number, turns)
    return worth + PART[1] * min(1.0, turns / 3.0)


def _uses(state: State, part: facts.Part, goods: list[int], turns: int) -> float:
    """The best choice of each room, and of these the best that may be used."""
    ready = state.owned[state.seat] & ~(state.used | state.new_rooms)
    usable = [room for room in range(rooms.ROOM_COUNT + 1) if has(ready, room)]
    found = sorted([_best_use(state, room, part, goods, turns) for room in usable], reverse=True)
    value = sum(found[: uses_left(state, part)])
    for room in rooms.members(helpers(state, part)):
        value += _change(goods, facts.NO_GOODS, rooms.BLUE_GAIN[room], turns)
    return value


def _best_use(state: State, room: int, part: facts.Part, goods: list[int], turns: int) -> float:
    best = 0.0
    for number in rooms.OUTCOMES_OF[room]:
        if why_not_use(state, number, part, eating=True) == POSSIBLE:
            best = max(best, _use(state, number, goods, turns))
    return best


def _use(state: State, number: int, goods: list[int], turns: int) -> float:
    outcome = rooms.OUTCOMES[number]
    gain = outcome.gain[:]
    for good in range(facts.GOOD_COUNT):
        if goods[good] < outcome.below[good]:
            gain[good] += 1
    for good in outcome.refill:
        gain[good] = max(outcome.to - goods[good], 0)
    value = _change(goods, outcome.price, gain, turns)
    return value + _dig(state, 0, turns) if outcome.cell != NO_CELL else value


def _furnished(state: State, room: int, turns: int) -> float:
    """What furnishing a room adds to the chance of it, less the cavern it takes."""
    kept = room_worth(room, turns) * (1.0 - ROOM[2])
    return kept - cavern_worth(max(len(cave.caverns(state, state.seat)) - 1, 0), turns)


def _furnishings(state: State, count: int, turns: int) -> float:
    walls, ways = cave.wall_sets(state, state.seat), cave.open_ways(state)
    found = [
        _furnished(state, room, turns)
        for room in range(rooms.ROOM_COUNT)
        if has(state.display, room)
        and cave.why_not_furnish(state, room, walls, ways, eating=True) == POSSIBLE
    ]
    found.sort(reverse=True)
    value = max(found[0], 0.0) if found else 0.0
    if count > 1 and len(found) > 1 and len(cave.caverns(state, state.seat)) > 1:
        value += 0.5 * max(found[1], 0.0)
    return value


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of goods, rooms, caverns and the display."""
    goods = state.goods[seat * facts.GOOD_COUNT : seat * facts.GOOD_COUNT + facts.GOOD_COUNT]
    if state.over:
        return float(room_points(state, seat) + goods[facts.GOLD])
    turns = turns_left(state, seat)
    value = room_points(state, seat) + goods_worth(goods, turns)
    if turns:
        empty = len(cave.caverns(state, seat))
        walls = cave.wall_sets(state, seat)
        coming = chances(state, seat, goods, turns, empty, walls)
        value += rooms_value(state.owned[seat], turns) + coming
    if state.seat == seat and state.question != ASK_TILE:
        value += outlook(state, goods, turns)
    return value


def rooms_value(owned: int, turns: int) -> float:
    """The best rooms are used most often, none of them in every turn."""
    worth = sorted([USES[r] for r in range(rooms.ROOM_COUNT + 1) if has(owned, r)], reverse=True)
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
    spare = (owned & rooms.ORANGE_ROOMS).bit_count() - (owned & rooms.BLUE_ROOMS).bit_count() - 1
    found: list[float] = []
    for room in range(rooms.ROOM_COUNT):
        if has(state.display, room) and (spare or not has(rooms.BLUE_ROOMS, room)):
            chance = ROOM[2] if rooms.FITS[room] & walls else ROOM[3]
            missing = missing_goods(goods, rooms.COST[room])
            found.append(room_worth(room, turns) * chance / (1.0 + ROOM[5] * missing))
    found.sort(reverse=True)
    for place in range(min(4, turns, len(found))):
        if found[place] > 0.0:
            value += found[place] / (1.0 + place)
    return value


def missing_goods(goods: list[int], cost: list[int]) -> int:
    """How many goods of a price a hand lacks."""
    missing = 0
    for good in range(facts.GOOD_COUNT):
        lacking = cost[good] - goods[good]
        if lacking > 0:
            missing += lacking
    return missing
