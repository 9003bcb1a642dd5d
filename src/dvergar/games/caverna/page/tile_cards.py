"""Furnishing tiles as cards: colour, picture, price, points and what they do in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from dvergar.core.languages import signed
from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import GOODS
from dvergar.games.caverna.facts.tiles import (
    COLOUR,
    COLOURS,
    HAS_STAR,
    POINTS,
    PRICE_GOODS,
    TILE_COUNT,
    TILES,
)
from dvergar.games.caverna.page import pictures
from dvergar.games.caverna.page.player_key import PlayerKey
from dvergar.games.caverna.page.star_points import STARS, star_points
from dvergar.games.caverna.presentation.blocked import reason, short_of
from dvergar.games.caverna.presentation.exchanges import counted
from dvergar.games.caverna.rules.actions.furnish import why_not_have
from dvergar.games.caverna.rules.prices import price
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.moves import VOCABULARY
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

OFFERS_KEPT: Final = 300
CARDS_KEPT: Final = 3000

_ANCHORS: Final = {f"tile:{name}": tile for tile, name in enumerate(TILES)}


Price = tuple[tuple[str, int, bool], ...]
"""Goods, how many, and whether they are short."""


@dataclass(frozen=True, slots=True, eq=False)
class TileFace:
    """What is printed on a tile; there is one of each in a language."""

    key: str
    name: str
    colour: str
    icon: str
    points: str
    effect: str


@dataclass(frozen=True, slots=True, eq=False)
class TileCard:
    """A tile on offer: its price for one player with what is short of it, and its choice.

    Cards that say the same are one and the same.

    `now` are the points that a tile with a star would bring as things are; none where it has none,
    or no place. It `adds` points if these or the printed ones are more than nothing.
    """

    face: TileFace
    price: Price
    reason: str
    choice: Choice | None
    now: int | None
    adds: bool


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """All tiles on offer by colour; those with the same prices for a player are the same offer.

    While one is to be chosen, those that can be are choices, and the others say why not.
    """

    colours: tuple[tuple[str, tuple[TileCard, ...]], ...]
    choosing: bool

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return sum(len(cards) for _, cards in self.colours)

    @property
    def choices(self) -> list[Choice]:
        """Those that can be chosen."""
        return [card.choice for _, cards in self.colours for card in cards if card.choice]


_card = lru_cache(CARDS_KEPT)(TileCard)


@cache
def face(tile: int, speak: Words) -> TileFace:
    """The printed side of a tile in a language."""
    key = TILES[tile]
    return TileFace(
        key,
        speak(f"tile.{key}"),
        COLOURS[COLOUR[tile]],
        pictures.TILE_PICTURES[key],
        "★" if HAS_STAR[tile] else signed(POINTS[tile]),
        speak(f"effect.{key}"),
    )


def offer(context: ViewContext, seat: int) -> Offer:
    """All tiles on offer, by colour, as a player sees them; with choices if one is asked for."""
    state: State = context.state
    choices = tuple(
        choice
        for choice in (context.prompt.choices if context.acts else ())
        if VOCABULARY.kinds[choice.move] == "furnish"
    )
    player = state.players[state.seat if choices else seat]
    blocked = tuple(one for one in context.prompt.blocked if choices and one.anchor in _ANCHORS)
    key = PlayerKey.for_tiles(player)
    prices = _prices(state.tiles, key, context.words, choices, blocked)
    return _offer(prices, star_points(player, state.tiles))


@dataclass(frozen=True, slots=True, eq=False)
class _Prices:
    """All that cards say but for points that hang on what one has; one object for the same."""

    tiles: tuple[tuple[int, TileFace, Price, str, Choice | None], ...]
    choosing: bool


@lru_cache(OFFERS_KEPT)
def _prices(
    on_offer: int,
    key: PlayerKey,
    speak: Words,
    choices: tuple[Choice, ...],
    blocked: tuple[Blocked, ...],
) -> _Prices:
    player = key.player
    reasons = {_ANCHORS[one.anchor]: one.reason for one in blocked}
    chosen = {VOCABULARY.arguments[choice.move][0]: choice for choice in choices}
    found = []
    for tile in range(TILE_COUNT):
        if not has(on_offer, tile):
            continue
        choice = chosen.get(tile)
        cost = price(player.built, tile, as_loot=False)
        parts = tuple(
            (GOODS[good], amount, player.goods[good] < amount and choice is None)
            for good, amount in zip(PRICE_GOODS, cost, strict=True)
            if amount
        )
        why = reasons.get(tile, "") if choices else _reason(tile, player, speak)
        found.append((tile, face(tile, speak), parts, why, choice))
    found.sort(key=lambda one: one[-1] is None)
    return _Prices(tuple(found), bool(choices))


@lru_cache(OFFERS_KEPT)
def _offer(prices: _Prices, stars: tuple[int | None, ...]) -> Offer:
    colours: list[list[TileCard]] = [[] for _ in COLOURS]
    for tile, printed, cost, why, choice in prices.tiles:
        now = stars[STARS.index(tile)] if HAS_STAR[tile] else None
        adds = (now or 0) > 0 or (now is None and POINTS[tile] > 0)
        colours[COLOUR[tile]].append(_card(printed, cost, why, choice, now, adds))
    shelves = zip(COLOURS, map(tuple, colours), strict=True)
    return Offer(tuple(shelves), prices.choosing)


def _reason(tile: int, player: Player, speak: Words) -> str:
    """Why a player could not have a tile if it were asked now; empty if nothing is in the way."""
    why = why_not_have(player, player.goods, tile, as_loot=False)
    if why == POSSIBLE:
        return ""
    return reason(why, counted(short_of(player, tile, as_loot=False), speak), speak)
