"""Whole turns: every position in which the turn under way can end, each of them once.

Steps that come to the same in another order are one turn. Some steps are left out because nothing
is lost: ending a turn while goods can be had for nothing, eating where that opens nothing, and a
wall between two rooms that are furnished.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.facts.cave import BETWEEN, CELL_COUNT, EXTRA, EXTRA_EDGE
from dvergar.games.cave_vs_cave.facts.game import FOOD, GAIN, GOOD_COUNT, MAX_TURNS, USE, WAYS
from dvergar.games.cave_vs_cave.facts.rooms import ENTRANCE, NO_ROOM, WHEN_WALL
from dvergar.games.cave_vs_cave.rules.ledger import open_parts
from dvergar.games.cave_vs_cave.rules.machine import part_moves
from dvergar.games.cave_vs_cave.state import moves
from dvergar.games.cave_vs_cave.state.state import ASK_PARTS, State

MAX_FOOD: Final[int] = max([way.price_in(MAX_TURNS)[FOOD] for way in WAYS])
"""The dearest single thing that is paid in food."""


class Line:
    """The steps of a turn so far, and where they lead."""

    def __init__(self, state: State, move: int, before: Line | None) -> None:
        self.state = state
        self.move = move
        self.before = before

    def moves(self) -> list[int]:
        """All steps, the first one first."""
        found: list[int] = []
        line = self
        while line.before is not None:
            found.append(line.move)
            line = line.before
        found.reverse()
        return found


def whole_turns(state: State, most: int) -> list[tuple[list[int], State]]:
    """The moves of each turn and where it ends, as far as so many positions reach.

    Something that comes to light ends a turn too: nobody can know beforehand how to go on.

    >>> import dvergar
    >>> state = dvergar.game("cave_vs_cave", players=2, first_seat=0).start(seed=7)
    >>> turns = [[state.game.name(move) for move in moves] for moves, _ in whole_turns(state, 1000)]
    >>> ["take undergrowth", "use entrance flax", "gain"] in turns
    True
    >>> ["take undergrowth", "gain", "use entrance flax"] in turns  # comes to the same
    False
    """
    seen: set[Hashable] = set()
    found: list[tuple[list[int], State]] = []
    lines = [Line(state, -1, None)]
    looked = 0
    while lines and looked < most:
        line = lines.pop()
        for move in steps(line.state):
            after = line.state.copy()
            after.play(move)
            looked += 1
            key = after.key(after.seat)
            if key in seen:
                continue
            seen.add(key)
            further = Line(after, move, line)
            if after.over or after.turn != state.turn or after.reveals != state.reveals:
                found.append((further.moves(), after))
            else:
                lines.append(further)
    return found


def steps(state: State) -> list[int]:
    """The answers to a question that are worth a try."""
    if state.question != ASK_PARTS:
        return state.real_moves
    found: list[int] = []
    ready = state.owned[state.seat] & ~state.used
    may_end = True
    is_for_gold = state.owned[state.seat] & WHEN_WALL != 0
    for part in open_parts(state):
        if part.kind == GAIN or (part.kind == USE and has(ready, ENTRANCE)):
            may_end = False
    for move in state.real_moves:
        if move == moves.DONE_MOVE:
            if may_end:
                found.append(move)
        elif (
            moves.KIND_OF[move] != moves.BUILD_WALL
            or is_for_gold
            or _shapes(state, moves.ARGUMENT_OF[move])
        ):
            found.append(move)
    if _is_hungry(state) and len(set(part_moves(state, True))) >= len(state.real_moves):
        found += state.moves()[len(state.real_moves) :]
    return found


def _is_hungry(state: State) -> bool:
    """Whether there is a price in food that a seat could pay only by eating."""
    return state.goods[state.seat * GOOD_COUNT + FOOD] < MAX_FOOD


def _shapes(state: State, edge: int) -> bool:
    """Whether a wall on an edge changes the shape of a cell that is still without a room."""
    first = state.seat * CELL_COUNT
    if edge >= EXTRA_EDGE:
        return state.furnished[first + EXTRA] == NO_ROOM
    one, other = BETWEEN[edge]
    return state.furnished[first + one] == NO_ROOM or state.furnished[first + other] == NO_ROOM
