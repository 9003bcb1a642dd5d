"""A played game, turn by turn: what the strongest bot would have done, and what it expected.

A decision is what one seat chooses with what it knows: the moves of a turn, or of the part of it
before something hidden is shown. Decisions are evaluated one by one, in any process and order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from dvergar.core.chance import derive
from dvergar.core.errors import BotFailed
from dvergar.core.game import State
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.lab.move_evaluation import Adviser, MoveEvaluation, adviser_of, evaluate_move, stage
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel

FORMAT: Final = "dvergar-analysis"
VERSION: Final = 1
COSTLIEST_MOVES_SHOWN: Final = 3
GOOD: Final = "good"
DOUBTFUL: Final = "doubtful"
COSTLY: Final = "costly"
MIN_COST: Final = {COSTLY: (1.5, 0.04, 2.0), DOUBTFUL: (0.5, 0.015, 1.0)}
"""What a decision must cost to be marked so: points, share of the winner's points, and standard
errors. It has to reach all three.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """The moves of one seat that belong together, and the position they were made in."""

    number: int
    """How many moves were made before."""
    seat: int
    played: tuple[str, ...]
    text: str
    """The position, as `game.read` takes it."""


@dataclass(frozen=True, slots=True)
class EvaluatedDecision:
    """A decision with what the adviser says of it."""

    number: int
    seat: int
    played: tuple[str, ...]
    evaluation: MoveEvaluation


@dataclass(frozen=True, slots=True)
class Analysis:
    """All decisions of a game, in order, and how it ended.

    >>> import dvergar
    >>> record = dvergar.Record.of(dvergar.game("my_gold_mine", players=3, first_seat=0), seed=1)
    >>> record.moves += ["dig"]
    >>> analysis = analyse(record, nodes=2)
    >>> [(one.number, one.seat, one.played) for one in analysis.decisions]
    [(0, 0, ('dig',))]
    >>> analysis.data()["bot"], len(analysis.costliest()) < 2
    ('cunning', True)
    """

    record: Record
    adviser: Adviser
    decisions: tuple[EvaluatedDecision, ...]
    scores: tuple[int, ...]
    """The points as the record leaves off, or in the end."""

    def costliest(self, most: int = COSTLIEST_MOVES_SHOWN) -> list[EvaluatedDecision]:
        """Those that cost the most, the worst first, without costs within the standard error."""
        costly = [
            one for one in self.decisions if one.evaluation.cost > max(0.0, one.evaluation.noise)
        ]
        return sorted(costly, key=lambda one: (-one.evaluation.cost, one.number))[:most]

    def mark(self, one: EvaluatedDecision) -> str:
        """How good a decision was: `good`, `doubtful` or `costly`."""
        cost, noise, total = one.evaluation.cost, one.evaluation.noise, max(self.scores, default=0)
        for mark, (points, share, errors) in MIN_COST.items():
            if cost >= max(points, share * total, errors * noise):
                return mark
        return GOOD

    def data(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.record.game,
            "rules": self.record.rules,
            "seats": self.record.seats,
            **asdict(self.adviser),
            "scores": list(self.scores),
            "costliest": [one.number for one in self.costliest()],
            "decisions": [
                {
                    "number": one.number,
                    "seat": one.seat,
                    "played": list(one.played),
                    "best": list(one.evaluation.best),
                    "cost": one.evaluation.cost,
                    "noise": one.evaluation.noise,
                    "points": list(one.evaluation.points),
                    "mark": self.mark(one),
                    "why": [asdict(turn) for turn in one.evaluation.why],
                }
                for one in self.decisions
            ],
        }


def decisions(record: Record) -> list[Decision]:
    """All decisions in which there was a choice."""
    return [found for found, chosen in _parts(record) if chosen]


def _parts(record: Record) -> Iterator[tuple[Decision, bool]]:
    """The parts of the game that one seat decides, and whether there was more than one way."""
    first: State | None = None
    begin, chosen = 0, False
    for number, state in enumerate(record.positions()):
        if first is not None and (stage(state) != stage(first) or state.over):
            played = tuple(record.moves[begin:number])
            yield Decision(begin, first.seat, played, first.text()), chosen
            first = None
        if first is None:
            first, begin, chosen = state.copy(), number, False
        if number < len(record.moves):
            chosen = chosen or len(state.moves()) > 1


def adviser_for(number: int, adviser: Adviser) -> Adviser:
    """The adviser with a seed of its own for the decision after this number of moves."""
    return Adviser(adviser.bot, adviser.nodes, derive(adviser.seed, number), adviser.deals)


@dataclass(frozen=True, slots=True)
class _Part:
    """One decision as it travels to another process."""

    slug: str
    options: dict[str, Any]
    decision: Decision
    adviser: Adviser


def _judged(part: _Part) -> EvaluatedDecision:
    one = part.decision
    state = make_game(part.slug, part.options).read(one.text)
    return EvaluatedDecision(
        one.number, one.seat, one.played, evaluate_move(state, one.played, part.adviser)
    )


def analyse(
    record: Record,
    nodes: int = 0,
    seed: int = 1,
    jobs: int = 1,
    on: str = "",
    on_decision: Callable[[int, int], None] = lambda _done, _all: None,
) -> Analysis:
    """Evaluate every decision of a recorded game.

    Args:
        record: the game.
        nodes: the budget for each decision, in nodes of the bot that advises; 0 for its default.
        seed: determines what the bot imagines.
        jobs: how many processes; the result does not depend on it.
        on: the address of a Dask scheduler whose workers do it instead.
        on_decision: called with how many of how many decisions are done.

    Returns:
        What each decision cost, compared with the best turn the bot found.

    Raises:
        RecordError: the record does not replay.
        BotFailed: a process died on a decision.

    >>> import dvergar
    >>> record = dvergar.Record.of(dvergar.game("my_gold_mine", players=3, first_seat=0), seed=1)
    >>> analyse(record).decisions
    ()
    """
    end = record.verify()
    game = record.make_game()
    adviser = adviser_of(game, nodes, seed)
    parts = [
        _Part(record.game, game.options, one, adviser_for(one.number, adviser))
        for one in decisions(record)
    ]
    done: list[EvaluatedDecision] = []
    on_decision(0, len(parts))
    for part, judged in run_parallel(_judged, parts, game.info, Workers(jobs, on), most=1):
        if isinstance(judged, WorkerDied):
            raise BotFailed("bot.died", name=adviser.bot, number=part.decision.number)
        done.append(judged)
        on_decision(len(done), len(parts))
    done.sort(key=lambda one: one.number)
    scores = tuple([score.total for score in end.scores()])
    return Analysis(record, adviser, tuple(done), scores)
