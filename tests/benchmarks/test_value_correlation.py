"""The correlation of the value with the end of a line: what it prints, and of which positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.value_correlation import RECORDS, ROUNDS, correlation, interval, look, table
from dvergar.core.record import Record
from dvergar.lab.solve import line_of

pytestmark = pytest.mark.plain


def test_correlations_by_hand() -> None:
    assert correlation([1, 2, 3, 4], [2, 4, 6, 8]) == pytest.approx(1)
    assert correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 2, 1, 2], [1, 1, 2, 2]) == pytest.approx(0)
    assert correlation([1, 1], [1, 2]) == 0
    low, high = interval(0.5, 103)
    assert (round(low, 2), round(high, 2)) == (0.34, 0.63)


def test_a_line_is_looked_at_where_its_rounds_begin() -> None:
    record = Record.load(Path(RECORDS) / "caverna.json")
    found, points = look(line_of(record))
    assert [state.progress()[0] for state in found.values()] == list(ROUNDS)
    assert record.scores == [points]
    rows = table([(found, points), (found, points - 60)], {"points": lambda _: 1.0})
    assert rows[2].startswith("| points | all | 2 | 0.00")
    assert rows[3].startswith("| points | 90 or more | 1 |")
