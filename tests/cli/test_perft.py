"""The command `dvergar perft`: the golden numbers, and the way to where two engines differ."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import dvergar
from dvergar.cli import run
from dvergar.core.languages import LANGUAGES
from dvergar.testing import count_sequences

ROOT = Path(__file__).parents[2]
LocalizedText = Callable[..., list[str]]
GOLDEN = tomllib.loads((ROOT / "tests" / "golden" / "sequences.toml").read_text("utf-8"))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> LocalizedText:
    monkeypatch.setenv("DVERGAR_LANG", "en")

    def type_in(*words: object) -> list[str]:
        assert run(["perft", *map(str, words)]) == 0
        return capsys.readouterr().out.splitlines()[1:]

    return type_in


@pytest.mark.parametrize("players", [3, 4])
def test_the_numbers_are_those_of_the_golden_file(said: LocalizedText, players: int) -> None:
    lines = said("my_gold_mine", "--players", players, "--seed", 1, "--depth", 6)
    known = GOLDEN[f"my_gold_mine-{players}"]["seed-1"]["sequences"]
    assert lines == [f"{depth} {known[depth - 1]}" for depth in range(1, 7)]


def test_a_number_is_divided_by_its_first_moves(said: LocalizedText) -> None:
    words = ("caverna", "--players", 1, "--seed", 1)
    *parts, together = said(*words, "--depth", 2, "--divide")
    behind = dict(line.rsplit(": ", 1) for line in parts)
    assert together == f"Total: {sum(map(int, behind.values()))}"
    assert said(*words, "--depth", 2)[-1] == f"2 {together.split()[-1]}"
    first = next(iter(behind))
    assert said(*words, "--depth", 1, "--after", first) == [f"1 {behind[first]}"]


def test_free_moves_count_where_they_are_asked_for(said: LocalizedText) -> None:
    state = dvergar.game("cave_vs_cave", players=2).start(seed=3)
    for free, words in ((False, ()), (True, ("--free",))):
        lines = said("cave_vs_cave", "--players", 2, "--seed", 3, "--depth", 2, *words)
        assert lines == [f"{deep} {count_sequences(state, deep, free)}" for deep in (1, 2)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_move_is_refused_with_a_sentence(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["perft", "my_gold_mine", "--seed", "1", "--after", "fly", "--lang", lang]) == 2
    assert "fly" in capsys.readouterr().err


def test_the_citation_has_the_version_of_the_package() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {dvergar.__version__}" in lines
