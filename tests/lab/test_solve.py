"""The search for the best game alone: it writes what it finds at once, and goes on later."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import dvergar
from dvergar.bots.anneal import first_plan
from dvergar.bots.turn_replay import Turns
from dvergar.core.chance import Chance
from dvergar.core.errors import RecordError
from dvergar.core.game import Game
from dvergar.core.info import GameInfo
from dvergar.core.record import Record
from dvergar.core.registry import evaluate
from dvergar.lab import Progress, Search, SolveError
from dvergar.lab.solve import Found, Round, line_of, play_round, record_of, search_file

CAVERNA = {"players": 1}
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "best-lines"
LINES = sorted(FOLDER.glob("*.json"))


def a_search(out: Path, seed: int = 1, nodes: int = 1500) -> Search:
    return Search(dvergar.game("caverna", **CAVERNA), seed, out, nodes)


def after(rounds: int) -> Callable[[Progress], None]:
    """Somebody who presses Ctrl-C after so many rounds."""

    def watch(progress: Progress) -> None:
        if progress.rounds >= rounds:
            raise KeyboardInterrupt

    return watch


def test_every_improvement_is_written_at_once(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    seen: list[int] = []

    def look(progress: Progress) -> None:
        record = Record.load(out)
        record.verify()
        assert record.scores == [progress.points]
        seen.append(int(progress.points))
        after(2)(progress)

    assert not a_search(out).run(60, 1, look)
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
    assert {file.name for file in tmp_path.iterdir()} == {"best.json", "best.search.json"}


@pytest.mark.whole_games
def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    first = a_search(out)
    first.run(60, 1, after(2))
    second = a_search(out)
    assert second.progress.rounds == first.progress.rounds == 2
    assert second.best == first.best
    second.run(60, 1, after(5))
    assert second.progress.rounds == 5
    assert second.best >= first.best
    assert second.progress.nodes > first.progress.nodes


@pytest.mark.whole_games
def test_a_search_that_was_stopped_finds_what_it_would_have_found(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    a_search(whole).run(60, 1, after(5))
    for rounds in (2, 4, 5):
        a_search(parts).run(60, 1, after(rounds))
    assert whole.read_text() == parts.read_text()


def test_without_its_search_a_record_is_where_it_begins(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    first = a_search(out)
    first.run(60, 1, after(1))
    search_file(out).unlink()
    assert a_search(out).best == first.best
    assert a_search(out).progress.rounds == 0


def test_two_processes_search_together(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    search = a_search(out, nodes=400)
    assert not search.run(60, 2, after(3))
    assert Record.load(out).scores == [search.best]
    assert a_search(out).progress.rounds >= 3


def test_a_round_hangs_on_what_it_is_told_alone() -> None:
    game = dvergar.game("cave_vs_cave", players=1)
    told: list[Found] = []
    todo = Round(game.slug, game.options, 3, 2, [], -1e9, 500, 60)
    first, second = play_round(todo, told.append), play_round(todo, lambda _: None)
    assert first == second
    assert told[-1].line == first.line
    assert [found.points for found in told] == sorted({found.points for found in told})


def test_a_round_that_is_stopped_has_found_something() -> None:
    game = dvergar.game("caverna", **CAVERNA)
    todo = Round(game.slug, game.options, 3, 2, [], -1e9, 10**9, 60)
    found = play_round(todo, lambda _: None, lambda: True)
    assert record_of(game, 3, found.line).scores == [found.points]


def test_a_record_is_cut_into_its_turns_again() -> None:
    game = dvergar.game("cave_vs_cave", players=1)
    todo = Round(game.slug, game.options, 3, 2, [], -1e9, 200, 60)
    line = play_round(todo, lambda _: None).line
    assert line_of(record_of(game, 3, line)) == line


def test_the_record_of_another_deal_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    a_search(out).run(60, 1, after(1))
    before = out.read_text()
    with pytest.raises(SolveError, match="another seed"):
        a_search(out, seed=2)
    out.write_text("{}")
    with pytest.raises(RecordError):
        a_search(out)
    out.write_text(before)
    tree = json.loads(search_file(out).read_text())
    for damaged in ("{}", "no", json.dumps({**tree, "lines": [["dance"]]}), "[1]"):
        search_file(out).write_text(damaged)
        with pytest.raises(SolveError, match="does not hold the search"):
            a_search(out)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(SolveError, match="cannot be written"):
        a_search(tmp_path / "nowhere" / "best.json").run(60, 1, after(1))


def test_only_games_alone_with_an_estimate_are_searched(tmp_path: Path, stones: GameInfo) -> None:
    with pytest.raises(SolveError, match="has no solo game"):
        Search(dvergar.game("caverna", players=2), 1, tmp_path / "best.json")
    with pytest.raises(SolveError):
        Search(dvergar.game(stones.slug), 1, tmp_path / "best.json")


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_a_search_begins_with_the_points_of_a_record(path: Path) -> None:
    """Also where a turn begins with a ruby that asks something before the dwarf is placed."""
    record = Record.load(path)
    judge = evaluate(record.game)
    assert judge is not None
    start = record.make_game().start(record.seed)
    plan = first_plan(Turns(judge, Chance(0)), start, line_of(record))
    assert [plan.points] == record.scores


def a_random_line(game: Game, seed: int) -> tuple[list[list[int]], int]:
    """Any moves to the end of a game, free ones as often as others, turn by turn; its score."""
    state, chance = game.start(seed), Chance(seed)
    line: list[list[int]] = []
    turn = -1
    while not state.over:
        if state.turn != turn:
            turn = state.turn
            line.append([])
        moves = state.moves()
        line[-1].append(moves[chance.below(len(moves))])
        state.play(line[-1][-1])
    return line, state.scores()[0].total


@pytest.mark.whole_games
@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave"])
def test_a_line_is_followed_move_by_move_free_moves_included(slug: str) -> None:
    judge = evaluate(slug)
    assert judge is not None
    game = dvergar.game(slug, players=1)
    begun_free = only_free = 0
    for seed in range(100):
        line, score = a_random_line(game, seed)
        plan = first_plan(Turns(judge, Chance(0)), game.start(seed), line)
        assert (plan.turns, plan.points) == (line, score)
        begun_free += sum(game.is_free(turn[0]) for turn in line)
        only_free += sum(all(map(game.is_free, turn)) for turn in line)
    if slug == "caverna":  # where moves can be free
        assert begun_free > 100
        assert only_free > 10


def test_a_record_is_never_replaced_by_a_worse_one(tmp_path: Path) -> None:
    out = tmp_path / "best.json"
    shutil.copyfile(FOLDER / "caverna.json", out)
    known = Record.load(out)
    search = Search(known.make_game(), known.seed, out, nodes=200)
    search._points = [1.0]  # as if its line could not be followed any more
    search.run(seconds=0.2, jobs=1, watch=lambda _: None)
    assert Record.load(out).scores == known.scores
