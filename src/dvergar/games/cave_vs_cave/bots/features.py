"""What a learnt estimate is told of a position: some hundred numbers, hand-made, most from 0 to 1.

First the table (round, tiles, rooms on display and face down), then the turn under way, so that a
position in the middle of a turn is told as fully as one between turns, then both caves, the own
one first: each cave is one block of numbers, of which only those that are not 0 are written.
The features hold nothing the seat can't know. A player alone has no second cave: its numbers are 0.

>>> import dvergar
>>> state = dvergar.game("cave_vs_cave", players=2, first_seat=0).start(seed=7)
>>> numbers = features(state, 0)
>>> len(numbers) == len(FEATURE_NAMES)
True
>>> numbers[FEATURE_NAMES.index("my wood from 1")], numbers[FEATURE_NAMES.index("my turn")]
(1.0, 1.0)
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.bots import evaluate
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms
from dvergar.games.cave_vs_cave.rules.cave import cell_walls, has_extra, walls_left
from dvergar.games.cave_vs_cave.rules.score import room_points
from dvergar.games.cave_vs_cave.state.state import ASK_TILE, NOBODY, QUESTIONS, State

STEPS: Final[list[int]] = [1, 2, 3, 5]  # amounts of a good that open something
ALL_PATTERNS: Final[list[str]] = ["0", *cave.PATTERNS]
PATTERN_OF: Final[list[int]] = [  # by the set of walls round a cell
    next((n for n, name in enumerate(ALL_PATTERNS) if n and walls in cave.PATTERNS[name]), 0)
    for walls in range(16)
]
SORTED_USES: Final = 3  # number of the best uses of rooms among the features

CAVE_NAMES: Final[list[str]] = []


def _cave_block(names: list[str]) -> int:
    """Takes the next places of a cave's block for numbers of these names."""
    start = len(CAVE_NAMES)
    CAVE_NAMES.extend(names)
    return start


_GOODS: Final[int] = _cave_block([f"{good}" for good in facts.GOODS])
_STEPS: Final[int] = _cave_block([f"{good} from {step}" for good in facts.GOODS for step in STEPS])
_ROOMS: Final[int] = _cave_block([f"has {name}" for name in rooms.ROOM_NAMES[: rooms.ROOM_COUNT]])
_READY: Final[int] = _cave_block([f"can use {name}" for name in rooms.ROOM_NAMES])
_REACH: Final[int] = _cave_block([f"near {name}" for name in rooms.ROOM_NAMES[: rooms.ROOM_COUNT]])
_EMPTY: Final[int] = _cave_block([f"empty caverns, walls {name}" for name in ALL_PATTERNS])
_UNDUG: Final[int] = _cave_block([f"face-down cells, walls {name}" for name in ALL_PATTERNS])
_DUG: Final[int] = _cave_block([f"dug {cave.CELL_NAMES[cell]}" for cell in cave.DIGGABLE])
_GOLD_USES: Final[int] = _cave_block([f"gold of use {n + 1}" for n in range(SORTED_USES)])
_FOOD_USE: Final[int] = _cave_block(["food of the best use"])
_SHAPE: Final[int] = _cave_block(
    ["caverns", "walls", "diggable", "diggable through walls", "blue to spare", "extra cavern"]
)
_TERMS: Final[int] = _cave_block(["points", "goods", "rooms to use", "chances", "outlook"])
_TIME: Final[int] = _cave_block(["turns left", "turns left in the round"])
CAVE_SIZE: Final[int] = len(CAVE_NAMES)


def write_cave(found: list[float], at: int, state: State, seat: int) -> None:
    """Writes the block of a seat's cave from a place on."""
    turns = evaluate.turns_left(state, seat)
    here = 0 if state.over else state.turns_each() - state.taken.count(seat)
    found[at + _TIME] = turns / 20.0
    found[at + _TIME + 1] = here / 4.0
    _write_goods(found, at, state, seat)
    _write_cave_rooms(found, at, state, seat)
    walls = _write_cells(found, at, state, seat)
    _write_display(found, at, state, seat, walls)
    _write_terms(found, at, state, seat, turns, walls)


def _write_goods(found: list[float], at: int, state: State, seat: int) -> None:
    for good in range(facts.GOOD_COUNT):
        amount = state.goods[seat * facts.GOOD_COUNT + good]
        if amount:
            found[at + _GOODS + good] = amount / facts.LIMITS[good]
            place = at + _STEPS + good * len(STEPS)
            for step in STEPS:
                if amount < step:
                    break
                found[place] = 1.0
                place += 1


