"""A plan of a game alone: its turns to the end, the position before each, and what it comes to.

A plan is changed by keeping its first turns and saying which are wanted then. Those are taken up in
their order; one that is not possible yet waits until it is, and where none is possible the game's
estimate helps out. So a plan always reaches the end of the game.
"""

from __future__ import annotations

from typing import Final

from dvergar.bots.turn_replay import Turns, can_begin
from dvergar.core.game import State

MAX_WAITING_TURNS: Final = 8
"""How many turns wait to become possible; the longest waiting is given up for another."""


FIRST_CHECK_TURNS: Final = 2
LAST_CHECK_TURNS: Final = 8
"""So many turns after a change it is compared with the plan that it changes."""

NOT_EVALUATED: Final = -1e9


class Plan:
    """The turns to the end of a game, the position before each of them, and the last one."""

    __slots__ = ("_values", "last", "points", "seat", "states", "turns")

    def __init__(self, states: list[State], turns: list[list[int]], last: State, seat: int) -> None:
        self.states = states
        self.turns = turns
        self.last = last
        self.seat = seat
        self.points = float(last.scores()[seat].total)
        self._values = [NOT_EVALUATED] * len(states)

    def value(self, place: int, turns: Turns) -> float:
        """What the game's estimate says before a turn; worked out when it is first asked for."""
        value = self._values[place]
        if value == NOT_EVALUATED:
            value = turns.judge(self.states[place], self.seat)
            self._values[place] = value
        return value


def first_plan(turns: Turns, start: State, wanted: list[list[int]]) -> Plan:
    """A plan from a position on that takes up the wanted turns."""
    states: list[State] = []
    made: list[list[int]] = []
    state = start.copy()
    queue = Queue(wanted)
    while not state.over:
        states.append(state.copy())
        state = _play_next(turns, state, queue, made)
    return Plan(states, made, state, start.seat)


def changed_plan(
    turns: Turns, plan: Plan, kept: int, wanted: list[list[int]], tolerance: float
) -> Plan | None:
    """The plan that keeps so many turns of another and then takes up the wanted ones.

    None if it is soon worse than the other by more than is tolerated, as the game's estimate sees
    it. Where it comes back to a position of the other, the rest is the same and is not played.
    """
    states, made = plan.states[:kept], plan.turns[:kept]
    state = plan.states[kept].copy()
    queue = Queue(wanted)
    while not state.over:
        place = len(made)
        if kept < place <= kept + LAST_CHECK_TURNS and place < len(plan.turns):
            behind = plan.value(place, turns) - turns.judge(state, plan.seat)
            if behind > tolerance and place >= kept + FIRST_CHECK_TURNS:
                return None
            if behind == 0 and queue.goes_on_like(plan, place) and _same(state, plan, place):
                states, made = states + plan.states[place:], made + plan.turns[place:]
                return Plan(states, made, plan.last, plan.seat)
        states.append(state.copy())
        state = _play_next(turns, state, queue, made)
    return Plan(states, made, state, plan.seat)


def _play_next(turns: Turns, state: State, queue: Queue, made: list[list[int]]) -> State:
    """Plays the next turn and notes it; the position after it."""
    turn = queue.next_possible(state)
    if turn:
        made.append(turns.follow(state, turn))
        return state
    turn, after = turns.best_of_some(state)
    made.append(turn)
    return after


def _same(state: State, plan: Plan, place: int) -> bool:
    return state.key() == plan.states[place].key()


class Queue:
    """Turns that are wanted in this order, each as soon as it is possible."""

    __slots__ = ("_at", "_waiting", "_wanted")

    def __init__(self, wanted: list[list[int]]) -> None:
        self._wanted = wanted
        self._at = 0
        self._waiting: list[list[int]] = []

    def goes_on_like(self, plan: Plan, place: int) -> bool:
        """Whether what is still wanted is what a plan has from some place on."""
        return not self._waiting and self._wanted[self._at :] == plan.turns[place:]

    def next_possible(self, state: State) -> list[int]:
        """The first turn that can begin now; empty if there is none."""
        real = state.moves(False)
        for place in range(len(self._waiting)):
            turn = self._waiting[place]
            if can_begin(state, real, turn):
                del self._waiting[place]
                return turn
        while self._at < len(self._wanted) and len(self._waiting) < MAX_WAITING_TURNS:
            turn = self._wanted[self._at]
            self._at += 1
            if can_begin(state, real, turn):
                return turn
            self._waiting.append(turn)
        if len(self._waiting) == MAX_WAITING_TURNS:
            del self._waiting[0]
        return []
