"""The position as one viewer sees it, as plain objects: all the game's templates get.

Also here: at-any-time moves that the player cannot pay now, and `routine`, the feeding or breeding
that the page answers by itself because nothing else is at stake. (The machine asks
all the same, so that records replay.) `picture` draws a card, tile or token for its help.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.facts.game import GOODS, LOOT, LOOT_STRENGTH, SPACES, space_facts
from dvergar.games.caverna.facts.tiles import PRICE_GOODS, TILES
from dvergar.games.caverna.page.board_choices import Layout, layout, sticks_out
from dvergar.games.caverna.page.card_signs import lines
from dvergar.games.caverna.page.expedition import (
    Expedition,
    Forging,
    LootItem,
    Reach,
    expedition,
    forging,
    loot_signs,
    reach,
)
from dvergar.games.caverna.page.household import (
    Calendar,
    Household,
    calendar,
    goods_changed,
    household,
)
from dvergar.games.caverna.page.signs import ART, JOIN, TO, WEAPON, cost, gain, spoken
from dvergar.games.caverna.page.space_cards import (
    RESTING,
    SpaceCard,
    Stage,
    board_spaces,
    space_cards,
    stages,
)
from dvergar.games.caverna.page.tile_cards import Offer, TileCard, TileFace, face, offer
from dvergar.games.caverna.page.tray import Meal, Option, Tray, meal, tray
from dvergar.games.caverna.presentation.blocked import (
    Exchange,
    counted,
    exchange_words,
    exchanges,
    reason,
)
from dvergar.games.caverna.rules.ledger import price
from dvergar.games.caverna.state.moves import FEED, VOCABULARY
from dvergar.games.caverna.state.pending import IN_ACTION, Site
from dvergar.games.caverna.state.state import State

PLAYERS: Final = (2, 3, 4, 5, 6, 7, 1)
LANDS: Final = {
    "forest": "wood0",
    "boar_preserve": "boars",
    "stream": "pond",
    "mountain": "rock0",
    "underground_water": "spring",
    "meadow": "meadow",
    "field": "field",
    "small_pasture": "pasture",
    "large_pasture": "pasture-h",
    "stable": "stable",
    "cavern": "cavern",
    "tunnel": "tunnel",
    "deep_tunnel": "deep",
    "ore_mine": "ore",
    "ruby_mine": "ruby",
}
"""The drawing of each kind of land."""
DRAWN: Final = ("harvest", "good", "marker")
"""Kinds whose names are enough for the template."""


@cache
def picture(kind: str, name: str, speak: Words) -> Any:
    """What the template draws of a thing; None where there is nothing to draw."""
    match kind:
        case "space":
            return _pictured_space(name, speak)
        case "tile":
            return _tile(TILES.index(name), speak)
        case "loot":
            return _loot(LOOT.index(name), speak)
        case "land":
            return LANDS[name]
        case _:
            return name if kind in DRAWN else None


def _pictured_space(key: str, speak: Words) -> SpaceCard:
    """An action space as it is at the smallest table that has it, with the goods of one round."""
    facts = {n: space_facts(SPACES.index(key), n) for n in PLAYERS}
    players, there = next((n, found) for n, found in facts.items() if found)
    said = lines(key, players, {GOODS[good]: n for good, n in there.empty}, speak)
    heard = spoken([sign for line in said for sign in line], speak)
    signs = tuple(tuple(line) for line in said)
    name = speak(f"space.{key}")
    return SpaceCard(
        key,
        name,
        round=None,
        current=False,
        lines=signs,
        spoken=heard,
        state=RESTING,
        occupant=None,
        weapon=0,
        here=False,
        reason="",
        choice=None,
    )


def _tile(tile: int, speak: Words) -> TileCard:
    cost = price(0, tile, as_loot=False)
    parts = tuple(
        (GOODS[good], amount, False)
        for good, amount in zip(PRICE_GOODS, cost, strict=True)
        if amount
    )
    return TileCard(face(tile, speak), parts, reason="", choice=None, now=None, adds=False)


def _loot(item: int, speak: Words) -> LootItem:
    key = LOOT[item]
    signs, strength = tuple(loot_signs(item)), LOOT_STRENGTH[item]
    name = speak(f"loot.{key}")
    return LootItem(key, name, strength, signs, choice=None, taken=False, reason="")


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A move that cannot be paid: its price and what it would bring, and what is missing."""

    signs: tuple[Sign, ...]
    words: str
    reason: str


