"""The chapters of a report: each a few sentences, plots, and the same as tables to read.

What a game keeps beside its points makes chapters of its own, see `kept`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dvergar.core.languages import decimal, signed
from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.lab.confidence import Figure
from dvergar.lab.ratings import Ratings
from dvergar.lab.report.kept import Keeper
from dvergar.lab.report.plots import Drawer
from dvergar.lab.report.sample import Sample, Seat, average, played_of
from dvergar.lab.report.writing import PACKAGE, Chapter, Numbers, Picture, Table, chapter_of, five
from dvergar.lab.results import Tally
from dvergar.lab.tournament import Standings


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
        yield from Keeper(self._sample, self._lang).chapters()
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