def _write_cave_rooms(found: list[float], at: int, state: State, seat: int) -> None:
    """The rooms that a seat has, those it could use now, and the best that uses would bring."""
    owned = state.owned[seat]
    idle = state.used | state.new_rooms if seat == state.seat else 0
    gold: list[int] = []
    food = 0
    for room in range(rooms.ROOM_COUNT + 1):
        if not has(owned, room):
            continue
        if room < rooms.ROOM_COUNT:
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
    gold = 0 if has(rooms.BLUE_ROOMS, room) else -1
    food = gold
    for number in rooms.OUTCOMES_OF[room]:
        outcome = rooms.OUTCOMES[number]
        if facts.is_payable(state.goods, seat * facts.GOOD_COUNT, outcome.price):
            gold = max(gold, outcome.gain[facts.GOLD] - outcome.price[facts.GOLD], 0)
            food = max(food, outcome.gain[facts.FOOD] - outcome.price[facts.FOOD])
            if outcome.is_of_many or outcome.cell != cave.NO_CELL:
                break  # the others of this room bring the same
    return gold, food


def _write_cells(found: list[float], at: int, state: State, seat: int) -> int:
    """Caverns and face-down cells by their walls; the sets of walls round the empty caverns."""
    opened, walls, sets = state.opened[seat], state.walls[seat], 0
    for place, cell in enumerate(cave.DIGGABLE):
        if has(opened, cell):
            found[at + _DUG + place] = 1.0
    first, empty = seat * cave.CELL_COUNT, 0
    for cell in range(cave.CELL_COUNT):
        if cell == cave.ENTRANCE_CELL or state.furnished[first + cell] >= 0:
            continue
        if cell == cave.EXTRA and not has_extra(state, seat):
            continue
        around = cell_walls(state, seat, cell)
        if cell == cave.EXTRA or has(opened, cell):
            found[at + _EMPTY + PATTERN_OF[around]] += 0.5
            sets |= bit(around)
            empty += 1
        else:
            found[at + _UNDUG + PATTERN_OF[around]] += 0.25
    found[at + _SHAPE] = empty / 4.0
    found[at + _SHAPE + 1] = walls.bit_count() / cave.WALL_TOKENS
    found[at + _SHAPE + 2] = cave.accessible(opened, walls, False).bit_count() / 4.0
    found[at + _SHAPE + 3] = cave.accessible(opened, walls, True).bit_count() / 4.0
    found[at + _SHAPE + 5] = float(has_extra(state, seat))
    return sets


def _write_display(found: list[float], at: int, state: State, seat: int, walls: int) -> None:
    """How near each room on display is: 1 for one that fits a cavern and can be paid."""
    owned = state.owned[seat]
    goods = state.goods[seat * facts.GOOD_COUNT : seat * facts.GOOD_COUNT + facts.GOOD_COUNT]
    spare = (owned & rooms.ORANGE_ROOMS).bit_count() - (owned & rooms.BLUE_ROOMS).bit_count() - 1
    found[at + _SHAPE + 4] = float(spare > 0)
    for room in range(rooms.ROOM_COUNT):
        if not has(state.display, room) or (has(rooms.BLUE_ROOMS, room) and not spare):
            continue
        missing = evaluate.missing_goods(goods, rooms.COST[room])
        near = 1.0 if rooms.FITS[room] & walls else 0.5 if rooms.LACKS[room] & walls else 0.25
        found[at + _REACH + room] = near / (1.0 + 0.5 * missing)


def _write_terms(
    found: list[float], at: int, state: State, seat: int, turns: int, walls: int
) -> None:
    """The terms of `evaluate`."""
    goods = state.goods[seat * facts.GOOD_COUNT : seat * facts.GOOD_COUNT + facts.GOOD_COUNT]
    found[at + _TERMS] = room_points(state, seat) / 50.0
    found[at + _TERMS + 1] = evaluate.goods_worth(goods, turns) / 20.0
    if turns:
        found[at + _TERMS + 2] = evaluate.rooms_value(state.owned[seat], turns) / 20.0
        empty = int(4.0 * found[at + _SHAPE])
        found[at + _TERMS + 3] = evaluate.chances(state, seat, goods, turns, empty, walls) / 10.0
    if state.seat == seat and state.question != ASK_TILE:
        found[at + _TERMS + 4] = evaluate.outlook(state, goods, turns) / 10.0


FEATURE_NAMES: Final[list[str]] = []


def _block(names: list[str]) -> int:
    """Takes the next places for numbers of these names."""
    start = len(FEATURE_NAMES)
    FEATURE_NAMES.extend(names)
    return start


