"""Random games are digested as they were; the script `digest.py` beside this does more of them.

`pytest tests/golden/test_digests.py --write-golden` writes the digests anew. Which game differs and
where is found with the script's `--each` and `--show` on the tree before and the tree after.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dvergar
from dvergar.core.registry import games
from tests.golden import digest

pytestmark = pytest.mark.whole_games

DIGESTS = Path(__file__).parent / "digests"
GAMES = {"my_gold_mine": 200, "caverna": 14, "cave_vs_cave": 200}
"""Of Caverna fewer: its games take twenty times as long."""


@pytest.mark.parametrize("slug", GAMES)
def test_random_games_go_as_they_went(slug: str, golden: Callable[[Path, str], None]) -> None:
    number = GAMES[slug]
    lines = [
        f"# The sha256 of {number} random games by number of players, and of choices in words.",
        *(f'{name} = "{value}"' for name, value in digest.digests(slug, number)),
    ]
    golden(DIGESTS / f"{slug}.toml", "\n".join(lines) + "\n")


def test_there_is_no_digest_that_nobody_compares() -> None:
    assert {file.stem for file in DIGESTS.iterdir()} == GAMES.keys() == games().keys()


def test_the_digests_are_of_every_game_with_every_option_and_number_of_players() -> None:
    assert digest.COUNTS.keys() == games().keys()
    for slug, info in games().items():
        counts = digest.COUNTS[slug]
        assert (counts[0], counts[-1]) == info.players
        met: dict[str, set[object]] = {}
        for seed in range(600):
            for name, value in digest.table(slug, seed).items():
                met.setdefault(name, set()).add(value)
        for option in info.options:
            assert met[option.name] >= set(option.values_for(counts[-1])) | set(option.values)


@pytest.mark.plain
def test_the_script_digests_the_games_of_the_tree_it_is_told() -> None:
    tree = Path(dvergar.__file__).parents[1]
    answer = subprocess.run(
        [sys.executable, digest.__file__, "my_gold_mine", "--games", "5", "--tree", str(tree)],
        env={**os.environ, "PYTHONPATH": ""},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    expected = digest.digests("my_gold_mine", 5)
    assert answer.stdout.splitlines() == [
        f"my_gold_mine 5 games {name} {value}" for name, value in expected
    ]


def test_the_script_names_a_folder_without_the_package(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no dvergar"):
        digest.use_tree(tmp_path)
