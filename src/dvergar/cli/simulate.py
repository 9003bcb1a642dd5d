"""The commands `simulate`, `tournament`, `benchmark` and `report`: many games between bots.

`simulate` shows a progress bar and tables of results; `tournament` rates bots, with a chart;
`benchmark` measures one bot at a fixed task; `report` writes a page about stored games.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final, Literal

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.table import Table

from dvergar import lab
from dvergar.cli import console
from dvergar.core.info import GameInfo
from dvergar.core.languages import decimal
from dvergar.core.options import Value
from dvergar.core.registry import info
from dvergar.lab import Figure, Results
from dvergar.lab.benchmark import TASKS, measure
from dvergar.lab.files import stored_seed, time_limited_bots
from dvergar.lab.journal import lines_in, part_of
from dvergar.lab.report import report as written
from dvergar.lab.tournament import Tournament


class ProgressBar:
    """A bar on stderr: how many games are played, and how quickly.

    Where games are kept, Ctrl-C is answered by a sentence that says how many.
    """

    def __init__(self, total: int, kept: Path | None) -> None:
        self._kept = kept
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        speed = TextColumn("{task.fields[speed]}")
        self._progress = Progress(
            *columns,
            speed,
            TimeRemainingColumn(),
            console=console.ERR,
            transient=True,
            disable=not console.ERR.is_terminal,
        )
        self._task = self._progress.add_task(
            console.speak()("simulate.playing"), total=total, speed=""
        )
        self._last_shown = 0.0

    def games(self, results: Results) -> None:
        """So many have been played; said a few times a second."""
        done = results.games + len(results.failures)
        now = time.monotonic()
        if now - self._last_shown < 0.1 and results.fresh > 1:
            return
        self._last_shown = now
        seconds = max(results.seconds, 1e-6)
        speed = console.speak()(
            "simulate.rate",
            games=decimal(results.fresh / seconds, console.lang(), 1),
            moves=decimal(results.fresh_moves / seconds, console.lang()),
        )
        self._progress.update(self._task, completed=done, speed=speed)

    def __enter__(self) -> ProgressBar:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._progress.stop()
        if kind is KeyboardInterrupt and self._kept and self._kept.exists():
            console.note("simulate.stopped", n=lines_in(self._kept))


def interval(figure: Figure, said: Callable[[float], str], by: float = 1) -> str:
    """A figure with the ends of its interval, in units of `by`; one deal says nothing of them."""
    if not isfinite(figure.low):
        return said(figure.value)
    low, high = (decimal(by * end, console.lang(), 1) for end in (figure.low, figure.high))
    return console.speak()("simulate.interval", value=said(figure.value), low=low, high=high)


def points(figure: Figure) -> str:
    """Points on average, with their interval."""
    return interval(figure, lambda value: decimal(value, console.lang(), 1))


def percent(figure: Figure) -> str:
    """A share of one in percent, with its interval."""

    def said(share: float) -> str:
        return console.speak()("simulate.percent", percent=decimal(100 * share, console.lang(), 1))

    return interval(figure, said, by=100)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Where the games are played and what is written."""

    jobs: int | None
    on: str
    save: Path | None
    out: Path | None
    moves: Path | None
    overwrite: bool

    @property
    def kept(self) -> Path | None:
        """Where finished games are stored if the command is stopped; None if nowhere."""
        path = self.out or self.moves
        return part_of(path) if path else None


def simulate(
    slug: str,
    bots: str,
    games: int,
    seed: int | None,
    players: int | None,
    options: Sequence[str],
    paired: bool,
    run: RunOptions,
) -> None:
    """Plays the games and shows who won how many."""
    game = info(slug)
    names = console.read_bots(game, bots)
    if not names:
        raise console.CommandError("no_bots")
    checked = table_for(game, players, len(names), options)
    if run.save:
        _make_folder(run.save)
    seed = console.read_seed(stored_seed(run.out, run.moves) if seed is None else seed)
    warn_of_clocks(slug, checked, names)
    with ProgressBar(games, run.kept) as bar:
        results = lab.simulate(
            slug,
            checked,
            names,
            games,
            seed,
            paired=paired,
            jobs=processes(run.jobs),
            on=run.on,
            on_game=bar.games,
            save=run.save,
            out=run.out,
            moves=run.moves,
            overwrite=run.overwrite,
        )
    _show(results)
    _show_seats(results)
    tell(results, seed, run)


