"""The choices that are not on the table, where to look for the others, and what is blocked and why.

A reason is given once for all things of the same kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from dvergar.core.presentation import COST, GAIN, ICON, Sign, ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.games.cave_vs_cave.facts.game import (
    DIG as DIG_PART,
    FOOD,
    GAIN as GAIN_PART,
    GOODS,
    PARTS,
    TRADE,
    USE,
    WAYS,
)
from dvergar.games.cave_vs_cave.page.tiles import DIG, GOOD, TO, Face, Signs, face, goods
from dvergar.games.cave_vs_cave.presentation.names import CELL, EDGE, ROOM, THINGS, TILE
from dvergar.games.cave_vs_cave.rules.goods import uses_left
from dvergar.games.cave_vs_cave.rules.ledger import numbered_part, part_of
from dvergar.games.cave_vs_cave.state import moves

# The kinds of moves that are made on the table, and the part of the page they are made in.
ON_THE_TABLE: Final = {
    moves.TAKE: "tiles",
    moves.USE_ROOM: "cave",
    moves.DIG_CELL: "cave",
    moves.BUILD_WALL: "cave",
    moves.REMOVE_WALL: "cave",
    moves.FURNISH_ROOM: "display",
    moves.INTO_CELL: "cave",
}
# The kinds of moves that have a button here, and the verb on it.
VERBS: Final = {
    moves.GAIN_GOODS: "gain",
    moves.TRADE_GOODS: "trade",
    moves.PAY_WAY: "pay",
    moves.CAVERN_SIDE: "cavern",
    moves.DIG_TWICE: "dig",
}


class Button(NamedTuple):
    """A choice of the tray with its signs."""

    choice: Choice
    signs: Signs
    verb: str = ""


class Hint(NamedTuple):
    """Something that is chosen on the table: what it is, and where to look."""

    verb: str
    n: int
    place: str


@dataclass(frozen=True, slots=True)
class Tray:
    """What the prompt offers."""

    buttons: list[Button]
    hints: list[Hint]
    meals: list[Button]
    done: Choice | None
    room: Face | None


def tray(context: ViewContext) -> Tray:
    """The tray of whoever is asked; empty for everybody else."""
    if not context.acts:
        return Tray([], [], [], None, None)
    choices = context.prompt.choices
    furnishing = context.view["furnishing"]
    return Tray(
        [_button(context, one) for one in choices if moves.KIND_OF[one.move] in VERBS],
        _hints(context, choices),
        [Button(one, _eaten(one)) for one in choices if one.free],
        next((one for one in choices if moves.KIND_OF[one.move] == moves.DONE), None),
        face(furnishing, context.words.lang) if furnishing else None,
    )


def _hints(context: ViewContext, choices: list[Choice]) -> list[Hint]:
    kinds = dict.fromkeys(moves.KIND_OF[choice.move] for choice in choices)
    hints = []
    for kind in kinds:
        if kind in ON_THE_TABLE:
            place = ON_THE_TABLE[kind]
            left = (
                uses_left(context.state, part_of(context.state, USE))
                if kind == moves.USE_ROOM
                else 0
            )
            at = f"{place}-{context.prompt.seat}" if place == "cave" else place
            hints.append(Hint(kind, left, at))
    return hints


def _eaten(choice: Choice) -> Signs:
    return (Sign(GOOD, GOODS[moves.ARGUMENT_OF[choice.move]]), TO, Sign(GOOD, GOODS[FOOD]))


def _button(context: ViewContext, choice: Choice) -> Button:
    """A choice in signs; words alone for the sides of the additional cavern."""
    kind, argument = moves.KIND_OF[choice.move], moves.ARGUMENT_OF[choice.move]
    signs: Signs = ()
    if kind == moves.GAIN_GOODS:
        signs = goods(GAIN, numbered_part(context.state, GAIN_PART, argument).gain)
    elif kind == moves.TRADE_GOODS:
        part = numbered_part(context.state, TRADE, argument)
        signs = (*goods(GOOD, part.price), TO, *goods(GOOD, part.gain))
    elif kind == moves.PAY_WAY:
        signs = goods(COST, WAYS[argument].price_in(context.view["turns"]))
    elif kind == moves.DIG_TWICE:
        parts = PARTS[context.state.tile]
        part = next(one for one in parts if one.kind == DIG_PART and one.count > 1)
        signs = (*[Sign(ICON, DIG)] * part.count, *goods(COST, part.price))
    return Button(choice, signs, VERBS[kind])


def tile_in_use(context: ViewContext) -> str:
    """The tile in use, in words."""
    tile = context.view["tile"]
    return context.words(f"tile.{tile}") if tile else ""


@dataclass(frozen=True, slots=True)
class BlockedGroup:
    """One reason, and everything it holds back."""

    what: str
    text: str
    rule: str


def blocked_groups(context: ViewContext) -> list[BlockedGroup]:
    """What the prompt says is blocked, in its order."""
    if not context.acts:
        return []
    grouped: dict[tuple[str, str, str], list[Blocked]] = {}
    builds = any(
        moves.KIND_OF[one.move] in (moves.BUILD_WALL, moves.REMOVE_WALL)
        for one in context.prompt.choices
    )
    for blocked in context.prompt.blocked:
        kind = THINGS[blocked.anchor].kind
        if kind == EDGE and builds:  # the wall that is there says so itself
            continue
        grouped.setdefault((kind, blocked.reason, blocked.rule), []).append(blocked)
    return [
        BlockedGroup(_what(kind, some, context), text, rule)
        for (kind, text, rule), some in grouped.items()
    ]


def _what(kind: str, some: list[Blocked], context: ViewContext) -> str:
    """The things held back: rooms and tiles by name, places by their number."""
    speak = context.words
    if kind in (CELL, EDGE):
        return speak(f"table.blocked_{kind}", n=len(some))
    if kind == ROOM or (kind == TILE and context.view["ask"] == "tile"):
        return ", ".join(speak(f"{kind}.{THINGS[one.anchor].name}") for one in some)
    return ", ".join(one.label for one in some)
