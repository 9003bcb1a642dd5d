"""Action tiles and rooms as the table page draws them, and the small signs they use.

An action tile: what it offers, what is left of it, who took it, which are still to come. A room:
icon, cost, points, walls and effect, in signs and in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from dvergar.core.presentation import ARROW, COST, GAIN, ICON, WORD, Sign, ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave import INFO
from dvergar.games.cave_vs_cave.facts import game as facts
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES, ROOMS, Room, Use
from dvergar.games.cave_vs_cave.presentation import names
from dvergar.games.cave_vs_cave.rules.ledger import is_open
from dvergar.games.cave_vs_cave.state.state import State

GOOD: Final = "good"  # so many of a good: number and token; without a number the token alone
OR: Final = "or"
USES: Final = "uses"  # so many rooms may be used

# What is done, as icons of the set.
DIG: Final = "gi-war-pick"
FURNISH: Final = "gi-wooden-chair"
WALL: Final = "gi-stone-wall"
THROUGH: Final = "gi-broken-wall"


Signs = tuple[Sign, ...]

TO: Final = Sign(ARROW)
EITHER: Final = Sign(OR)


def goods(kind: str, amounts: list[int]) -> Signs:
    """A gain, a cost or a plain list of goods."""
    return tuple(Sign(kind, facts.GOODS[good], n) for good, n in enumerate(amounts) if n)


def bare(kinds: list[int]) -> Signs:
    """Tokens without numbers."""
    return tuple(Sign(GOOD, facts.GOODS[good]) for good in kinds)


MAX_CACHED_CARDS: Final = 2000


class Section(NamedTuple):
    """One section of a tile: its alternatives, and whether it is used up."""

    rows: tuple[Signs, ...]
    done: bool


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """An action tile on the table; one still to come has no name.

    Cards that say the same are one and the same, so that comparing them takes no time.
    """

    tile: str
    name: str
    group: str
    round: int
    taken: int | None
    current: bool
    sections: tuple[Section, ...]
    more_gold: bool
    help: str
    choice: Choice | None
    blocked: Blocked | None


_card_of = lru_cache(MAX_CACHED_CARDS)(Card)


def cards(context: ViewContext) -> tuple[Card, ...]:
    """All action tiles in the order in which they lie."""
    return tuple(_card(context, tile) for tile in context.view["tiles"])


def _card(context: ViewContext, tile: dict[str, Any]) -> Card:
    name, group, round = tile["tile"], tile["group"], tile["round"]
    if name is None:
        return _card_of("", "", group, round, None, False, (), False, "", None, None)
    speak, number = context.words, facts.TILE_NAMES.index(name)
    players = len(context.view["players"])
    current = context.view["tile"] == name
    asked = context.acts and context.view["ask"] == "tile"
    return _card_of(
        name,
        names.tile_name(speak, number),
        group,
        round,
        tile["taken"],
        current,
        sections(number, context.view["turns"], context.state if current else None),
        facts.TILES[number].needs_more_gold and players > 1,
        names.tile_help(speak, number, players),
        next(iter(context.prompt.at(names.tile_at(number))), None) if asked else None,
        next(iter(context.prompt.blocked_at(names.tile_at(number))), None) if asked else None,
    )


def sections(tile: int, turns: int, state: State | None = None) -> tuple[Section, ...]:
    """The sections of a tile; `state` says which are used up."""
    if state is None:
        return _printed(tile, turns)
    return tuple(
        Section(one.rows, not any(is_open(state, part) for part in parts))
        for one, parts in zip(_printed(tile, turns), _parts(tile), strict=True)
    )


def _parts(tile: int) -> list[list[facts.Part]]:
    """The parts of a tile by its sections."""
    found: dict[int, list[facts.Part]] = {}
    for part in facts.TILES[tile].parts:
        found.setdefault(part.section, []).append(part)
    return list(found.values())


@cache
def _printed(tile: int, turns: int) -> tuple[Section, ...]:
    """The sections of a tile as they are printed."""
    return tuple(Section(_tile_rows(parts, turns), False) for parts in _parts(tile))


def _tile_rows(parts: list[facts.Part], turns: int) -> tuple[Signs, ...]:
    """The alternatives of a section, short ones in one row."""
    rows = [_signs(part, turns) for part in parts]
    if len(rows) > 1 and sum(map(len, rows)) <= 3:
        joined = rows[0]
        for row in rows[1:]:
            joined = (*joined, EITHER, *row)
        return (joined,)
    return tuple((EITHER, *row) if number else row for number, row in enumerate(rows))


def _signs(part: facts.Part, turns: int) -> Signs:
    """What one part of a tile lets its taker do."""
    match part.kind:
        case facts.USE:
            return (Sign(USES, n=part.count),)
        case facts.GAIN:
            return goods(GAIN, part.gain)
        case facts.TRADE:
            return (*goods(GOOD, part.price), TO, *goods(GOOD, part.gain))
        case facts.DIG:
            through = [Sign(ICON, THROUGH)] if part.through_walls else []
            return (*[Sign(ICON, DIG)] * part.count, *through, *goods(COST, part.price))
        case facts.WALL:
            return (Sign(ICON, WALL),)
        case facts.BREACH:
            return (Sign(ICON, THROUGH), *goods(GAIN, part.gain))
        case _:
            return (Sign(ICON, FURNISH), *_ways(part, turns))


def _ways(part: facts.Part, turns: int) -> Signs:
    """What furnishing costs beside the room."""
    signs: Signs = ()
    for way in part.ways:
        if way == facts.FREE_WAY:
            return (Sign(WORD, word="0"),)
        signs += (*([EITHER] if signs else []), *goods(COST, facts.WAYS[way].price_in(turns)))
    return signs


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
        names.room_name(speak, number),
        "blue" if room.is_blue else "orange",
        room.points,
        room.number,
        goods(GOOD, room.cost),
        needed,
        allowed,
        effects,
        _grid(room.uses[0], speak) if len(effects) == WIDEST else None,
        ROOM_PICTURES[name],
        names.room_detail(speak, number),
        names.room_help(speak, number),
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
    return tuple(Effect(use.name, _room_rows(use, speak)) for use in room.uses)


def _grid(use: Use, speak: Words) -> tuple[str, str]:
    """What is the same for all of four ways, before and after the good."""
    return ("", speak("sign.to", n=use.to)) if use.to else ("+1", "")


def _room_rows(use: Use, speak: Words) -> tuple[Signs, ...]:
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
            rows.append((Sign(GAIN, facts.GOODS[good], 1), word))
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