_ALL_ROOMS: Final[int] = bit(rooms.ROOM_COUNT) - 1
_ROUNDS: Final[int] = len(facts.TURNS_OF_TWO)
_ROUND: Final[int] = _block([f"round {n + 1}" for n in range(_ROUNDS)])
_TABLE: Final[int] = _block(
    ["alone", "over", "my turn", "I began the round", "walls left", "stack", "more gold"]
)
_SHOWN: Final[int] = _block([f"{tile} is in the game" for tile in facts.TILE_NAMES])
_FREE: Final[int] = _block([f"{tile} is free" for tile in facts.TILE_NAMES])
_DISPLAY: Final[int] = _block(
    [f"{room} on display" for room in rooms.ROOM_NAMES[: rooms.ROOM_COUNT]]
)
_HIDDEN: Final[int] = _block([f"{room} face down" for room in rooms.ROOM_NAMES[: rooms.ROOM_COUNT]])
# The turn under way.
_QUESTION: Final[int] = _block([f"question {name}" for name in QUESTIONS])
_TILE: Final[int] = _block([f"using {tile}" for tile in facts.TILE_NAMES])
_SECTIONS: Final[int] = _block([f"section {n + 1} open" for n in range(facts.MAX_SECTIONS)])
_PENDING: Final[int] = _block(["uses", "digs", "dug", "turned up", "may sell"])
_ROOM: Final[int] = _block([f"furnishing {room}" for room in rooms.ROOM_NAMES[: rooms.ROOM_COUNT]])
_CELL: Final[int] = _block([f"into {cell}" for cell in cave.CELL_NAMES])
# Both caves.
_MINE: Final[int] = _block([f"my {name}" for name in CAVE_NAMES])
_HIS: Final[int] = _block([f"his {name}" for name in CAVE_NAMES])
_NOTHING: Final[list[float]] = [0.0] * len(FEATURE_NAMES)

assert _HIS - _MINE == CAVE_SIZE


def features(state: State, seat: int) -> list[float]:
    """The position as a seat sees it, in numbers; `FEATURE_NAMES` says what each of them is."""
    found = _NOTHING[:]
    _write_table(found, state, seat)
    _write_tiles(found, state)
    _write_rooms(found, state)
    if state.question != ASK_TILE:
        _write_turn(found, state)
    write_cave(found, _MINE, state, seat)
    if state.variant.players > 1:
        write_cave(found, _HIS, state, 1 - seat)
    return found


def _write_table(found: list[float], state: State, seat: int) -> None:
    found[_ROUND + state.round - 1] = 1.0
    found[_TABLE] = float(state.variant.players == 1)
    found[_TABLE + 1] = float(state.over)
    found[_TABLE + 2] = float(state.seat == seat)
    found[_TABLE + 3] = float(state.starter == seat)
    found[_TABLE + 4] = walls_left(state) / cave.WALL_TOKENS
    found[_TABLE + 5] = len(state.stack) / rooms.STACK
    if state.variant.players > 1:
        gold = (
            state.goods[seat * facts.GOOD_COUNT + facts.GOLD]
            - state.goods[(1 - seat) * facts.GOOD_COUNT + facts.GOLD]
        )
        found[_TABLE + 6] = float(gold > 0) - float(gold < 0)


def _write_tiles(found: list[float], state: State) -> None:
    """The tiles that lie open, and those of them that nobody has taken in this round."""
    for place in range(facts.START_TILES + state.round):
        tile = state.tile_order[place]
        found[_SHOWN + tile] = 1.0
        if state.taken[tile] == NOBODY:
            found[_FREE + tile] = 1.0


def _write_rooms(found: list[float], state: State) -> None:
    """The rooms that lie open, and those that lie face down somewhere."""
    hidden = 0
    for room in state.under:
        if room >= 0:
            hidden |= bit(room)
    for room in state.stack:
        hidden |= bit(room)
    for room in range(rooms.ROOM_COUNT):
        if has(state.display, room):
            found[_DISPLAY + room] = 1.0
        elif has(hidden, room):
            found[_HIDDEN + room] = 1.0


def _write_turn(found: list[float], state: State) -> None:
    """What the acting seat has in hand: its tile, the parts still open, what is being furnished."""
    found[_QUESTION + state.question] = 1.0
    found[_TILE + state.tile] = 1.0
    for section in range(facts.MAX_SECTIONS):
        if has(state.sections, section):
            found[_SECTIONS + section] = 1.0
    found[_PENDING] = state.uses / 3.0
    found[_PENDING + 1] = state.digs / 2.0
    found[_PENDING + 2] = state.dug / 2.0
    found[_PENDING + 3] = float(state.turned_up)
    found[_PENDING + 4] = float(state.may_sell)
    if state.room >= 0:
        found[_ROOM + state.room] = 1.0
    if state.cell >= 0:
        found[_CELL + state.cell] = 1.0
