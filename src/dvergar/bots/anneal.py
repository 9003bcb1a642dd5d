"""Plans of a single-player game, and annealing: random changes, kept if better or hardly worse.

What counts is the final score of the whole plan. At a high temperature worse plans are accepted
too. A change may replace, add, leave out, swap or bring forward a turn, or alter one of its
answers. At first every turn can earn a bonus: a family that grows early is poorer for long, and
without the bonus annealing would never find it.

A plan has all turns to the end of the game, the position before each, and the final points. To
change one, keep its first turns and say which turns are wanted then. A wanted turn that is not
possible yet waits; where none is possible the game's estimate chooses. So a plan always reaches the
end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from time import perf_counter
from typing import Final

from dvergar.bots.turn_replay import Turns, free_moves
from dvergar.core.game import State

MAX_WAITING_TURNS: Final = 8
"""Maximum number of wanted turns that wait to become possible; then the oldest is dropped."""


FIRST_CHECK_TURNS: Final = 2
LAST_CHECK_TURNS: Final = 8
"""How many turns after a change the new plan is compared with the old one, first and last."""

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
    """A plan that keeps the first turns of another and continues with the wanted ones.

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
    turn = queue.next_possible(turns, state)
    if turn:
        made.append(turns.follow(state, turn))
        return state
    turn, after = turns.best_of_some(state)
    made.append(turn)
    return after


def _same(state: State, plan: Plan, place: int) -> bool:
    return state.key() == plan.states[place].key()


class Queue:
    """Wanted turns in order; each is played as soon as it is possible."""

    __slots__ = ("_at", "_waiting", "_wanted")

    def __init__(self, wanted: list[list[int]]) -> None:
        self._wanted = wanted
        self._at = 0
        self._waiting: list[list[int]] = []

    def goes_on_like(self, plan: Plan, place: int) -> bool:
        """Whether the wanted turns equal the rest of a plan from a place on."""
        return not self._waiting and self._wanted[self._at :] == plan.turns[place:]

    def next_possible(self, turns: Turns, state: State) -> list[int]:
        """The first turn that can begin now; empty if there is none."""
        real = state.moves(False)
        for place in range(len(self._waiting)):
            turn = self._waiting[place]
            if turns.can_begin(state, real, turn):
                del self._waiting[place]
                return turn
        while self._at < len(self._wanted) and len(self._waiting) < MAX_WAITING_TURNS:
            turn = self._wanted[self._at]
            self._at += 1
            if turns.can_begin(state, real, turn):
                return turn
            self._waiting.append(turn)
        if len(self._waiting) == MAX_WAITING_TURNS:
            del self._waiting[0]
        return []


# Percentage of changes of each kind, added up:
REPLACE: Final = 20
ADD: Final = REPLACE + 20
LEAVE_OUT: Final = ADD + 10
SWAP: Final = LEAVE_OUT + 15
BRING_FORWARD: Final = SWAP + 10
# and the others alter a turn.

MAX_SWAP_DISTANCE: Final = 6
"""Maximum distance of two turns that are swapped."""
MAX_FORWARD_DISTANCE: Final = 10
"""Maximum number of turns by which a turn is brought forward."""

BONUS_END_SHARE: Final = 0.62
"""Share of the budget after which turns earn no bonus."""

TOLERANCE_POINTS: Final = 3.0
"""Points by which a changed plan may be worse at a check, plus as many per degree."""

PROBABILITY_SCALE: Final = 1 << 24

CHANGES_PER_CHECK: Final = 16
"""Number of changes between two checks of the budget."""


