"""The action tiles: what each offers, what is left of it, who took it, which are still to come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from dvergar.core.presentation import COST, GAIN, ICON, WORD, Sign, ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.games.cave_vs_cave.facts import action_tiles as facts
from dvergar.games.cave_vs_cave.facts.action_tiles import TILE_NAMES, TILES, WAYS, Part
from dvergar.games.cave_vs_cave.page.signs import (
    DIG,
    EITHER,
    FURNISH,
    GOOD,
    THROUGH,
    TO,
    USES,
    WALL,
    Signs,
    goods,
)
from dvergar.games.cave_vs_cave.presentation.anchors import tile_at
from dvergar.games.cave_vs_cave.presentation.names import tile_help, tile_name
from dvergar.games.cave_vs_cave.rules.parts import is_open
from dvergar.games.cave_vs_cave.state.state import State

CARDS_KEPT: Final = 2000


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


_card_of = lru_cache(CARDS_KEPT)(Card)


def cards(context: ViewContext) -> tuple[Card, ...]:
    """All action tiles in the order in which they lie."""
    return tuple(_card(context, tile) for tile in context.view["tiles"])


def _card(context: ViewContext, tile: dict[str, Any]) -> Card:
    name, group, round = tile["tile"], tile["group"], tile["round"]
    if name is None:
        return _card_of("", "", group, round, None, False, (), False, "", None, None)
    speak, number = context.words, TILE_NAMES.index(name)
    players = len(context.view["players"])
    current = context.view["tile"] == name
    asked = context.acts and context.view["ask"] == "tile"
    return _card_of(
        name,
        tile_name(speak, number),
        group,
        round,
        tile["taken"],
        current,
        sections(number, context.view["turns"], context.state if current else None),
        TILES[number].needs_more_gold and players > 1,
        tile_help(speak, number, players),
        next(iter(context.prompt.at(tile_at(number))), None) if asked else None,
        next(iter(context.prompt.blocked_at(tile_at(number))), None) if asked else None,
    )


def sections(tile: int, turns: int, state: State | None = None) -> tuple[Section, ...]:
    """The sections of a tile; `state` says which are used up."""
    if state is None:
        return _printed(tile, turns)
    return tuple(
        Section(one.rows, not any(is_open(state, part) for part in parts))
        for one, parts in zip(_printed(tile, turns), _parts(tile), strict=True)
    )


def _parts(tile: int) -> list[list[Part]]:
    """The parts of a tile by its sections."""
    found: dict[int, list[Part]] = {}
    for part in TILES[tile].parts:
        found.setdefault(part.section, []).append(part)
    return list(found.values())


@cache
def _printed(tile: int, turns: int) -> tuple[Section, ...]:
    """The sections of a tile as they are printed."""
    return tuple(Section(_rows(parts, turns), False) for parts in _parts(tile))


def _rows(parts: list[Part], turns: int) -> tuple[Signs, ...]:
    """The alternatives of a section, short ones in one row."""
    rows = [_signs(part, turns) for part in parts]
    if len(rows) > 1 and sum(map(len, rows)) <= 3:
        joined = rows[0]
        for row in rows[1:]:
            joined = (*joined, EITHER, *row)
        return (joined,)
    return tuple((EITHER, *row) if number else row for number, row in enumerate(rows))


def _signs(part: Part, turns: int) -> Signs:
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


def _ways(part: Part, turns: int) -> Signs:
    """What furnishing costs beside the room."""
    signs: Signs = ()
    for way in part.ways:
        if way == facts.FREE_WAY:
            return (Sign(WORD, word="0"),)
        signs += (*([EITHER] if signs else []), *goods(COST, WAYS[way].price_in(turns)))
    return signs