def table_for(
    game: GameInfo, players: int | None, bots: int, options: Sequence[str]
) -> dict[str, Value]:
    """The options; as many players as there are bots, where the game can be played so."""
    least, most = game.players
    if players is None and least <= bots <= most:
        players = bots
    return console.read_options(game, players, options)


def processes(jobs: int | None) -> int:
    """As many as were asked for, or as there are cores for this process."""
    if jobs is None and sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return jobs or os.cpu_count() or 1


def warn_of_clocks(slug: str, options: dict[str, Value], bots: Sequence[str]) -> None:
    """Says which bots will not play the same again."""
    clocks = time_limited_bots(slug, options, bots)
    if clocks:
        console.note("simulate.clock", bots=", ".join(dict.fromkeys(clocks)))


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise console.CommandError("write", path=path, why=error.strerror) from error


def table_of(*heads: str) -> Table:
    """An empty table of results; no name is cut, for it is often the end that tells it apart."""
    table = Table()
    for head in heads:
        justify: Literal["left", "right"] = "left" if head in ("bot", "seat") else "right"
        table.add_column(console.speak()(f"simulate.{head}"), justify=justify, overflow="fold")
    return table


def _show(results: lab.Results) -> None:
    table = table_of("bot", "seats", "wins", "shared", "win_rate", "score")
    for bot, tally in sorted(results.tallies.items(), key=lambda entry: -entry[1].win_rate):
        counts = (str(tally.seats), str(tally.wins), str(tally.shared))
        table.add_row(bot, *counts, percent(tally.won()), points(tally.score()))
    console.OUT.print(table)


def _show_seats(results: lab.Results) -> None:
    """How each bot did from each seat, if there is more than one."""
    if len(results.seats) < 2:
        return
    table = table_of("seat", "bot", "win_rate", "score")
    for seat, tallies in enumerate(results.seats):
        for bot, tally in sorted(tallies.items()):
            won, score = percent(tally.won()), points(tally.score())
            table.add_row(str(seat + 1), bot, won, score)
    console.OUT.print(table)


def tell(results: lab.Results, seed: int, run: RunOptions) -> None:
    """Says how quickly it went, what could not be played, and where the tables are."""
    console.say("simulate.intervals")
    seconds = max(results.seconds, 1e-6)
    console.say(
        "simulate.speed",
        games=results.games,
        seed=seed,
        seconds=decimal(results.seconds, console.lang(), 1),
        games_a_second=_rate(results.fresh / seconds),
        moves_a_second=_rate(results.fresh_moves / seconds),
    )
    if results.fresh < results.games + len(results.failures):
        console.say("simulate.before", n=results.games + len(results.failures) - results.fresh)
    if results.failures:
        first = results.failures[0]
        console.say(
            "simulate.failed",
            n=len(results.failures),
            number=first.number,
            why=first.text(console.lang()),
        )
    for path in filter(None, (run.out, run.moves)):
        console.say("simulate.written", path=path)


def _rate(a_second: float) -> str:
    return decimal(a_second, console.lang(), 0 if a_second >= 10 else 2)


CHART_COLUMNS: Final = 44
"""Columns of the chart."""


def tournament(
    slug: str,
    bots: Sequence[str],
    deals: int,
    rounds: int,
    seed: int | None,
    players: int | None,
    options: Sequence[str],
    run: RunOptions,
) -> None:
    """Plays the tournament and shows how the bots stand."""
    game = info(slug)
    for bot in bots:
        console.read_bots(game, bot)
    if players is None and game.players[0] <= 2 <= game.players[1]:
        players = 2
    checked = console.read_options(game, players, options)
    seed = console.read_seed(stored_seed(run.out, run.moves) if seed is None else seed)
    what = Tournament(slug, checked, bots, seed, deals, rounds)
    what.check()
    warn_of_clocks(slug, checked, bots)
    with ProgressBar(what.games, run.kept) as bar:
        standings = lab.tournament(
            slug,
            checked,
            bots,
            seed,
            deals=deals,
            rounds=rounds,
            jobs=processes(run.jobs),
            on=run.on,
            on_game=bar.games,
            out=run.out,
            moves=run.moves,
            overwrite=run.overwrite,
        )
    _show_standings(standings)
    _cross(standings)
    _chart(standings)
    tell(standings.results, seed, run)


