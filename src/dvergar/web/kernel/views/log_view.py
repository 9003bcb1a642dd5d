"""What happened at a table, as it is read: turn by turn, round by round, the oldest first.

All that one seat did in a turn is one part of the log. A page has only the newest turns, so that
live messages stay small; the others are fetched when somebody asks for them. Of many moves that
were taken back in a row, and of many comings and goings, the log has the last few and the number of
the others: people could make any number of them. Whatever stands here is told from events, and
those everybody at the table has seen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from markupsafe import Markup, escape

from dvergar.core.events import Event
from dvergar.core.sentences import Sentence, log_sentences
from dvergar.core.words import words
from dvergar.web.kernel.tables.seats import Note
from dvergar.web.kernel.tables.table import Entry, Table

TURNS_PER_BLOCK: Final = 16
"""A page has the newest moves: as many as this, and at most twice as many."""
MAX_NOTES_IN_A_ROW: Final = 8
"""Moves taken back in a row, and notes after a move, that are told one by one."""
STRONG: Final = re.compile(r"<strong>(.*?)</strong>")
ROUND: Final = "round"
"""The kind of event with which a round begins, in every game that has rounds."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One sentence of the log."""

    seat: int | None
    kind: str
    html: Markup
    short: Markup
    """The same in few words: who it was, and the strong words of the sentence."""


@dataclass(frozen=True, slots=True)
class LogPart:
    """A turn, or the beginning of a round, with the position it led to."""

    number: int
    seat: int | None
    lines: tuple[LogLine, ...]
    heading: str = ""
    """What is said of a round that begins; a turn has none."""
    undone: bool = False
    note: bool = False
    """Whether it tells of the seats, not of the game."""
    mark: str = ""
    """How good the turn was, where somebody has found out: `good`, `doubtful` or `costly`."""


