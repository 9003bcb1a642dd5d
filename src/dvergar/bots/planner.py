"""The bot for games alone that keeps a plan of the whole game and improves it turn by turn.

Its first plan is the best line of a beam where nothing is hidden. At the beginning of a turn it
anneals its plan within its limits; the questions of the turn are then answered from the plan. Where
the position is not the one foreseen, because something was shown, the old turns are taken up again
as far as they go. Where things are hidden it plans for several deals that may be, and takes the
turn that does best in all of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final

from dvergar.bots.anneal import Annealing, Budget, Cooling, Plan, anneal, first_plan
from dvergar.bots.beam import Beam
from dvergar.bots.judge import beam_judge
from dvergar.bots.turn_replay import Turns
from dvergar.core.bot import Thought, TurnOption
from dvergar.core.chance import Chance, derive
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.registry import evaluate

DEFAULT_NODES: Final = 120_000
"""Moves tried for a turn: about a second on one core, compiled."""

FIRST_PLAN_FACTOR: Final = 3
"""How many times the budget of a turn goes into the first plan, by default."""
BEAM_SHARE: Final = 0.4
"""The share of it for a beam; the rest is for annealing."""
NODES_PER_VALUE: Final = 4
"""Moves of annealing that take as long as one evaluation in a beam."""
NODES_PER_PLACE: Final = 24_000
SECONDS_PER_PLACE: Final = 0.17
"""Cost of one place of a beam over a game; the share of the budget determines the width."""
MAX_BEAM_WIDTH: Final = 64
BEAM_NOISE: Final = 0.3
"""In points; enough for another seed to find another line."""

FIRST_COOLING: Final = Cooling(hot=2.5, cold=0.4, turn_bonus=5.0)
LATER_COOLING: Final = Cooling(hot=1.0, cold=0.3, turn_bonus=0.0)

DEFAULT_DEALS: Final = 6
"""Number of deals to plan for where something is hidden."""

PLANNING_SHARE: Final = 0.6
"""The share of that planning in which each deal is planned for; then they are compared."""

FEW_ANSWERS: Final = 2
"""A turn that begins with no more answers than this is played as it was planned."""


OPENINGS_TRIED: Final = 5
"""How many other turns are followed to the end of the game, where the turns are compared."""

OPENINGS_IMPROVED: Final = 2
"""How many of them are planned for."""

OPENING_SHARE: Final = 0.3
"""The share of the limits for each of those."""


class Planner:
    """Plays the first turn of the best plan it can find."""

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds", "deals", "first", "beam")

    def __init__(
        self,
        seed: int,
        nodes: int = 0,
        seconds: float = 0.0,
        deals: int = DEFAULT_DEALS,
        first: float = FIRST_PLAN_FACTOR,
        beam: int = 1,
    ) -> None:
        self._chance = Chance(seed)
        self._nodes = nodes or (0 if seconds else DEFAULT_NODES)
        self._seconds = seconds
        self._deals = max(1, deals)
        self._first = first  # how many times as much is spent on the first plan
        self._beam = beam  # 0: the first plan is annealed from nothing
        self._ahead: list[int] = []  # the answers to come in this turn
        self._later: list[list[int]] = []  # the turns to come after it
        self._foreseen: Hashable = None  # the position that is to come up next
        self.thought: Thought | None = None

    def choose(self, state: State) -> int:
        is_foreseen = self._foreseen is not None and state.key(state.seat) == self._foreseen
        if not is_foreseen or not self._ahead:
            self._think(state, is_foreseen)
        move = self._ahead[0]
        self._ahead = self._ahead[1:]
        after = state.copy()
        after.play(move)
        self._foreseen = None if after.over else after.key(state.seat)
        return move

    def options(self, state: State) -> list[TurnOption]:
        """The turn it plans, and a few others, each with the best plan that begins with it."""
        self._think(state, False)
        chosen, later = self._ahead, self._later
        assert self.thought is not None
        found = [TurnOption(tuple(chosen), self.thought.points)]
        judge = evaluate(state.game.slug)
        assert judge is not None
        turns = Turns(judge, self._chance)
        plans = [
            first_plan(turns, state, [[move], *later])
            for move in _other_beginnings(turns, state, chosen)
        ]
        plans.sort(key=lambda one: -one.points)
        thought = self.thought
        found += [self._improved_option(plan) for plan in plans[:OPENINGS_IMPROVED]]
        self.thought = thought
        found.sort(key=lambda one: -one.points[0])
        return found

    def _improved_option(self, plan: Plan) -> TurnOption:
        """The first turn of a plan, with the points of the best plan that begins with it."""
        judge = evaluate(plan.last.game.slug)
        assert judge is not None
        turns = Turns(judge, self._chance)
        budget = Budget(turns, int(self._nodes * OPENING_SHARE), self._seconds * OPENING_SHARE)
        better = _Search(self, turns, budget, LATER_COOLING).improved(plan, kept=1)
        return TurnOption(tuple(better.turns[0]), (better.points,))

    def _think(self, state: State, is_foreseen: bool) -> None:
        """Plans from this position on; the turns that were planned before are where it begins."""
        judge = evaluate(state.game.slug)
        if judge is None:
            raise UnknownBot("bot.unsuited", name="planner", game=state.game.slug)
        if state.game.players > 1:
            raise UnknownBot("bot.alone", name="planner")
        wanted = [self._ahead, *self._later] if self._ahead else self._later
        more = 1.0 if wanted else self._first
        turns = Turns(judge, self._chance)
        budget = Budget(turns, self._nodes * more, self._seconds * more)
        search = _Search(self, turns, budget, LATER_COOLING if wanted else FIRST_COOLING)
        if is_foreseen and len(state.moves(False)) <= FEW_ANSWERS:
            plan = first_plan(turns, state, wanted)
        elif _is_all_known(state):
            if not wanted and self._beam:
                wanted = search.beam_line(state, self._nodes * more, self._seconds * more)
            plan = search.improved(first_plan(turns, state, wanted), budget.share())
        else:
            plan = search.best_for_all(self._imagined(state), wanted)
        self._ahead, self._later = plan.turns[0], plan.turns[1:]

    def _imagined(self, state: State) -> list[State]:
        """Possible deals."""
        seed = self._chance.next()
        return [state.imagine(state.seat, derive(seed, number)) for number in range(self._deals)]


class _Search:
    """One search within a budget; tells the bot's thought as it goes."""

    def __init__(self, bot: Planner, turns: Turns, budget: Budget, cooling: Cooling) -> None:
        self._bot = bot
        self._turns = turns
        self._budget = budget
        self._cooling = cooling

    def beam_line(self, state: State, nodes: float, seconds: float) -> list[list[int]]:
        """The best line of a beam that uses its share of the first budget."""
        width = float(MAX_BEAM_WIDTH)
        if nodes:
            width = min(width, BEAM_SHARE * nodes / NODES_PER_PLACE)
        if seconds:
            width = min(width, BEAM_SHARE * seconds / SECONDS_PER_PLACE)
        judge = beam_judge(state.game.slug)
        if width < 1:
            return []
        budget = self._budget
        until = BEAM_SHARE * seconds
        beam = Beam(
            judge,
            self._turns.chance,
            int(width),
            BEAM_NOISE,
            is_late=(lambda: budget.seconds() > until) if seconds else None,
        )
        line = beam.line(state)
        self._turns.nodes += NODES_PER_VALUE * judge.asked
        self._cooling = LATER_COOLING
        return line

    def improved(self, plan: Plan, begin: float = 0.0, end: float = 1.0, kept: int = 0) -> Plan:
        """The best that can be made of a plan between two shares of the budget."""
        annealing = Annealing(self._turns, plan, kept)
        best = anneal(annealing, self._cooling, self._budget, self._watch, begin, end)
        self._tell(self._budget.share(), best.points)
        return best

    def best_for_all(self, deals: list[State], wanted: list[list[int]]) -> Plan:
        """Plans for each deal, and of these plans the one whose first turn does best in all."""
        plans: list[Plan] = []
        for number, deal in enumerate(deals):
            end = PLANNING_SHARE * (number + 1) / len(deals)
            begin = PLANNING_SHARE * number / len(deals)
            plans.append(self.improved(first_plan(self._turns, deal, wanted), begin, end))
        openings = _openings(plans)
        begin, step = PLANNING_SHARE, (1 - PLANNING_SHARE) / (len(openings) * len(plans))
        sums = [0.0] * len(openings)
        for place, opening in enumerate(openings):
            for plan in plans:
                tried = first_plan(self._turns, plan.states[0], [opening, *plan.turns[1:]])
                points = self.improved(tried, begin, begin + step, kept=1).points
                sums[place] += max(points, plan.points if plan.turns[0] == opening else points)
                begin += step
        chosen = openings[sums.index(max(sums))]
        self._tell(1.0, max(sums) / len(plans))
        return next(plan for plan in plans if plan.turns[0] == chosen)

    def _watch(self, share: float, annealing: Annealing) -> None:
        self._tell(share, annealing.best.points)

    def _tell(self, share: float, points: float) -> None:
        self._bot.thought = Thought(self._budget.used(), min(1.0, share), (points,))


def _other_beginnings(turns: Turns, state: State, chosen: list[int]) -> list[int]:
    """The first moves, other than that of a turn, after which the game's estimate is best."""
    values: list[tuple[float, int]] = []
    for move in state.moves(False):
        if move not in chosen:
            after = state.copy()
            turns.follow(after, [move])
            values.append((-turns.judge(after, state.seat), move))
    values.sort()
    return [move for _, move in values[:OPENINGS_TRIED]]


def _openings(plans: list[Plan]) -> list[list[int]]:
    """The first turns of the plans, each once."""
    found: list[list[int]] = []
    for plan in plans:
        if plan.turns[0] not in found:
            found.append(plan.turns[0])
    return found


def _is_all_known(state: State) -> bool:
    """Whether nothing is hidden: every deal that may be is the same."""
    keys = [state.imagine(state.seat, seed).key() for seed in range(3)]
    return keys[0] == keys[1] == keys[2]
