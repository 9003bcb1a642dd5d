"""The chapters of a report: each a few sentences, plots, and the same as tables to read.

What a game keeps beside its points (`GameInfo.kept`) makes chapters of its own. Named things, such
as tiles, are shown by what each is worth; what is only counted, such as children, by how often it
came and in which round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from dvergar.core.languages import decimal, signed
from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.lab.confidence import Figure
from dvergar.lab.ratings import Ratings
from dvergar.lab.report.plots import Drawer
from dvergar.lab.report.sample import Sample, Seat, Worth, average, played_of
from dvergar.lab.report.writing import PACKAGE, Chapter, Numbers, Picture, Table, chapter_of, five
from dvergar.lab.results import Tally
from dvergar.lab.rows import OPENING
from dvergar.lab.tournament import Standings

MIN_SEATS: Final = 10
"""A choice that was made in fewer seats is left out: its interval would say nothing."""


class KeptChapters:
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
        for name, (_, fact, prefix) in self._info.kept.items():
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

    def _add(self, chapter: Chapter, found: list[Worth], prefix: str, caption: str) -> None:
        if found:
            labels = self._labels([one.name for one in found], prefix)
            chapter.pictures.append(self._worth(found, labels, "choice", caption))
        elif (few := self._say("named.few", n=MIN_SEATS)) not in chapter.texts:
            chapter.texts.append(few)

    def _labels(self, names: list[str], prefix: str) -> list[str]:
        """What is said for names; two that are called alike are told apart."""
        keys = [f"{prefix}.{name}" for name in names]
        said = [
            self._its(key) if key in self._its else name
            for key, name in zip(keys, names, strict=True)
        ]
        return [
            f"{label} ({name})" if said.count(label) > 1 else label
            for label, name in zip(said, names, strict=True)
        ]

    def _worth(self, found: list[Worth], labels: list[str], head: str, caption: str) -> Picture:
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
        yield from KeptChapters(self._sample, self._lang).chapters()
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
