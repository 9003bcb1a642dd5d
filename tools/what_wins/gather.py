"""Reads what was played of the study: the rounds of a part as one table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from dvergar.lab.tables import Data, read_table
from tools.what_wins.plan import PLAN, Part

APART: Final = 100_000
"""Deals of a round are counted from here on, so that no two rounds share one."""


def gathered(folder: Path, plan: Sequence[Part] = PLAN) -> dict[str, Data]:
    """All finished rounds of each part, by its name; a part that has none is left out."""
    found = {}
    for part in plan:
        tables = list(_rounds(folder, part))
        if tables:
            rows = [
                row | {"deal": row["deal"] + number * APART}
                for number, table in tables
                for row in table.rows
            ]
            found[part.name] = Data(tables[0][1].facts, rows)
    return found


def _rounds(folder: Path, part: Part) -> Iterator[tuple[int, Data]]:
    for number in range(sys.maxsize):
        path = part.path(folder, number)
        if not path.exists():
            return
        yield number, read_table(path)
