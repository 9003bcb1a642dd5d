"""The action tiles: what each offers, what is left of it, who took it, which are still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dvergar.core.prompt import Blocked, Choice
from dvergar.games.cave_vs_cave.page.book import Entry, entry
from dvergar.games.cave_vs_cave.page.signs import (
    COST,
    DIG,
    EITHER,
    FURNISH,
    GAIN,
    GOOD,
    ICON,
    THROUGH,
    TO,
    USES,
    WALL,
    WORD,
    Sign,
    Signs,
    goods,
)
from dvergar.games.cave_vs_cave.prompt import tile_help
from dvergar.games.cave_vs_cave.tiles import (
    BREACH,
    FREE_WAY,
    NEEDS_MORE_GOLD,
    PARTS,
    TILES,
    TRADE,
    USE,
    WAYS,
    Part,
    way_price,
)
from dvergar.games.cave_vs_cave.tiles import DIG as DIG_PART
from dvergar.games.cave_vs_cave.tiles import GAIN as GAIN_PART
from dvergar.games.cave_vs_cave.tiles import WALL as WALL_PART

if TYPE_CHECKING:
    from dvergar.core.scene import Sight

PER_DWARF = WAYS.index("food per dwarf")


class Section(NamedTuple):
    """One section of a tile: its alternatives, and whether it is used up."""

    rows: list[Signs]
    done: bool


@dataclass(frozen=True, slots=True)
class Card:
    """An action tile on the table; one still to come has no name."""

    tile: str
    name: str
    group: str
    round: int
    taken: int | None
    current: bool
    sections: list[Section]
    more_gold: bool
    help: str
    entry: Entry | None
    choice: Choice | None
    blocked: Blocked | None


def cards(sight: Sight) -> list[Card]:
    """All action tiles in the order in which they lie."""
    return [_card(sight, tile) for tile in sight.view["tiles"]]


def _card(sight: Sight, tile: dict[str, Any]) -> Card:
    name, speak = tile["tile"], sight.words
    if name is None:
        return Card(
            "", "", tile["group"], tile["round"], None, False, [], False, "", None, None, None
        )
    anchor = f"tile:{name}"
    number = TILES.index(name)
    players = len(sight.view["players"])
    current = sight.view["tile"] == name
    asked = sight.acts and sight.view["ask"] == "tile"
    per_dwarf = any(PER_DWARF in part.ways for part in PARTS[number])
    return Card(
        name,
        speak(f"tile.{name}"),
        tile["group"],
        tile["round"],
        tile["taken"],
        current,
        sections(number, sight.view["turns"], sight.state if current else None),
        NEEDS_MORE_GOLD[number] and players > 1,
        tile_help(name, speak, players),
        entry(
            anchor.replace(":", "."), speak.lang, *(["tile.food_per_dwarf"] if per_dwarf else [])
        ),
        next(iter(sight.prompt.at(anchor)), None) if asked else None,
        next(iter(sight.prompt.blocked_at(anchor)), None) if asked else None,
    )


def sections(tile: int, turns: int, state: Any = None) -> list[Section]:
    """The sections of a tile; `state` says which are used up."""
    found: dict[int, list[Part]] = {}
    for part in PARTS[tile]:
        found.setdefault(part.section, []).append(part)
    made = []
    for section, parts in found.items():
        is_open = state is None or state.sections >> section & 1
        is_open = is_open or (state.uses and any(part.kind == USE for part in parts))
        made.append(Section(_rows(parts, turns), not is_open))
    return made


def _rows(parts: list[Part], turns: int) -> list[Signs]:
    """The alternatives of a section, short ones in one row."""
    rows = [_signs(part, turns) for part in parts]
    if len(rows) > 1 and sum(map(len, rows)) <= 3:
        joined = rows[0]
        for row in rows[1:]:
            joined = [*joined, EITHER, *row]
        return [joined]
    return [row if not number else [EITHER, *row] for number, row in enumerate(rows)]


def _signs(part: Part, turns: int) -> Signs:
    """What one part of a tile lets its taker do."""
    if part.kind == USE:
        return [Sign(USES, n=part.count)]
    if part.kind == GAIN_PART:
        return goods(GAIN, part.gain)
    if part.kind == TRADE:
        return [*goods(GOOD, part.price), TO, *goods(GOOD, part.gain)]
    if part.kind == DIG_PART:
        through = [Sign(ICON, THROUGH)] if part.through_walls else []
        return [*[Sign(ICON, DIG)] * part.count, *through, *goods(COST, part.price)]
    if part.kind == WALL_PART:
        return [Sign(ICON, WALL)]
    if part.kind == BREACH:
        return [Sign(ICON, THROUGH), *goods(GAIN, part.gain)]
    return [Sign(ICON, FURNISH), *_ways(part, turns)]


def _ways(part: Part, turns: int) -> Signs:
    """What furnishing costs beside the room."""
    signs: Signs = []
    for way in part.ways:
        if way == FREE_WAY:
            return [Sign(WORD, word="0")]
        signs += [*([EITHER] if signs else []), *goods(COST, way_price(way, turns))]
    return signs
