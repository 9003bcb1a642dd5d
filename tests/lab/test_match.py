"""Matches: the same however they are played, gone on with where they stopped, never mixed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dvergar.lab import match
from dvergar.lab.match import Match, MatchFile, Outcome, resume

MATCH = Match("three", "my_gold_mine", {"players": 3}, "careful", "random", games=7, seed=5)


def test_a_match_is_the_same_in_one_process_and_in_two(tmp_path: Path) -> None:
    alone = resume(MATCH, tmp_path / "alone.json", part=3)
    together = resume(MATCH, tmp_path / "together.json", part=2, jobs=2)
    assert alone == together == MatchFile.load(tmp_path / "together.json")
    assert len(alone.games) == 7


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = resume(MATCH, tmp_path / "whole.json")
    path = tmp_path / "parts.json"
    assert resume(MATCH, path, games=2).games == whole.games[:2]
    seen: list[int] = []
    assert (
        resume(MATCH, path, part=2, on_part=lambda so_far: seen.append(len(so_far.games))) == whole
    )
    assert seen == [4, 6, 7]
    assert resume(MATCH, path) == whole, "nothing is left to play"


def test_a_part_that_is_done_first_waits_for_those_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def backwards(work: Any, parts: Any, *_: object, **__: object) -> list[Any]:
        return [(part, work(part)) for part in reversed(parts)]

    whole = resume(MATCH, tmp_path / "whole.json")
    monkeypatch.setattr(match, "run_parallel", backwards)
    seen: list[int] = []
    path = tmp_path / "backwards.json"
    assert (
        resume(MATCH, path, part=3, on_part=lambda so_far: seen.append(len(so_far.games))) == whole
    )
    assert seen == [7], "nothing is told or written before the first game is there"


def test_the_bot_sits_in_every_seat_as_often() -> None:
    for number in range(6):
        assert MATCH.simulation().seats(number)[MATCH.seat(number)] == "careful"
    assert sorted(MATCH.seat(number) for number in range(6)) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    "other",
    [replace(MATCH, bot="bold"), replace(MATCH, against="greedy"), replace(MATCH, seed=6)],
    ids=["another bot", "other opponents", "another seed"],
)
def test_results_of_another_match_are_not_gone_on_with(tmp_path: Path, other: Match) -> None:
    path = tmp_path / "match.json"
    resume(MATCH, path, games=1)
    before = path.read_text("utf-8")
    with pytest.raises(ValueError, match="start over"):
        resume(other, path)
    assert path.read_text("utf-8") == before


def test_results_of_other_rules_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sheet = resume(MATCH, path, games=1)
    sheet.facts["rules"] += 1
    sheet.save(path)
    with pytest.raises(ValueError, match="rules was 2 and is 1"):
        resume(MATCH, path)


def test_results_of_bots_that_played_otherwise_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sheet = resume(MATCH, path, games=1)
    sheet.games[0] = Outcome((9, 9, 9), (1,))
    sheet.save(path)
    with pytest.raises(ValueError, match="no longer play as they did"):
        resume(MATCH, path)


def test_a_bot_that_goes_by_the_clock_may_play_otherwise() -> None:
    assert MATCH.is_reproducible()
    assert not replace(MATCH, bot="careful:seconds=1").is_reproducible()
    assert replace(MATCH, bot="careful:seconds=1:nodes=9:seconds=0").is_reproducible()


def test_of_a_level_the_bot_behind_it_is_written_down() -> None:
    facts = replace(MATCH, bot="easy").facts()
    assert facts["bot"] != "easy"
    assert facts["against"] == "random"


def test_whoever_shares_the_first_place_has_a_fraction_of_it() -> None:
    games = [Outcome((3, 3, 1), (0, 1)), Outcome((2, 5, 4), (1,)), Outcome((6, 2, 1), (0,))]
    sheet = MatchFile({}, games)  # the bot sits in seat 0, then 2, then 1
    assert sheet.firsts() == [0.5, 0, 0]
    assert sheet.points() == [3, 4, 2]
