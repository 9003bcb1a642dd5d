"""A room as its tile shows it: cost, points, walls and what it does, in signs and in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from dvergar.core.words import Words, words
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts import FACTS
from dvergar.games.cave_vs_cave.goods import GOODS, amounts
from dvergar.games.cave_vs_cave.page import pictures
from dvergar.games.cave_vs_cave.page.book import Entry, entry
from dvergar.games.cave_vs_cave.page.signs import (
    DIG,
    EITHER,
    GAIN,
    GOOD,
    ICON,
    TO,
    USES,
    WALL,
    WORD,
    Sign,
    Signs,
    bare,
    goods,
)
from dvergar.games.cave_vs_cave.prompt import goods_said, room_detail, walls_said

# A wall pattern drawn: the sides that have a wall, one way of all that fit.
DRAWN: Final = {"1": "n", "2a": "nw", "2o": "ew", "3": "nwe", "4": "nwes"}
ENTRANCE: Final = "entrance"
WIDEST: Final = 4  # signs in one row of a tile


class Effect(NamedTuple):
    """One way of using a room: the end of its move's name, and what it does."""

    way: str
    rows: list[Signs]


@dataclass(frozen=True, slots=True)
class Face:
    """A room tile."""

    room: str
    name: str
    colour: str
    points: int
    number: int
    cost: Signs
    needed: str
    allowed: str
    effects: list[Effect]
    grid: tuple[str, str] | None
    picture: str
    detail: str
    price: str
    walls: str
    help: str
    entry: Entry


@cache
def face(room: str, lang: str) -> Face:
    """The tile of a room; the Entrance is one too."""
    speak = words(INFO.package, lang)
    facts: dict[str, Any] = FACTS["entrance"] if room == ENTRANCE else FACTS["rooms"][room]
    patterns: list[str] = facts.get("walls", [])
    needed = DRAWN[patterns[0]] if patterns else ""
    effects = _effects(facts, speak) if "use" in facts else [Effect("", _blue(facts, speak))]
    cost = amounts(facts.get("cost", {}))
    return Face(
        room,
        speak(f"room.{room}"),
        facts["colour"],
        facts["points"],
        facts.get("number", 0),
        goods(GOOD, cost),
        needed,
        "".join(side for side in DRAWN[patterns[-1]] if side not in needed) if patterns else "",
        effects,
        _grid(facts, speak) if len(effects) == WIDEST else None,
        pictures.ROOMS[room],
        room_detail(room, speak) if patterns else speak(f"room_help.{room}"),
        goods_said(cost, speak),
        walls_said(room, speak) if patterns else "",
        speak(f"room_help.{room}"),
        entry(f"room.{room}", lang),
    )


def _effects(facts: dict[str, Any], speak: Words) -> list[Effect]:
    return [Effect(one.get("as", ""), _rows(one, speak)) for one in facts["use"]]


def _grid(facts: dict[str, Any], speak: Words) -> tuple[str, str]:
    """What is the same for all of four ways, before and after the good."""
    to = facts["use"][0].get("to", 0)
    return ("", speak("sign.to", n=to)) if to else ("+1", "")


def _rows(one: dict[str, Any], speak: Words) -> list[Signs]:
    """One way of using an orange room."""
    gain = amounts(one.get("gain", {}))
    if "refill" in one:
        tokens = bare([GOODS.index(good) for good in one["refill"]])
        to = Sign(WORD, word=speak("sign.to", n=one["to"]))
        return [tokens[:3], tokens[3:], [to]] if len(tokens) > WIDEST else [[*tokens, to]]
    if "pay_different" in one:
        different = Sign(WORD, word=speak("sign.different", n=one["pay_different"]))
        return [[different], [TO, *goods(GOOD, gain)]]
    if "dig" in one:
        return [[*goods(GOOD, amounts(one["pay"])), TO, Sign(ICON, DIG)]]
    if "pay" not in one:
        signs = goods(GAIN, gain)
        rows = [signs[:2], signs[2:]] if len(signs) > 2 else [signs]
        for good, below in one.get("gain_one_below", {}).items():
            rows.append([Sign(GAIN, good, 1), Sign(WORD, word=speak("sign.below", n=below))])
        return rows
    pay, got = goods(GOOD, amounts(one["pay"])), goods(GOOD, gain)
    if all(sign.n == 1 for sign in pay) and len(pay) > 2:
        pay = [sign._replace(n=0) for sign in pay]
    if all(sign.n == 1 for sign in got) and len(got) > 2:
        got = [sign._replace(n=0) for sign in got]
    if len(pay) + len(got) <= (2 if len(one.get("as", "")) == 0 else WIDEST):
        return [[*pay, TO, *got]]
    return [[*pay, TO], got] if len(pay) < len(got) + 2 else [pay, [TO, *got]]


def _blue(facts: dict[str, Any], speak: Words) -> list[Signs]:
    """When a blue room works, and what it brings."""
    gain = goods(GAIN, amounts(facts.get("gain", {})))
    if "when_tile" in facts:
        when = Sign(WORD, word=speak(f"tile.{facts['when_tile']}"))
        price = goods(GOOD, amounts(facts["pay"]))
        return [[when], [*price, TO, *goods(GOOD, amounts(facts["gain"]))]]
    if "when_gained" in facts:
        return [[Sign(GAIN, facts["when_gained"]), TO, *gain]]
    if "when_built" in facts:
        return [[Sign(ICON, WALL), TO, *gain]]
    uses: Signs = []
    for number in facts["when_using"]:
        uses += [*([EITHER] if uses else []), Sign(USES, n=number)]
    if "more_rooms" in facts:
        return [[*uses, Sign(WORD, word=f"+{facts['more_rooms']}")]]
    return [[*uses, TO, *gain]]
