"""The kernel plays a table without a web framework and without a database."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("game", ["my_gold_mine", "cave_vs_cave"])
def test_a_whole_game_needs_no_web_framework_and_no_database(game: str) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "tests.web.kernel.local_play", game],
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    moves, drawn = (int(word) for word in played.stdout.split() if word.isdecimal())
    assert moves > 50
    assert drawn > moves / 2, "the table is drawn after each turn"
