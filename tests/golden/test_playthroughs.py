"""Committed games and counts: whoever changes a rule sees here what the change does.

`pytest tests/golden --write-golden` writes them anew; the difference is to be read before it is
committed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar.testing import count_sequences
from tests.golden.playthrough import transcript

TESTS = Path(__file__).parents[1]
PLAYTHROUGHS = TESTS / "playthroughs"
SEQUENCES = TESTS / "golden" / "sequences.toml"

TABLES: dict[str, dict[str, Any]] = {
    "my_gold_mine-2": {"players": 2},
    "my_gold_mine-2-plain": {"players": 2, "two_player_variant": False},
    **{f"my_gold_mine-{players}": {"players": players} for players in range(3, 7)},
}
SEEDS = (1, 2)
DEPTH = 11


def made(table: str) -> dvergar.Game:
    return dvergar.game(table.partition("-")[0], **TABLES[table])


@pytest.mark.parametrize("table", TABLES)
def test_a_game_goes_as_it_went(table: str, golden: Callable[[Path, str], None]) -> None:
    golden(PLAYTHROUGHS / f"{table}.txt", transcript(made(table), seed=1))


def test_there_is_no_playthrough_that_nobody_compares() -> None:
    assert {file.stem for file in PLAYTHROUGHS.iterdir()} == set(TABLES)


def test_there_are_as_many_sequences_of_moves_as_there_were(
    golden: Callable[[Path, str], None],
) -> None:
    lines = [f"# How many sequences of real moves there are, to the depths 1 to {DEPTH}."]
    for table in TABLES:
        for seed in SEEDS:
            start = made(table).start(seed)
            counts = [count_sequences(start, depth) for depth in range(1, DEPTH + 1)]
            lines += ["", f'["{table}".seed-{seed}]', f"sequences = {counts}"]
    golden(SEQUENCES, "\n".join(lines) + "\n")
    assert tomllib.loads(SEQUENCES.read_text(encoding="utf-8")).keys() == TABLES.keys()
