"""What a decision cost: the same whoever works it out, nothing where the bot agrees."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import dvergar
from dvergar import bots
from dvergar.cli import run
from dvergar.core.bot import ask
from dvergar.core.record import Record
from dvergar.lab.analyse import Analysis, EvaluatedDecision, analyse, decisions
from dvergar.lab.move_evaluation import Adviser, MoveEvaluation, advise, evaluate_move
from dvergar.testing import play

RECORDS = Path(__file__).parents[1] / "records"
MINE = RECORDS / "my_gold_mine-clear-win.json"


def short(path: Path, moves: int) -> Record:
    """The beginning of a played game."""
    record = Record.load(path)
    record.moves, record.scores = record.moves[:moves], None
    return record


def told(analysis: Analysis) -> str:
    return json.dumps(analysis.data())


def test_the_result_is_the_same_with_any_number_of_workers() -> None:
    record = short(MINE, 24)
    alone = told(analyse(record, nodes=4, jobs=1))
    assert alone == told(analyse(record, nodes=4, jobs=2))
    assert alone == told(analyse(record, nodes=4, jobs=3))
    assert alone != told(analyse(record, nodes=4, seed=2, jobs=1))


@pytest.mark.parametrize(
    ("name", "moves", "bot"),
    [("caverna-2", 10, "search"), ("cave_vs_cave-1", 10, "search"), ("caverna-1", 4, "planner")],
)
def test_every_game_is_analysed_by_its_strongest_bot(name: str, moves: int, bot: str) -> None:
    record = short(RECORDS / f"{name}.json", moves)
    analysis = analyse(record, nodes=3)
    assert analysis.adviser.bot == bot
    assert analysis.decisions
    for one in analysis.decisions:
        assert len(one.evaluation.points) == len(record.seats)
        assert one.evaluation.cost == 0 or one.evaluation.best != one.played


def test_decisions_are_turns_in_which_there_was_a_choice() -> None:
    record = Record.load(RECORDS / "cave_vs_cave-2.json")
    found = decisions(record)
    assert [one.number for one in found] == sorted({one.number for one in found})
    for one in found:
        assert record.moves[one.number : one.number + len(one.played)] == list(one.played)
        assert record.replay(one.number).seat == one.seat


def test_the_adviser_s_own_turn_costs_nothing() -> None:
    game = dvergar.game("cave_vs_cave", players=2)
    state = game.start(seed=3)
    adviser = Adviser("search", 20, seed=5)
    best = evaluate_move(state, [], adviser).best
    again = evaluate_move(state, best, adviser)
    assert (again.best, again.cost, again.noise) == (best, 0.0, 0.0)


def test_who_only_digs_pays_for_it() -> None:
    """Whoever stays in the mine when the dragon is near loses what he has dug."""
    game = dvergar.game("my_gold_mine", players=2, two_player_variant=False, first_seat=0)
    record = Record.of(game, seed=1)
    state = game.start(seed=1)
    bot = bots.make("careful", seed=1)
    while len(record.moves) < 30:
        move = game.move("dig") if state.seat == 0 else ask(bot, state, seed=1)
        move = move if move in state.moves() else state.moves()[0]
        record.moves.append(game.name(move))
        state.play(move)
    costs = [0.0, 0.0]
    for one in analyse(record, nodes=20).decisions:
        costs[one.seat] += one.evaluation.cost
    assert costs[0] > costs[1] + 2


def test_marks_depend_on_the_cost_its_noise_and_the_points_of_the_game() -> None:
    def mark(cost: float, noise: float, total: int) -> str:
        one = EvaluatedDecision(0, 0, ("a",), MoveEvaluation(("b",), (0.0,), cost, noise))
        return Analysis(record, Adviser("search", 1, 1), (one,), (total, 3)).mark(one)

    record = Record.load(MINE)
    assert [mark(cost, 0.1, 10) for cost in (-1.0, 0.4, 0.5, 1.4, 1.5)] == [
        "good",
        "good",
        "doubtful",
        "doubtful",
        "costly",
    ]
    assert mark(2.0, 0.1, 100) == "doubtful", "four points of a hundred are costly"
    assert mark(5.0, 4.0, 100) == "doubtful", "it may be chance"
    assert mark(5.0, 6.0, 100) == "good"


@pytest.mark.parametrize(
    ("slug", "players"), [("caverna", 2), ("caverna", 1), ("cave_vs_cave", 2), ("my_gold_mine", 3)]
)
def test_advice_is_whole_turns_with_reasons_that_hold(slug: str, players: int) -> None:
    state = dvergar.game(slug, players=players).start(seed=3)
    imagined = state.imagine(state.seat, 1)
    advised = advise(bots.make("expert", 1, slug, nodes=400), imagined, seed=1)
    assert advised == advise(bots.make("expert", 1, slug, nodes=400), imagined, seed=1)
    assert 2 <= len(advised) <= 3
    assert len({one.moves[0] for one in advised}) == len(advised), "three beginnings"
    assert any(one.gains for one in advised)
    for one in advised:
        assert len(one.points) == players
        after = play(imagined.copy(), *one.moves)
        assert (after.seat, after.turn) != (state.seat, state.turn) or after.reveals
        for foreseen in (*one.denies, *([one.prepares] if one.prepares else [])):
            there = play(imagined.copy(), *foreseen.path)
            assert there.seat == foreseen.seat
            assert there.game.move(foreseen.move) in there.moves()
        for foreseen in one.denies:
            assert after.game.move(foreseen.move) not in after.moves()


def test_advice_does_not_depend_on_what_the_seat_cannot_know() -> None:
    """Two deals that look the same to a seat give the same advice."""
    real = dvergar.game("my_gold_mine", players=3).start(seed=3)
    other = real.imagine(real.seat, 99)
    assert real.text() != other.text()
    first, second = (
        advise(bots.make("expert", 1, "my_gold_mine", nodes=40), one.imagine(one.seat, 1), seed=1)
        for one in (real, other)
    )
    assert first == second


def test_what_a_costly_decision_missed_is_explained() -> None:
    record = short(RECORDS / "cave_vs_cave-2.json", 14)
    explained = [one for one in analyse(record, nodes=20).decisions if one.evaluation.why]
    assert explained
    for one in explained:
        best, played = one.evaluation.why
        assert best.moves == one.evaluation.best
        assert played.moves == one.played
        gap = best.points[one.seat] - played.points[one.seat]
        assert gap == pytest.approx(one.evaluation.cost, abs=0.5) or one.evaluation.noise


def test_costs_within_the_standard_error_are_not_among_the_costliest() -> None:
    def decided(number: int, cost: float, noise: float) -> EvaluatedDecision:
        return EvaluatedDecision(number, 0, ("a",), MoveEvaluation(("b",), (0.0,), cost, noise))

    found = (decided(0, 1.8, 3.7), decided(1, 2.0, 1.0), decided(2, 3.0, 0.0), decided(3, -1, 0))
    analysis = Analysis(Record.load(MINE), Adviser("search", 1, 1), found, (10,))
    assert [one.number for one in analysis.costliest()] == [2, 1]


def test_the_mine_s_bot_says_how_much_gold_gets_out_and_how_often_one_burns() -> None:
    explained = [one for one in analyse(short(MINE, 40), nodes=8).decisions if one.evaluation.why]
    assert explained
    for turn in [turn for one in explained for turn in one.evaluation.why]:
        facts = dict(turn.facts)
        assert facts["gold_out"] >= 0
        assert 0 <= facts["burnt"] <= 100


Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def type_in(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    monkeypatch.setenv("DVERGAR_LANG", "en")
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def typed(*words: object) -> tuple[int, str, str]:
        code = run(["analyse", *map(str, words)])
        return (code, *capsys.readouterr())

    return typed


def test_the_command_prints_a_table_or_json(type_in: Typed, tmp_path: Path) -> None:
    short(MINE, 16).save(tmp_path / "game.json")
    words = (tmp_path / "game.json", "--nodes", "3", "--jobs", "1")
    code, out, _ = type_in(*words)
    assert code == 0
    assert "standard error over the deals" in " ".join(out.split())
    assert "seed: 1" in out
    code, out, _ = type_in(*words, "--json")
    tree = json.loads(out)
    assert (code, tree["nodes"], tree["seed"], tree["bot"]) == (0, 3, 1, "cunning")
    keys = {"number", "seat", "played", "best", "cost", "noise", "points", "mark", "why"}
    assert keys == set(tree["decisions"][0])


def test_what_cannot_be_analysed_is_said_in_a_sentence(type_in: Typed, tmp_path: Path) -> None:
    assert type_in(tmp_path / "none.json")[0] == 2
    (tmp_path / "bad.json").write_text("{}")
    code, _, err = type_in(tmp_path / "bad.json")
    assert (code, err) == (2, "This file is not the record of a Dvergar game.\n")