@dataclass(frozen=True, slots=True)
class Log:
    """What a page tells of what happened."""

    parts: tuple[LogPart, ...]
    before: int = 0
    """How many moves there are before these parts."""
    stamp: str = ""
    """Another one, if what is before these parts is no longer the same."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A move that the log tells of, and those taken back before it that it only counts."""

    entry: Entry
    folded: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class LogWriter:
    """Tells of a table in a language."""

    table: Table
    lang: str
    names: list[str]

    def newest(self, number: int) -> Log:
        """The newest turns, for a page that shows this position."""
        entries = self._entries(number)
        start = _start(entries)
        undone = sum(one.entry.undone + len(one.folded) for one in entries[:start])
        parts = self._turns(entries[start:])
        return Log((*self._opening(), *parts) if not start else parts, start, f"{start}-{undone}")

    def all(self, number: int, before: int | None = None) -> tuple[LogPart, ...]:
        """All turns that led to a position, or those before a page that begins after some moves."""
        return (*self._opening(), *self._turns(self._entries(number)[:before]))

    def since(self, seats: Collection[int]) -> tuple[LogPart, ...]:
        """What the others have done since the last turn of these seats."""
        entries = [entry for entry in self.table.log if not entry.undone]
        end = len(entries)
        while end and entries[end - 1].step.seat in seats and self._is_now(entries[end - 1]):
            end -= 1
        start = end
        while start and entries[start - 1].step.seat not in seats:
            start -= 1
        return self._turns([Shown(entry) for entry in entries[start:end]], notes=False)

    def _entries(self, number: int) -> Sequence[Shown]:
        """What led to a position; a replay knows neither what came later nor what was undone."""
        if number >= len(self.table.steps):
            return fold(self.table.log)
        return [
            Shown(entry)
            for entry in self.table.log
            if not entry.undone and entry.position <= number
        ]

    def _is_now(self, entry: Entry) -> bool:
        """Whether a move belongs to the turn that is under way."""
        state = self.table.state
        return (entry.step.seat, entry.step.turn) == (state.seat, state.turn)

    def _opening(self) -> tuple[LogPart, ...]:
        """How the game began."""
        notes = self._notes(self.table.first_notes)
        return (*self._parts(0, None, self.table.opening), *notes)

    def _turns(self, entries: Sequence[Shown], notes: bool = True) -> tuple[LogPart, ...]:
        parts: list[LogPart] = []
        start = 0
        while start < len(entries):
            stop = start + 1
            while stop < len(entries) and _is_one_turn(entries[start], entries[stop]):
                stop += 1
            parts += self._folded(entries[start].folded)
            parts += self._turn([one.entry for one in entries[start:stop]])
            if notes and entries[stop - 1].entry.notes:
                parts += self._notes(entries[stop - 1].entry.notes)
            start = stop
        return tuple(parts)

    def _folded(self, entries: Sequence[Entry]) -> Iterator[LogPart]:
        """How many moves were taken back that are not told one by one, and who came and went."""
        if entries:
            text = escape(words("dvergar.web", self.lang)("log.folded", n=len(entries)))
            yield LogPart(0, None, (LogLine(None, "folded", text, text),), undone=True)
            yield from self._notes([note for entry in entries for note in entry.notes])

    def _turn(self, entries: Sequence[Entry]) -> tuple[LogPart, ...]:
        """What is told of a turn; it stays with its last step, for names are settled by then."""
        last = entries[-1]
        key = (self.lang, len(entries), last.undone)
        kept: tuple[LogPart, ...] | None = last.step.log_cache.get(key)
        if kept is not None:
            return kept
        events = [event for entry in entries for event in entry.step.events]
        parts = tuple(self._parts(last.position, last.step.seat, events, last.undone))
        if last.step.auto and parts:
            parts = (self._automatic(parts[0]), *parts[1:])
        last.step.log_cache[key] = parts
        return parts

    def _notes(self, notes: Sequence[Note]) -> Iterator[LogPart]:
        """Who came and went."""
        speak = words("dvergar.web", self.lang)
        if len(notes) > MAX_NOTES_IN_A_ROW:
            text = escape(speak("log.folded_notes", n=len(notes) - MAX_NOTES_IN_A_ROW))
            yield LogPart(0, None, (LogLine(None, "folded", text, text),), note=True)
        for note in notes[-MAX_NOTES_IN_A_ROW:]:
            text = Markup(speak.markup(f"note.{note.kind}", name=note.name))
            yield LogPart(0, note.seat, (LogLine(note.seat, "note", text, text),), note=True)

    def _parts(
        self, number: int, seat: int | None, events: Sequence[Event], undone: bool = False
    ) -> Iterator[LogPart]:
        """A turn and, where a round begins at its end, that round; not if it was taken back."""
        rounds = [] if undone else [at for at, event in enumerate(events) if event.kind == ROUND]
        cut = rounds[0] if rounds else len(events)
        lines = self._lines(events[:cut])
        if lines:
            yield LogPart(number, seat, lines, undone=undone)
        lines = self._lines(events[cut:])
        if lines:
            yield LogPart(number, None, lines[1:], lines[0].html)

    def _automatic(self, part: LogPart) -> LogPart:
        """A turn that nobody was asked about says so."""
        text = escape(words("dvergar.web", self.lang)("log.auto"))
        return replace(part, lines=(*part.lines, LogLine(part.seat, "auto", text, text)))

    def _lines(self, events: Sequence[Event]) -> tuple[LogLine, ...]:
        sentences = log_sentences(self.table.game, events, self.lang, self.names)
        return tuple(
            LogLine(line.seat, line.kind, Markup(line.html), self._short(line))
            for line in sentences
        )

    def _short(self, line: Sentence) -> Markup:
        """A sentence about somebody in few words; one without strong words is short by itself."""
        strong = STRONG.findall(line.html)
        if not strong or line.seat is None or line.html.startswith("<strong>"):
            return Markup(line.html)
        name = words("dvergar.web", self.lang).markup("since.who", name=self.names[line.seat])
        return Markup(f"{name} <strong>{strong[0]}</strong>{''.join(f', {x}' for x in strong[1:])}")


def moves_since(table: Table, number: int, kind: str) -> int | None:
    """How many moves before a position there last was an event of a kind, among the newest."""
    for position in range(number, max(0, number - TURNS_PER_BLOCK), -1):
        if any(event.kind == kind for event in table.steps[position - 1].events):
            return number - position
    return None


def fold(entries: Sequence[Entry]) -> list[Shown]:
    """The moves of a log; of many that were taken back in a row, the last few with the others."""
    found: list[Shown] = []
    for undone, group in groupby(entries, lambda entry: entry.undone):
        run = tuple(group)
        folded = max(0, len(run) - MAX_NOTES_IN_A_ROW) if undone else 0
        found.append(Shown(run[folded], run[:folded]))
        found += [Shown(entry) for entry in run[folded + 1 :]]
    return found


def _start(entries: Sequence[Shown]) -> int:
    """Where a page begins: for many moves at the same one, and never in the midst of a turn."""
    start = max(0, (len(entries) // TURNS_PER_BLOCK - 1) * TURNS_PER_BLOCK)
    while start and _is_one_turn(entries[start - 1], entries[start]):
        start -= 1
    return start


def _is_one_turn(one: Shown, other: Shown) -> bool:
    if one.entry.notes or other.folded:
        return False
    first, second = one.entry.step, other.entry.step
    same = one.entry.undone == other.entry.undone
    return same and (first.seat, first.turn) == (second.seat, second.turn)
