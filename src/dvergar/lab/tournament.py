"""A tournament: many bots, tables of as many as the game has players, ratings for all of them.

Every table plays the same deals from every seat. In a round robin all tables there are play; in a
Swiss tournament bots with similar scores meet. In single-player games each bot plays every deal,
and more points rank higher. In pairings bots are numbers.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from dvergar.core.options import Value
from dvergar.core.registry import make_game
from dvergar.core.score import ranks
from dvergar.lab.confidence import Ratings
from dvergar.lab.extras import DataError
from dvergar.lab.files import Files, common_facts, option_arguments
from dvergar.lab.games import Played
from dvergar.lab.parallel import Workers
from dvergar.lab.players import Entrant, name_of, packed
from dvergar.lab.playing import Schedule, in_order
from dvergar.lab.results import Results

Table = tuple[int, ...]


def round_robin(bots: int, players: int) -> list[Table]:
    """Every table that can be made of the bots, once; alone each bot has a table for itself.

    >>> round_robin(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(bots), players))


def swiss(
    standing: Sequence[int], players: int, met: set[frozenset[int]], rested: Sequence[int]
) -> tuple[list[Table], list[int]]:
    """The tables of a round, from the top down, and which bots rest.

    The lowest of those that have rested least rest. Two bots don't meet twice at a table for two
    if that can be avoided.

    >>> swiss([2, 0, 1, 3], 2, {frozenset((0, 2))}, [0, 0, 0, 0])
    ([(2, 1), (0, 3)], [])
    >>> swiss([2, 0, 1], 2, set(), [0, 1, 0])
    ([(2, 1)], [0])
    """
    left = list(standing)
    resting: list[int] = []
    for _ in range(len(left) % players):
        least = min(rested[bot] for bot in left)
        last = next(bot for bot in reversed(left) if rested[bot] == least)
        left.remove(last)
        resting.append(last)
    if players == 2:
        pairs = _pairs(left, met)
        if pairs is not None:
            return pairs, resting
    groups = range(0, len(left), players)
    return [tuple(left[at : at + players]) for at in groups], resting


def _pairs(left: list[int], met: set[frozenset[int]]) -> list[Table] | None:
    """Pairs of which none has met, each as near to the top as can be; None: there are none."""
    if not left:
        return []
    first, *others = left
    for other in others:
        if frozenset((first, other)) in met:
            continue
        rest = _pairs([bot for bot in others if bot != other], met)
        if rest is not None:
            return [(first, other), *rest]
    return None


LABELS = ("round", "table")


