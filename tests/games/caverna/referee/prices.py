"""What tiles cost, with discounts and substitutions."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.caverna.referee.home import furnishing_places
from tests.games.caverna.referee.printed import TILES
from tests.games.caverna.referee.shapes import Goods, View

WAYS = {
    "pay as printed": (),
    "pay ore for wood": ("wood",),
    "pay ore for stone": ("stone",),
    "pay ore for both": ("wood", "stone"),
}


def reduced(cost: Goods, tiles: Iterable[str]) -> Goods:
    """The price of a furnishing tile for somebody who owns these tiles."""
    price = dict(cost)
    if "carpenter" in tiles and price.get("wood"):
        price["wood"] -= 1
    if "stone_carver" in tiles and price.get("stone"):
        price["stone"] -= 1
    return {good: amount for good, amount in price.items() if amount}


def ways_to_pay(cost: Goods, tiles: Iterable[str]) -> dict[str, Goods]:
    """All prices at which somebody with these tiles may build one with this printed cost."""
    price = reduced(cost, tiles)
    ways = {}
    for way, goods in WAYS.items():
        if goods and "builder" not in tiles:
            continue
        if any(not price.get(good) for good in goods):
            continue
        paid = dict(price)
        for good in goods:
            paid[good] -= 1
            paid["ore"] = paid.get("ore", 0) + 1
        ways[way] = {good: amount for good, amount in paid.items() if amount}
    return ways


def can_pay(goods: Goods, price: Goods) -> bool:
    """Whether these goods are at hand."""
    return all(goods.get(good, 0) >= amount for good, amount in price.items())


def own_tiles(player: View) -> list[str]:
    """The tiles on a board whose effect counts."""
    return [entry["tile"] for entry in player["board"].values() if entry["tile"]]


def furnishable(player: View, offered: Iterable[str], cost: Goods | None = None) -> set[str]:
    """Which of these tiles can be built now, at their own price or at this one."""
    tiles = own_tiles(player)
    return {
        tile
        for tile in offered
        if furnishing_places(player, tile)
        and any(
            can_pay(player["goods"], price)
            for price in ways_to_pay(TILES[tile].cost if cost is None else cost, tiles).values()
        )
    }
