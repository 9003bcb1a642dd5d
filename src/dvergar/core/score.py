"""Scores and ranks: what a seat has, line by line, and who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat: lines of (name, points), and their sum.

    >>> Score((("gold", 5), ("big_nuggets", 4))).total
    9
    """

    lines: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(points for _, points in self.lines)


def ranks(keys: Sequence[tuple[int, ...]]) -> list[int]:
    """The rank of each key, 1 for the greatest; equal keys share a rank.

    >>> ranks([(5,), (9,), (5,), (1,)])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > key for other in keys) for key in keys]
