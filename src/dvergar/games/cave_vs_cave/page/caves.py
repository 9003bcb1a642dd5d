"""A cave to be drawn: its cells with their rooms, the seams between them, walls, and goods."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from dvergar.core.presentation import COST, GAIN, ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts import cave
from dvergar.games.cave_vs_cave.facts.game import GOODS, LIMITS
from dvergar.games.cave_vs_cave.facts.rooms import DIGGERS, OUTCOMES, ROOM_NAMES, Outcome
from dvergar.games.cave_vs_cave.page.tiles import Effect, Face, Signs, face, goods
from dvergar.games.cave_vs_cave.presentation import names
from dvergar.games.cave_vs_cave.state import moves

# Cells and seams lie on a grid with a line for every cell and every seam, and one round all.
MAX_CACHED_PLACES: Final = 4000
EXTRA_PLACE: Final = (2, 2)
_DIGGING_ROOMS: Final = [room for room, _ in DIGGERS]
SIDE_PLACES: Final = [(1, 2), (2, 3), (3, 2), (2, 1)]  # of the additional cavern: n, e, s, w


class MenuWay(NamedTuple):
    """One way of using a room with more ways than its tile has space for: the goods it takes."""

    choice: Choice
    goods: tuple[str, ...]


class OnCell(NamedTuple):
    """A choice that lies on a cell: dig it or furnish it, and what digging it with a room costs."""

    choice: Choice
    price: Signs


class Use(NamedTuple):
    """One way of using a room: what it does, and the choice if it can be made now."""

    effect: Effect
    choice: Choice | None


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One cell of a cave; those that show the same are one and the same."""

    cell: str
    name: str
    row: int
    column: int
    kind: str
    food: Signs
    face: Face | None
    choices: tuple[OnCell, ...]
    uses: tuple[Use, ...]
    menu: tuple[MenuWay, ...]
    digs: bool
    used: bool
    blocked: Blocked | None
    ghost: Face | None


@dataclass(frozen=True, slots=True, eq=False)
class Seam:
    """A line between two cells: open, with a wall, or with one that is printed.

    Those that show the same are one and the same, so that comparing caves takes little time.
    """

    edge: str
    name: str
    row: int
    column: int
    upright: bool
    wall: bool
    printed: bool
    choice: Choice | None


class Store(NamedTuple):
    """How much there is of a good."""

    good: str
    amount: int
    limit: int


@dataclass(frozen=True, slots=True)
class Cave:
    """One player's cave and goods."""

    seat: int
    mine: bool
    acting: bool
    starts: bool
    turns: tuple[str, ...]
    places: tuple[Place, ...]
    seams: tuple[Seam, ...]
    extra: Place | None
    extra_seams: tuple[Seam, ...]
    goods: tuple[Store, ...]
    points: int | None
    gold: int
    score: int | None
    """The points so far; None where they are kept for the end."""
    orange: int
    blue: int


_place_of = lru_cache(MAX_CACHED_PLACES)(Place)
_seam_of = lru_cache(MAX_CACHED_PLACES)(Seam)


def make_cave(context: ViewContext, seat: int) -> Cave:
    """The cave of a seat."""
    view = context.view
    player = view["players"][seat]
    stock = player["goods"]
    acting = not view["over"] and view["seat"] == seat
    has_extra = cave.CELL_NAMES[cave.EXTRA] in player["cells"]
    return Cave(
        seat,
        seat in context.mine,
        acting,
        view["starter"] == seat,
        _turns(view, seat, acting),
        tuple(_place(context, seat, cell) for cell in range(cave.EXTRA)),
        tuple(_seam(context, seat, edge) for edge in range(cave.EXTRA_EDGE)),
        _place(context, seat, cave.EXTRA) if has_extra else None,
        tuple(
            _side(context, seat, edge)
            for edge in range(cave.EXTRA_EDGE, cave.EDGE_COUNT)
            if has_extra
        ),
        tuple(Store(good, stock[good], limit) for good, limit in zip(GOODS, LIMITS, strict=True)),
        player["points"],
        stock["gold"],
        player["score"],
        player["orange"],
        player["blue"],
    )


def _turns(view: dict[str, Any], seat: int, acting: bool) -> tuple[str, ...]:
    """The turns of a round as beads: had, under way, still to come."""
    had = sum(tile["taken"] == seat for tile in view["tiles"])
    if acting and view["tile"] is not None:
        had -= 1
    beads = ["had"] * had
    if acting:
        beads.append("now")
    return (*beads, *["to_come"] * (view["turns"] - len(beads)))


