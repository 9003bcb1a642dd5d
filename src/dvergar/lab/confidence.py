"""How far a measured figure can be trusted: intervals that hold the true one 19 times in 20."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

Z: Final = 1.959964
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, with the two ends of its interval."""

    value: float
    low: float
    high: float


def rate(shares: Sequence[float]) -> Figure:
    """The mean of shares from 0 to 1, such as first places with ties as fractions; by Wilson.

    >>> figure = rate([1, 0, 0.5, 1])
    >>> figure.value, round(figure.low, 2), round(figure.high, 2)
    (0.625, 0.22, 0.91)
    """
    n, share = len(shares), fmean(shares)
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return Figure(share, centre - half, centre + half)


def mean(numbers: Sequence[float]) -> Figure:
    """The mean of any numbers, such as points; by the normal distribution.

    >>> figure = mean([60, 62, 64])
    >>> figure.value, round(figure.low, 1), round(figure.high, 1)
    (62.0, 59.7, 64.3)
    """
    value = fmean(numbers)
    half = Z * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else float("inf")
    return Figure(value, value - half, value + half)