def unpaid(context: ViewContext) -> list[Unpaid]:
    """What whoever is asked cannot pay; what is within reach of a player first."""
    if not context.acts or context.state.over:
        return []
    return [_unpaid(context, one) for one in exchanges(context.state)]


def _unpaid(context: ViewContext, one: Exchange) -> Unpaid:
    speak = context.words
    pay = [cost(good, n) for good, n in one.price]
    why = reason(one.reason, counted(one.missing, speak), speak)
    return Unpaid((*pay, TO, *_brings(context, one)), exchange_words(one, speak), why)


def _brings(context: ViewContext, one: Exchange) -> list[Sign]:
    if one.dwarf:
        return [Sign(ICON, WEAPON, one.dwarf)]
    goods = [gain(good, n) for good, n in one.goods]
    lands = [Sign(ART, LAND_NAMES[land]) for land in one.lands]
    either = [Sign(JOIN, word=context.words("joint.one_of"))] if goods and lands else []
    return [*goods, *either, *lands]


LATER_AS_WELL: Final = frozenset(
    {"eat", "eat_donkeys", "eat_gold", "eat_more_gold", "trade", "disarm", "disarm_away"}
)
"""What can be done after the meal just as well. Rubies are not among it, for what they buy may
breed, nor is work that feeds a dwarf.
"""


def routine(state: State, willing: bool) -> int | None:
    """The answer that is given without asking, if there is one.

    If feeding, or one set of young, is the only possible answer, it's given without asking. If
    something else is possible but can wait until after the meal, only players who aren't `willing`
    to skip it are asked.
    """
    answers = () if state.over else state.moves(free=False)
    if len(answers) != 1 or VOCABULARY.kinds[answers[0]] not in ("feed", "young"):
        return None
    others = {VOCABULARY.kinds[move] for move in state.moves() if move != answers[0]}
    can_wait = willing and answers[0] == FEED and others <= LATER_AS_WELL
    return answers[0] if not others or can_wait else None


