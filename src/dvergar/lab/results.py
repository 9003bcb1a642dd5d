"""What many games gave: who won how many, from which seat, and how far that can be trusted.

Games of one deal belong together: whoever plays the same cards from every seat has luck and bad
luck with them alike. So intervals are reckoned from deal to deal, not from game to game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dvergar.lab.confidence import Figure, Sums
from dvergar.lab.games import Failure, Played


@dataclass(slots=True)
class Tally:
    """How a bot did: in how many seats it sat, what it won alone, what with others, its points."""

    seats: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    _score: Sums = field(default_factory=Sums, compare=False, repr=False)
    _won: Sums = field(default_factory=Sums, compare=False, repr=False)
    _open: list[int] = field(default_factory=lambda: [0, 0, 0], compare=False, repr=False)
    """Seats, victories and points of the deal that is being counted."""

    @property
    def average_score(self) -> float:
        """Points a game, for one seat."""
        return self.points / self.seats if self.seats else 0.0

    @property
    def win_rate(self) -> float:
        """The part of its seats that the bot won, alone or with others."""
        return (self.wins + self.shared) / self.seats if self.seats else 0.0

    def score(self) -> Figure:
        """The average score with the ends of its interval, which holds the true one in 19 of 20."""
        return self._score.with_group(self._open[0], self._open[2]).mean()

    def won(self) -> Figure:
        """The part of its seats that the bot won, with the ends of its interval."""
        return self._won.with_group(self._open[0], self._open[1]).rate()

    def count(self, rank: int, alone: bool, points: int) -> None:
        """Counts one seat of one game."""
        won = rank == 1
        self.seats += 1
        self.wins += int(won and alone)
        self.shared += int(won and not alone)
        self.points += points
        self._open[0] += 1
        self._open[1] += int(won)
        self._open[2] += points

    def close(self) -> None:
        """The deal is over, and the next one is independent of it."""
        seats, won, points = self._open
        if seats:
            self._score.add(seats, points)
            self._won.add(seats, won)
            self._open = [0, 0, 0]


@dataclass(slots=True)
class Results:
    """What a simulation gave. The time it took does not count when results are compared."""

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

    def hear(self, told: Played | Failure, deal: int, is_fresh: bool) -> None:
        """Counts a game, or notes that it failed, and whether that was now."""
        if isinstance(told, Failure):
            self.failures.append(told)
        else:
            self.count(told, deal)
        if is_fresh:
            self.fresh += 1
            self.fresh_moves += 0 if isinstance(told, Failure) else len(told.record.moves)

    def count(self, played: Played, deal: int | None = None) -> None:
        """Counts one game; those of one deal come one after the other."""
        deal = played.number if deal is None else deal
        if deal != self._deal:
            self._close()
            self._deal = deal
        record = played.record
        self.games += 1
        self.moves += len(record.moves)
        alone = played.ranks.count(1) == 1
        seats = zip(record.seats, played.ranks, record.scores or [], strict=True)
        for seat, (bot, rank, score) in enumerate(seats):
            for tallies in (self.tallies, self._seat(seat)):
                tallies.setdefault(bot, Tally()).count(rank, alone, score)

    def _seat(self, seat: int) -> dict[str, Tally]:
        while len(self.seats) <= seat:
            self.seats.append({})
        return self.seats[seat]

    def _close(self) -> None:
        for tallies in (self.tallies, *self.seats):
            for tally in tallies.values():
                tally.close()
