"""Estimates with honest intervals: from deal to deal, wider for few, and corrected for many.

Intervals are those of Student's t distribution, for as many degrees of freedom as there are seats
that say something. Where many things are compared at once, Holm's correction says which differences
still hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, isfinite, log1p, sqrt
from statistics import fmean
from typing import Any, Final

from dvergar.lab.confidence import Figure, student_t
from dvergar.lab.report.chapters import by_deal

LEVEL: Final = 0.05
"""How often something may be said to hold among those compared at once, though nothing does."""

UNKNOWN: Final = Figure(0.0, -1000.0, 1000.0)
"""What is said where there is nothing to reckon from."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A figure about something: how many stand behind it, its p, and whether it holds by Holm."""

    name: str
    n: int
    figure: Figure
    p: float
    holds: bool = False

    def tree(self) -> dict[str, Any]:
        """As it is kept in the file of results."""
        ends = [round(one, 3) for one in (self.figure.value, self.figure.low, self.figure.high)]
        return {"name": self.name, "n": self.n, "figure": ends, "p": self.p, "holds": self.holds}

    @staticmethod
    def read(tree: dict[str, Any]) -> Finding:
        """The finding whose `tree()` this is."""
        return Finding(tree["name"], tree["n"], Figure(*tree["figure"]), tree["p"], tree["holds"])


def found(name: str, n: int, value: float, error: float, freedom: int) -> Finding:
    """A value and its standard error, with the p of there being nothing.

    >>> finding = found("x", 10, 5.0, 1.0, 9)
    >>> finding.figure.low, finding.p < 0.001
    (2.738, True)
    """
    if freedom < 1 or not isfinite(error):
        return Finding(name, n, UNKNOWN, 1.0)
    half = student_t(freedom) * error
    return Finding(name, n, Figure(value, value - half, value + half), _p(value, error, freedom))


def _p(value: float, error: float, freedom: int) -> float:
    """How often chance alone is so far from 0, to either side; as Wallace approximates it."""
    if not error:
        return float(value == 0)
    t = value / error
    z = sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return float(f"{erfc(z / sqrt(2)):.3g}")


@dataclass(frozen=True, slots=True)
class Case:
    """One seat of a game: its deal, those it is compared with, whether it did so, its points."""

    deal: int
    among: str
    did: int
    """Mostly 0 or 1; or how often."""
    points: float


def within(name: str, cases: Sequence[Case]) -> Finding:
    """What doing so goes together with, each seat beside the others of its own group.

    By least squares with a constant for each group, so that what all of a group do, or none, says
    nothing; the interval goes from deal to deal. `n` are those who did so.

    >>> did = [Case(deal, "first", deal % 2 == 0, 60.0 + 5 * (deal % 2 == 0)) for deal in range(9)]
    >>> round(within("x", did).figure.value, 6)
    5.0
    """
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups[case.among].append(case)
    terms = [
        (case.deal, case.did - fmean(one.did for one in those), case.points - average)
        for those in groups.values()
        for average in [fmean(one.points for one in those)]
        for case in those
    ]
    spread = sum(off * off for _, off, _ in terms)
    n = sum(case.did for case in cases)
    if not spread:
        return Finding(name, n, UNKNOWN, 1.0)
    value = sum(off * points for _, off, points in terms) / spread
    each: dict[int, float] = defaultdict(float)
    for deal, off, points in terms:
        each[deal] += off * (points - value * off)
    many = len(each) / max(1, len(each) - 1)
    error = sqrt(many * sum(one * one for one in each.values())) / spread
    return found(name, n, value, error, told_apart(cases) - 1)


def told_apart(cases: Sequence[Case]) -> int:
    """How many seats say something: in each group those who did so or did not, the fewer."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for case in cases:
        counts[case.among][case.did > 0] += 1
    return sum(min(both) for both in counts.values())


def paired(name: str, differences: Sequence[tuple[int, float]]) -> Finding:
    """The mean of differences, each with its deal; the games of a deal are one observation.

    >>> paired("x", [(0, 4.0), (0, 6.0), (1, 7.0), (1, 9.0)]).figure.value
    6.5
    """
    sums = by_deal(differences)
    return found(name, sums.n, sums.mean().value, sums.error(), sums.groups - 1)


def for_each(name: str, cases: Sequence[Case], came: Sequence[bool]) -> Finding:
    """What something is worth each time that it came of what was drawn by lot.

    Those who drew it have it more often than the others; what they have more in points is spread
    over that. It is the worth of the thing if drawing it changes nothing else. The interval is that
    of a ratio, from deal to deal.

    >>> cases = [Case(n, "x", n % 2, 60.0 + 3 * (n % 4 == 1)) for n in range(40)]
    >>> round(for_each("x", cases, [n % 4 == 1 for n in range(40)]).figure.value, 6)
    3.0
    """
    often = within(name, [replace(case, points=one) for case, one in zip(cases, came, strict=True)])
    gain = often.figure.value
    if gain <= 0:
        return Finding(name, often.n, UNKNOWN, 1.0)
    value = within(name, cases).figure.value / gain
    rest = within(
        name,
        [
            replace(case, points=case.points - value * one)
            for case, one in zip(cases, came, strict=True)
        ],
    )
    half = (rest.figure.high - rest.figure.value) / gain
    return Finding(name, often.n, Figure(value, value - half, value + half), rest.p)


def share(wins: Sequence[tuple[int, float]]) -> Figure:
    """The share of games that were won, each with its deal; a shared first place is a half."""
    return by_deal(wins).rate()


def holm(findings: Sequence[Finding]) -> list[Finding]:
    """The same, with what holds marked: all at once are wrong at most once in twenty studies.

    >>> figure = Figure(1.0, 0.0, 2.0)
    >>> [one.holds for one in holm([Finding("a", 9, figure, 0.03), Finding("b", 9, figure, 0.02)])]
    [True, True]
    >>> [one.holds for one in holm([Finding("a", 9, figure, 0.03), Finding("b", 9, figure, 0.03)])]
    [False, False]
    """
    order = sorted(range(len(findings)), key=lambda at: findings[at].p)
    holding = set()
    for rank, at in enumerate(order):
        if findings[at].p > LEVEL / (len(findings) - rank):
            break
        holding.add(at)
    return [
        Finding(one.name, one.n, one.figure, one.p, at in holding)
        for at, one in enumerate(findings)
    ]
