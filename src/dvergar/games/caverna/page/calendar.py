"""The rounds and their harvests: what has been, what is now, what may come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvergar.games.caverna.facts import FACTS
from dvergar.games.caverna.phases import HARVESTS

if TYPE_CHECKING:
    from dvergar.core.words import Words

FULL, PAY_ONE, NONE, HIDDEN = "full", "pay_one", "none", "hidden"
EVENTS = HARVESTS[:3]


@dataclass(frozen=True, slots=True)
class RoundMark:
    """One round of the track: when it is, and its kind of harvest."""

    number: int
    when: str
    harvest: str
    title: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """All rounds, what this round's harvest is, and what the next red marker means."""

    marks: list[RoundMark]
    now: str
    event: str
    greens: int
    reds: int


def calendar(view: dict[str, Any], speak: Words) -> Calendar:
    """The calendar of a position."""
    kinds = _kinds(view)
    now = view["round"]
    marks = [
        RoundMark(
            number,
            "past" if number < now else "now" if number == now else "coming",
            kinds[number],
            speak("table.mark", round=number, harvest=speak(f"harvest.{kinds[number]}")),
        )
        for number in view["played_rounds"]
    ]
    hidden = [n for n, marker in view["harvest"]["markers"].items() if marker == "hidden"]
    reds = FACTS["harvest"]["red"] - view["harvest"]["reds"] if hidden else 0
    return Calendar(
        marks, kinds[now], EVENTS[view["harvest"]["reds"]] if reds else "", len(hidden) - reds, reds
    )


def _kinds(view: dict[str, Any]) -> dict[int, str]:
    """The kind of harvest of every round."""
    facts = FACTS["harvest"]
    markers = view["harvest"]["markers"]
    solo = len(view["players"]) == 1
    kinds = {}
    reds = 0
    for number in view["played_rounds"]:
        marker = markers.get(str(number))
        if marker == "red":
            kinds[number] = EVENTS[reds]
            reds += 1
        elif marker is not None:
            kinds[number] = FULL if marker == "green" else HIDDEN
        elif number in (facts["solo_full"] if solo else facts["full"]):
            kinds[number] = FULL
        else:
            kinds[number] = PAY_ONE if number in facts["pay_one"] else NONE
    return kinds
