"""How far a measured figure can be trusted: confidence intervals, and ratings of bots.

An interval holds the true figure 19 times in 20. A rating is that of OpenSkill (the model of
Plackett and Luce), computed from games in their order: how strong a bot is, and how sure that is.
It starts at 25 for everyone, and only differences between bots mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from dvergar.lab.extras import import_extra

Z: Final = 1.959964
"""So many standard deviations to either side hold 95 % of a normal distribution."""
STUDENT_T: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""The same for Student's t distribution with 1 to 10 degrees of freedom."""


def student_t(degrees: int) -> float:
    """So many standard errors to either side hold 95 % of a mean of `degrees + 1` numbers.

    >>> student_t(2), round(student_t(30), 3), round(student_t(10_000), 3)
    (4.303, 2.042, 1.96)
    """
    if degrees <= len(STUDENT_T):
        return STUDENT_T[degrees - 1]
    near = Z + (Z**3 + Z) / (4 * degrees)
    return near + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * degrees**2)


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, with the two ends of its interval.

    >>> Figure(0.5, 0.4, 0.6).high
    0.6
    """

    value: float
    low: float
    high: float


def rate(shares: Sequence[float]) -> Figure:
    """The mean of shares from 0 to 1, such as first places with ties as fractions; by Wilson.

    >>> figure = rate([1, 0, 0.5, 1])
    >>> figure.value, round(figure.low, 2), round(figure.high, 2)
    (0.625, 0.22, 0.91)
    """
    return _wilson(fmean(shares), len(shares))


def mean(numbers: Sequence[float]) -> Figure:
    """The mean of any numbers, such as points; by Student's t distribution.

    >>> figure = mean([60, 62, 64])
    >>> figure.value, round(figure.low, 1), round(figure.high, 1)
    (62.0, 57.0, 67.0)
    """
    value = fmean(numbers)
    count = len(numbers)
    half = student_t(count - 1) * stdev(numbers) / sqrt(count) if count > 1 else float("inf")
    return Figure(value, value - half, value + half)


@dataclass(slots=True)
class Sums:
    """Numbers in groups that belong together, such as the points of a bot in the games of a deal.

    What is kept are sums alone, so that any number of groups can be counted. The groups are
    independent of each other, the numbers in one are not: the interval is that of a ratio of sums.

    >>> sums = Sums()
    >>> for points in (100, 120, 140):
    ...     sums.add(2, points)
    >>> figure = sums.mean()
    >>> figure.value, round(figure.low, 1), round(figure.high, 1)
    (60.0, 35.2, 84.8)
    """

    groups: int = 0
    n: int = 0
    total: float = 0
    nn: int = 0
    cross: float = 0
    squares: float = 0

    def add(self, n: int, total: float) -> None:
        """Counts a group of `n` numbers whose sum is `total`."""
        self.groups += 1
        self.n += n
        self.total += total
        self.nn += n * n
        self.cross += n * total
        self.squares += total * total

    def with_group(self, n: int, total: float) -> Sums:
        """The sums with one group more, if there is anything in it."""
        if not n:
            return self
        more = Sums(self.groups, self.n, self.total, self.nn, self.cross, self.squares)
        more.add(n, total)
        return more

    def mean(self) -> Figure:
        """The mean of all numbers; by Student's t distribution."""
        value = self.total / self.n if self.n else 0.0
        if self.groups < 2:
            return Figure(value, float("-inf"), float("inf"))
        half = student_t(self.groups - 1) * self.error()
        return Figure(value, value - half, value + half)

    def error(self) -> float:
        """The standard error of the mean; infinite where one group alone says nothing of it."""
        return sqrt(self._variance(self.total / self.n)) if self.groups > 1 else float("inf")

    def rate(self) -> Figure:
        """The mean of numbers that are 0 or 1; by Wilson, for as many as would say as much."""
        if not self.n:
            return Figure(0.0, 0.0, 1.0)
        share = self.total / self.n
        variance = self._variance(share)
        worth = min(self.n, share * (1 - share) / variance) if variance else float(self.groups)
        return _wilson(share, worth)

    def _variance(self, value: float) -> float:
        """That of the mean, from group to group."""
        if self.groups < 2:
            return 0.0
        off = self.squares - 2 * value * self.cross + value * value * self.nn
        return max(0.0, off) / (self.n * self.n) * self.groups / (self.groups - 1)


