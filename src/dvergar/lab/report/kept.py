"""Chapters about what a game keeps beside its points, as its `INFO.kept` says.

What is named, such as tiles, is shown by what each name is worth; what is only counted, such as
children, by how often it came and in which round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.lab.report.plots import Drawer
from dvergar.lab.report.sample import Sample, Worth, average
from dvergar.lab.report.writing import PACKAGE, Chapter, Numbers, Picture, Table, chapter_of
from dvergar.lab.rows import OPENING

MIN_SEATS: Final = 10
"""A choice that was made in fewer seats is left out: its interval would say nothing."""


class Keeper:
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