HINTS: Final = {
    "small_pasture": "hint_build",
    "large_pasture": "hint_build",
    "stable": "hint_build",
    "ruby_mine": "hint_build",
    "lay_meadow": "hint_build",
    "lay_field": "hint_build",
    "lay_tunnel": "hint_build",
    "lay_cavern": "hint_build",
    "meadow_field": "hint_twin",
    "cavern_tunnel": "hint_twin",
    "cavern_cavern": "hint_twin",
    "ore_mine": "hint_twin",
    "furnish": "hint_furnish",
    "into": "hint_site",
    "imitate": "hint_imitate",
}
"""What to do on the page, by kind of move; the first that is among the choices counts."""


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything the table page draws."""

    home: Household
    others: list[Household]
    places: Layout
    spaces: tuple[SpaceCard, ...]
    stages: tuple[Stage, ...]
    open_spaces: int
    tiles: Offer
    tray: Tray
    unpaid: list[Unpaid]
    strip: list[Option]
    expedition: Expedition | None
    forging: Forging | None
    reach: Reach | None
    meal: Meal | None
    site: TileFace | None
    calendar: Calendar
    hint: str
    space: str
    gained: tuple[tuple[str, int], ...]
    pane: str
    """The part of the table that answers the question."""
    asks: str
    """What the answers are that are not on the table: a tab has their name."""
    names: tuple[str, ...]
    next_seat: int | None
    """Who places a dwarf after whoever looks."""

    @property
    def answers(self) -> int:
        """How many answers there are beside the board."""
        loot = [item for item in self.expedition.items if item.choice] if self.expedition else []
        dishes = self.meal.others if self.meal else ()
        return len(self.tray.options) + len(loot) + len(dishes)


def game_view(context: ViewContext) -> GameView:
    """The game_view of a context."""
    seat = _home(context)
    choices = context.prompt.choices if context.acts else []
    cards = space_cards(context)
    site = _site(context)
    tiles = offer(context, seat)
    rounds = calendar(context)
    homes = [
        household(context, one, rounds, one == seat and sticks_out(choices))
        for one in _seats(context, seat)
    ]
    dish = meal(context)
    loose = tray(context, dish)
    loot, weapon = expedition(context), forging(context)
    places = layout(context, site)
    asks = _asks(loose, dish, loot, weapon)
    open_spaces = sum(card.choice is not None for card in cards)
    return GameView(
        homes[0],
        homes[1:],
        places,
        board_spaces(cards),
        stages(cards, context),
        open_spaces,
        tiles,
        loose,
        unpaid(context),
        loose.strip(
            homes[0].food < homes[0].need, weapon is not None, _room(homes, len(places.bought))
        ),
        loot,
        weapon,
        reach(context),
        dish,
        site,
        rounds,
        _hint(context, choices),
        _space(context),
        _gained(context),
        _pane(asks, open_spaces, tiles, loose.free > 0 and not places.tools),
        asks,
        tuple(context.names),
        _next_seat(homes),
    )


def _asks(loose: Tray, dish: Meal | None, loot: Expedition | None, weapon: Forging | None) -> str:
    """What is answered beside the board; empty where nothing is but the end of an action."""
    if dish:
        return "feed"
    if weapon:
        return "forge"
    if loot:
        return "loot"
    return "answers" if loose.answers else ""


def _pane(asks: str, open_spaces: int, tiles: Offer, trades: bool) -> str:
    if tiles.choosing:
        return "tiles"
    if asks:
        return "tray"
    if open_spaces:
        return "spaces"
    return "trades" if trades else "cave"


IN_STRIP: Final = 3
"""So many at-any-time moves have room under the supplies of up to four players."""
FEW: Final = 4


def _room(homes: list[Household], tools: int) -> int:
    """How many at-any-time moves have room beside what rubies buy for the board."""
    most = IN_STRIP if len(homes) <= FEW else IN_STRIP - 1
    return max(most - (tools + 1) // 2, 1)


def _next_seat(homes: list[Household]) -> int | None:
    """The first of the others who has a dwarf at home."""
    free = [one.seat for one in homes[1:] if any(dwarf.where == "home" for dwarf in one.dwarfs)]
    return free[0] if free else None


def _home(context: ViewContext) -> int:
    """Whose board is shown large: one's own; a spectator and a replay follow whoever moves."""
    if context.mover is not None:
        return context.mover
    if context.seat is not None:
        return context.seat
    if context.mine and context.state.seat not in context.mine:
        return context.mine[0]
    acting: int = context.state.seat
    return acting


def _seats(context: ViewContext, seat: int) -> list[int]:
    """The seats in turn order, beginning with the one that looks."""
    players = len(context.view["players"])
    return [(seat + step) % players for step in range(players)]


def _site(context: ViewContext) -> TileFace | None:
    """The tile that needs a cell."""
    state: State = context.state
    frame = None if state.over else state.stack[-1]
    return face(frame.tile, context.words) if isinstance(frame, Site) else None


def _space(context: ViewContext) -> str:
    """The space in use while an action is under way, in words."""
    state: State = context.state
    if state.over or not state.stack or not IN_ACTION[state.stack[-1].kind]:
        return ""
    return context.words(f"space.{SPACES[state.space]}")


def _gained(context: ViewContext) -> tuple[tuple[str, int], ...]:
    """What the last move brought to whoever is asked."""
    changed = goods_changed(context.state.events(), context.state.seat)
    return tuple((good, amount) for good, amount in changed.items() if amount > 0)


def _hint(context: ViewContext, choices: list[Choice]) -> str:
    """What to do on the page with the choices there are."""
    if not choices:
        return ""
    kinds = {VOCABULARY.kinds[choice.move] for choice in choices if not choice.free}
    hint = next((HINTS[kind] for kind in HINTS if kind in kinds), "")
    return context.words(f"table.{hint}") if hint else context.prompt.help
