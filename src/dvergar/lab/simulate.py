"""Plays many games between bots and counts who won.

Everything hangs on one seed: game number i is dealt by `derive(seed, i)`, and so are its bots and
all they imagine. A game therefore comes out the same whichever process plays it, in whichever
order, and any game of a simulation can be played again alone to look at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from dvergar.core.chance import derive
from dvergar.core.errors import BotFailed
from dvergar.core.game import State
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.entrants import Entrant, asked, dismissed, is_ours, made, name_of, packed
from dvergar.lab.spread import spread

BATCH: Final = 100
"""Games a process plays at a time: enough to make handing them out cost nothing."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a simulation: its number, its record with the scores, the rank of each seat."""

    number: int
    record: Record
    ranks: list[int]


class Observer:
    """Watches a simulation in this process; a kind of observer overrides what it wants to see.

    >>> class Longest(Observer):
    ...     moves = 0
    ...     def after(self, played: Played, state: State) -> None:
    ...         self.moves = max(self.moves, len(played.record.moves))
    >>> watching = Longest()
    >>> results = simulate(
    ...     "my_gold_mine", {"players": 2}, ["random"], games=2, seed=1, observers=[watching]
    ... )
    >>> 0 < watching.moves < results.moves
    True
    """

    def before(self, number: int, state: State) -> None:
        """Game `number` is about to begin."""

    def step(self, state: State, move: int) -> None:
        """The seat that decides in `state` has chosen `move`, which is not yet played."""

    def after(self, played: Played, state: State) -> None:
        """A game is over."""


@dataclass(slots=True)
class Tally:
    """How a bot did: in how many seats it sat, what it won alone, what with others, its points."""

    seats: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0

    @property
    def average_score(self) -> float:
        """Points a game, for one seat."""
        return self.points / self.seats if self.seats else 0.0

    @property
    def win_rate(self) -> float:
        """The part of its seats that the bot won, alone or with others."""
        return (self.wins + self.shared) / self.seats if self.seats else 0.0

    def add(self, other: Tally) -> None:
        """Counts another tally of the same bot in."""
        self.seats += other.seats
        self.wins += other.wins
        self.shared += other.shared
        self.points += other.points


@dataclass(slots=True)
class Results:
    """What a simulation gave. The time it took does not count when results are compared."""

    games: int = 0
    moves: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    failed: list[tuple[int, str]] = field(default_factory=list)
    """The games that a bot could not finish, with a sentence that says why; they do not count."""
    seconds: float = field(default=0.0, compare=False)

    def count(self, played: Played) -> None:
        """Counts one game."""
        self.games += 1
        self.moves += len(played.record.moves)
        alone = played.ranks.count(1) == 1
        scores = played.record.scores or []
        for bot, rank, score in zip(played.record.seats, played.ranks, scores, strict=True):
            won = rank == 1
            self._tally(bot).add(Tally(1, int(won and alone), int(won and not alone), score))

    def add(self, other: Results) -> None:
        """Counts the games of other results in."""
        self.games += other.games
        self.moves += other.moves
        for bot, tally in other.tallies.items():
            self._tally(bot).add(tally)
        self.failed = sorted(self.failed + other.failed)

    def _tally(self, bot: str) -> Tally:
        return self.tallies.setdefault(bot, Tally())


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: a game with its options, the bots that meet, and the seed of it all."""

    game: str
    options: Mapping[str, Value]
    bots: Sequence[Entrant]
    seed: int

    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""
        players = make_game(self.game, self.options).players
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(players)]

    def seats(self, number: int) -> list[str]:
        """Who sits where in a game: every game all move up one seat, and start over after the last.

        >>> Simulation("my_gold_mine", {"players": 3}, ["careful", "bold"], 1).seats(1)
        ['bold', 'careful', 'bold']
        """
        return [name_of(entrant) for entrant in self.entrants(number)]

    def play(self, number: int, observers: Sequence[Observer] = ()) -> Played:
        """Plays one game to its end; `BotFailed` if a bot cannot."""
        deal = derive(self.seed, number)
        game = make_game(self.game, self.options)
        record = Record.of(game, deal, self.seats(number))
        entrants = self.entrants(number)
        thinkers = [
            made(entrant, derive(deal, seat), self.game) for seat, entrant in enumerate(entrants)
        ]
        watched = [not is_ours(entrant) for entrant in entrants]
        state = game.start(deal)
        for observer in observers:
            observer.before(number, state)
        try:
            while not state.over:
                question = derive(deal, game.players + len(record.moves))
                seat = state.seat
                move = asked(thinkers[seat], record.seats[seat], state, question, watched[seat])
                for observer in observers:
                    observer.step(state, move)
                state.play(move)
                record.moves.append(game.name(move))
        finally:
            for thinker in thinkers:
                dismissed(thinker)
        record.finish(state)
        played = Played(number, record, state.ranking())
        for observer in observers:
            observer.after(played, state)
        return played


def simulate(
    game: str,
    options: Mapping[str, Value],
    bots: Sequence[Entrant],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    observers: Sequence[Observer] = (),
    on_batch: Callable[[Results], object] | None = None,
    save: Path | None = None,
) -> Results:
    """Plays `games` games in `jobs` processes; the results are the same however many those are.

    Bots go round the seats, also where there are more or fewer bots than seats. `on_batch` hears
    of the results so far; `save` is a folder for the records; observers need `jobs=1`. A bot is a
    name, a class, or a bot that was made, which is copied for every seat of every game. A game that
    a bot cannot finish is among the `failed`, and the others go on.

    >>> results = simulate("my_gold_mine", {"players": 3}, ["careful", "random"], games=4, seed=1)
    >>> results.tallies["careful"].wins
    3
    """
    simulation = Simulation(game, options, bots, seed)
    _check(simulation)
    if jobs > 1:
        for entrant in bots:
            packed(entrant)
    if observers and jobs > 1:
        raise ValueError("observers watch in this process: let jobs be 1")
    started = time.perf_counter()
    batches = [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    results = Results()
    play = partial(_play_batch, simulation, save=save, observers=observers)
    for part in spread(play, batches, info(game), jobs):
        results.add(part)
        results.seconds = time.perf_counter() - started
        if on_batch:
            on_batch(results)
    return results


def _check(simulation: Simulation) -> None:
    """Says at once what would otherwise fail in another process."""
    make_game(simulation.game, simulation.options).start(simulation.seed)
    for entrant in simulation.bots:
        dismissed(made(entrant, 0, simulation.game))


def _play_batch(
    simulation: Simulation, batch: range, save: Path | None, observers: Sequence[Observer] = ()
) -> Results:
    results = Results()
    for number in batch:
        try:
            played = simulation.play(number, observers)
        except BotFailed as failure:
            results.failed.append((number, str(failure)))
            continue
        results.count(played)
        if save:
            name = f"{simulation.game}-{simulation.seed}-{number:06}.json"
            played.record.save(save / name)
    return results
