"""Plays many games between bots, counts who won, and keeps what was played.

The games are played in as many processes as one likes, or on a cluster; they are counted, shown to
observers and written in their order, so that nothing hangs on who played what and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from dvergar.core.errors import BotFailed
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.entrants import Entrant, packed
from dvergar.lab.files import Files, command_of
from dvergar.lab.journal import Tree, line_of
from dvergar.lab.played import Failure, Observer, Played, show
from dvergar.lab.results import Results
from dvergar.lab.rows import Scribe, failed_row
from dvergar.lab.simulation import Simulation
from dvergar.lab.spread import Lost, Workers, spread

Told = tuple[Played | Failure, str]
"""A game, and the line that keeps it."""


def simulate(
    game: str,
    options: Mapping[str, Value],
    bots: Sequence[Entrant],
    games: int,
    seed: int,
    *,
    paired: bool = True,
    jobs: int = 1,
    on: str = "",
    observers: Sequence[Observer] = (),
    on_game: Callable[[Results], object] | None = None,
    save: Path | None = None,
    out: Path | None = None,
    moves: Path | None = None,
    overwrite: bool = False,
) -> Results:
    """Plays `games` games in `jobs` processes; the results are the same however many those are.

    Bots go round the seats, also where there are more or fewer bots than seats, and every seating
    plays the same deals unless `paired` is false. A bot is a name, a class, or a bot that was made,
    which is copied for every seat of every game. A game that a bot cannot finish is among the
    `failed`, and the others go on. `on` is the address of a Dask scheduler whose workers play
    instead. `on_game` hears of the results so far after every game.

    `save` is a folder for the records. `out` is the file for a table with a row for each game, and
    `moves` one with a row for each move: Parquet, CSV or JSON lines, whichever the names end in.
    What is stopped goes on when the same is asked for again; what is finished is not played again
    unless `overwrite` is true.

    >>> results = simulate("my_gold_mine", {"players": 3}, ["careful", "random"], games=4, seed=1)
    >>> results.games, results.tallies["careful"].seats
    (4, 6)
    """
    simulation = Simulation(game, options, bots, seed, paired)
    simulation.check()
    if jobs > 1 or on:
        for entrant in bots:
            packed(entrant)
    files = Files(simulation, out, moves, overwrite) if out or moves else None
    results = Results()
    with files or nullcontext():
        started = time.perf_counter()
        for told, is_fresh in _in_order(simulation, games, Workers(jobs, on), files, save):
            if isinstance(told, Failure):
                results.failures.append(told)
            else:
                results.count(told, simulation.deal(told.number))
                if observers:
                    show(told, observers)
            if is_fresh:
                results.fresh += 1
                results.fresh_moves += len(told.record.moves) if isinstance(told, Played) else 0
            results.seconds = time.perf_counter() - started
            if on_game:
                on_game(results)
        if files:
            files.finish(games, command_of(simulation, games))
    return results


def _in_order(
    simulation: Simulation, games: int, workers: Workers, files: Files | None, save: Path | None
) -> Iterator[tuple[Played | Failure, bool]]:
    """All games by their number, and whether each was played now or lay in the files before."""
    before = [number in files.journal if files else False for number in range(games)]
    todo = [number for number, is_there in enumerate(before) if not is_there]
    work = partial(_told, simulation, files is not None, bool(files and files.wants_steps))
    waiting: dict[int, Played | Failure] = {}
    number = 0
    for at, told in chain(spread(work, todo, info(simulation.game), workers), [(games, None)]):
        if told is not None:
            waiting[at] = _kept(simulation, at, told, files, save)
        while number < games and (before[number] or number in waiting):
            if before[number]:
                assert files is not None
                yield again(simulation, files.journal[number]), False
            else:
                yield waiting.pop(number), True
            number += 1


def _kept(
    simulation: Simulation, number: int, told: Told | Lost, files: Files | None, save: Path | None
) -> Played | Failure:
    """What a game gave, after it has been written down."""
    if isinstance(told, Lost):
        names = ", ".join(sorted(set(simulation.seats(number))))
        lost = Failure(number, "bot.died", (("name", names[:80]),))
        told = lost, _line_of_failure(simulation, lost)
    played, line = told
    if files:
        files.journal.keep(number, line)
    if save and isinstance(played, Played):
        name = f"{simulation.game}-{simulation.seed}-{number:06}.json"
        played.record.save(save / name)
    return played


def _told(simulation: Simulation, rows: bool, steps: bool, number: int) -> Told:
    """Plays one game, in whichever process."""
    scribe = Scribe(info(simulation.game))
    try:
        played = simulation.play(number, [scribe] if rows else [])
    except BotFailed as error:
        failure = Failure.of(number, error)
        return failure, _line_of_failure(simulation, failure) if rows else ""
    line = ""
    if rows:
        tree: Tree = {"row": scribe.row(played, simulation.deal(number))}
        tree["names"] = played.record.moves
        if steps:
            tree["steps"] = scribe.steps(played)
        line = line_of(number, tree)
    return replace(played, thinking=[]), line


def _line_of_failure(simulation: Simulation, failure: Failure) -> str:
    number = failure.number
    deal, seed = simulation.deal(number), simulation.seed_of(number)
    row = failed_row(failure, deal, seed, simulation.seats(number))
    return line_of(number, {"row": row, "failure": [failure.key, failure.facts]})


def again(simulation: Simulation, tree: Tree) -> Played | Failure:
    """The game that a line of a journal keeps."""
    number, row = tree["number"], tree["row"]
    if "failure" in tree:
        key, facts = tree["failure"]
        return Failure(number, key, tuple((name, fact) for name, fact in facts))
    game = make_game(simulation.game, simulation.options)
    seats = range(1, game.players + 1)
    record = Record.of(game, row["seed"], [row[f"seat{seat}_bot"] for seat in seats])
    record.moves = tree["names"]
    record.scores = [row[f"seat{seat}_points"] for seat in seats]
    return Played(number, record, [row[f"seat{seat}_rank"] for seat in seats])