def _show_standings(standings: lab.Standings) -> None:
    is_alone = len(standings.results.seats) == 1  # then everybody wins
    rate = [] if is_alone else ["win_rate"]
    table = table_of("place", "bot", "games", *rate, "score", "rating")
    for place, bot in enumerate(standings.order(), 1):
        tally = standings.results.tallies.get(bot, lab.Tally())
        won = [] if is_alone else [percent(tally.won())]
        rating = points(standings.ratings.figure(bot))
        table.add_row(str(place), bot, str(tally.seats), *won, points(tally.score()), rating)
    console.OUT.print(table)


def _cross(standings: lab.Standings) -> None:
    """How often each came before each other."""
    order = standings.order()
    console.say("simulate.cross")
    table = Table("", *(str(place) for place in range(1, len(order) + 1)))
    for column in table.columns[1:]:
        column.justify = "right"
    for place, bot in enumerate(order, 1):
        table.add_row(f"{place} {bot}", *(_met(standings, bot, other) for other in order))
    console.OUT.print(table)


def _met(standings: lab.Standings, bot: str, other: str) -> str:
    above, met = standings.ratings.above(bot, other)
    if not met:
        return "·" if bot != other else ""
    return f"{decimal(above, console.lang(), int(above % 1 > 0))}/{met}"


def _chart(standings: lab.Standings) -> None:
    """The ratings with their intervals, one bot a line."""
    order = standings.order()
    figures = [standings.ratings.figure(bot) for bot in order]
    low, high = min(one.low for one in figures), max(one.high for one in figures)
    longest = max(map(len, order))
    console.say(
        "simulate.chart", low=decimal(low, console.lang(), 1), high=decimal(high, console.lang(), 1)
    )
    for bot, figure in zip(order, figures, strict=True):
        run = [_column(end, low, high) for end in (figure.low, figure.value, figure.high)]
        line = [" "] * (CHART_COLUMNS + 1)
        line[run[0] : run[2] + 1] = "─" * (run[2] + 1 - run[0])
        line[run[0]], line[run[2]] = "├", "┤"
        line[run[1]] = "●"
        console.write(f"{bot:<{longest}} {''.join(line).rstrip()}")


def _column(value: float, low: float, high: float) -> int:
    return round(CHART_COLUMNS * (value - low) / max(high - low, 1e-9))


def report(file: Path, out: Path | None) -> None:
    """Writes the page next to the table, or to the given path."""
    page = written(file, console.lang())
    path = out or file.with_suffix(".html")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise console.CommandError("write", path=path, why=error.strerror) from error
    console.say("report.written", path=path)


def benchmark(name: str, agent: str, deals: int, jobs: int | None, out: Path | None) -> None:
    """Measures an agent at a task; without a task, lists the tasks."""
    if not name:
        for task in TASKS.values():
            console.write(f"{task.name}: {task.environment}, {', '.join(task.opponents) or '-'}")
        return
    if name not in TASKS:
        raise console.CommandError("task", name=name[:40], known=", ".join(TASKS))
    workers = lab.Workers(jobs or 1)
    with Status(console.speak()("simulate.playing"), console=console.ERR):
        result = measure(TASKS[name], agent, deals, workers)
    console.say("benchmark.result", agent=result.agent, task=name, points=points(result.points))
    if TASKS[name].opponents:
        console.say("benchmark.won", rate=percent(result.first_places))
    console.say("simulate.intervals")
    if result.failed:
        console.say("benchmark.failed", n=result.failed)
    if out:
        try:
            out.write_text(result.as_json(), "utf-8")
        except OSError as error:
            raise console.CommandError("write", path=out, why=error.strerror) from error
