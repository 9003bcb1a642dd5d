"""Walls: where one can be built, which can be removed, and what that brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import EDGE_COUNT, EXTRA_EDGE
from dvergar.games.cave_vs_cave.facts import WALL_TOKENS
from dvergar.games.cave_vs_cave.ledger import gain, trigger
from dvergar.games.cave_vs_cave.questions import (
    NO_EDGE,
    NO_WALL_LEFT,
    NO_WALL_TO_BREACH,
    POSSIBLE,
    WALL_THERE,
)
from dvergar.games.cave_vs_cave.rooms import DUNGEON

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State


def walls_left(state: State) -> int:
    """How many wall tokens lie in the supply."""
    return WALL_TOKENS - sum(walls.bit_count() for walls in state.walls)


def why_not_build(state: State, edge: int) -> int:
    """0, or the reason why no wall can be built on an edge."""
    if edge >= EXTRA_EDGE and not _is_open_side(state, edge - EXTRA_EDGE):
        return NO_EDGE
    if not walls_left(state):
        return NO_WALL_LEFT
    return WALL_THERE if state.walls[state.seat] >> edge & 1 else POSSIBLE


def _is_open_side(state: State, side: int) -> bool:
    """Whether the acting seat has the additional cavern, with nothing printed on this side."""
    if state.cavern_seat != state.seat or state.cavern_side < 0:
        return False
    return not state.game.extra_walls[state.cavern_side] >> side & 1


def why_not_breach(state: State, edge: int) -> int:
    """0, or the reason why there is nothing to remove on an edge."""
    return POSSIBLE if state.walls[state.seat] >> edge & 1 else NO_WALL_TO_BREACH


def buildable(state: State) -> list[int]:
    """The edges on which the acting seat can build."""
    return [edge for edge in range(EDGE_COUNT) if why_not_build(state, edge) == POSSIBLE]


def build(state: State, edge: int) -> None:
    """A wall goes onto an edge; the Dungeon pays for it."""
    state.walls[state.seat] |= 1 << edge
    state.trail.append(("wall", state.seat, edge))
    is_new = state.fresh >> DUNGEON & 1 and not state.game.dungeon_same_turn
    if state.owned[state.seat] >> DUNGEON & 1 and not is_new:
        trigger(state, DUNGEON)


def breach(state: State, edge: int, goods: list[int]) -> None:
    """A wall goes back to the supply, and brings goods."""
    state.walls[state.seat] &= ~(1 << edge)
    state.trail.append(("breach", state.seat, edge))
    gain(state, goods)
