"""What can be seen of Cave vs Cave as numbers between 0 and 1, for learning."""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.facts.action_tiles import (
    DIG,
    MOST_SECTIONS,
    TILE_COUNT,
    USE,
    parts_of_kind,
)
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, EDGE_COUNT, EXTRA, WALL_TOKENS
from dvergar.games.cave_vs_cave.facts.goods import KINDS, LIMITS
from dvergar.games.cave_vs_cave.facts.rooms import ENTRANCE, MORE_TO_USE, ROOM_COUNT, STACK
from dvergar.games.cave_vs_cave.facts.rounds import MOST_TURNS
from dvergar.games.cave_vs_cave.rules.actions.taking import open_tiles
from dvergar.games.cave_vs_cave.rules.actions.walls import walls_left
from dvergar.games.cave_vs_cave.rules.caverns import has_extra
from dvergar.games.cave_vs_cave.state.moves import SIDE_COUNT
from dvergar.games.cave_vs_cave.state.questions import QUESTIONS
from dvergar.games.cave_vs_cave.state.state import NOBODY, State

MOST_USES: Final = max(
    part.count + sum(more for _, more in MORE_TO_USE[part.count]) for part in parts_of_kind(USE)
)
MOST_DIGS: Final = max(part.count for part in parts_of_kind(DIG))


def observation(state: State, seat: int) -> list[float]:
    """The table in numbers; seats are counted from the one that looks."""
    numbers = _turn(state, seat) + _table(state)
    players = state.variant.players
    for step in range(players):
        numbers += _cave(state, (seat + step) % players)
    return numbers


def _members(members: int, count: int) -> list[float]:
    """A set as a 0 or 1 for each possible member."""
    return [float(has(members, member)) for member in range(count)]


def _turn(state: State, seat: int) -> list[float]:
    return [
        state.round / len(state.variant.turns_of_round),
        state.turns_each() / MOST_TURNS,
        float(state.over),
        float(state.seat == seat),
        float(state.starter == seat),
        walls_left(state) / WALL_TOKENS,
        len(state.stack) / STACK,
        state.uses / MOST_USES,
        state.digs / MOST_DIGS,
        float(state.dug > 0),
        float(state.may_sell),
        *(float(state.question == question) for question in range(len(QUESTIONS))),
        *_members(state.sections, MOST_SECTIONS),
    ]


def _table(state: State) -> list[float]:
    numbers: list[float] = []
    shown = open_tiles(state)
    for tile in range(TILE_COUNT):
        free = tile in shown and state.taken[tile] == NOBODY
        numbers += [float(tile in shown), float(free), float(state.tile == tile)]
    for room in range(ROOM_COUNT):
        numbers += [float(has(state.display, room)), float(state.room == room)]
    numbers += _members(state.used, ENTRANCE + 1)
    return numbers + [float(state.cavern_side == side) for side in range(SIDE_COUNT)]


def _cave(state: State, seat: int) -> list[float]:
    goods = state.goods[seat * KINDS : seat * KINDS + KINDS]
    rooms = state.furnished[seat * CELL_COUNT : seat * CELL_COUNT + CELL_COUNT]
    return [
        *(good / most for good, most in zip(goods, LIMITS, strict=True)),
        *_members(state.opened[seat], EXTRA),
        *_members(state.walls[seat], EDGE_COUNT),
        *_members(state.owned[seat], ROOM_COUNT),
        *((room + 1) / (ROOM_COUNT + 1) for room in rooms),
        float(has_extra(state, seat)),
    ]
