"""One viewer's sight of a position, ready to be drawn: the one thing the templates get."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dvergar.core.events import Event
from dvergar.core.prompt import Blocked, Choice
from dvergar.games.cave_vs_cave.cave import SIDES
from dvergar.games.cave_vs_cave.facts import ARCHIVE, GOAL, WALL_TOKENS
from dvergar.games.cave_vs_cave.page.cards import Card, cards
from dvergar.games.cave_vs_cave.page.caves import Cave, Place, cave
from dvergar.games.cave_vs_cave.page.faces import ENTRANCE, Face, face
from dvergar.games.cave_vs_cave.page.news import News, news
from dvergar.games.cave_vs_cave.page.reasons import Reason, reasons
from dvergar.games.cave_vs_cave.page.tray import Tray, tile_name, tray

if TYPE_CHECKING:
    from dvergar.core.scene import Sight


class Shown(NamedTuple):
    """A room on display."""

    face: Face
    choice: Choice | None
    blocked: Blocked | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the table page draws."""

    caves: list[Cave]
    cards: list[Card]
    display: list[Shown]
    tray: Tray
    reasons: list[Reason]
    tile: str
    faces: list[Face]
    best: list[int]
    sides: list[str]
    walls_in_all: int = WALL_TOKENS
    goal: int = GOAL
    archive: int = ARCHIVE

    def news(self, events: Sequence[Event]) -> News:
        """What the last move changed."""
        return news(events)


def scene(sight: Sight) -> Scene:
    """The scene of a sight."""
    view, lang = sight.view, sight.words.lang
    caves = [cave(sight, seat) for seat in _seats(sight)]
    owned = [place.face for one in caves for place in [*one.places, *_extra(one)] if place.face]
    display = [_shown(sight, room) for room in view["display"]]
    rooms = dict.fromkeys([ENTRANCE, *view["display"], *(one.room for one in owned)])
    return Scene(
        caves,
        cards(sight),
        display,
        tray(sight),
        reasons(sight),
        tile_name(sight),
        [face(room, lang) for room in rooms],
        [_best(view["players"][one.seat]["cells"].values(), lang) for one in caves],
        [_letters(walls) for walls in sight.state.game.extra_walls],
    )


def _letters(walls: int) -> str:
    return "".join(side for number, side in enumerate(SIDES) if walls >> number & 1)


def _extra(one: Cave) -> list[Place]:
    return [one.extra] if one.extra else []


def _best(cells: Iterable[dict[str, str]], lang: str) -> int:
    return max((face(cell["room"], lang).points for cell in cells if cell["room"]), default=0)


def _seats(sight: Sight) -> list[int]:
    """One's own cave comes first; on a shared screen the caves stay where they are."""
    seats = list(range(len(sight.view["players"])))
    if len(sight.mine) == 1:
        own = sight.mine[0]
        return [own, *(seat for seat in seats if seat != own)]
    return seats


def _shown(sight: Sight, room: str) -> Shown:
    anchor = f"room:{room}"
    choices = sight.prompt.at(anchor) if sight.acts else []
    blocked = sight.prompt.blocked_at(anchor) if sight.acts else []
    return Shown(
        face(room, sight.words.lang),
        choices[0] if choices else None,
        blocked[0] if blocked else None,
        sight.view["furnishing"] == room,
    )
