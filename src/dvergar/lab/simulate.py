"""Plays many games between bots, counts who won, and stores what was played.

The games are played in any number of processes, or on a cluster; they are counted, shown to
observers and written in order, so that the result does not depend on which process played what.
In a simulation the same bots meet game after game and rotate through the seats; deal number i is
dealt by `derive(seed, i)`, so any game can be played again by itself.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from dvergar.core.options import Value
from dvergar.lab.files import Files, common_facts, option_arguments
from dvergar.lab.games import Observer, Played, replay
from dvergar.lab.parallel import Workers
from dvergar.lab.players import Entrant, name_of, packed
from dvergar.lab.playing import Schedule, in_order
from dvergar.lab.results import Results


@dataclass(frozen=True, slots=True)
class Simulation(Schedule):
    """What is simulated: a game with its options, the bots that meet, and the seed of it all.

    Where it is `paired`, every seating of the bots plays the same deals one after the other, so
    that nobody has better cards than the others; otherwise each game has a deal of its own.

    >>> three = Simulation("my_gold_mine", {"players": 3}, ["careful", "bold", "bold"], seed=1)
    >>> [three.deal(number) for number in range(5)]
    [0, 0, 0, 1, 1]

    Every game all move up one seat, and start over after the last.

    >>> Simulation("my_gold_mine", {"players": 3}, ["careful", "bold"], 1).seats(1)
    ['bold', 'careful', 'bold']
    """

    paired: bool = True

    @property
    def seatings(self) -> int:
        """How many different seatings there are when all move up seat by seat."""
        bots = list(self.bots)
        turns = range(1, len(bots))
        return next((by for by in turns if bots[by:] + bots[:by] == bots), len(bots))

    def deal(self, number: int) -> int:
        """The number of the deal that a game is played with."""
        return number // self.seatings if self.paired else number

    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.players)]

    def command(self, games: int) -> str:
        """The command that plays the same again."""
        bots = ",".join(name_of(entrant) for entrant in self.bots)
        words = ["dvergar", "simulate", self.game, "--bots", bots, "--games", str(games)]
        words += ["--seed", str(self.seed), *option_arguments(self.game, dict(self.options))]
        return shlex.join(words if self.paired else [*words, "--unpaired"])


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
    """Play many games between bots.

    The results do not depend on the number of processes. A stopped simulation with `out` or `moves`
    continues when it is called again; a finished one is not played again.

    Args:
        game: the game's short name.
        options: its options, `players` among them.
        bots: names, classes, or bots (copied for every seat of every game). They rotate through
            the seats, also if there are more or fewer of them than seats.
        games: how many games.
        seed: determines every deal and every bot.
        paired: whether every seating plays the same deals.
        jobs: how many processes.
        on: the address of a Dask scheduler whose workers play instead.
        observers: called for every position of every game, see `Observer`.
        on_game: called with the results so far after every game.
        save: a folder for the records.
        out: a file for a table with a row per game: `.parquet`, `.csv` or `.jsonl`.
        moves: a file for a table with a row per move.
        overwrite: whether to replace what these files hold.

    Returns:
        Points, wins and speed of each bot; games that a bot could not finish are in `failed`.

    Raises:
        OptionError: the options are not possible.
        UnknownBot: a bot does not exist or cannot play this game.
        DataError: a file cannot be written, or holds something else.

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
        for played, is_fresh in in_order(simulation, range(games), Workers(jobs, on), files, save):
            results.add(played, simulation.deal(played.number), is_fresh)
            if observers and isinstance(played, Played):
                replay(played, observers)
            results.seconds = time.perf_counter() - started
            if on_game:
                on_game(results)
        if files:
            files.finish(games, simulation.command(games))
    return results
