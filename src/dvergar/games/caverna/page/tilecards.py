"""Furnishing tiles as cards: colour, picture, price, points and what they do in a few words."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from dvergar.core.words import Words
from dvergar.games.caverna.furnishing import can_afford, price
from dvergar.games.caverna.goods import GOODS
from dvergar.games.caverna.tiles import (
    COLOUR,
    COLOURS,
    HAS_STAR,
    POINTS,
    PRICE_GOODS,
    TILE_COUNT,
    TILES,
)

if TYPE_CHECKING:
    from dvergar.core.prompt import Choice
    from dvergar.games.caverna.player import Player

ICONS: Final[dict[str, str]] = tomllib.loads(
    files("dvergar.games.caverna").joinpath("pictures.toml").read_text(encoding="utf-8")
)["tiles"]


@dataclass(frozen=True, slots=True)
class TileFace:
    """What is printed on a tile."""

    key: str
    name: str
    colour: str
    icon: str
    points: str
    effect: str


@dataclass(frozen=True, slots=True)
class TileCard:
    """A tile on offer: its price for one player with what is short of it, and its choice."""

    face: TileFace
    price: list[tuple[str, int, bool]]
    reason: str
    choice: Choice | None


@cache
def face(tile: int, speak: Words) -> TileFace:
    """The printed side of a tile in a language."""
    key = TILES[tile]
    return TileFace(
        key,
        speak(f"tile.{key}"),
        COLOURS[COLOUR[tile]],
        ICONS[key],
        "★" if HAS_STAR[tile] else str(POINTS[tile]),
        speak(f"effect.{key}"),
    )


def tile_cards(
    on_offer: int, player: Player | None, speak: Words, choices: dict[str, Choice]
) -> list[TileCard]:
    """All tiles that lie on offer, by colour."""
    tiles = [tile for tile in range(1, TILE_COUNT) if on_offer >> tile & 1]
    return [
        tile_card(tile, player, speak, choices.get(f"tile:{TILES[tile]}"))
        for tile in sorted(tiles, key=lambda one: (COLOUR[one], one))
    ]


def tile_card(
    tile: int, player: Player | None, speak: Words, choice: Choice | None = None
) -> TileCard:
    """One tile as a player sees it."""
    as_loot = False
    cost = price(player, tile, as_loot) if player else []
    parts = [
        (GOODS[good], amount, player is not None and player.goods[good] < amount)
        for good, amount in zip(PRICE_GOODS, cost, strict=bool(cost))
        if amount
    ]
    return TileCard(face(tile, speak), parts, _reason(tile, player, speak, parts), choice)


def _reason(
    tile: int, player: Player | None, speak: Words, parts: list[tuple[str, int, bool]]
) -> str:
    """What a player is short of to pay for a tile; empty if nothing."""
    if player is None or can_afford(player, tile, as_loot=False):
        return ""
    short = [
        f"{amount - player.goods[GOODS.index(good)]} {speak(f'good.{good}')}"
        for good, amount, lacks in parts
        if lacks
    ]
    return speak("table.short_of", what=", ".join(short))
