"""What can be done at any time: which exchanges a player has, and what each leaves behind."""

from __future__ import annotations

from copy import deepcopy
from typing import Final, NamedTuple

from tests.games.caverna.referee.home import named, owns, singles
from tests.games.caverna.referee.prices import can_pay
from tests.games.caverna.referee.shapes import Goods, View

RUBY_GOODS: Final = (
    *("wood", "stone", "ore", "gold", "grain", "vegetable"),
    *("dog", "sheep", "donkey", "boar", "cattle"),
)
EATEN: Final[dict[str, int]] = {
    "grain": 1,
    "vegetable": 2,
    "ruby": 2,
    "sheep": 1,
    "donkey": 1,
    "boar": 2,
    "cattle": 3,
}
LAND_RUBIES: Final = {"meadow": 1, "field": 1, "tunnel": 1, "cavern": 2}
TRADES: Final[dict[str, tuple[str, Goods, Goods]]] = {
    "trade trader": ("trader", {"gold": 2}, {"wood": 1, "stone": 1, "ore": 1}),
    "trade cooking_cave": ("cooking_cave", {"grain": 1, "vegetable": 1}, {"food": 5}),
    "trade hunting_parlor": ("hunting_parlor", {"boar": 2}, {"gold": 2, "food": 2}),
    "trade beer_parlor gold": ("beer_parlor", {"grain": 2}, {"gold": 3}),
    "trade beer_parlor food": ("beer_parlor", {"grain": 2}, {"food": 4}),
    "trade blacksmithing_parlor": (
        "blacksmithing_parlor",
        {"ruby": 1, "ore": 1},
        {"gold": 2, "food": 1},
    ),
    "trade spare_part_storage": (
        "spare_part_storage",
        {"wood": 1, "stone": 1, "ore": 1},
        {"gold": 2},
    ),
}
NO_PLACE: Final = ""


class Exchange(NamedTuple):
    """What an exchange takes and gives, and the land it lays on which cell."""

    pays: Goods
    gets: Goods
    land: str = NO_PLACE
    cell: str = NO_PLACE


def exchanges(player: View) -> dict[str, Exchange]:
    """The exchanges that a player can pay for, by the name of the move; weapons left aside."""
    found = {
        f"ruby {good}": Exchange({"ruby": 1, "food": int(good == "cattle")}, {good: 1})
        for good in RUBY_GOODS
    }
    for kind, rubies in LAND_RUBIES.items():
        for where in map(named, singles(player, kind)):
            found[f"ruby {kind} {where}"] = Exchange({"ruby": rubies}, {}, kind, where)
    more = int(owns(player, "slaughtering_cave"))
    for good, food in EATEN.items():
        animal = good in ("sheep", "donkey", "boar", "cattle")
        found[f"eat {good}"] = Exchange({good: 1}, {"food": food + more * animal})
    found["eat 2 donkeys"] = Exchange({"donkey": 2}, {"food": 3 + 2 * more})
    found["eat 2 gold"] = Exchange({"gold": 2}, {"food": 1})
    for name, (tile, pays, gets) in TRADES.items():
        if owns(player, tile):
            found[name] = Exchange(pays, gets)
    return {name: one for name, one in found.items() if can_pay(player["goods"], one.pays)}


def weapons_given_up(player: View) -> set[str]:
    """The names of the moves by which weapons become food."""
    if not owns(player, "peaceful_cave"):
        return set()
    armed = [one for one in player["dwarfs"] if one["weapon"]]
    return {f"disarm {'' if one['where'] == 'home' else 'away '}{one['weapon']}" for one in armed}


def exchanged(view: View, seat: int, exchange: Exchange) -> View:
    """The table after an exchange, as far as an action depends on it."""
    after = deepcopy(view)
    player = after["players"][seat]
    for good, amount in exchange.pays.items():
        player["goods"][good] -= amount
    for good, amount in exchange.gets.items():
        player["goods"][good] += amount
        if good == "stone" and owns(player, "seam"):
            player["goods"]["ore"] += amount
        if good == "dog" and owns(player, "dog_school"):
            player["goods"]["wood"] += amount
    if exchange.land:
        stable = player["board"].get(exchange.cell, {}).get("stable", False)
        player["board"][exchange.cell] = {
            "land": exchange.land,
            "tile": None,
            "other_half": None,
            "stable": stable,
            "grain": 0,
            "vegetable": 0,
        }
    return after
