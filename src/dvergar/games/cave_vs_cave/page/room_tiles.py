"""A room as its tile shows it: icon, cost, points, walls and effect, in signs and in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from dvergar.core.presentation import GAIN, ICON, WORD, Sign
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts.goods import GOODS
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES, ROOMS, Room, Use
from dvergar.games.cave_vs_cave.page.signs import (
    DIG,
    EITHER,
    GOOD,
    TO,
    USES,
    WALL,
    Signs,
    bare,
    goods,
)
from dvergar.games.cave_vs_cave.presentation.names import room_detail, room_help, room_name

ROOM_PICTURES: Final = {
    "entrance": "gi-cave-entrance",
    "shelf": "gi-bookshelf",
    "spinning_wheel": "gi-spinning-wheel",
    "tunnel": "gi-dungeon-gate",
    "grindstone": "gi-stone-wheel",
    "food_corner": "gi-hot-meal",
    "parlor": "gi-round-table",
    "warehouse": "gi-cellar-barrels",
    "stall": "gi-shop",
    "sacrificial_altar": "gi-sacrificial-dagger",
    "storeroom": "gi-knapsack",
    "weaving_room": "gi-wool",
    "furniture_workshop": "gi-hand-saw",
    "gold_vein": "gi-gold-mine",
    "junction_room": "gi-crossroad",
    "digging_cave": "gi-dig-dug",
    "bakehouse": "gi-bread",
    "state_room": "gi-stone-throne",
    "secret_chamber": "gi-secret-door",
    "treasury": "gi-open-treasure-chest",
    "prospecting_site": "gi-magnifying-glass",
    "retting_room": "gi-flax",
    "equipment_room": "gi-hammer-nails",
    "wood_storeroom": "gi-wood-pile",
    "dungeon": "gi-prisoner",
}


# A wall pattern drawn: the sides that have a wall, one way of all that fit.
DRAWN: Final = {"1": "n", "2a": "nw", "2o": "ew", "3": "nwe", "4": "nwes"}
ENTRANCE: Final = ROOM_NAMES[-1]
WIDEST: Final = 4  # signs in one row of a tile


class Effect(NamedTuple):
    """One way of using a room: what it is called where there are several, and what it does."""

    way: str
    rows: tuple[Signs, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A room tile; there is one of each in a language, so that comparing them takes no time."""

    room: str
    name: str
    colour: str
    points: int
    number: int
    cost: Signs
    needed: str
    allowed: str
    effects: tuple[Effect, ...]
    grid: tuple[str, str] | None
    picture: str
    detail: str
    help: str


@cache
def face(name: str, lang: str) -> Face:
    """The tile of a room; the Entrance is one too."""
    speak = INFO.words(lang)
    number = ROOM_NAMES.index(name)
    room = ROOMS[number]
    needed, allowed = _walls(room)
    effects = _effects(room, speak)
    return Face(
        name,
        room_name(speak, number),
        "blue" if room.is_blue else "orange",
        room.points,
        room.number,
        goods(GOOD, room.cost),
        needed,
        allowed,
        effects,
        _grid(room.uses[0], speak) if len(effects) == WIDEST else None,
        ROOM_PICTURES[name],
        room_detail(speak, number),
        room_help(speak, number),
    )


def _walls(room: Room) -> tuple[str, str]:
    """The walls that must be there and those that may, drawn in one way of all that fit."""
    if not room.patterns:
        return "", ""
    needed = DRAWN[room.patterns[0]]
    return needed, "".join(side for side in DRAWN[room.patterns[-1]] if side not in needed)


def _effects(room: Room, speak: Words) -> tuple[Effect, ...]:
    if room.is_blue:
        return (Effect("", _blue(room, speak)),)
    return tuple(Effect(use.name, _rows(use, speak)) for use in room.uses)


def _grid(use: Use, speak: Words) -> tuple[str, str]:
    """What is the same for all of four ways, before and after the good."""
    return ("", speak("sign.to", n=use.to)) if use.to else ("+1", "")


def _rows(use: Use, speak: Words) -> tuple[Signs, ...]:
    """One way of using an orange room."""
    if use.refill:
        tokens, to = bare(use.refill), Sign(WORD, word=speak("sign.to", n=use.to))
        return (tokens[:3], tokens[3:], (to,)) if len(tokens) > WIDEST else ((*tokens, to),)
    if use.pays_different:
        different = Sign(WORD, word=speak("sign.different", n=use.pays_different))
        return ((different,), (TO, *goods(GOOD, use.gain)))
    if use.digs:
        return ((*goods(GOOD, use.price), TO, Sign(ICON, DIG)),)
    return _exchange(use) if any(use.price) else _gains(use, speak)


def _gains(use: Use, speak: Words) -> tuple[Signs, ...]:
    signs = goods(GAIN, use.gain)
    rows = [signs[:2], signs[2:]] if len(signs) > 2 else [signs]
    for good, below in enumerate(use.gain_one_below):
        if below:
            word = Sign(WORD, word=speak("sign.below", n=below))
            rows.append((Sign(GAIN, GOODS[good], 1), word))
    return tuple(rows)


def _exchange(use: Use) -> tuple[Signs, ...]:
    pay, got = _short(goods(GOOD, use.price)), _short(goods(GOOD, use.gain))
    if len(pay) + len(got) <= (WIDEST if use.name else 2):
        return ((*pay, TO, *got),)
    return ((*pay, TO), got) if len(pay) < len(got) + 2 else (pay, (TO, *got))


def _short(signs: Signs) -> Signs:
    """Many goods, one of each, need no numbers."""
    if len(signs) > 2 and all(sign.n == 1 for sign in signs):
        return tuple(sign._replace(n=0) for sign in signs)
    return signs


def _blue(room: Room, speak: Words) -> tuple[Signs, ...]:
    """When a blue room works, and what it brings."""
    if room.when_tile:
        when = Sign(WORD, word=speak(f"tile.{room.when_tile}"))
        return ((when,), (*goods(GOOD, room.price), TO, *goods(GOOD, room.gain)))
    gain = goods(GAIN, room.gain)
    if room.when_gained:
        return ((Sign(GAIN, room.when_gained), TO, *gain),)
    if room.when_built:
        return ((Sign(ICON, WALL), TO, *gain),)
    uses: Signs = ()
    for number in room.when_using:
        uses += (*([EITHER] if uses else []), Sign(USES, n=number))
    if room.more_rooms:
        return ((*uses, Sign(WORD, word=f"+{room.more_rooms}")),)
    return ((*uses, TO, *gain),)
