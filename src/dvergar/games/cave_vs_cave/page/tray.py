"""The choices that lie on no place of the table, and where to look for the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dvergar.core.prompt import Choice
from dvergar.games.cave_vs_cave.goods import KINDS, amounts
from dvergar.games.cave_vs_cave.page.faces import Face, face
from dvergar.games.cave_vs_cave.page.signs import (
    COST,
    DIG,
    GAIN,
    GOOD,
    ICON,
    TO,
    Sign,
    Signs,
    goods,
)
from dvergar.games.cave_vs_cave.tiles import PARTS, TILES, TRADE, USE, WAYS, way_price
from dvergar.games.cave_vs_cave.using import uses_of

if TYPE_CHECKING:
    from dvergar.core.scene import Sight

# The first words of moves that are made on the table, and the part of the page they are made in.
ON_THE_TABLE: Final = {
    "take": "tiles",
    "use": "cave",
    "dig": "cave",
    "wall": "cave",
    "breach": "cave",
    "furnish": "display",
    "into": "cave",
}
HERE: Final = ("gain", "trade", "pay", "cavern")


class Button(NamedTuple):
    """A choice of the tray with its signs."""

    choice: Choice
    signs: Signs


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


def tray(sight: Sight) -> Tray:
    """The tray of whoever is asked; empty for everybody else."""
    if not sight.acts:
        return Tray([], [], [], None, None)
    choices = sight.prompt.choices
    furnishing = sight.view["furnishing"]
    return Tray(
        [Button(one, _signs(sight, one)) for one in choices if _is_here(one)],
        _hints(sight, choices),
        [Button(one, _eaten(one)) for one in choices if one.free],
        next((one for one in choices if one.name == "done"), None),
        face(furnishing, sight.words.lang) if furnishing else None,
    )


def _is_here(choice: Choice) -> bool:
    return choice.name.split()[0] in HERE or choice.name == "dig twice"


def _hints(sight: Sight, choices: list[Choice]) -> list[Hint]:
    verbs: dict[str, int] = {}
    for choice in choices:
        verb = choice.name.split()[0]
        if verb in ON_THE_TABLE and choice.name != "dig twice":
            verbs[verb] = verbs.get(verb, 0) + 1
    seat = sight.prompt.seat
    hints = []
    for verb in verbs:
        place = ON_THE_TABLE[verb]
        left = _uses(sight.state) if verb == "use" else 0
        hints.append(Hint(verb, left, f"{place}-{seat}" if place == "cave" else place))
    return hints


def _uses(state: Any) -> int:
    """How many rooms may still be used."""
    part = next(part for part in PARTS[state.tile] if part.kind == USE)
    return uses_of(state, part) if state.sections >> part.section & 1 else int(state.uses)


def _eaten(choice: Choice) -> Signs:
    return [Sign(GOOD, choice.name.split()[1]), TO, Sign(GOOD, "food")]


def _signs(sight: Sight, choice: Choice) -> Signs:
    """A choice in signs; words alone for the sides of the additional cavern."""
    verb, _, rest = choice.name.partition(" ")
    if verb == "gain":
        return goods(GAIN, amounts({rest: 1}) if rest else _tile_gain(sight.state))
    if verb == "trade":
        part = next(part for part in PARTS[sight.state.tile] if part.kind == TRADE)
        price = amounts({rest.split()[1]: int(rest.split()[0])})
        return [*goods(GOOD, price), TO, *goods(GOOD, part.gain)]
    if verb == "pay":
        return goods(COST, way_price(WAYS.index(rest), sight.view["turns"]))
    if verb == "dig":
        part = next(part for part in PARTS[sight.state.tile] if part.count > 1)
        return [Sign(ICON, DIG), Sign(ICON, DIG), *goods(COST, part.price)]
    return []


def _tile_gain(state: Any) -> list[int]:
    found = (part.gain for part in PARTS[state.tile] if part.gain != [0] * KINDS)
    return next(found)


def tile_name(sight: Sight) -> str:
    """The tile in use, in words."""
    tile = sight.view["tile"]
    return sight.words(f"tile.{tile}") if tile in TILES else ""
