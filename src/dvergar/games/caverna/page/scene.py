"""One viewer's sight of a position, ready to be drawn: the one thing the templates get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvergar.games.caverna.facts import SPACES
from dvergar.games.caverna.feeding import needed
from dvergar.games.caverna.frames import FLOW, HERD, SELLING, SITE
from dvergar.games.caverna.furnishing import has_cavern
from dvergar.games.caverna.goods import DOG, FARM_ANIMALS, GOODS
from dvergar.games.caverna.housing import housed
from dvergar.games.caverna.page import tray as trays
from dvergar.games.caverna.page.boards import Board, board
from dvergar.games.caverna.page.calendar import Calendar, calendar
from dvergar.games.caverna.page.cards import (
    SpaceCard,
    Stage,
    board_spaces,
    space_cards,
    stages,
)
from dvergar.games.caverna.page.changes import cells_changed, goods_changed
from dvergar.games.caverna.page.expedition import Expedition, expedition
from dvergar.games.caverna.page.meals import Meal, meal
from dvergar.games.caverna.page.spots import Spot, spots, sticks_out
from dvergar.games.caverna.page.tilecards import TileCard, TileFace, face, tile_card, tile_cards
from dvergar.games.caverna.page.tray import Tray
from dvergar.games.caverna.tiles import TILES

if TYPE_CHECKING:
    from dvergar.core.scene import Sight

GOODS_ROW = ("wood", "stone", "ore", "ruby", "gold", "grain", "vegetable")
ANIMALS_ROW = tuple(GOODS[kind] for kind in (DOG, *FARM_ANIMALS))


@dataclass(frozen=True, slots=True)
class Household:
    """One player: board, dwarfs, goods, food against what the next harvest takes, points."""

    seat: int
    board: Board
    dwarfs: list[Dwarf]
    goods: list[tuple[str, int]]
    animals: list[tuple[str, int]]
    food: int
    need: int
    begging: int
    score: int
    starts: bool
    starts_next: bool
    homeless: list[tuple[str, int]]
    change: dict[str, int]


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A dwarf in the family row."""

    weapon: int
    where: str
    acting: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the table page draws."""

    home: Household
    others: list[Household]
    spots: list[Spot]
    spaces: list[SpaceCard]
    stages: list[Stage]
    open_spaces: int
    tiles: list[TileCard]
    offers: list[TileCard]
    tray: Tray
    expedition: Expedition | None
    meal: Meal | None
    site: TileFace | None
    has_site: bool
    calendar: Calendar
    hint: str
    space: str
    pane: str


def scene(sight: Sight) -> Scene:
    """The scene of a sight."""
    state, view, speak = sight.state, sight.view, sight.words
    seat = _home(sight)
    choices = sight.prompt.choices if sight.acts else []
    placed = spots(choices)
    cards = space_cards(sight)
    kind = calendar(view, speak)
    homes = [
        _household(sight, one, kind, one == seat and sticks_out(choices))
        for one in _seats(sight, seat)
    ]
    by_anchor = {c.anchor: c for c in choices if c.anchor.startswith("tile:")}
    offers = [
        tile_card(TILES.index(a[5:]), state.players[state.seat], speak, c)
        for a, c in by_anchor.items()
    ]
    frame = None if state.over else state.stack[-1]
    space_asked = any(card.choice for card in cards)
    return Scene(
        homes[0],
        homes[1:],
        placed,
        board_spaces(cards),
        stages(cards, sight),
        sum(card.choice is not None for card in cards),
        tile_cards(state.tiles, state.players[seat], speak, {}),
        offers,
        trays.tray(sight),
        expedition(sight),
        meal(sight),
        face(frame[2], speak) if frame and frame[0] == SITE else None,
        has_cavern(state.players[seat], with_tunnels=True),
        kind,
        _hint(sight, choices),
        speak(f"space.{_space(state)}") if _space(state) else "",
        "spaces" if space_asked else "cave",
    )


def _home(sight: Sight) -> int:
    """Whose board is shown large: one's own; a spectator sees that of the player who acts."""
    if sight.seat is not None:
        return sight.seat
    if sight.mine and sight.state.seat not in sight.mine:
        return sight.mine[0]
    acting: int = sight.state.seat
    return acting


def _seats(sight: Sight, seat: int) -> list[int]:
    """The seats in turn order, beginning with the one that looks."""
    players = len(sight.view["players"])
    return [(seat + step) % players for step in range(players)]


def _household(sight: Sight, seat: int, kind: Calendar, ring: bool) -> Household:
    state, entry = sight.state, sight.view["players"][seat]
    player = state.players[seat]
    goods = entry["goods"]
    events = state.events()
    acts = not state.over and state.seat == seat and state.stack[-1][0] <= SELLING
    base = len(player.dwarfs) if kind.now == "pay_one" else entry["food_needed"]
    room = dict(zip(FARM_ANIMALS, housed(player), strict=True))
    return Household(
        seat,
        board(player, seat, sight.words, cells_changed(events, seat), ring),
        [
            Dwarf(
                dwarf["weapon"],
                dwarf["where"],
                acts and number == state.dwarf,
            )
            for number, dwarf in enumerate(entry["dwarfs"])
        ],
        [(good, goods[good]) for good in GOODS_ROW],
        [(good, goods[good]) for good in ANIMALS_ROW],
        goods["food"],
        0 if state.over else needed(player, base),
        entry["begging"],
        entry["score"],
        sight.view["starter"] == seat,
        sight.view["next_starter"] == seat and sight.view["starter"] != seat,
        [
            (GOODS[animal], player.goods[animal] - room[animal])
            for animal in FARM_ANIMALS
            if player.goods[animal] > room[animal]
        ],
        goods_changed(events, seat),
    )


def _space(state: Any) -> str:
    """The space in use while an action is under way."""
    if state.over or not state.stack or state.stack[-1][0] not in range(FLOW, SELLING + 1):
        return ""
    space: str = SPACES[state.space]
    return space


def _hint(sight: Sight, choices: list[Any]) -> str:
    """What to do on the page with the choices there are."""
    if not choices:
        return ""
    firsts = {choice.name.split()[0] for choice in choices if not choice.free}
    if sight.state.stack[-1][0] == HERD:
        return sight.prompt.help
    halves = [land for land in ("meadow", "cavern", "ore_mine") if land in firsts]
    if halves:
        what = " / ".join(sight.words(f"land.{land}") for land in halves)
        return sight.words("table.hint_twin", what=what)
    for words, key in (
        ({"small_pasture", "large_pasture", "stable", "ruby_mine", "lay"}, "hint_build"),
        ({"furnish"}, "hint_furnish"),
        ({"into"}, "hint_site"),
        ({"imitate"}, "hint_imitate"),
    ):
        if firsts & words:
            return sight.words(f"table.{key}")
    return sight.prompt.help