def difference(ours: Sequence[tuple[int, float]], theirs: Sequence[tuple[int, float]]) -> Figure:
    """How much greater the mean of ours is; each number comes with the group it belongs to.

    >>> figure = difference([(1, 5), (2, 7), (3, 6)], [(1, 3), (2, 5), (3, 4)])
    >>> figure.value, round(figure.low, 2), round(figure.high, 2)
    (2.0, 2.0, 2.0)
    """
    means = [fmean(value for _, value in side) for side in (ours, theirs)]
    off: dict[int, float] = {}
    for side, average, sign in ((ours, means[0], 1), (theirs, means[1], -1)):
        for group, value in side:
            off[group] = off.get(group, 0.0) + sign * (value - average) / len(side)
    groups = len(off)
    value = means[0] - means[1]
    if groups < 2:
        return Figure(value, float("-inf"), float("inf"))
    squares = sum(one * one for one in off.values())
    half = student_t(groups - 1) * sqrt(squares * groups / (groups - 1))
    return Figure(value, value - half, value + half)


def _wilson(share: float, n: float) -> Figure:
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return Figure(share, max(0.0, centre - half), min(1.0, centre + half))


class Ratings:
    """The ratings of some bots, and how often each came before each other.

    >>> ratings = Ratings(["a", "b"])
    >>> for _ in range(9):
    ...     ratings.count(["a", "b"], [1, 2])
    >>> ratings.count(["b", "a"], [1, 1])
    >>> ratings.figure("a").low > ratings.figure("b").value
    True
    >>> ratings.above("a", "b"), ratings.above("b", "a"), ratings.above("a", "a")
    ((9.5, 10), (0.5, 10), (0.0, 0))
    """

    def __init__(self, bots: Sequence[str], tau: float = 0.0) -> None:
        """`tau` is how much one may change from game to game: bots do not."""
        models = import_extra("openskill.models")
        self._model: Any = models.PlackettLuce(tau=tau)
        self._ratings: dict[str, Any] = {bot: self._model.rating(name=bot) for bot in bots}
        self._halves: dict[tuple[str, str], list[int]] = {}

    def count(self, bots: Sequence[str], ranks: Sequence[int]) -> None:
        """Counts a contest: who took part, and which rank each had; newcomers are welcome."""
        if len(bots) < 2:
            return
        for bot in bots:
            if bot not in self._ratings:
                self._ratings[bot] = self._model.rating(name=bot)
        teams = [[self._ratings[bot]] for bot in bots]
        for bot, (rating,) in zip(bots, self._model.rate(teams, ranks=list(ranks)), strict=True):
            self._ratings[bot] = rating
        for bot, rank in zip(bots, ranks, strict=True):
            for other, theirs in zip(bots, ranks, strict=True):
                if bot != other:
                    halves = self._halves.setdefault((bot, other), [0, 0])
                    halves[0] += 2 * (rank < theirs) + (rank == theirs)
                    halves[1] += 1

    def figure(self, bot: str) -> Figure:
        """The rating of a bot with its 95 % interval."""
        rating = self._ratings[bot]
        half = Z * float(rating.sigma)
        return Figure(float(rating.mu), float(rating.mu) - half, float(rating.mu) + half)

    def above(self, bot: str, other: str) -> tuple[float, int]:
        """How often a bot came before another, ties counted half, and how often they met."""
        halves, met = self._halves.get((bot, other), [0, 0])
        return halves / 2, met
