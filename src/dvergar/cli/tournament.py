"""The commands `tournament` (bots meet; tables and a chart rate them) and `report` (a page)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.table import Table

from dvergar import lab
from dvergar.cli.arguments import read_bots, read_options, read_seed
from dvergar.cli.console import OUT, CommandError, lang, say, write
from dvergar.cli.simulate import (
    Bar,
    Places,
    percent,
    points,
    processes,
    table_of,
    tell,
    warn_of_clocks,
)
from dvergar.core.languages import decimal
from dvergar.core.registry import info
from dvergar.lab.files import stored_seed
from dvergar.lab.report import report as written
from dvergar.lab.tournament import Tournament

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
    places: Places,
) -> None:
    """Plays the tournament and shows how the bots stand."""
    game = info(slug)
    for bot in bots:
        read_bots(game, bot)
    if players is None and game.players[0] <= 2 <= game.players[1]:
        players = 2
    checked = read_options(game, players, options)
    seed = read_seed(stored_seed(places.out, places.moves) if seed is None else seed)
    what = Tournament(slug, checked, bots, seed, deals, rounds)
    what.check()
    warn_of_clocks(slug, checked, bots)
    with Bar(what.games, places.kept) as bar:
        standings = lab.tournament(
            slug,
            checked,
            bots,
            seed,
            deals=deals,
            rounds=rounds,
            jobs=processes(places.jobs),
            on=places.on,
            on_game=bar.games,
            out=places.out,
            moves=places.moves,
            overwrite=places.overwrite,
        )
    _show(standings)
    _cross(standings)
    _chart(standings)
    tell(standings.results, seed, places)


def _show(standings: lab.Standings) -> None:
    is_alone = len(standings.results.seats) == 1  # then everybody wins
    rate = [] if is_alone else ["win_rate"]
    table = table_of("place", "bot", "games", *rate, "score", "rating")
    for place, bot in enumerate(standings.order(), 1):
        tally = standings.results.tallies.get(bot, lab.Tally())
        won = [] if is_alone else [percent(tally.won())]
        rating = points(standings.ratings.figure(bot))
        table.add_row(str(place), bot, str(tally.seats), *won, points(tally.score()), rating)
    OUT.print(table)


def _cross(standings: lab.Standings) -> None:
    """How often each came before each other."""
    order = standings.order()
    say("simulate.cross")
    table = Table("", *(str(place) for place in range(1, len(order) + 1)))
    for column in table.columns[1:]:
        column.justify = "right"
    for place, bot in enumerate(order, 1):
        table.add_row(f"{place} {bot}", *(_met(standings, bot, other) for other in order))
    OUT.print(table)


def _met(standings: lab.Standings, bot: str, other: str) -> str:
    above, met = standings.ratings.above(bot, other)
    if not met:
        return "·" if bot != other else ""
    return f"{decimal(above, lang(), int(above % 1 > 0))}/{met}"


def _chart(standings: lab.Standings) -> None:
    """The ratings with their intervals, one bot a line."""
    order = standings.order()
    figures = [standings.ratings.figure(bot) for bot in order]
    low, high = min(one.low for one in figures), max(one.high for one in figures)
    longest = max(map(len, order))
    say("simulate.chart", low=decimal(low, lang(), 1), high=decimal(high, lang(), 1))
    for bot, figure in zip(order, figures, strict=True):
        places = [_column(end, low, high) for end in (figure.low, figure.value, figure.high)]
        line = [" "] * (CHART_COLUMNS + 1)
        line[places[0] : places[2] + 1] = "─" * (places[2] + 1 - places[0])
        line[places[0]], line[places[2]] = "├", "┤"
        line[places[1]] = "●"
        write(f"{bot:<{longest}} {''.join(line).rstrip()}")


def _column(value: float, low: float, high: float) -> int:
    return round(CHART_COLUMNS * (value - low) / max(high - low, 1e-9))


def report(file: Path, out: Path | None) -> None:
    """Writes the page beside the table, or where it was asked for."""
    page = written(file, lang())
    path = out or file.with_suffix(".html")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error
    say("report.written", path=path)
