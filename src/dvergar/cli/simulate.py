"""The command `dvergar simulate`: many games between bots, a progress bar, a table of results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dvergar import lab
from dvergar.cli.choices import read_bots, read_options, read_seed
from dvergar.cli.console import ERR, OUT, CommandError, lang, say, speak
from dvergar.core.numbers import decimal
from dvergar.core.registry import info


def simulate(
    slug: str,
    bots: str,
    games: int,
    seed: int | None,
    players: int | None,
    options: Sequence[str],
    jobs: int | None,
    save: Path | None,
) -> None:
    """Plays the games and shows who won how many."""
    game = info(slug)
    names = read_bots(game, bots)
    if not names:
        raise CommandError("no_bots")
    least, most = game.players
    if players is None and least <= len(names) <= most:
        players = len(names)
    checked = read_options(game, players, options)
    if save:
        _make_folder(save)
    seed = read_seed(seed)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=ERR, transient=True) as progress:
        task = progress.add_task(speak()("simulate.playing"), total=games)
        results = lab.simulate(
            slug,
            checked,
            names,
            games,
            seed,
            jobs=jobs or os.cpu_count() or 1,
            on_batch=lambda so_far: progress.update(task, completed=so_far.games),
            save=save,
        )
    _show(results, seed)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error


def _show(results: lab.Results, seed: int) -> None:
    heads = ("bot", "seats", "wins", "shared", "win_rate", "score")
    table = Table(*(speak()(f"simulate.{head}") for head in heads))
    for column in table.columns[1:]:
        column.justify = "right"
    for bot, tally in sorted(results.tallies.items(), key=lambda entry: -entry[1].win_rate):
        counts = (str(tally.seats), str(tally.wins), str(tally.shared))
        table.add_row(
            bot, *counts, _percent(tally.win_rate), decimal(tally.average_score, lang(), 2)
        )
    OUT.print(table)
    say(
        "simulate.speed",
        games=results.games,
        seed=seed,
        seconds=decimal(results.seconds, lang(), 1),
        games_a_second=round(results.games / results.seconds),
        moves_a_second=round(results.moves / results.seconds),
    )
    if results.failed:
        number, why = results.failed[0]
        say("simulate.failed", n=len(results.failed), number=number, why=why)


def _percent(share: float) -> str:
    return speak()("simulate.percent", percent=decimal(100 * share, lang(), 1))
