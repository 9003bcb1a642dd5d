"""The position as one viewer sees it, as plain objects: all the game's templates get.

Also what the last move changed (walls, rooms, tiles and goods), so that the page can show it, and
the picture of a tile, room or good for its help.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from dvergar.core.events import Event
from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts import game as facts
from dvergar.games.cave_vs_cave.facts.cave import SIDES, WALL_TOKENS
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES
from dvergar.games.cave_vs_cave.page.caves import Cave, Place, make_cave
from dvergar.games.cave_vs_cave.page.tiles import Card, Face, cards, face, sections
from dvergar.games.cave_vs_cave.page.tray import (
    BlockedGroup,
    Tray,
    blocked_groups,
    tile_in_use,
    tray,
)
from dvergar.games.cave_vs_cave.presentation.names import shown_at, tile_name

TURNS: Final = 2  # what food per dwarf is drawn for: the first rounds


@cache
def picture(kind: str, name: str, speak: Words) -> Any:
    """What the template draws of a thing; None where there is nothing to draw."""
    match kind:
        case "tile":
            return _tile(facts.TILE_NAMES.index(name), speak)
        case "room":
            return face(name, speak.lang)
        case _:
            return name if kind == "good" else None


def _tile(tile: int, speak: Words) -> Card:
    tile_facts = facts.TILES[tile]
    return Card(
        facts.TILE_NAMES[tile],
        tile_name(speak, tile),
        tile_facts.group,
        0,
        None,
        False,
        sections(tile, TURNS),
        tile_facts.needs_more_gold,
        "",
        None,
        None,
    )


@dataclass(frozen=True, slots=True)
class CaveChanges:
    """What is new in one cave; equal to any other of the same."""

    walls: frozenset[str]
    cells: frozenset[str]
    goods: tuple[tuple[str, int], ...]

    def change(self, good: str) -> int:
        """By how much a good has changed."""
        return next((amount for name, amount in self.goods if name == good), 0)


@dataclass(slots=True)
class Changes:
    """What is new since the move before."""

    walls: set[tuple[int, str]] = field(default_factory=set)
    cells: set[tuple[int, str]] = field(default_factory=set)
    rooms: set[str] = field(default_factory=set)
    tile: str = ""
    goods: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def fresh_rooms(self) -> frozenset[str]:
        """The rooms that have come to light."""
        return frozenset(self.rooms)

    def of(self, seat: int) -> CaveChanges | None:
        """What is new in the cave of a seat, if anything."""
        walls = frozenset(edge for owner, edge in self.walls if owner == seat)
        cells = frozenset(cell for owner, cell in self.cells if owner == seat)
        goods = tuple((good, n) for (owner, good), n in self.goods.items() if owner == seat)
        return CaveChanges(walls, cells, goods) if walls or cells or goods else None

    def change(self, seat: int, good: str) -> int:
        """By how much a good of a seat has changed."""
        return self.goods.get((seat, good), 0)

    def _count(self, seat: int, good: str, amount: int) -> None:
        self.goods[seat, good] = self.change(seat, good) + amount

    def tell(self, event: Event) -> None:
        """Takes one event in."""
        details, seat = event.facts, event.seat if event.seat is not None else -1
        match event.kind:
            case "gain":
                self._count(seat, str(details["good"]), int(details["amount"]))
            case "pay":
                self._count(seat, str(details["good"]), -int(details["amount"]))
            case "eat":
                self._count(seat, str(details["good"]), -1)
                self._count(
                    seat,
                    facts.GOODS[facts.FOOD],
                    facts.FOOD_OF[facts.GOODS.index(str(details["good"]))],
                )
            case "wall" | "breach":
                self.walls.add((seat, str(details["edge"])))
            case "dig":
                self.cells.add((seat, str(details["cell"])))
                self.rooms.add(str(details["room"]))
            case "furnish":
                self.cells.add((seat, str(details["cell"])))
            case "reveal":
                self.rooms.add(str(details["room"]))
            case "round":
                self.tile = str(details["tile"])


def changes(events: Sequence[Event]) -> Changes:
    """What a move changed."""
    found = Changes()
    for event in events:
        found.tell(event)
    return found


class Shown(NamedTuple):
    """A room on display."""

    face: Face
    choice: Choice | None
    blocked: Blocked | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything the table page draws."""

    caves: list[Cave]
    cards: tuple[Card, ...]
    display: tuple[Shown, ...]
    tray: Tray
    reasons: list[BlockedGroup]
    tile: str
    menus: list[Place]
    """Rooms with more ways of using them than their tile has space for."""
    best: list[int]
    sides: list[str]
    names: tuple[str, ...]
    walls_in_all: int = WALL_TOKENS
    goal: int = facts.GOAL
    archive: int = facts.ARCHIVE

    def changes(self, events: Sequence[Event]) -> Changes:
        """What the last move changed."""
        return changes(events)


def game_view(context: ViewContext) -> GameView:
    """The game_view of a context."""
    view, lang = context.view, context.words.lang
    caves = [make_cave(context, seat) for seat in _seats(context)]
    display = tuple(_shown(context, room) for room in view["display"])
    return GameView(
        caves,
        cards(context),
        display,
        tray(context),
        blocked_groups(context),
        tile_in_use(context),
        [place for one in caves for place in _places(one) if place.menu],
        [_best(view["players"][one.seat]["cells"].values(), lang) for one in caves],
        [_letters(walls) for walls in context.state.variant.cavern_walls],
        tuple(context.names),
    )


def _letters(walls: int) -> str:
    return "".join(side for number, side in enumerate(SIDES) if has(walls, number))


def _places(one: Cave) -> tuple[Place, ...]:
    return (*one.places, one.extra) if one.extra else one.places


def _best(cells: Iterable[dict[str, str]], lang: str) -> int:
    return max((face(cell["room"], lang).points for cell in cells if cell["room"]), default=0)


def _seats(context: ViewContext) -> list[int]:
    """One's own cave comes first; on a shared screen the caves stay where they are."""
    seats = list(range(len(context.view["players"])))
    if len(context.mine) == 1:
        own = context.mine[0]
        return [own, *(seat for seat in seats if seat != own)]
    return seats


def _shown(context: ViewContext, room: str) -> Shown:
    anchor = shown_at(ROOM_NAMES.index(room))
    choices = context.prompt.at(anchor) if context.acts else []
    blocked = context.prompt.blocked_at(anchor) if context.acts else []
    return Shown(
        face(room, context.words.lang),
        choices[0] if choices else None,
        blocked[0] if blocked else None,
        context.view["furnishing"] == room,
    )
