"""The chapters of a report: each a few sentences, plots, and the same as tables to read.

What a game records beside its points (`GameInfo.event_columns`) makes chapters of its own. Named
things, such as tiles, are shown by what each is worth; what is only counted, such as children, by
how often it came and in which round. A choice is worth what those who made it have more than those
who did not, each beside the average of its own bot, so that a choice is not praised because a
strong bot makes it. Games of one deal belong together, and intervals go from deal to deal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

from dvergar.core.languages import decimal, signed
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.core.words import Words, words
from dvergar.lab.confidence import Figure, Ratings, Sums, difference
from dvergar.lab.extras import DataError
from dvergar.lab.games import Played
from dvergar.lab.report.plots import Drawer
from dvergar.lab.results import Results, Tally
from dvergar.lab.tables import OPENING, Data
from dvergar.lab.tournament import Standings


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
class ChoiceValue:
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

    def worth(self, made: Callable[[Seat], Iterable[str]], least: int) -> list[ChoiceValue]:
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
            found.append(ChoiceValue(name, count, count / len(self.seats), more))
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


PACKAGE: Final = "dvergar.lab.report"


@dataclass(frozen=True, slots=True)
class Table:
    """A table to read: heads and rows of texts; the first column names the row."""

    heads: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot, what it shows in a sentence, and its numbers as a table."""

    svg: str
    caption: str
    table: Table


@dataclass(slots=True)
class Chapter:
    """A part of the report."""

    anchor: str
    title: str
    texts: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)


def chapter_of(say: Words, name: str, **facts: object) -> Chapter:
    """An empty chapter with its title, and its text if it has one."""
    title = say(f"{name}.title") if f"{name}.title" in say else name
    text = f"{name}.text"
    return Chapter(name, title, [say(text, **facts)] if text in say else [])


