"""What a learnt estimate is told of a position: some hundred numbers, hand-made, most from 0 to 1.

First the table (round, tiles, rooms on display and face down), then the turn under way, so that a
position in the middle of a turn is told as fully as one between turns, then both caves, the own
one first. Nothing is told that the seat cannot know. A player alone has no second cave: its
numbers are 0.

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
from dvergar.games.cave_vs_cave.bots.cave_features import CAVE_NAMES, CAVE_SIZE, write_cave
from dvergar.games.cave_vs_cave.facts.action_tiles import (
    MOST_SECTIONS,
    START_TILES,
    TILE_NAMES,
)
from dvergar.games.cave_vs_cave.facts.cave import CELL_NAMES, WALL_TOKENS
from dvergar.games.cave_vs_cave.facts.goods import GOLD, GOOD_COUNT
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_COUNT, ROOM_NAMES, STACK
from dvergar.games.cave_vs_cave.facts.rounds import TURNS_OF_TWO
from dvergar.games.cave_vs_cave.rules.actions.walls import walls_left
from dvergar.games.cave_vs_cave.state.questions import ASK_TILE, QUESTIONS
from dvergar.games.cave_vs_cave.state.state import NOBODY, State

FEATURE_NAMES: Final[list[str]] = []


def _block(names: list[str]) -> int:
    """Takes the next places for numbers of these names."""
    start = len(FEATURE_NAMES)
    FEATURE_NAMES.extend(names)
    return start


_ALL_ROOMS: Final[int] = bit(ROOM_COUNT) - 1
_ROUNDS: Final[int] = len(TURNS_OF_TWO)
_ROUND: Final[int] = _block([f"round {n + 1}" for n in range(_ROUNDS)])
_TABLE: Final[int] = _block(
    ["alone", "over", "my turn", "I began the round", "walls left", "stack", "more gold"]
)
_SHOWN: Final[int] = _block([f"{tile} is in the game" for tile in TILE_NAMES])
_FREE: Final[int] = _block([f"{tile} is free" for tile in TILE_NAMES])
_DISPLAY: Final[int] = _block([f"{room} on display" for room in ROOM_NAMES[:ROOM_COUNT]])
_HIDDEN: Final[int] = _block([f"{room} face down" for room in ROOM_NAMES[:ROOM_COUNT]])
# The turn under way.
_QUESTION: Final[int] = _block([f"question {name}" for name in QUESTIONS])
_TILE: Final[int] = _block([f"using {tile}" for tile in TILE_NAMES])
_SECTIONS: Final[int] = _block([f"section {n + 1} open" for n in range(MOST_SECTIONS)])
_PENDING: Final[int] = _block(["uses", "digs", "dug", "turned up", "may sell"])
_ROOM: Final[int] = _block([f"furnishing {room}" for room in ROOM_NAMES[:ROOM_COUNT]])
_CELL: Final[int] = _block([f"into {cell}" for cell in CELL_NAMES])
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
    found[_TABLE + 4] = walls_left(state) / WALL_TOKENS
    found[_TABLE + 5] = len(state.stack) / STACK
    if state.variant.players > 1:
        gold = state.goods[seat * GOOD_COUNT + GOLD] - state.goods[(1 - seat) * GOOD_COUNT + GOLD]
        found[_TABLE + 6] = float(gold > 0) - float(gold < 0)


def _write_tiles(found: list[float], state: State) -> None:
    """The tiles that lie open, and those of them that nobody has taken in this round."""
    for place in range(START_TILES + state.round):
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
    for room in range(ROOM_COUNT):
        if has(state.display, room):
            found[_DISPLAY + room] = 1.0
        elif has(hidden, room):
            found[_HIDDEN + room] = 1.0


def _write_turn(found: list[float], state: State) -> None:
    """What the acting seat has in hand: its tile, the parts still open, what is being furnished."""
    found[_QUESTION + state.question] = 1.0
    found[_TILE + state.tile] = 1.0
    for section in range(MOST_SECTIONS):
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
