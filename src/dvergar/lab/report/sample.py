"""The seats of many games as a sample: what each made of its game beside the average of its bot.

A choice is worth what those who made it have more than those who did not, each beside the average
of its own bot, so that a choice is not praised because a strong bot makes it. Games of one deal
belong together, and intervals go from deal to deal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from dvergar.core.record import Record
from dvergar.lab.confidence import Figure, Sums, difference
from dvergar.lab.extras import DataError
from dvergar.lab.games import Played
from dvergar.lab.results import Results
from dvergar.lab.tables import Data


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of one game."""

    bot: str
    number: int
    """From 1 on."""
    is_first: bool
    points: int
    rank: int
    deal: int
    over: float
    """Points beyond the average of its bot."""
    row: dict[str, Any]

    def get(self, column: str) -> Any:
        """What the table has about this seat."""
        return self.row.get(f"seat{self.number}_{column}")


@dataclass(frozen=True, slots=True)
class Worth:
    """A choice: in how many seats it was made, and what those had more than the others."""

    name: str
    count: int
    share: float
    more: Figure


class Sample:
    """All seats of all games that were finished."""

    def __init__(self, data: Data) -> None:
        self.facts = data.facts
        self.players = int(data.facts["options"]["players"])
        self.rows = [row for row in data.rows if not row["failed"]]
        self.failed = len(data.rows) - len(self.rows)
        if not self.rows:
            raise DataError("data.empty")
        self.results = self._results()
        averages = {bot: tally.average_score for bot, tally in self.results.tallies.items()}
        self.seats = [
            self._seat(row, number, averages)
            for row in self.rows
            for number in range(1, self.players + 1)
        ]
        self.bots = sorted(averages, key=lambda bot: -averages[bot])

    def _results(self) -> Results:
        results = Results()
        for row in self.rows:
            results.count(played_of(row, self.players), row["deal"])
        return results

    def _seat(self, row: dict[str, Any], number: int, averages: dict[str, float]) -> Seat:
        bot, points = row[f"seat{number}_bot"], row[f"seat{number}_points"]
        is_first, rank = row["first_seat"] == number, row[f"seat{number}_rank"]
        over = points - averages[bot]
        return Seat(bot, number, is_first, points, rank, row["deal"], over, row)

    def of(self, bot: str) -> list[Seat]:
        """The seats of one bot."""
        return [seat for seat in self.seats if seat.bot == bot]

    def at(self, number: int) -> list[Seat]:
        """The seats with this number."""
        return [seat for seat in self.seats if seat.number == number]

    def has(self, column: str) -> bool:
        """Whether the table has a column for each seat."""
        return f"seat1_{column}" in self.facts["columns"]

    def lines(self) -> list[str]:
        """The lines of the score."""
        start = "seat1_score_"
        return [
            name.removeprefix(start) for name in self.facts["columns"] if name.startswith(start)
        ]

    def worth(self, made: Callable[[Seat], Iterable[str]], least: int) -> list[Worth]:
        """What each choice is worth that was made in at least so many seats; best first."""
        chosen = [set(made(seat)) for seat in self.seats]
        counts = Counter(name for names in chosen for name in names)
        found = []
        for name, count in counts.items():
            if count < least or count == len(self.seats):
                continue
            groups: dict[bool, list[tuple[int, float]]] = {True: [], False: []}
            for seat, names in zip(self.seats, chosen, strict=True):
                groups[name in names].append((seat.deal, seat.over))
            more = difference(groups[True], groups[False])
            found.append(Worth(name, count, count / len(self.seats), more))
        return sorted(found, key=lambda one: (-one.more.value, one.name))


def played_of(row: dict[str, Any], players: int) -> Played:
    """The game of a row, as far as results need it."""
    seats = range(1, players + 1)
    names = [row[f"seat{seat}_bot"] for seat in seats]
    scores = [row[f"seat{seat}_points"] for seat in seats]
    record = Record("", 0, {}, row["seed"], [""] * row["moves"], names, scores)
    return Played(row["game"], record, [row[f"seat{seat}_rank"] for seat in seats])


def average(pairs: Iterable[tuple[int, float]]) -> Figure:
    """The mean of numbers, each with its deal."""
    return by_deal(pairs).mean()


def by_deal(pairs: Iterable[tuple[int, float]]) -> Sums:
    """Numbers, each with its deal, in the groups to which they belong."""
    groups: dict[int, list[float]] = defaultdict(list)
    for deal, value in pairs:
        groups[deal].append(value)
    sums = Sums()
    for values in groups.values():
        sums.add(len(values), sum(values))
    return sums
