"""The analysis of a finished game as the replay shows it: a graph, its worst decisions, a table.

The graph is drawn here in whole units of a small sheet, so that the page needs no script for it and
its letters stay readable on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dvergar.core.game import State
from dvergar.core.languages import decimal
from dvergar.lab.analyse import Analysis, EvaluatedDecision
from dvergar.web.features.analysis.service import Work
from dvergar.web.kernel.tables.table import Table

WIDTH: Final = 380
HEIGHT: Final = 230
LEFT: Final = 30
RIGHT: Final = 306
TOP: Final = 14
BOTTOM: Final = 206
TEXT: Final = 13  # between two lines of text
LONGEST: Final = 11  # letters of a name beside its line
MOVES: Final = 4  # of a turn are told
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200)


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
class Dear:
    """One of the costliest decisions, and where it stands in the graph."""

    rank: int
    number: int
    seat: int
    name: str
    played: str
    best: str
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


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is told of an analysis, in one language."""

    bot: str
    nodes: int
    deals: int
    seed: int
    lines: tuple[Line, ...]
    heights: tuple[tuple[int, int], ...]
    """Points, and how high they stand."""
    dear: tuple[Dear, ...]
    rows: tuple[Row, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisSeen:
    """What a replay shows of an analysis."""

    phase: str
    """`ask`, `running`, `failed` or `done`."""
    done: int = 0
    all: int = 0
    drawing: Drawing | None = None
    here: int = 0
    """Where the position that is shown stands in the graph."""
    width: int = WIDTH
    height: int = HEIGHT
    box: tuple[int, int, int, int] = (LEFT, TOP, RIGHT, BOTTOM)


def analysis_seen(
    table: Table, number: int, work: Work | None, names: Sequence[str], lang: str
) -> AnalysisSeen:
    """An analysis as far as it has come."""
    if work is None:
        return AnalysisSeen("ask")
    if work.result is None:
        return AnalysisSeen("failed" if work.failed else "running", work.done, work.all)
    drawing = work.told.get(lang)
    if not isinstance(drawing, Drawing):
        drawing = work.told[lang] = _drawing(table, work.result, names, lang)
    here = _across(number, len(table.steps))
    return AnalysisSeen("done", work.done, work.all, drawing, here)


def _drawing(table: Table, analysis: Analysis, names: Sequence[str], lang: str) -> Drawing:
    last = len(table.steps)
    series = [
        [(one.number, one.weighed.points[seat]) for one in analysis.decisions]
        + [(last, float(analysis.scores[seat]))]
        for seat in range(len(names))
    ]
    points = [value for line in series for _, value in line]
    low, high, step = _scale(min(points), max(points))

    def up(value: float) -> int:
        return round(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP))

    ends = _apart([up(line[-1][1]) for line in series])
    return Drawing(
        bot=analysis.adviser.bot,
        nodes=analysis.adviser.nodes,
        deals=analysis.adviser.deals,
        seed=analysis.adviser.seed,
        lines=tuple(
            Line(
                seat,
                names[seat],
                "M" + " L".join(f"{_across(at, last)} {up(value)}" for at, value in line),
                names[seat] if len(names[seat]) <= LONGEST else f"{names[seat][: LONGEST - 1]}…",
                ends[seat],
                analysis.scores[seat],
            )
            for seat, line in enumerate(series)
        ),
        heights=tuple((value, up(value)) for value in range(low, high + 1, step)),
        dear=tuple(
            _dear(table, rank, one, names, lang, up)
            for rank, one in enumerate(analysis.costliest(), start=1)
        ),
        rows=tuple(
            Row(
                one.number,
                names[one.seat],
                _cost(one, lang),
                tuple(decimal(value, lang, 1) for value in one.weighed.points),
            )
            for one in analysis.decisions
        ),
        names=tuple(names),
    )


def _across(number: int, last: int) -> int:
    return round(LEFT + number / max(1, last) * (RIGHT - LEFT))


def _scale(low: float, high: float) -> tuple[int, int, int]:
    """Round numbers around all points, and the step between lines: five or so.

    >>> _scale(-3.2, 61.0)
    (-20, 80, 20)
    """
    step = next((one for one in STEPS if (high - low) / one <= 5), STEPS[-1])
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
        lowest += TEXT
    over = max(0, max(found) - BOTTOM)
    return [place - over for place in found]


def _cost(one: EvaluatedDecision, lang: str) -> str:
    if one.weighed.best == one.played:
        return ""
    cost = decimal(one.weighed.cost, lang, 1)
    return f"{cost} ± {decimal(one.weighed.noise, lang, 1)}" if one.weighed.noise else cost


def _dear(
    table: Table,
    rank: int,
    one: EvaluatedDecision,
    names: Sequence[str],
    lang: str,
    up: Callable[[float], int],
) -> Dear:
    state = table.position(one.number)
    return Dear(
        rank=rank,
        number=one.number,
        seat=one.seat,
        name=names[one.seat],
        played=_told(state, one.played, lang, names),
        best=_told(state, one.weighed.best, lang, names),
        cost=_cost(one, lang),
        x=_across(one.number, len(table.steps)),
        y=up(one.weighed.points[one.seat]),
    )


def _told(state: State, moves: Sequence[str], lang: str, names: Sequence[str]) -> str:
    """The first moves of a turn, as the choices are called."""
    state, told = state.copy(), []
    for name in moves[:MOVES]:
        choices = state.prompt(lang, names).choices
        told.append(next((one.label for one in choices if one.name == name), name))
        state.play(state.game.move(name))
    return ", ".join(told) + (" …" if len(moves) > MOVES else "")
