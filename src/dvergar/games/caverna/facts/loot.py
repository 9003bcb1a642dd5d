"""The loot of expeditions from `loot.toml`, item by number."""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.games.caverna.facts.goods import amounts

BREEDING: Final = "breed_2"
WEAPONS: Final = "all_weapons_plus_1"
PAID_WITH: Final[dict[str, tuple[str, ...]]] = {
    "stable": ("stone",),
    "small_pasture": ("wood",),
    "large_pasture": ("wood",),
    "ordinary_dwelling": ("wood", "stone", "ore", "gold", "food", "grain", "vegetable"),
}
"""The items that may cost something, and the goods that what they let one do is paid with."""


class LootFacts:
    """What is printed of one item."""

    __slots__ = ("cost", "goods", "kinds", "strength", "weapons")

    def __init__(self, entry: Facts, name: str) -> None:
        self.strength = entry.number("strength")
        self.goods = amounts(entry, "goods")
        self.cost = entry.counts("cost", PAID_WITH[name]) if name in PAID_WITH else {}
        self.kinds = entry.number("kinds") if name == BREEDING else 0
        self.weapons = entry.number("weapons") if name == WEAPONS else 0


with read("dvergar.games.caverna.facts", "loot.toml") as _file:
    LOOT: Final[list[str]] = _file.names()
    _FACTS: Final = [LootFacts(_file.part(name), name) for name in LOOT]


def _item(name: str) -> int:
    """The number of an item that the rules know by name."""
    if name not in LOOT:
        raise FactsError("facts.missing", where="loot.toml", key=name)
    return LOOT.index(name)


LOOT_COUNT: Final = len(LOOT)
LOOT_STRENGTH: Final = [facts.strength for facts in _FACTS]
LOOT_GOODS: Final = [facts.goods for facts in _FACTS]
LOOT_COST: Final = {name: facts.cost for name, facts in zip(LOOT, _FACTS, strict=True)}
"""What is paid for an item besides, by the names of item and good."""
LOOT_BREEDS: Final = _FACTS[_item(BREEDING)].kinds
ALL_WEAPONS: Final = _item(WEAPONS)
ALL_WEAPONS_MORE: Final = _FACTS[ALL_WEAPONS].weapons
