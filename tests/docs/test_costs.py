"""What a change is said to cost is what it costs: counted in the files that were written for it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests/toy"
PAGE = (ROOT / "docs/inside/engine.md").read_text("utf-8")


def lines(*paths: Path) -> int:
    """Empty ones not counted."""
    return sum(bool(line.strip()) for path in paths for line in path.open(encoding="utf-8"))


def test_a_fourth_game_costs_what_the_toy_game_does() -> None:
    modules, texts = sorted(TOY.rglob("*.py")), sorted(TOY.rglob("*.toml"))
    tests = lines(ROOT / "tests/core/test_toy.py")
    said = f"{len(modules)} modules of {lines(*modules)} lines, {lines(*texts)} lines of words and"
    assert re.search(rf"{said} rules in two languages, {tests} lines of tests", PAGE)
