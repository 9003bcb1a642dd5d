"""One seat's cave in numbers: goods, rooms, caverns, and what the display holds for it.

The numbers of a cave lie in one block, each at its place; a block is made for either seat. Only
what is not 0 is written. Most lie between 0 and 1.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.bots.evaluate import chances, missing_goods, rooms_value
from dvergar.games.cave_vs_cave.bots.outlook import outlook
from dvergar.games.cave_vs_cave.bots.worth import goods_worth, turns_left
from dvergar.games.cave_vs_cave.facts.cave import (
    CELL_COUNT,
    CELL_NAMES,
    DIGGABLE,
    ENTRANCE_CELL,
    EXTRA,
    NO_CELL,
    PATTERNS,
    WALL_TOKENS,
    accessible,
)
from dvergar.games.cave_vs_cave.facts.goods import FOOD, GOLD, GOOD_COUNT, GOODS, LIMITS, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_ROOMS,
    COST,
    FITS,
    LACKS,
    ORANGE_ROOMS,
    OUTCOMES,
    OUTCOMES_OF,
    ROOM_COUNT,
    ROOM_NAMES,
)
from dvergar.games.cave_vs_cave.rules.caverns import cell_walls, has_extra
from dvergar.games.cave_vs_cave.rules.score import room_points
from dvergar.games.cave_vs_cave.state.questions import ASK_TILE
from dvergar.games.cave_vs_cave.state.state import State

STEPS: Final[list[int]] = [1, 2, 3, 5]  # amounts of a good that open something
ALL_PATTERNS: Final[list[str]] = ["0", *PATTERNS]
PATTERN_OF: Final[list[int]] = [  # by the set of walls round a cell
    next((n for n, name in enumerate(ALL_PATTERNS) if n and walls in PATTERNS[name]), 0)
    for walls in range(16)
]
SORTED_USES: Final = 3  # how many of the best uses of rooms are told

CAVE_NAMES: Final[list[str]] = []


def _block(names: list[str]) -> int:
    """Takes the next places of a cave's block for numbers of these names."""
    start = len(CAVE_NAMES)
    CAVE_NAMES.extend(names)
    return start


_GOODS: Final[int] = _block([f"{good}" for good in GOODS])
_STEPS: Final[int] = _block([f"{good} from {step}" for good in GOODS for step in STEPS])
_ROOMS: Final[int] = _block([f"has {name}" for name in ROOM_NAMES[:ROOM_COUNT]])
_READY: Final[int] = _block([f"can use {name}" for name in ROOM_NAMES])
_REACH: Final[int] = _block([f"near {name}" for name in ROOM_NAMES[:ROOM_COUNT]])
_EMPTY: Final[int] = _block([f"empty caverns, walls {name}" for name in ALL_PATTERNS])
_UNDUG: Final[int] = _block([f"face-down cells, walls {name}" for name in ALL_PATTERNS])
_DUG: Final[int] = _block([f"dug {CELL_NAMES[cell]}" for cell in DIGGABLE])
_GOLD_USES: Final[int] = _block([f"gold of use {n + 1}" for n in range(SORTED_USES)])
_FOOD_USE: Final[int] = _block(["food of the best use"])
_SHAPE: Final[int] = _block(
    ["caverns", "walls", "diggable", "diggable through walls", "blue to spare", "extra cavern"]
)
_TERMS: Final[int] = _block(["points", "goods", "rooms to use", "chances", "outlook"])
_TIME: Final[int] = _block(["turns left", "turns left in the round"])
CAVE_SIZE: Final[int] = len(CAVE_NAMES)


def write_cave(found: list[float], at: int, state: State, seat: int) -> None:
    """Writes the block of a seat's cave from a place on."""
    turns = turns_left(state, seat)
    here = 0 if state.over else state.turns_each() - state.taken.count(seat)
    found[at + _TIME] = turns / 20.0
    found[at + _TIME + 1] = here / 4.0
    _write_goods(found, at, state, seat)
    _write_rooms(found, at, state, seat)
    walls = _write_cells(found, at, state, seat)
    _write_display(found, at, state, seat, walls)
    _write_terms(found, at, state, seat, turns, walls)


def _write_goods(found: list[float], at: int, state: State, seat: int) -> None:
    for good in range(GOOD_COUNT):
        amount = state.goods[seat * GOOD_COUNT + good]
        if amount:
            found[at + _GOODS + good] = amount / LIMITS[good]
            place = at + _STEPS + good * len(STEPS)
            for step in STEPS:
                if amount < step:
                    break
                found[place] = 1.0
                place += 1


