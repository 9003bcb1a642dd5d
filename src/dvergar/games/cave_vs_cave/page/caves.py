"""A cave to be drawn: its cells with their rooms, the seams between them, walls, and goods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dvergar.core.prompt import Blocked, Choice
from dvergar.games.cave_vs_cave.cave import EDGES, EXTRA_EDGE, SIDES
from dvergar.games.cave_vs_cave.goods import GOODS, LIMITS
from dvergar.games.cave_vs_cave.log import cell_name, edge_name
from dvergar.games.cave_vs_cave.page.faces import ENTRANCE, Effect, Face, face

if TYPE_CHECKING:
    from dvergar.core.scene import Sight

EXTRA: Final = "extra"
# Where the sides of the additional cavern lie on its small grid: row and column.
SIDE_PLACES: Final = {"n": (1, 2), "e": (2, 3), "s": (3, 2), "w": (2, 1)}


class Use(NamedTuple):
    """One way of using a room: what it does, and the choice if it can be made now."""

    effect: Effect
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Place:
    """One cell of a cave."""

    cell: str
    name: str
    row: int
    column: int
    kind: str
    food: bool
    face: Face | None
    choices: list[Choice]
    uses: list[Use]
    menu: list[Choice]
    digs: bool
    used: bool
    blocked: Blocked | None
    ghost: Face | None


@dataclass(frozen=True, slots=True)
class Seam:
    """A line between two cells: open, with a wall, or with one that is printed."""

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
    turns: list[str]
    places: list[Place]
    seams: list[Seam]
    extra: Place | None
    extra_seams: list[Seam]
    goods: list[Store]
    points: int
    gold: int
    score: int
    orange: int
    blue: int


def cave(sight: Sight, seat: int) -> Cave:
    """The cave of a seat."""
    view = sight.view
    player = view["players"][seat]
    places = [_place(sight, seat, cell, facts) for cell, facts in player["cells"].items()]
    goods = player["goods"]
    acting = not view["over"] and view["seat"] == seat
    extra = next((place for place in places if place.cell == EXTRA), None)
    return Cave(
        seat,
        seat in sight.mine,
        acting,
        view["starter"] == seat,
        _turns(view, seat, acting),
        [place for place in places if place.cell != EXTRA],
        [_seam(sight, seat, number) for number in range(EXTRA_EDGE)],
        extra,
        [_seam(sight, seat, number) for number in range(EXTRA_EDGE, len(EDGES))] if extra else [],
        [Store(good, goods[good], limit) for good, limit in zip(GOODS, LIMITS, strict=True)],
        player["points"],
        goods["gold"],
        player["score"],
        player["orange"],
        player["blue"],
    )


def _turns(view: dict[str, Any], seat: int, acting: bool) -> list[str]:
    """The turns of a round as beads: had, under way, still to come."""
    had = sum(tile["taken"] == seat for tile in view["tiles"])
    if acting and view["tile"] is not None:
        had -= 1
    beads = ["had"] * had
    if acting:
        beads.append("now")
    return beads + ["to_come"] * (view["turns"] - len(beads))


def _place(sight: Sight, seat: int, cell: str, facts: dict[str, Any]) -> Place:
    speak, prompt = sight.words, sight.prompt
    room = ENTRANCE if facts["state"] == "entrance" else facts["room"]
    printed = face(room, speak.lang) if room else None
    asked = sight.acts and prompt.seat == seat
    choices = [one for one in prompt.at(f"cell:{seat}:{cell}") if asked and not _is_side(one)]
    if asked:  # what the Digging Cave digs lies on the cell it digs
        choices += [one for one in prompt.choices if one.name == f"use digging_cave {cell}"]
    here = prompt.at(f"room:{seat}:{room}") if room and asked else []
    blocked = prompt.blocked_at(f"room:{seat}:{room}" if room else f"cell:{seat}:{cell}")
    furnishing = sight.view["furnishing"]
    into = any(one.name.startswith("into ") for one in choices)
    return Place(
        cell,
        cell_name(speak, cell),
        2 if cell == EXTRA else 2 * int(cell[1]) + 2,
        2 if cell == EXTRA else 2 * int(cell[3]) + 2,
        facts["state"],
        facts["food"],
        printed,
        choices,
        [Use(effect, _choice_of(here, effect.way)) for effect in printed.effects]
        if printed
        else [],
        here if len(here) > 1 and room == "junction_room" else [],
        bool(here) and room == "digging_cave",
        asked and room in sight.view["used"],
        blocked[0] if asked and blocked else None,
        face(furnishing, speak.lang) if furnishing and into else None,
    )


def _is_side(choice: Choice) -> bool:
    return choice.name.startswith("cavern ")


def _choice_of(choices: list[Choice], way: str) -> Choice | None:
    """The choice that is this way of using a room."""
    if not way:
        return choices[0] if len(choices) == 1 and "digging" not in choices[0].name else None
    return next((choice for choice in choices if choice.name.split(" ", 2)[-1] == way), None)


def _seam(sight: Sight, seat: int, number: int) -> Seam:
    edge = EDGES[number]
    first, second = edge.split("|")
    if first == EXTRA:
        (row, column), upright = SIDE_PLACES[second], second in "ew"
        printed = bool(
            sight.state.game.extra_walls[sight.state.cavern_side] >> SIDES.index(second) & 1
        )
    else:
        upright, printed = first[1] == second[1], False
        row, column = 2 * int(first[1]) + 2, 2 * int(first[3]) + 2
        row, column = (row, column + 1) if upright else (row + 1, column)
    choices = sight.prompt.at(f"edge:{seat}:{edge}") if sight.acts else []
    return Seam(
        edge,
        edge_name(sight.words, edge),
        row,
        column,
        upright,
        edge in sight.view["players"][seat]["walls"],
        printed,
        choices[0] if choices else None,
    )
