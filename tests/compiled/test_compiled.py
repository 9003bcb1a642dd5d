"""The compiled engine: it is the one that is loaded, and it plays as the plain one does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import dvergar
from tests.compiled import fingerprints
from tests.games.caverna.campaign import campaign
from tools import compiling

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
GAMES = 2000
PARTS = 20


def test_every_module_on_the_list_is_compiled() -> None:
    assert dvergar.compiled
    modules = [".".join(path.with_suffix("").parts) for path in compiling.modules(ROOT)]
    assert len(modules) > 20
    for name in modules:
        assert not str(import_module(name).__file__).endswith(".py"), name


def test_plain_and_compiled_games_are_the_same_move_for_move() -> None:
    plain = subprocess.run(
        [sys.executable, fingerprints.__file__],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        check=True,
    )
    answer = json.loads(plain.stdout)
    assert not answer["compiled"]
    assert answer["games"] == fingerprints.fingerprints()


@pytest.mark.parametrize("part", range(PARTS))
def test_two_thousand_games_keep_the_invariants_at_every_turn(part: int) -> None:
    games = GAMES // PARTS
    assert campaign(games, first=10_000 + part * games) == games
