"""What the parts of a tile that are still open promise, in the middle of a turn.

Each part is taken for itself, as if done now with the goods in hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.digging import reachable, why_not_dig_twice
from dvergar.games.cave_vs_cave.furnishing import caverns, open_ways, wall_sets, why_not_furnish
from dvergar.games.cave_vs_cave.goods import GOLD, KINDS, LIMITS
from dvergar.games.cave_vs_cave.offers import why_not_trade
from dvergar.games.cave_vs_cave.questions import CELL, DIGS, PAYMENT, POSSIBLE, SIDE
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_GAIN,
    DUNGEON,
    OUTCOMES,
    OUTCOMES_OF,
    PROSPECTING_SITE,
    ROOM_COUNT,
    SITE_PRICE,
    WOOD_STOREROOM,
)
from dvergar.games.cave_vs_cave.tiles import BREACH, DIG, FURNISH, GAIN, PARTS, TRADE, USE
from dvergar.games.cave_vs_cave.using import is_stored, uses_of, why_not_sell, why_not_use
from dvergar.games.cave_vs_cave.walls import walls_left
from dvergar.games.cave_vs_cave.worth import (
    PART,
    ROOM,
    cavern_worth,
    goods_worth,
    room_worth,
)

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State
    from dvergar.games.cave_vs_cave.tiles import Part

NOTHING = [0] * KINDS


def outlook(state: State, goods: list[int], turns: int) -> float:
    """What the acting seat can still make of its tile."""
    best: list[float] = [0.0] * 3  # of each section its best part
    furnishings = 0
    for part in PARTS[state.tile]:
        if part.kind == USE and (state.uses or state.sections >> part.section & 1):
            best[part.section] = max(best[part.section], _uses(state, part, goods, turns))
        elif state.sections >> part.section & 1:
            if part.kind == FURNISH:
                furnishings += 1
            else:
                best[part.section] = max(best[part.section], _part(state, part, goods, turns))
    value = sum(best)
    if state.site and why_not_sell(state, eating=True) == POSSIBLE:
        value += max(_change(goods, SITE_PRICE, BLUE_GAIN[PROSPECTING_SITE], turns), 0.0)
    if state.ask in (CELL, PAYMENT):
        value += _furnished(state, state.room, turns)
    elif furnishings and state.ask != SIDE:
        value += _furnishings(state, furnishings, turns)
    if state.ask == DIGS:
        value += state.digs * _dig(state, 0, turns)
    return PART[0] * value


def _change(goods: list[int], price: list[int], gain: list[int], turns: int) -> float:
    """What a hand gains in worth by an exchange."""
    after = [
        min(max(goods[good] - price[good], 0) + gain[good], LIMITS[good]) for good in range(KINDS)
    ]
    return goods_worth(after, turns) - goods_worth(goods, turns)


def _part(state: State, part: Part, goods: list[int], turns: int) -> float:
    if part.kind == GAIN:
        return _change(goods, NOTHING, part.gain, turns)
    if part.kind == TRADE:
        return 0.0 if why_not_trade(state, part) else _change(goods, part.price, part.gain, turns)
    if part.kind == BREACH:
        return _change(goods, NOTHING, part.gain, turns) if state.walls[state.seat] else 0.0
    if part.kind == DIG:
        if part.count > 1:
            if why_not_dig_twice(state, part, eating=True):
                return 0.0
            price = _change(goods, part.price, NOTHING, turns)
            return price + _dig(state, 0, turns) + _dig(state, 1, turns)
        return _dig(state, 0, turns) if reachable(state, part.through_walls) else 0.0
    paid = BLUE_GAIN[DUNGEON][GOLD] if state.owned[state.seat] >> DUNGEON & 1 else 0
    return PART[2] * min(1.0, turns / 3.0) + paid if walls_left(state) else 0.0


def _dig(state: State, number: int, turns: int) -> float:
    """One cavern more, and what may come to light."""
    worth = cavern_worth(len(caverns(state)) + number, turns)
    return worth + PART[1] * min(1.0, turns / 3.0)


def _uses(state: State, part: Part, goods: list[int], turns: int) -> float:
    """The best choice of each room, and of these the best that may be used."""
    ready = state.owned[state.seat] & ~(state.used | state.fresh)
    rooms = [room for room in range(ROOM_COUNT + 1) if ready >> room & 1]
    found = sorted([_best_use(state, room, part, goods, turns) for room in rooms], reverse=True)
    count = uses_of(state, part) if state.sections >> part.section & 1 else state.uses
    value = sum(found[:count])
    if is_stored(state, part):
        value += _change(goods, NOTHING, BLUE_GAIN[WOOD_STOREROOM], turns)
    return value


def _best_use(state: State, room: int, part: Part, goods: list[int], turns: int) -> float:
    best = 0.0
    for number in OUTCOMES_OF[room]:
        if why_not_use(state, number, part, eating=True) == POSSIBLE:
            best = max(best, _use(state, number, goods, turns))
    return best


def _use(state: State, number: int, goods: list[int], turns: int) -> float:
    outcome = OUTCOMES[number]
    gain = outcome.gain[:]
    for good in range(KINDS):
        if goods[good] < outcome.below[good]:
            gain[good] += 1
    for good in outcome.refill:
        gain[good] = max(outcome.to - goods[good], 0)
    value = _change(goods, outcome.price, gain, turns)
    return value + _dig(state, 0, turns) if outcome.cell >= 0 else value


def _furnished(state: State, room: int, turns: int) -> float:
    """What furnishing a room adds to the chance of it, less the cavern it takes."""
    kept = room_worth(room, turns) * (1.0 - ROOM[2])
    return kept - cavern_worth(max(len(caverns(state)) - 1, 0), turns)


def _furnishings(state: State, count: int, turns: int) -> float:
    walls, ways = wall_sets(state), open_ways(state)
    found = [
        _furnished(state, room, turns)
        for room in range(ROOM_COUNT)
        if state.display >> room & 1
        and why_not_furnish(state, room, walls, ways, eating=True) == POSSIBLE
    ]
    found.sort(reverse=True)
    value = max(found[0], 0.0) if found else 0.0
    if count > 1 and len(found) > 1 and len(caverns(state)) > 1:
        value += 0.5 * max(found[1], 0.0)
    return value
