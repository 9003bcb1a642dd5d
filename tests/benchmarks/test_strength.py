"""What the page says of strength is what the committed games give."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import dvergar
from benchmarks import strength
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.lab.confidence import rate
from dvergar.lab.match import Match, MatchFile, Outcome

PLAN = strength.read_plan()
PLAYED = sorted(strength.RESULTS.glob("*.json"))


def test_the_page_is_what_the_results_give() -> None:
    page = strength.PAGE.read_text("utf-8")
    assert strength.filled(page, strength.tables(PLAN)) == page, "run benchmarks/strength.py table"


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_results_are_of_a_match_that_is_declared(path: Path) -> None:
    sheet, match = MatchFile.load(path), PLAN.matches()[path.stem]
    today = match.facts()
    assert sheet.facts | {"rules": today["rules"]} == today
    assert sheet.facts["rules"] <= today["rules"]
    assert len(sheet.games) <= match.games
    assert all(len(game.points) == match.players for game in sheet.games)


def test_results_of_older_rules_say_so(tmp_path: Path) -> None:
    row = next(row for row in PLAN.asked if row.match.name == "caverna-2")
    today = int(row.match.facts()["rules"])
    for rules in (today, today - 1):
        sheet = MatchFile(row.match.facts() | {"rules": rules}, [Outcome((50, 40), (0,))] * 40)
        sheet.save(tmp_path / f"{row.match.name}.json")
        table = strength.goals_table(strength.Plan([], [row], []), tmp_path)
        assert (f", rules version {rules} |" in table) == (rules != today)


def test_no_name_stands_for_two_matches() -> None:
    named = [one["name"] for one in tomllib.loads(strength.MATCHES.read_text("utf-8"))["match"]]
    assert len(set(named)) == len(named)
    assert not any(name.startswith("levels-") for name in named)


def test_games_of_different_matches_are_dealt_by_different_seeds() -> None:
    asked = {match.name: match.seed for match in (row.match for row in PLAN.asked)}
    ladders = [next(iter(ladder.matches.values())).seed for ladder in PLAN.ladders]
    seeds = [*asked.values(), *ladders]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    "match",
    [
        match
        for ladder in PLAN.ladders
        for match in ladder.matches.values()
        if ladder.players > 1 and strength.sheet_of(match)
    ],
    ids=lambda match: match.name,
)
def test_a_level_wins_clearly_against_the_one_below(match: Match) -> None:
    sheet = strength.sheet_of(match)
    assert sheet
    assert rate(sheet.firsts()).low > 1 / match.players


def test_the_first_of_a_match_is_told_with_its_interval_and_the_goal_it_reached(
    tmp_path: Path,
) -> None:
    row = next(row for row in PLAN.asked if row.match.name == "my_gold_mine-4")
    sheet = MatchFile(row.match.facts(), [Outcome((5, 3, 2, 2), (0,))] * 40)  # its seat goes round
    sheet.save(tmp_path / f"{row.match.name}.json")
    table = strength.goals_table(strength.Plan([], [row], []), tmp_path)
    assert "| 40 | **25.0 %** (14.2 % to 40.2 %), 5.0 % short | 25.0 % | 30.0 % |" in table


def test_every_game_has_a_ladder_of_levels() -> None:
    games = {ladder.game for ladder in PLAN.ladders}
    assert games == {"caverna", "cave_vs_cave", "my_gold_mine"}
    for ladder in PLAN.ladders:
        low, high = info(ladder.game).players
        assert low <= ladder.players <= high


def test_the_best_line_is_told_by_the_points_of_its_record(tmp_path: Path) -> None:
    line = strength.BestLine("Alone", tmp_path / "line.json", {"must": 100, "aim": 150})
    assert line.row().startswith("| Alone | `dvergar solve` | - | not yet found | - | 100 | 150 |")
    record = Record.of(dvergar.game("caverna", players=1), seed=0)
    record.scores = [120]
    record.save(line.record)
    assert "| **120**, above *must* |" in line.row()
