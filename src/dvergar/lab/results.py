"""The results of many games: wins, points and seats of each bot, with confidence intervals.

Games of one deal belong together: a bot that plays the same cards from every seat has the same luck
as its opponents. So intervals are computed from deal to deal, not from game to game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dvergar.lab.confidence import Figure, Sums
from dvergar.lab.games import Failure, Played


@dataclass(slots=True)
class Tally:
    """How a bot did: its seats and points, its games, and those it won alone or shared.

    A bot in several seats of a game wins it once, and alone if no other bot shares the victory.

    >>> tally = Tally()
    >>> tally.count(ranks=[1, 3], points=[9, 5], alone=True)
    >>> tally.wins, tally.seats, tally.average_score
    (1, 2, 7.0)
    """

    seats: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    games: int = 0
    _score: Sums = field(default_factory=Sums, compare=False, repr=False)
    _won: Sums = field(default_factory=Sums, compare=False, repr=False)
    _open: list[int] = field(default_factory=lambda: [0, 0, 0, 0], compare=False, repr=False)
    """Seats, points, games and victories of the deal that is being counted."""

    @property
    def average_score(self) -> float:
        """Points a game, for one seat."""
        return self.points / self.seats if self.seats else 0.0

    @property
    def win_rate(self) -> float:
        """The share of its games that the bot won, alone or with others."""
        return (self.wins + self.shared) / self.games if self.games else 0.0

    def score(self) -> Figure:
        """The average score with the ends of its interval, which holds the true one in 19 of 20."""
        return self._score.with_group(self._open[0], self._open[1]).mean()

    def won(self) -> Figure:
        """The share of its games that the bot won, with the ends of its interval."""
        return self._won.with_group(self._open[2], self._open[3]).rate()

    def count(self, ranks: list[int], points: list[int], alone: bool) -> None:
        """Counts one game: the bot's ranks and points in it, and whether no other bot won too."""
        won = 1 in ranks
        self.games += 1
        self.seats += len(ranks)
        self.wins += int(won and alone)
        self.shared += int(won and not alone)
        self.points += sum(points)
        for at, more in enumerate((len(ranks), sum(points), 1, int(won))):
            self._open[at] += more

    def close(self) -> None:
        """The deal is over, and the next one is independent of it."""
        seats, points, games, won = self._open
        if games:
            self._score.add(seats, points)
            self._won.add(games, won)
            self._open = [0, 0, 0, 0]


@dataclass(slots=True)
class Results:
    """The result of a simulation; times don't count when results are compared.

    >>> from dvergar.lab import simulate
    >>> results = simulate("my_gold_mine", {"players": 2}, ["random", "careful"], games=2, seed=1)
    >>> results.games, sorted(results.tallies), results.failed
    (2, ['careful', 'random'], [])
    """

    games: int = 0
    moves: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    seats: list[dict[str, Tally]] = field(default_factory=list)
    """The same for each seat of the table."""
    failures: list[Failure] = field(default_factory=list)
    """The games that a bot could not finish; they do not count."""
    seconds: float = field(default=0.0, compare=False)
    fresh: int = field(default=0, compare=False)
    """How many games were played now, and not before a stop."""
    fresh_moves: int = field(default=0, compare=False)
    _deal: int = field(default=0, compare=False, repr=False)

    @property
    def failed(self) -> list[tuple[int, str]]:
        """The games that a bot could not finish, with a sentence that says why."""
        return [(failure.number, failure.text()) for failure in self.failures]

    def add(self, played: Played | Failure, deal: int, is_fresh: bool) -> None:
        """Counts a game, or notes that it failed, and whether that was now."""
        if isinstance(played, Failure):
            self.failures.append(played)
        else:
            self.count(played, deal)
        if is_fresh:
            self.fresh += 1
            self.fresh_moves += 0 if isinstance(played, Failure) else len(played.record.moves)

    def count(self, played: Played, deal: int | None = None) -> None:
        """Counts one game; those of one deal come one after the other."""
        deal = played.number if deal is None else deal
        if deal != self._deal:
            self._close()
            self._deal = deal
        record = played.record
        self.games += 1
        self.moves += len(record.moves)
        seats = list(zip(record.seats, played.ranks, record.scores or [], strict=True))
        winners = {bot for bot, rank, _ in seats if rank == 1}
        for bot in dict.fromkeys(record.seats):
            ranks = [rank for one, rank, _ in seats if one == bot]
            points = [score for one, _, score in seats if one == bot]
            self.tallies.setdefault(bot, Tally()).count(ranks, points, winners == {bot})
        first = played.ranks.count(1) == 1
        for seat, (bot, rank, score) in enumerate(seats):
            self._seat(seat).setdefault(bot, Tally()).count([rank], [score], first)

    def _seat(self, seat: int) -> dict[str, Tally]:
        while len(self.seats) <= seat:
            self.seats.append({})
        return self.seats[seat]

    def _close(self) -> None:
        for tallies in (self.tallies, *self.seats):
            for tally in tallies.values():
                tally.close()
