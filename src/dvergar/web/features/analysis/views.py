"""The analysis of a finished game on its page: a graph, the costliest decisions, a table, marks.

The graph is drawn here in whole units of a small sheet, so that the page needs no script for it and
its letters stay readable on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dvergar.core.languages import decimal
from dvergar.lab.analyse import COSTLY, DOUBTFUL, GOOD, Analysis, EvaluatedDecision, adviser_for
from dvergar.lab.move_evaluation import first_deal
from dvergar.web.features.analysis.service import AnalysisJob
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.log_view import LogPart
from dvergar.web.kernel.views.turn_advice import turn_steps, turn_text

WIDTH: Final = 380
HEIGHT: Final = 230
LEFT: Final = 30
RIGHT: Final = 306
TOP: Final = 14
BOTTOM: Final = 206
LINE_HEIGHT: Final = 13  # between two lines of text
MAX_NAME_LETTERS: Final = 11  # of a name beside its line
MARKER_WIDTH: Final = 20  # of a number in the graph
SCALE_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200)  # points between two lines of the grid
SEVERITY: Final = (GOOD, DOUBTFUL, COSTLY)


@dataclass(frozen=True, slots=True)
class Line:
    """What was expected for one seat, over the game."""

    seat: int
    name: str
    path: str
    label: str
    label_y: int
    final: int


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """One of the costliest decisions in words, and where it is in the graph."""

    rank: int
    number: int
    name: str
    played: tuple[str, ...]
    best: tuple[str, ...]
    """The steps of the turn that was played, and of the one the bot would have chosen."""
    played_reasons: tuple[str, ...]
    best_reasons: tuple[str, ...]
    points: str
    """What the bot expected for the player."""
    cost: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Row:
    """A decision in the table beside the graph."""

    number: int
    name: str
    cost: str
    points: tuple[str, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class AnalysisText:
    """The result of an analysis in one language."""

    bot: str
    nodes: int
    deals: int
    seed: int
    lines: tuple[Line, ...]
    heights: tuple[tuple[int, int], ...]
    """Points, and how high they are drawn."""
    costliest: tuple[CostlyDecision, ...]
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    """For each player the number of decisions by mark: good, doubtful, costly."""


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """What the page shows of an analysis."""

    phase: str
    """`ask`, `running`, `failed` or `done`."""
    done: int = 0
    all: int = 0
    minutes: int = 0
    """About how long it still takes; 0 if nobody can say."""
    text: AnalysisText | None = None
    here: int = 0
    """Where the position that is shown is in the graph."""
    reasons: bool = True
    """Whether the viewer wants reasons."""
    can_try: bool = False
    """Whether positions may be played again: nothing of the deal is secret."""
    width: int = WIDTH
    height: int = HEIGHT
    box: tuple[int, int, int, int] = (LEFT, TOP, RIGHT, BOTTOM)


def make_analysis_view(
    table: Table, number: int, job: AnalysisJob | None, names: Sequence[str], lang: str
) -> AnalysisView:
    """An analysis as far as it has come."""
    if job is None:
        return AnalysisView("ask")
    if job.result is None:
        phase = "failed" if job.failed else "running"
        minutes = -int(-job.seconds_left() // 60)
        return AnalysisView(phase, job.done, job.all, minutes)
    text = job.texts.get(lang)
    if not isinstance(text, AnalysisText):
        text = job.texts[lang] = _text(table, job.result, names, lang)
    here = _across(number, len(table.steps))
    return AnalysisView("done", job.done, job.all, 0, text, here, can_try=table.is_known)


def mark_log(table: Table, parts: tuple[LogPart, ...], analysis: Analysis) -> tuple[LogPart, ...]:
    """The turns of a log with their marks; the worst decision of a turn counts."""
    marks: dict[tuple[int, int], str] = {}
    for one in analysis.decisions:
        key = _turn_end(table, one.number), one.seat
        marks[key] = max(marks.get(key, GOOD), analysis.mark(one), key=SEVERITY.index)
    return tuple(
        part
        if part.seat is None or part.heading or part.undone or part.note
        else replace(part, mark=marks.get((part.number, part.seat), ""))
        for part in parts
    )


def _turn_end(table: Table, number: int) -> int:
    """The position after the turn of the move that follows another position."""
    steps, end = table.steps, number
    begun = steps[number].seat, steps[number].turn
    while end < len(steps) and (steps[end].seat, steps[end].turn) == begun:
        end += 1
    return end


def _text(table: Table, analysis: Analysis, names: Sequence[str], lang: str) -> AnalysisText:
    last = len(table.steps)
    series = [
        [(one.number, one.evaluation.points[seat]) for one in analysis.decisions]
        + [(last, float(analysis.scores[seat]))]
        for seat in range(len(names))
    ]
    points = [value for line in series for _, value in line]
    low, high, step = _scale(min(points), max(points))

    def up(value: float) -> int:
        return round(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP))

    ends = _apart([up(line[-1][1]) for line in series])
    return AnalysisText(
        bot=analysis.adviser.bot,
        nodes=analysis.adviser.nodes,
        deals=analysis.adviser.deals,
        seed=analysis.adviser.seed,
        lines=tuple(
            Line(
                seat,
                names[seat],
                "M" + " L".join(f"{_across(at, last)} {up(value)}" for at, value in line),
                _short(names[seat]),
                ends[seat],
                analysis.scores[seat],
            )
            for seat, line in enumerate(series)
        ),
        heights=tuple((value, up(value)) for value in range(low, high + 1, step)),
        costliest=_beside(
            [
                _costly(table, analysis, rank, names, lang, up)
                for rank in range(1, len(analysis.costliest()) + 1)
            ]
        ),
        rows=_rows(analysis, names, lang),
        names=tuple(names),
        counts=_counts(analysis, names),
    )


def _short(name: str) -> str:
    """A name beside its line."""
    return name if len(name) <= MAX_NAME_LETTERS else f"{name[: MAX_NAME_LETTERS - 1]}…"


def _rows(analysis: Analysis, names: Sequence[str], lang: str) -> tuple[Row, ...]:
    return tuple(
        Row(
            one.number,
            names[one.seat],
            _cost(one, lang),
            tuple(decimal(value, lang, 1) for value in one.evaluation.points),
            analysis.mark(one),
        )
        for one in analysis.decisions
    )


def _counts(analysis: Analysis, names: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found = [(one.seat, analysis.mark(one)) for one in analysis.decisions]
    return tuple(
        (name, tuple(found.count((seat, mark)) for mark in SEVERITY))
        for seat, name in enumerate(names)
    )


def _across(number: int, last: int) -> int:
    return round(LEFT + number / max(1, last) * (RIGHT - LEFT))


def _scale(low: float, high: float) -> tuple[int, int, int]:
    """Round numbers around all points, and the step between lines: five or so.

    >>> _scale(-3.2, 61.0)
    (-20, 80, 20)
    """
    step = next((one for one in SCALE_STEPS if (high - low) / one <= 5), SCALE_STEPS[-1])
    bottom = int(low // step) * step
    top = -int(-high // step) * step
    return bottom, max(top, bottom + step), step


def _apart(places: Sequence[int]) -> list[int]:
    """Places for texts that do not lie on each other, each near the end of its line.

    >>> _apart([100, 103, 50])
    [100, 113, 50]
    """
    found = list(places)
    lowest = TOP
    for seat in sorted(range(len(places)), key=lambda one: places[one]):
        found[seat] = lowest = max(found[seat], lowest)
        lowest += LINE_HEIGHT
    over = max(0, max(found) - BOTTOM)
    return [place - over for place in found]


def _beside(found: Sequence[CostlyDecision]) -> tuple[CostlyDecision, ...]:
    """The decisions with their numbers in the graph side by side, clear of the scale."""
    places: dict[int, int] = {}
    leftmost = LEFT + MARKER_WIDTH // 2
    for one in sorted(found, key=lambda one: one.number):
        places[one.rank] = leftmost = max(one.x, leftmost)
        leftmost += MARKER_WIDTH
    over = max([0, *[x - RIGHT for x in places.values()]])
    return tuple(replace(one, x=places[one.rank] - over) for one in found)


def _cost(one: EvaluatedDecision, lang: str) -> str:
    if one.evaluation.best == one.played:
        return ""
    cost = decimal(one.evaluation.cost, lang, 1)
    return f"{cost} ± {decimal(one.evaluation.noise, lang, 1)}" if one.evaluation.noise else cost


def _costly(
    table: Table,
    analysis: Analysis,
    rank: int,
    names: Sequence[str],
    lang: str,
    up: Callable[[float], int],
) -> CostlyDecision:
    """One of the costliest decisions; moves are called as in the position that the bot imagined."""
    one = analysis.costliest()[rank - 1]
    evaluation = one.evaluation
    state = first_deal(table.position(one.number), adviser_for(one.number, analysis.adviser))
    reasons = [turn_text(state, turn, lang, names).reasons for turn in evaluation.why]
    best_reasons, played_reasons = reasons or [(), ()]
    return CostlyDecision(
        rank=rank,
        number=one.number,
        name=names[one.seat],
        played=turn_steps(state, one.played, lang, names),
        best=turn_steps(state, evaluation.best, lang, names),
        played_reasons=played_reasons,
        best_reasons=best_reasons,
        points=decimal(evaluation.points[one.seat], lang, 1),
        cost=_cost(one, lang),
        x=_across(one.number, len(table.steps)),
        y=up(evaluation.points[one.seat]),
    )