class Annealing:
    """A plan that is being changed, and the best one that it has been."""

    def __init__(self, turns: Turns, plan: Plan, kept: int = 0) -> None:
        self.turns = turns
        self.plan = plan
        self.best = plan
        self._kept = kept  # number of turns at the beginning that stay as they are

    def step(self, temperature: float, turn_bonus: float) -> bool:
        """Tries one change; whether the plan is the best so far."""
        plan = self.plan
        self.turns.nodes += 1  # a look at the plan: a search that finds no change ends as well
        if len(plan.turns) <= self._kept:
            return False
        at = self._kept + self.turns.chance.below(len(plan.turns) - self._kept)
        wanted = self._wanted(plan, at)
        if not wanted:
            return False
        tolerance = TOLERANCE_POINTS + TOLERANCE_POINTS * temperature + 2 * turn_bonus
        new = changed_plan(self.turns, plan, at, wanted, tolerance)
        if new is None:
            return False
        gain = new.points - plan.points + turn_bonus * (len(new.turns) - len(plan.turns))
        if gain < 0 and self.turns.chance.below(PROBABILITY_SCALE) >= PROBABILITY_SCALE * exp(
            gain / temperature
        ):
            return False
        self.plan = new
        if new.points <= self.best.points:
            return False
        self.best = new
        return True

    def _wanted(self, plan: Plan, at: int) -> list[list[int]]:
        """The turns that are wanted from one place of the plan on; empty: no change came up."""
        what = self.turns.chance.below(100)
        old = plan.turns
        if what < ADD:
            turn = self.turns.invent(plan.states[at].copy())
            return [turn, *(old[at + 1 :] if what < REPLACE else old[at:])]
        if what < LEAVE_OUT:
            return old[at + 1 :]
        if what < BRING_FORWARD:
            return self._moved(old, at, swap=what < SWAP)
        return [self._altered(plan.states[at].copy(), old[at]), *old[at + 1 :]]

    def _moved(self, old: list[list[int]], at: int, swap: bool) -> list[list[int]]:
        """A later turn comes here: in exchange for this one, or before it."""
        other = (
            at + 1 + self.turns.chance.below(MAX_SWAP_DISTANCE if swap else MAX_FORWARD_DISTANCE)
        )
        if other >= len(old):
            return []
        if swap:
            return [old[other], *old[at + 1 : other], old[at], *old[other + 1 :]]
        return [old[other], *old[at:other], *old[other + 1 :]]

    def _altered(self, state: State, turn: list[int]) -> list[int]:
        """A turn with one answer left out, changed, or with a free move before it."""
        turns = self.turns
        at = turns.chance.below(len(turn))
        for move in turn[:at]:
            turns.play(state, move)
        what = turns.chance.below(4)
        if what == 0:
            return turn[:at] + turn[at + 1 :]
        if what == 1:
            free = free_moves(state)
            if free:
                return [*turn[:at], turns.drawn(state, free), *turn[at:]]
        others = [move for move in state.moves(False) if move != turn[at]]
        answer = [turns.drawn(state, others)] if others else []
        return turn[:at] + answer + turn[at + 1 :]


class Cooling:
    """Temperature and bonus per turn as the budget is used up."""

    __slots__ = ("cold", "hot", "turn_bonus")

    def __init__(self, hot: float, cold: float, turn_bonus: float) -> None:
        self.hot = hot
        self.cold = cold
        self.turn_bonus = turn_bonus

    def temperature(self, share: float) -> float:
        """From hot to cold, falling exponentially."""
        factor: float = (self.cold / self.hot) ** share
        return self.hot * factor

    def bonus(self, share: float) -> float:
        """Points that every turn earns: less and less, and none in the end."""
        return self.turn_bonus * max(0.0, 1.0 - share / BONUS_END_SHARE)


class Budget:
    """What a search may use up: nodes, which makes it repeatable, or seconds."""

    __slots__ = ("_before", "_began", "_nodes", "_seconds", "_turns")

    def __init__(self, turns: Turns, nodes: float, seconds: float) -> None:
        self._turns = turns
        self._nodes = nodes
        self._seconds = seconds
        self._before = turns.nodes
        self._began = perf_counter()

    def used(self) -> int:
        """The nodes that were looked at so far."""
        return self._turns.nodes - self._before

    def seconds(self) -> float:
        """The seconds that have passed."""
        return perf_counter() - self._began

    def share(self) -> float:
        """How much of it is used up: 1 or more, and the search is over."""
        share = self.used() / self._nodes if self._nodes else 0.0
        if self._seconds:
            share = max(share, (perf_counter() - self._began) / self._seconds)
        return share


Watcher = Callable[[float, Annealing], object]


def anneal(
    annealing: Annealing,
    cooling: Cooling,
    budget: Budget,
    watch: Watcher,
    begin: float = 0.0,
    end: float = 1.0,
) -> Plan:
    """Improves a plan between two shares of a budget; `watch` is called with the progress."""
    share = budget.share()
    while share < end:
        part = min(1.0, max(0.0, (share - begin) / (end - begin)))
        temperature, turn_bonus = cooling.temperature(part), cooling.bonus(part)
        for _ in range(CHANGES_PER_CHECK):
            annealing.step(temperature, turn_bonus)
        share = budget.share()
        watch(share, annealing)
    return annealing.best
