"""A campaign: whatever number of the facts is another, the game is played on or refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process"),
]

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_a_game_with_another_number_ends_like_any_other(slug: str) -> None:
    command = [sys.executable, "-m", "tests.games.other_numbers", slug]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == ""
