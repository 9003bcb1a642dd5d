"""One round of a search for the best line: a plan is annealed, a new one or one that was found.

A round hangs on what its `Round` says and on nothing else, so any process can play it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dvergar.bots.anneal import Annealing, Budget, Cooling, anneal
from dvergar.bots.plan import first_plan
from dvergar.bots.turn_replay import Turns
from dvergar.core.chance import Chance, derive
from dvergar.core.options import Value
from dvergar.core.registry import evaluate, make_game
from dvergar.lab.solve_files import Line

NODES_PER_ROUND: Final = 1_200_000
"""Moves tried to improve a line once; for a new line it is twice as much."""

FRESH_EVERY: Final = 8
"""Every eighth round begins a new line."""
MIN_LINES: Final = 3
"""With fewer lines than this every round does."""

# Temperature of a round at its start and end, and the bonus per turn at first: one of each.
FRESH_HOT: Final = 2.5
FRESH_COLD: Final = 0.4
FRESH_TURN_BONUSES: Final = (0.0, 2.0, 5.0, 5.0)
HOT: Final = (0.5, 0.7, 1.0, 1.4)
COLD: Final = 0.3
TURN_BONUSES: Final = (0.0, 0.0, 1.0, 2.0)


@dataclass(frozen=True, slots=True)
class Round:
    """What is to be done in a round."""

    game: str
    options: Mapping[str, Value]
    seed: int
    number: int
    line: Line
    """The line that is to be improved; empty: a new one."""
    bar: float
    """The points of the best line of all: only better ones are told at once."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Found:
    """A line that a round found."""

    line: Line
    points: float
    nodes: int
    begun: Line
    """The line it was made from."""


def play_round(
    todo: Round, tell: Callable[[Found], object], is_stopped: Callable[[], bool] = lambda: False
) -> Found:
    """The best line of a round; whatever beats the bar is told at once.

    A round that is stopped, or interrupted by Ctrl-C, has found something as well.
    """
    judge = evaluate(todo.game)
    assert judge is not None, "checked before the search began"
    chance = Chance(derive(todo.seed, todo.number))
    turns = Turns(judge, chance)
    start = make_game(todo.game, todo.options).start(todo.seed)
    cooling = _cooling(bool(todo.line), chance)
    annealing = Annealing(turns, first_plan(turns, start, todo.line))
    budget = Budget(turns, todo.nodes * (1 if todo.line else 2), todo.seconds)
    watcher = _Watcher(todo, tell, is_stopped)
    try:
        anneal(annealing, cooling, budget, watcher.watch)
    except _Stopped:
        pass
    except KeyboardInterrupt:
        tell(watcher.found(annealing))
        raise
    return watcher.found(annealing)


class _Stopped(Exception):
    """Whoever gave the round out wants what there is."""


class _Watcher:
    """Tells of every line that beats all before it."""

    def __init__(
        self, todo: Round, tell: Callable[[Found], object], is_stopped: Callable[[], bool]
    ) -> None:
        self._tell = tell
        self._is_stopped = is_stopped
        self._bar = todo.bar
        self._begun = todo.line

    def watch(self, _share: float, annealing: Annealing) -> None:
        if annealing.best.points > self._bar:
            self._bar = annealing.best.points
            self._tell(self.found(annealing))
            self._begun = annealing.best.turns
        if self._is_stopped():
            raise _Stopped

    def found(self, annealing: Annealing) -> Found:
        best = annealing.best
        return Found(best.turns, best.points, annealing.turns.nodes, self._begun)


def _cooling(improves: bool, chance: Chance) -> Cooling:
    if not improves:
        return Cooling(FRESH_HOT, FRESH_COLD, _one_of(FRESH_TURN_BONUSES, chance))
    return Cooling(_one_of(HOT, chance), COLD, _one_of(TURN_BONUSES, chance))


def _one_of(numbers: tuple[float, ...], chance: Chance) -> float:
    return numbers[chance.below(len(numbers))]
