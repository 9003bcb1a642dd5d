"""Committed games and counts: whoever changes a rule sees here what the change does.

`pytest tests/golden --write-golden` writes them anew; the difference is to be read before it is
committed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from dvergar.testing import count_sequences
from tests.golden.playthrough import transcript
from tests.golden.tables import DEPTHS, READ, made, slug

pytestmark = pytest.mark.whole_games

TESTS = Path(__file__).parents[1]
PLAYTHROUGHS = TESTS / "playthroughs"
SEQUENCES = TESTS / "golden" / "sequences.toml"

SEEDS = (1, 2)


@pytest.mark.parametrize("table", READ)
def test_a_game_goes_as_it_went(table: str, golden: Callable[[Path, str], None]) -> None:
    golden(PLAYTHROUGHS / f"{table}.txt", transcript(made(table), seed=1))


def test_there_is_no_playthrough_that_nobody_compares() -> None:
    assert {file.stem for file in PLAYTHROUGHS.iterdir()} == set(READ)


def test_there_are_as_many_sequences_of_moves_as_there_were(
    golden: Callable[[Path, str], None],
) -> None:
    lines = ["# How many sequences of real moves there are, to the depths 1, 2, 3 and so on."]
    for table in READ:
        for seed in SEEDS:
            start = made(table).start(seed)
            depths = range(1, DEPTHS[slug(table)] + 1)
            counts = [count_sequences(start, depth) for depth in depths]
            lines += ["", f'["{table}".seed-{seed}]', f"sequences = {counts}"]
    golden(SEQUENCES, "\n".join(lines) + "\n")
    assert tomllib.loads(SEQUENCES.read_text(encoding="utf-8")).keys() == set(READ)
