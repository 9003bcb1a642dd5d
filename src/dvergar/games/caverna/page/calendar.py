"""The rounds and their harvests: what has been, what is now, what may come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dvergar.core.presentation import ViewContext
from dvergar.core.words import Words
from dvergar.games.caverna.facts.game import RED_MARKERS
from dvergar.games.caverna.rules.rounds import harvest_kind
from dvergar.games.caverna.state.pending import GREEN, HARVESTS, RED, UNKNOWN

HIDDEN: Final = "hidden"
TRACKS_KEPT: Final = 200
MARKERS: Final = {"green": GREEN, "red": RED}


@dataclass(frozen=True, slots=True, eq=False)
class RoundMark:
    """One round of the track: when it is, and its kind of harvest; the same track is made once."""

    number: int
    when: str
    harvest: str
    has_marker: bool
    title: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """All rounds, what this round's harvest is, and what the next red marker means."""

    marks: tuple[RoundMark, ...]
    now: str
    event: str


def calendar(context: ViewContext) -> Calendar:
    """The calendar of a position."""
    view = context.view
    kinds = _kinds(context)
    marked = tuple(map(int, view["harvest"]["markers"]))
    now = view["round"]
    reds = view["harvest"]["reds"]
    red_to_come = HIDDEN in view["harvest"]["markers"].values() and reds < RED_MARKERS
    marks = _marks(tuple(kinds.items()), marked, now, context.words)
    return Calendar(marks, kinds[now], HARVESTS[reds] if red_to_come else "")


@lru_cache(TRACKS_KEPT)
def _marks(
    kinds: tuple[tuple[int, str], ...], marked: tuple[int, ...], now: int, speak: Words
) -> tuple[RoundMark, ...]:
    return tuple(
        RoundMark(
            number,
            "past" if number < now else "now" if number == now else "coming",
            kind,
            number in marked,
            speak("table.mark", round=number, harvest=speak(f"harvest.{kind}")),
        )
        for number, kind in kinds
    )


def _kinds(context: ViewContext) -> dict[int, str]:
    """The kind of harvest of every round, as far as its marker lies open."""
    markers = context.view["harvest"]["markers"]
    kinds = {}
    reds = 0
    for number in context.view["played_rounds"]:
        marker = markers.get(str(number))
        if marker == HIDDEN:
            kinds[number] = HIDDEN
            continue
        turned = MARKERS.get(marker, UNKNOWN)
        kinds[number] = HARVESTS[harvest_kind(context.state.variant, number, turned, reds)]
        reds += turned == RED
    return kinds