class Numbers:
    """Writes figures with their intervals in one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._say = words(PACKAGE, lang)

    def points(self, figure: Figure) -> str:
        """Points, or anything else that is not a share."""
        return self._interval(figure, 1, "{}")

    def percent(self, figure: Figure) -> str:
        """A share of one in percent."""
        return self._interval(figure, 100, self._say("figure.percent", number="{}"))

    def share(self, share: float) -> str:
        """A share without an interval."""
        return self._say("figure.percent", number=decimal(100 * share, self._lang, 1))

    def _interval(self, figure: Figure, by: float, form: str) -> str:
        value, low, high = (
            decimal(by * one, self._lang, 1) if isfinite(one) else ""
            for one in (figure.value, figure.low, figure.high)
        )
        value = form.format(value)
        return self._say("figure.interval", value=value, low=low, high=high) if low else value


def five(ordered: Sequence[int]) -> list[int]:
    """The least, the quarters and the greatest of numbers in order.

    >>> five([1, 2, 3, 4, 5, 6, 7, 8, 9])
    [1, 3, 5, 7, 9]
    """
    last = len(ordered) - 1
    return [ordered[last * part // 4] for part in range(5)]


MIN_SEATS: Final = 10
"""A choice that was made in fewer seats is left out: its interval would say nothing."""


class RecordedChapters:
    """Writes these chapters in one language."""

    def __init__(self, sample: Sample, lang: str) -> None:
        self._sample = sample
        self._say = words(PACKAGE, lang)
        self._write = Numbers(lang)
        self._draw = Drawer(lang)
        self._info = info(sample.facts["game"])
        self._its = self._info.words(lang)

    def chapters(self) -> Iterator[Chapter]:
        """One for everything that is kept."""
        for name, (_, fact, prefix) in self._info.event_columns.items():
            if self._sample.has(name):
                yield self._named(name, prefix) if fact else self._counted(name)

    def _caption(self, name: str, otherwise: str) -> str:
        key = f"{name}.caption"
        return self._say(key if key in self._say else otherwise)

    def _named(self, name: str, prefix: str) -> Chapter:
        """What was chosen, such as tiles, by what it is worth."""
        chapter = chapter_of(self._say, name, n=MIN_SEATS)
        if name == OPENING:
            first = self._sample.worth(lambda seat: (seat.get(name) or [])[:1], MIN_SEATS)
            self._add(chapter, first, prefix, self._say("opening.first"))
        found = self._sample.worth(lambda seat: seat.get(name) or [], MIN_SEATS)
        self._add(chapter, found, prefix, self._caption(name, "named.caption"))
        return chapter

    def _add(self, chapter: Chapter, found: list[ChoiceValue], prefix: str, caption: str) -> None:
        if found:
            labels = self._labels([one.name for one in found], prefix)
            chapter.pictures.append(self._worth(found, labels, "choice", caption))
        elif (few := self._say("named.few", n=MIN_SEATS)) not in chapter.texts:
            chapter.texts.append(few)

    def _labels(self, names: list[str], prefix: str) -> list[str]:
        """Labels for names; equal ones get different labels."""
        keys = [f"{prefix}.{name}" for name in names]
        said = [
            self._its(key) if key in self._its else name
            for key, name in zip(keys, names, strict=True)
        ]
        return [
            f"{label} ({name})" if said.count(label) > 1 else label
            for label, name in zip(said, names, strict=True)
        ]

    def _worth(
        self, found: list[ChoiceValue], labels: list[str], head: str, caption: str
    ) -> Picture:
        rows = [
            [label, str(one.count), self._write.share(one.share), self._write.points(one.more)]
            for label, one in zip(labels, found, strict=True)
        ]
        heads = [self._say(f"head.{name}") for name in (head, "seats", "share", "worth")]
        svg = self._draw.dots(labels, [one.more for one in found], self._say("axis.worth"), caption)
        return Picture(svg, caption, Table(heads, rows))

    def _counted(self, name: str) -> Chapter:
        """What came more or less often, such as children: how often, and in which round."""
        chapter = chapter_of(self._say, name, n=MIN_SEATS)
        chapter.pictures.append(self._often(name))
        rounds = self._sample.worth(lambda seat: map(str, seat.get(name) or []), MIN_SEATS)
        rounds.sort(key=lambda one: int(one.name))
        if rounds:
            labels = [self._say("axis.round", n=int(one.name)) for one in rounds]
            caption = self._say("counted.rounds")
            chapter.pictures.append(self._worth(rounds, labels, "round", caption))
        return chapter

    def _often(self, name: str) -> Picture:
        """The points of those to whom it came so often, if those are enough to say anything."""
        sample = self._sample
        times = {bot: [_times(seat.get(name)) for seat in sample.of(bot)] for bot in sample.bots}
        counts = Counter(n for those in times.values() for n in those)
        least = min(MIN_SEATS, max(counts.values()))
        often = sorted(n for n, count in counts.items() if count >= least)
        figures = [
            average((seat.deal, seat.over) for seat in sample.seats if _times(seat.get(name)) == n)
            for n in often
        ]
        rows = []
        for n, figure in zip(often, figures, strict=True):
            shares = [self._write.share(those.count(n) / len(those)) for those in times.values()]
            rows.append([str(n), *shares, self._write.points(figure)])
        heads = [self._say("head.often"), *sample.bots, self._say("head.over")]
        svg = self._draw.dots([str(n) for n in often], figures, self._say("axis.over"), name)
        return Picture(svg, self._caption(name, "counted.caption"), Table(heads, rows))


def _times(rounds: list[int] | None) -> int:
    return len(rounds or [])


class Writer:
    """Writes the chapters of a report in one language."""

    def __init__(self, sample: Sample, lang: str) -> None:
        self._sample = sample
        self._lang = lang
        self._say = words(PACKAGE, lang)
        self._write = Numbers(lang)
        self._draw = Drawer(lang)
        self._its = info(sample.facts["game"]).words(lang)

    def chapters(self) -> Iterator[Chapter]:
        """All chapters that the data has something for."""
        yield self._bots()
        if "tournament" in self._sample.facts:
            yield self._ratings()
        yield self._scores()
        yield from RecordedChapters(self._sample, self._lang).chapters()
        yield self._length()
        if self._sample.players > 1:
            yield self._by_seat()

    def _heads(self, *names: str) -> list[str]:
        return [self._say(f"head.{name}") for name in names]

    # What is in every report.

    def _bots(self) -> Chapter:
        chapter = chapter_of(self._say, "bots")
        heads = self._heads("bot", "seats", "won", "points")
        tallies = self._sample.results.tallies
        rows = [self._tally(bot, tallies[bot]) for bot in self._sample.bots]
        chapter.tables.append(Table(heads, rows))
        return chapter

    def _tally(self, bot: str, tally: Tally) -> list[str]:
        return [
            bot,
            str(tally.seats),
            self._write.percent(tally.won()),
            self._write.points(tally.score()),
        ]

    def _ratings(self) -> Chapter:
        """The ratings of a tournament, and who came before whom."""
        bots = list(self._sample.facts["bots"])
        standings = Standings(bots, Ratings(bots))
        for row in self._sample.rows:
            standings.count(played_of(row, self._sample.players), row["deal"])
        standings.close()
        ratings = standings.ratings
        bots.sort(key=lambda bot: -ratings.figure(bot).value)
        figures = [ratings.figure(bot) for bot in bots]
        chapter = chapter_of(self._say, "ratings")
        rating = self._say("head.rating")
        table = Table(
            self._heads("bot", "rating"),
            [[bot, self._write.points(one)] for bot, one in zip(bots, figures, strict=True)],
        )
        svg = self._draw.dots(bots, figures, rating, "ratings", zero=False)
        chapter.pictures.append(Picture(svg, self._say("ratings.caption"), table))
        rows = [[bot, *(self._met(ratings, bot, other) for other in bots)] for bot in bots]
        chapter.tables.append(Table([self._say("head.before"), *bots], rows))
        return chapter

    def _met(self, ratings: Ratings, bot: str, other: str) -> str:
        above, met = ratings.above(bot, other)
        return f"{decimal(above, self._lang, int(above % 1 > 0))}/{met}" if met else ""

    def _scores(self) -> Chapter:
        chapter = chapter_of(self._say, "scores")
        sample = self._sample
        series = [(bot, [seat.points for seat in sample.of(bot)]) for bot in sample.bots]
        rows = [[bot, *(signed(value) for value in five(sorted(points)))] for bot, points in series]
        table = Table(self._heads("bot", "least", "quarter", "middle", "upper", "most"), rows)
        axes = (self._say("axis.points"), self._say("axis.share"))
        svg = self._draw.histogram(series, *axes, "scores")
        chapter.pictures.append(Picture(svg, self._say("scores.caption"), table))
        chapter.pictures.append(self._lines())
        return chapter

    def _lines(self) -> Picture:
        """The lines of the score, on average."""
        sample = self._sample
        lines = sample.lines()
        labels = [self._its(f"score.{line}") for line in lines]
        series = [
            (bot, [self._mean(sample.of(bot), f"score_{line}") for line in lines])
            for bot in sample.bots
        ]
        rows = [
            [label, *(self._write.points(figures[at]) for _, figures in series)]
            for at, label in enumerate(labels)
        ]
        svg = self._draw.bars(labels, series, self._say("axis.points"), "lines")
        table = Table([self._say("head.line"), *sample.bots], rows)
        return Picture(svg, self._say("scores.lines"), table)

    def _mean(self, seats: Sequence[Seat], column: str) -> Figure:
        return average((seat.deal, seat.get(column)) for seat in seats)

    def _length(self) -> Chapter:
        chapter = chapter_of(self._say, "length")
        moves = [row["moves"] for row in self._sample.rows]
        rows = [[self._say("axis.moves"), *(str(value) for value in five(sorted(moves)))]]
        table = Table(["", *self._heads("least", "quarter", "middle", "upper", "most")], rows)
        axes = (self._say("axis.moves"), self._say("axis.games"))
        svg = self._draw.histogram([(self._say("axis.moves"), moves)], *axes, "length")
        chapter.pictures.append(Picture(svg, self._say("length.caption"), table))
        return chapter

    def _by_seat(self) -> Chapter:
        chapter = chapter_of(self._say, "seats")
        sample = self._sample
        groups = [
            (self._say("seats.seat", n=number), sample.at(number))
            for number in range(1, sample.players + 1)
        ]
        first = [seat for seat in sample.seats if seat.is_first]
        later = [seat for seat in sample.seats if not seat.is_first]
        groups += [(self._say("seats.first"), first), (self._say("seats.later"), later)]
        groups = [(label, seats) for label, seats in groups if seats]
        over = [average((seat.deal, seat.over) for seat in seats) for _, seats in groups]
        won = [average((seat.deal, float(seat.rank == 1)) for seat in seats) for _, seats in groups]
        labels = [label for label, _ in groups]
        rows = [
            [label, str(len(seats)), self._write.percent(share), self._write.points(more)]
            for (label, seats), share, more in zip(groups, won, over, strict=True)
        ]
        svg = self._draw.dots(labels, over, self._say("axis.over"), "seats")
        table = Table(self._heads("seat", "seats", "won", "over"), rows)
        chapter.pictures.append(Picture(svg, self._say("seats.caption"), table))
        return chapter
