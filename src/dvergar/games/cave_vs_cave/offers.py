"""The moves that answer each question.

With `eating`, what would be possible after turning goods into food: as long as that is something, a
turn does not end by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import EDGE_COUNT
from dvergar.games.cave_vs_cave.digging import diggable, reachable, why_not_dig_twice
from dvergar.games.cave_vs_cave.furnishing import (
    cells_for,
    is_payable_without,
    open_ways,
    payable_ways,
    wall_sets,
    why_not_furnish,
)
from dvergar.games.cave_vs_cave.goods import EATABLE, FOOD, KINDS, LIMITS, WOOD, is_payable
from dvergar.games.cave_vs_cave.moves import (
    BUILD,
    CAVERN,
    DIG_CELL,
    DIG_NUMBER,
    DIG_TWICE,
    DONE,
    EAT,
    FURNISH_ROOM,
    GAIN_ALL,
    GAIN_STONE,
    GAIN_WOOD,
    INTO,
    INTO_NUMBER,
    PAY,
    REMOVE,
    SELL_FOOD,
    SIDE_NAMES,
    TAKE,
    TRADE_STONE,
    TRADE_WOOD,
    USE_ROOM,
)
from dvergar.games.cave_vs_cave.questions import (
    CELL,
    DIGS,
    FOOD_FULL,
    NEEDED,
    NOT_TRADABLE,
    NOTHING_TO_EAT,
    PARTS,
    PAYMENT,
    POSSIBLE,
    TILE,
)
from dvergar.games.cave_vs_cave.rooms import OUTCOMES_OF, ROOM_COUNT
from dvergar.games.cave_vs_cave.rounds import open_tiles, why_not_take
from dvergar.games.cave_vs_cave.tiles import BREACH, DIG, FURNISH, GAIN, TRADE, USE, WALL
from dvergar.games.cave_vs_cave.tiles import PARTS as TILE_PARTS
from dvergar.games.cave_vs_cave.using import why_not_sell, why_not_use
from dvergar.games.cave_vs_cave.walls import buildable, why_not_breach

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State
    from dvergar.games.cave_vs_cave.tiles import Part


def real_moves(state: State) -> list[int]:
    """The answers to the question that are not free, ascending."""
    if state.ask == TILE:
        tiles = [tile for tile in open_tiles(state) if why_not_take(state, tile) == POSSIBLE]
        return sorted([TAKE + tile for tile in tiles])
    if state.ask == PARTS:
        return [*sorted(part_moves(state)), DONE]
    if state.ask == CELL:
        return [INTO + INTO_NUMBER[cell] for cell in cells_for(state, state.room)]
    if state.ask == PAYMENT:
        return [PAY + way for way in payable_ways(state, state.room, open_ways(state))]
    if state.ask == DIGS:
        through = any(p.through_walls for p in TILE_PARTS[state.tile] if p.kind == DIG)
        return [DIG_CELL + DIG_NUMBER[cell] for cell in diggable(reachable(state, through))]
    return [CAVERN + side for side in range(len(SIDE_NAMES))]


def part_moves(state: State, eating: bool = False) -> list[int]:
    """What the tile still lets the acting seat do, part by part."""
    moves: list[int] = []
    furnishes = False
    for part in TILE_PARTS[state.tile]:
        is_open = state.sections >> part.section & 1
        if part.kind == USE:
            if is_open or state.uses:
                moves += _use_moves(state, part, eating)
        elif is_open:
            if part.kind == FURNISH:
                furnishes = True
            else:
                moves += _one_part(state, part, eating)
    if furnishes:
        walls, ways = wall_sets(state), open_ways(state)
        moves += [
            FURNISH_ROOM + room
            for room in range(ROOM_COUNT)
            if state.display >> room & 1
            and why_not_furnish(state, room, walls, ways, eating) == POSSIBLE
        ]
    if state.site and why_not_sell(state, eating) == POSSIBLE:
        moves.append(SELL_FOOD)
    return moves


def _use_moves(state: State, part: Part, eating: bool) -> list[int]:
    ready = state.owned[state.seat] & ~(state.used | state.fresh)
    return [
        USE_ROOM + number
        for room in range(ROOM_COUNT + 1)
        if ready >> room & 1
        for number in OUTCOMES_OF[room]
        if why_not_use(state, number, part, eating) == POSSIBLE
    ]


def _one_part(state: State, part: Part, eating: bool) -> list[int]:
    if part.kind == GAIN:
        return [gain_move(part)]
    if part.kind == TRADE:
        return [] if why_not_trade(state, part) else [trade_move(part)]
    if part.kind == DIG:
        if part.count > 1:
            return [] if why_not_dig_twice(state, part, eating) else [DIG_TWICE]
        cells = diggable(reachable(state, part.through_walls))
        return [DIG_CELL + DIG_NUMBER[cell] for cell in cells]
    if part.kind == WALL:
        return [BUILD + edge for edge in buildable(state)]
    assert part.kind == BREACH
    return [REMOVE + e for e in range(EDGE_COUNT) if why_not_breach(state, e) == POSSIBLE]


def gain_move(part: Part) -> int:
    """The move that takes the goods of a part; where there is a choice it names them."""
    if not part.is_choice:
        return GAIN_ALL
    return GAIN_WOOD if part.gain[WOOD] else GAIN_STONE


def trade_move(part: Part) -> int:
    """The move that makes the exchange of a part."""
    return TRADE_WOOD if part.price[WOOD] else TRADE_STONE


def why_not_trade(state: State, part: Part) -> int:
    """0, or the reason why the exchange of a part cannot be paid."""
    payable = is_payable(state.goods, state.seat * KINDS, part.price)
    return POSSIBLE if payable else NOT_TRADABLE


def free_moves(state: State) -> list[int]:
    """What can be eaten now."""
    return [EAT + n for n in range(len(EATABLE)) if why_not_eat(state, EATABLE[n]) == POSSIBLE]


def why_not_eat(state: State, good: int) -> int:
    """0, or the reason why a good cannot be turned into food now."""
    base = state.seat * KINDS
    if state.goods[base + FOOD] >= LIMITS[FOOD]:
        return FOOD_FULL
    if not state.goods[base + good]:
        return NOTHING_TO_EAT
    if state.ask == CELL or state.ask == PAYMENT:
        return POSSIBLE if is_payable_without(state, state.room, good) else NEEDED
    return POSSIBLE
