"""The facts of `facts.toml`, `spaces.toml` and `loot.toml` as numbers."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from dvergar.games.caverna.goods import GOODS, amounts


def _read(name: str) -> dict[str, Any]:
    file = files("dvergar.games.caverna").joinpath(name)
    return tomllib.loads(file.read_text(encoding="utf-8"))


FACTS: Final = _read("facts.toml")
_SPACES: Final = _read("spaces.toml")
_LOOT: Final = _read("loot.toml")

SPACES: Final[list[str]] = list(_SPACES)
SPACE_COUNT: Final = len(SPACES)
CARDS: Final[list[str]] = [card for stage in FACTS["cards"]["stages"] for card in stage["cards"]]
WISH: Final = SPACES.index("wish_for_children")
URGENT_WISH: Final = SPACES.index("urgent_wish_for_children")
FAMILY_LIFE: Final = SPACES.index("family_life")
STARTING_PLAYER: Final = SPACES.index("starting_player")

LOOT: Final[list[str]] = list(_LOOT)
LOOT_COUNT: Final = len(LOOT)
LOOT_STRENGTH: Final[list[int]] = [int(entry["strength"]) for entry in _LOOT.values()]
LOOT_GOODS: Final = [amounts(entry.get("goods", {})) for entry in _LOOT.values()]
ALL_WEAPONS: Final = LOOT.index("all_weapons_plus_1")

MARKET_GOODS: Final = [GOODS.index(name) for name in FACTS["market"]]
MARKET_PRICE: Final[list[int]] = [int(price) for price in FACTS["market"].values()]

FORGE_MOST: Final[int] = FACTS["weapons"]["forge"]
WEAPON_MOST: Final[int] = FACTS["weapons"]["most"]


class SpaceFacts:
    """What is printed of one space for one number of players."""

    __slots__ = ("empty", "first_round", "food", "goods", "more")

    def __init__(self, entry: dict[str, Any]) -> None:
        self.empty = amounts(entry.get("empty", {}))
        self.more = amounts(entry.get("more", entry.get("empty", {})))
        self.goods = amounts(entry.get("goods", {}))
        self.food = int(entry.get("food", 0))
        self.first_round = int(entry.get("first_round", 1))


def space_facts(space: int, players: int) -> SpaceFacts | None:
    """The facts of a space for so many players; None if it is not there with so many."""
    for entry in _SPACES[SPACES[space]]:
        if players in entry["players"]:
            return SpaceFacts(entry)
    return None
