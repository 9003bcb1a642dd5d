"""The picture of a thing that explains itself: the card, tile or token as it lies on the table."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from dvergar.core.words import Words
from dvergar.games.caverna.facts.goods import GOODS
from dvergar.games.caverna.facts.loot import LOOT, LOOT_STRENGTH
from dvergar.games.caverna.facts.spaces import SPACES, space_facts
from dvergar.games.caverna.facts.tiles import PRICE_GOODS, TILES
from dvergar.games.caverna.page.card_signs import lines
from dvergar.games.caverna.page.expedition import LootItem, loot_signs
from dvergar.games.caverna.page.signs import spoken
from dvergar.games.caverna.page.space_cards import RESTING, SpaceCard
from dvergar.games.caverna.page.tile_cards import TileCard, face
from dvergar.games.caverna.rules.prices import price

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
            return _space(name, speak)
        case "tile":
            return _tile(TILES.index(name), speak)
        case "loot":
            return _loot(LOOT.index(name), speak)
        case "land":
            return LANDS[name]
        case _:
            return name if kind in DRAWN else None


def _space(key: str, speak: Words) -> SpaceCard:
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