def _write_rooms(found: list[float], at: int, state: State, seat: int) -> None:
    """The rooms that a seat has, those it could use now, and the best that uses would bring."""
    owned = state.owned[seat]
    idle = state.used | state.new_rooms if seat == state.seat else 0
    gold: list[int] = []
    food = 0
    for room in range(ROOM_COUNT + 1):
        if not has(owned, room):
            continue
        if room < ROOM_COUNT:
            found[at + _ROOMS + room] = 1.0
        if has(idle, room):
            continue
        used = _best_use(state, seat, room)
        if used[0] >= 0:
            found[at + _READY + room] = 1.0
            gold.append(used[0])
            food = max(food, used[1])
    gold.sort(reverse=True)
    for number, amount in enumerate(gold[:SORTED_USES]):
        found[at + _GOLD_USES + number] = amount / 4.0
    found[at + _FOOD_USE] = food / 7.0


def _best_use(state: State, seat: int, room: int) -> tuple[int, int]:
    """The most gold and the most food that a use of a room can bring now; -1 if none is payable."""
    gold = 0 if has(BLUE_ROOMS, room) else -1
    food = gold
    for number in OUTCOMES_OF[room]:
        outcome = OUTCOMES[number]
        if is_payable(state.goods, seat * GOOD_COUNT, outcome.price):
            gold = max(gold, outcome.gain[GOLD] - outcome.price[GOLD], 0)
            food = max(food, outcome.gain[FOOD] - outcome.price[FOOD])
            if outcome.is_of_many or outcome.cell != NO_CELL:
                break  # the others of this room bring the same
    return gold, food


def _write_cells(found: list[float], at: int, state: State, seat: int) -> int:
    """Caverns and face-down cells by their walls; the sets of walls round the empty caverns."""
    opened, walls, sets = state.opened[seat], state.walls[seat], 0
    for place, cell in enumerate(DIGGABLE):
        if has(opened, cell):
            found[at + _DUG + place] = 1.0
    first, empty = seat * CELL_COUNT, 0
    for cell in range(CELL_COUNT):
        if cell == ENTRANCE_CELL or state.furnished[first + cell] >= 0:
            continue
        if cell == EXTRA and not has_extra(state, seat):
            continue
        around = cell_walls(state, seat, cell)
        if cell == EXTRA or has(opened, cell):
            found[at + _EMPTY + PATTERN_OF[around]] += 0.5
            sets |= bit(around)
            empty += 1
        else:
            found[at + _UNDUG + PATTERN_OF[around]] += 0.25
    found[at + _SHAPE] = empty / 4.0
    found[at + _SHAPE + 1] = walls.bit_count() / WALL_TOKENS
    found[at + _SHAPE + 2] = accessible(opened, walls, False).bit_count() / 4.0
    found[at + _SHAPE + 3] = accessible(opened, walls, True).bit_count() / 4.0
    found[at + _SHAPE + 5] = float(has_extra(state, seat))
    return sets


def _write_display(found: list[float], at: int, state: State, seat: int, walls: int) -> None:
    """How near each room on display is: 1 for one that fits a cavern and can be paid."""
    owned = state.owned[seat]
    goods = state.goods[seat * GOOD_COUNT : seat * GOOD_COUNT + GOOD_COUNT]
    spare = (owned & ORANGE_ROOMS).bit_count() - (owned & BLUE_ROOMS).bit_count() - 1
    found[at + _SHAPE + 4] = float(spare > 0)
    for room in range(ROOM_COUNT):
        if not has(state.display, room) or (has(BLUE_ROOMS, room) and not spare):
            continue
        missing = missing_goods(goods, COST[room])
        near = 1.0 if FITS[room] & walls else 0.5 if LACKS[room] & walls else 0.25
        found[at + _REACH + room] = near / (1.0 + 0.5 * missing)


def _write_terms(
    found: list[float], at: int, state: State, seat: int, turns: int, walls: int
) -> None:
    """The terms of `evaluate`."""
    goods = state.goods[seat * GOOD_COUNT : seat * GOOD_COUNT + GOOD_COUNT]
    found[at + _TERMS] = room_points(state, seat) / 50.0
    found[at + _TERMS + 1] = goods_worth(goods, turns) / 20.0
    if turns:
        found[at + _TERMS + 2] = rooms_value(state.owned[seat], turns) / 20.0
        empty = int(4.0 * found[at + _SHAPE])
        found[at + _TERMS + 3] = chances(state, seat, goods, turns, empty, walls) / 10.0
    if state.seat == seat and state.question != ASK_TILE:
        found[at + _TERMS + 4] = outlook(state, goods, turns) / 10.0
