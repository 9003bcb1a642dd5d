"""Plays many games between bots, counts who won, and keeps what was played.

The games are played in as many processes as one likes, or on a cluster; they are counted, shown to
observers and written in their order, so that nothing hangs on who played what and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from dvergar.core.options import Value
from dvergar.lab.files import Files, common_facts
from dvergar.lab.games import Observer, Played, replay
from dvergar.lab.parallel import Workers
from dvergar.lab.players import Entrant, packed
from dvergar.lab.playing import in_order
from dvergar.lab.results import Results
from dvergar.lab.simulation import Simulation


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
    files = None
    if out or moves:
        facts = common_facts(game, options, bots) | {"seed": seed, "paired": paired}
        files = Files(facts, out, moves, overwrite)
    results = Results()
    with files or nullcontext():
        started = time.perf_counter()
        for told, is_fresh in in_order(simulation, range(games), Workers(jobs, on), files, save):
            results.hear(told, simulation.deal(told.number), is_fresh)
            if observers and isinstance(told, Played):
                replay(told, observers)
            results.seconds = time.perf_counter() - started
            if on_game:
                on_game(results)
        if files:
            files.finish(games, simulation.command(games))
    return results
