"""Walls: where one can be built, which can be removed, and what that brings."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import BREACH, WALL
from dvergar.games.cave_vs_cave.facts.cave import EDGE_COUNT, EXTRA_EDGE, WALL_TOKENS
from dvergar.games.cave_vs_cave.facts.rooms import WHEN_WALL
from dvergar.games.cave_vs_cave.rules.caverns import has_extra
from dvergar.games.cave_vs_cave.rules.ledger import gain, trigger_all
from dvergar.games.cave_vs_cave.rules.parts import close, part_of
from dvergar.games.cave_vs_cave.rules.reasons import (
    NO_WALL_LEFT,
    NO_WALL_TO_BREACH,
    POSSIBLE,
    WALL_THERE,
)
from dvergar.games.cave_vs_cave.state.moves import BUILD_MOVE, REMOVE_MOVE
from dvergar.games.cave_vs_cave.state.state import State


def walls_left(state: State) -> int:
    """How many wall tokens lie in the supply."""
    left = WALL_TOKENS
    for walls in state.walls:
        left -= walls.bit_count()
    return left


def edges(state: State) -> list[int]:
    """The edges of the acting seat's cave, with a wall or without; what is printed is none."""
    found = list(range(EXTRA_EDGE))
    if has_extra(state, state.seat):
        printed = state.variant.cavern_walls[state.cavern_side]
        found += [e for e in range(EXTRA_EDGE, EDGE_COUNT) if not has(printed, e - EXTRA_EDGE)]
    return found


def why_not_build(state: State, edge: int) -> int:
    """0, or the reason why no wall can be built on an edge of the acting seat's cave."""
    if not walls_left(state):
        return NO_WALL_LEFT
    return WALL_THERE if has(state.walls[state.seat], edge) else POSSIBLE


def build_moves(state: State) -> list[int]:
    """The edges on which the acting seat can build."""
    return [BUILD_MOVE[edge] for edge in edges(state) if why_not_build(state, edge) == POSSIBLE]


def build(state: State, edge: int) -> None:
    """A wall goes onto an edge; blue rooms pay for it."""
    close(state, part_of(state, WALL))
    state.walls[state.seat] |= bit(edge)
    state.trail.append(("wall", state.seat, edge))
    rooms = state.owned[state.seat] & WHEN_WALL
    if not state.variant.dungeon_same_turn:
        rooms &= ~state.new_rooms
    if rooms:
        trigger_all(state, rooms)


def why_not_breach(state: State) -> int:
    """0, or the reason why there is no wall to remove."""
    return POSSIBLE if state.walls[state.seat] else NO_WALL_TO_BREACH


def breach_moves(state: State) -> list[int]:
    """The walls that the acting seat can remove."""
    return [REMOVE_MOVE[edge] for edge in range(EDGE_COUNT) if has(state.walls[state.seat], edge)]


def breach(state: State, edge: int) -> None:
    """A wall goes back to the supply, and brings goods."""
    part = part_of(state, BREACH)
    close(state, part)
    state.walls[state.seat] &= ~bit(edge)
    state.trail.append(("breach", state.seat, edge))
    gain(state, part.gain)