def _place(context: ViewContext, seat: int, cell: int) -> Place:
    facts = context.view["players"][seat]["cells"][cave.CELL_NAMES[cell]]
    still = _still(cell, facts["state"], facts["food"], facts["room"], context.words)
    if not context.acts or context.prompt.seat != seat:
        return still
    ground = _choices_on(context, seat, cell)
    room = ROOM_NAMES.index(facts["room"]) if facts["room"] else None
    here = context.prompt.at(names.room_at(seat, room)) if room is not None else []
    blocked = context.prompt.blocked_at(
        names.cell_at(seat, cell) if room is None else names.room_at(seat, room)
    )
    return _place_of(
        still.cell,
        still.name,
        still.row,
        still.column,
        still.kind,
        still.food,
        still.face,
        ground,
        _uses(still.face, here),
        _menu(here),
        bool(here) and room in _DIGGING_ROOMS,
        facts["room"] in context.view["used"],
        blocked[0] if blocked else None,
        _ghost(context, ground),
    )


@cache
def _still(cell: int, kind: str, has_food: bool, room: str | None, speak: Words) -> Place:
    """A cell with which nobody can do anything now."""
    row, column = (
        EXTRA_PLACE if cell == cave.EXTRA else (2 * cave.ROW[cell] + 2, 2 * cave.COLUMN[cell] + 2)
    )
    food = goods(GAIN, cave.FOOD_BONUS) if has_food else ()
    printed = face(room, speak.lang) if room else None
    return _place_of(
        cave.CELL_NAMES[cell],
        names.cell_name(speak, cell),
        row,
        column,
        kind,
        food,
        printed,
        (),
        _uses(printed, []),
        (),
        False,
        False,
        None,
        None,
    )


def _outcome(choice: Choice) -> Outcome | None:
    """What a room does by this choice, if one is used."""
    if moves.KIND_OF[choice.move] != moves.USE_ROOM:
        return None
    return OUTCOMES[moves.ARGUMENT_OF[choice.move]]


def _choices_on(context: ViewContext, seat: int, cell: int) -> tuple[OnCell, ...]:
    """The choices on a cell; what the Digging Cave digs lies on the cell it digs."""
    here = context.prompt.at(names.cell_at(seat, cell))
    found = [
        OnCell(choice, ()) for choice in here if moves.KIND_OF[choice.move] != moves.CAVERN_SIDE
    ]
    for choice in context.prompt.choices:
        outcome = _outcome(choice)
        if outcome and outcome.cell == cell:
            found.append(OnCell(choice, goods(COST, outcome.price)))
    return tuple(found)


def _uses(printed: Face | None, choices: list[Choice]) -> tuple[Use, ...]:
    """The ways of using a room, each with its choice."""
    if printed is None:
        return ()
    return tuple(Use(effect, _choice_of(choices, effect)) for effect in printed.effects)


def _choice_of(choices: list[Choice], effect: Effect) -> Choice | None:
    if not effect.way:
        return choices[0] if len(choices) == 1 and not _digs(choices[0]) else None
    for choice in choices:
        outcome = _outcome(choice)
        if outcome and outcome.name == effect.way:
            return choice
    return None


def _digs(choice: Choice) -> bool:
    outcome = _outcome(choice)
    return outcome is not None and outcome.room in _DIGGING_ROOMS


def _menu(choices: list[Choice]) -> tuple[MenuWay, ...]:
    """The ways of using a room whose tile shows only what they have in common."""
    found = []
    for choice in choices:
        outcome = _outcome(choice)
        if outcome and outcome.is_of_many:
            paid = tuple(GOODS[good] for good, amount in enumerate(outcome.price) if amount)
            found.append(MenuWay(choice, paid))
    return tuple(found) if len(found) > 1 else ()


def _ghost(context: ViewContext, choices: tuple[OnCell, ...]) -> Face | None:
    """The room being furnished, where it can go."""
    if not any(moves.KIND_OF[one.choice.move] == moves.INTO_CELL for one in choices):
        return None
    return face(context.view["furnishing"], context.words.lang)


def _seam(context: ViewContext, seat: int, edge: int) -> Seam:
    """The line between two cells."""
    one, other = cave.BETWEEN[edge]
    upright = cave.ROW[one] == cave.ROW[other]
    row, column = 2 * cave.ROW[one] + 2, 2 * cave.COLUMN[one] + 2
    place = (row, column + 1) if upright else (row + 1, column)
    return _line(context, seat, edge, place, upright, printed=False)


def _side(context: ViewContext, seat: int, edge: int) -> Seam:
    """A side of the additional cavern."""
    side = edge - cave.EXTRA_EDGE
    walls = context.state.variant.cavern_walls[context.state.cavern_side]
    upright = side in (cave.EAST, cave.WEST)
    return _line(context, seat, edge, SIDE_PLACES[side], upright, has(walls, side))


def _line(
    context: ViewContext, seat: int, edge: int, place: tuple[int, int], upright: bool, printed: bool
) -> Seam:
    asked = context.acts and context.prompt.seat == seat
    choices = context.prompt.at(names.edge_at(seat, edge)) if asked else []
    return _seam_of(
        cave.EDGES[edge],
        names.edge_name(context.words, edge),
        *place,
        upright,
        cave.EDGES[edge] in context.view["players"][seat]["walls"],
        printed,
        choices[0] if choices else None,
    )
