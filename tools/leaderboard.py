"""Writes the leaderboard into `docs/benchmark.md` from the files in `benchmarks/leaderboard`."""

from __future__ import annotations

import sys
from pathlib import Path

from dvergar.lab.benchmark import leaderboard

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmark.md"
RESULTS = ROOT / "benchmarks" / "leaderboard"
BEGIN, END = "<!-- leaderboard -->\n", "<!-- end of the leaderboard -->\n"


def page() -> str:
    """The page with the tables of today's files."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{leaderboard(RESULTS)}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit(0)
