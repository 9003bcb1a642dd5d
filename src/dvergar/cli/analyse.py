"""The commands `dvergar analyse` (what each decision of a game cost) and `dvergar puzzles`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dvergar.cli.console import ERR, OUT, lang, read_options, read_seed, say, speak
from dvergar.cli.records import display_names
from dvergar.cli.simulate import processes
from dvergar.core.languages import decimal
from dvergar.core.puzzles import PuzzleSet
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.analyse import Analysis, EvaluatedDecision, analyse as analysed
from dvergar.lab.puzzles import Budget, Hunt, check_set, find_puzzles as found_puzzles

MAX_MOVES_NAMED = 3
"""So many moves of a turn are named in the table."""


def analyse(
    path: Path, nodes: int | None, seed: int | None, jobs: int | None, on: str, as_json: bool
) -> None:
    """Weighs the decisions of a record and shows what came out."""
    record = Record.load(path)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=ERR, transient=True) as progress:
        task = progress.add_task(speak()("analyse.evaluating"), total=None)
        analysis = analysed(
            record,
            nodes or 0,
            read_seed(1 if seed is None else seed),
            processes(jobs),
            on,
            lambda done, all_of: progress.update(task, completed=done, total=all_of),
        )
    if as_json:
        OUT.print(json.dumps(analysis.data(), indent=1, ensure_ascii=False), soft_wrap=True)
    else:
        _show(analysis)


def _show(analysis: Analysis) -> None:
    names = display_names(analysis.record)
    heads = ("number", "who", "played", "best", "cost", "points")
    table = Table(*(speak()(f"analyse.{head}") for head in heads))
    for place in (0, 4, 5):
        table.columns[place].justify = "right"
    dear = {one.number for one in analysis.costliest()}
    for one in analysis.decisions:
        table.add_row(*_row(one, names), style="bold" if one.number in dear else "")
    OUT.print(table)
    for one in analysis.costliest():
        _, who, played, best, cost, _ = _row(one, names)
        say("analyse.dear", at=one.number, who=who, played=played, best=best, cost=cost)
    adviser = analysis.adviser
    say("analyse.how", bot=adviser.bot, nodes=adviser.nodes, deals=adviser.deals, seed=adviser.seed)


def _row(one: EvaluatedDecision, names: Sequence[str]) -> tuple[str, ...]:
    evaluation = one.evaluation
    same = evaluation.best == one.played
    cost = decimal(evaluation.cost, lang(), 1)
    if evaluation.noise:
        cost += f" ± {decimal(evaluation.noise, lang(), 1)}"
    return (
        str(one.number),
        names[one.seat],
        _moves(one.played),
        "=" if same else _moves(evaluation.best),
        "" if same else cost,
        decimal(evaluation.points[one.seat], lang(), 1),
    )


def _moves(moves: Sequence[str]) -> str:
    """The first moves of a turn."""
    more = " …" if len(moves) > MAX_MOVES_NAMED else ""
    return ", ".join(moves[:MAX_MOVES_NAMED]) + more


# Puzzles.


def read_hunt(
    slug: str,
    players: Sequence[int],
    options: Sequence[str],
    bots: str,
    games: int,
    most: int,
    seed: int,
) -> Hunt:
    """The search for puzzles that was typed."""
    game = info(slug)
    chosen = tuple(read_options(game, one, options) for one in players or [game.default_players])
    return Hunt(slug, chosen, tuple(bots.split(",")), games, read_seed(seed), most)


def find_puzzles(hunt: Hunt, nodes: int, margin: float, out: Path) -> None:
    """Searches games for puzzles and writes the best ones to a file."""
    budget = Budget.of(make_game(hunt.slug, hunt.options[0]), nodes, (), margin)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=ERR, transient=True) as progress:
        task = progress.add_task(speak()("puzzles.searching", n=0), total=hunt.games)

        def update(done: int, found: int) -> None:
            said = speak()("puzzles.searching", n=found)
            progress.update(task, completed=done, description=said)

        chosen = found_puzzles(hunt, budget, out, update)
    say("puzzles.written", n=len(chosen.puzzles), games=hunt.games, path=out)


def check_puzzles(path: Path) -> int:
    """Repeats the check of each puzzle; how many don't pass."""
    failed, found = 0, PuzzleSet.load(path)
    for puzzle, check in check_set(found):
        passes = check.passes(found.margin)
        failed += not passes
        margin, noise = (decimal(one, lang(), 2) for one in (check.margin, check.noise))
        say(f"puzzles.{'passes' if passes else 'fails'}", id=puzzle.id, margin=margin, noise=noise)
    say("puzzles.checked", n=len(found.puzzles) - failed, of=len(found.puzzles))
    return min(failed, 1)