@dataclass(frozen=True, slots=True)
class Round(Schedule):
    """The games of one round: deal by deal, table by table, seating by seating."""

    tables: tuple[Table, ...]
    deals: int
    number: int = 0
    first: int = 0
    """The number of its first game."""

    @property
    def games(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + len(self.tables) * self.deals * self.players)

    def _place(self, number: int) -> tuple[int, int, int]:
        deal, place = divmod(number - self.first, len(self.tables) * self.players)
        return deal, *divmod(place, self.players)

    def deal(self, number: int) -> int:
        """The number of the deal that a game is played with."""
        return self.number * self.deals + self._place(number)[0]

    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game."""
        _, table, seating = self._place(number)
        bots = self.tables[table]
        return [self.bots[bots[(seat + seating) % len(bots)]] for seat in range(len(bots))]

    def labels(self, number: int) -> dict[str, int]:
        """The round and the table of a game."""
        return {"round": self.number + 1, "table": self._place(number)[1] + 1}


@dataclass(slots=True)
class Standings:
    """How the bots of a tournament stand: results, ratings, and points of a Swiss tournament.

    >>> standings = tournament("my_gold_mine", {"players": 2}, ["random", "careful"], 1, deals=4)
    >>> standings.order()
    ['careful', 'random']
    >>> standings.results.tallies["careful"].seats, standings.ratings.above("careful", "random")[1]
    (8, 8)
    """

    bots: list[str]
    ratings: Ratings
    results: Results = field(default_factory=Results)
    points: dict[str, Fraction] = field(default_factory=dict)
    """First places in games, shared ones as a fraction; a bye counts as a victory."""
    _alone: dict[str, int] = field(default_factory=dict, repr=False)
    """Where one plays alone: what each has made of the present deal."""
    _deal: int = field(default=0, repr=False)

    def order(self) -> list[str]:
        """The bots from the strongest rating down."""
        return sorted(self.bots, key=lambda bot: -self.ratings.figure(bot).value)

    def count(self, played: Played, deal: int) -> None:
        """Counts a game; those of a deal come one after the other."""
        names = played.record.seats
        first = played.ranks.count(1)
        for bot, rank in zip(names, played.ranks, strict=True):
            self.points[bot] = self.points.get(bot, Fraction()) + Fraction(int(rank == 1), first)
        if len(names) > 1:
            self.ratings.count(names, played.ranks)
            return
        if deal != self._deal:
            self.close()
            self._deal = deal
        self._alone[names[0]] = (played.record.scores or [0])[0]

    def close(self) -> None:
        """A deal that each has played alone is over: the points say who comes before whom."""
        self.ratings.count(list(self._alone), ranks([(one,) for one in self._alone.values()]))
        self._alone = {}


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: a game with its options, the bots, the seed, and how often they meet.

    >>> three = Tournament("my_gold_mine", {"players": 2}, ["careful", "bold", "timid"], 1, deals=5)
    >>> three.games, three.command()
    (30, 'dvergar tournament careful bold timid --game my_gold_mine --deals 5 --seed 1 --players 2')
    """

    game: str
    options: Mapping[str, Value]
    bots: Sequence[Entrant]
    seed: int
    deals: int = 10
    rounds: int = 0

    @property
    def names(self) -> list[str]:
        """What the bots are called."""
        return [name_of(entrant) for entrant in self.bots]

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return make_game(self.game, self.options).players

    @property
    def games(self) -> int:
        """How many games there will be."""
        bots, players = len(self.bots), self.players
        tables = self.rounds * (bots // players) if self.rounds else comb(bots, players)
        return tables * self.deals * players

    def check(self) -> None:
        """Says at once what would otherwise fail later."""
        names, least = self.names, max(2, self.players)
        if len(set(names)) < len(names):
            raise DataError("data.twice", name=max(names, key=names.count)[:80])
        if len(names) < least:
            raise DataError("data.few", least=least)
        if self.rounds and self.players == 1:
            raise DataError("data.swiss_alone")
        self._round((), 0, 0).check()

    def all_rounds(self, standings: Standings) -> Iterator[Round]:
        """Round after round, each made when the one before has been counted."""
        if not self.rounds:
            yield self._round(tuple(round_robin(len(self.bots), self.players)), 0, 0)
            return
        names, met = self.names, set[frozenset[int]]()
        rested, first = [0] * len(names), 0
        for number in range(self.rounds):
            order = sorted(
                range(len(names)), key=lambda bot: -standings.points.get(names[bot], Fraction())
            )
            tables, resting = swiss(order, self.players, met, rested)
            one = self._round(tuple(tables), number, first)
            yield one
            first = one.games.stop
            met |= {frozenset(pair) for table in tables for pair in combinations(table, 2)}
            for bot in resting:
                rested[bot] += 1
                won = standings.points.get(names[bot], Fraction())
                standings.points[names[bot]] = won + self.deals * self.players

    def _round(self, tables: tuple[Table, ...], number: int, first: int) -> Round:
        kind = (self.game, self.options, self.bots, self.seed)
        return Round(*kind, tables, self.deals, number, first)

    def facts(self) -> dict[str, Any]:
        """What is written of it."""
        facts = common_facts(self.game, self.options, self.bots)
        how = {"deals": self.deals, "rounds": self.rounds}
        return facts | {"seed": self.seed, "paired": True, "tournament": how}

    def command(self) -> str:
        """The command that plays the same again."""
        words = ["dvergar", "tournament", *self.names, "--game", self.game]
        words += ["--deals", str(self.deals), "--seed", str(self.seed)]
        words += ["--swiss", str(self.rounds)] if self.rounds else []
        return shlex.join([*words, *option_arguments(self.game, dict(self.options))])


def tournament(
    game: str,
    options: Mapping[str, Value],
    bots: Sequence[Entrant],
    seed: int,
    *,
    deals: int = 10,
    rounds: int = 0,
    jobs: int = 1,
    on: str = "",
    on_game: Callable[[Results], object] | None = None,
    out: Path | None = None,
    moves: Path | None = None,
    overwrite: bool = False,
) -> Standings:
    """Let bots meet and rate them.

    Args:
        game: the game's short name.
        options: its options, `players` among them.
        bots: the bots, as in `simulate`.
        seed: determines every deal and every bot.
        deals: how many deals each table plays, each from every seat.
        rounds: of a Swiss tournament; 0 for a round robin.
        jobs, on, on_game, out, moves, overwrite: as in `simulate`.

    Returns:
        The bots by rating, and the results of all games.

    Raises:
        OptionError, UnknownBot, DataError: as in `simulate`.

    >>> standings = tournament("my_gold_mine", {"players": 2}, ["random", "careful"], 1, deals=4)
    >>> standings.order(), standings.results.games
    (['careful', 'random'], 8)
    """
    what = Tournament(game, options, bots, seed, deals, rounds)
    what.check()
    for entrant in bots if jobs > 1 or on else ():
        packed(entrant)
    standings = Standings(what.names, Ratings(what.names))
    results, started = standings.results, time.perf_counter()
    files = Files(what.facts(), out, moves, overwrite, LABELS) if out or moves else None
    with files or nullcontext():
        for one in what.all_rounds(standings):
            for played, is_fresh in in_order(one, one.games, Workers(jobs, on), files):
                results.add(played, one.deal(played.number), is_fresh)
                if isinstance(played, Played):
                    standings.count(played, one.deal(played.number))
                results.seconds = time.perf_counter() - started
                if on_game:
                    on_game(results)
            standings.close()
        if files:
            files.finish(what.games, what.command())
    return standings
