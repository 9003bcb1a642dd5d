"""The picture of a thing that explains itself: the card or the place as it lies on the table."""

from __future__ import annotations

from typing import Any, Final

from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import EXIT_ACTIONS, EXTRACTION_CARDS, MATERIAL
from dvergar.games.my_gold_mine.page.signs import ACTION_SIGNS

PLACES: Final = {
    "exit": ("0 0 150 240", "mine-exit"),
    "ladder": ("0 0 150 240", "mine-exit"),
    "card": ("0 0 120 240", "mine-card"),
    "wagon": ("0 -4 100 84", "mine-cart"),
    "burnt": ("0 0 120 240", "mine-burnt"),
}
"""The drawing of each place: the part of it that is shown, and its name."""
NUGGETS: Final = {name: n for name, n in zip(EXTRACTION_CARDS, MATERIAL.gold, strict=True) if n}
"""How many nuggets are drawn on a card that is dug."""


def picture(kind: str, name: str, _: Words) -> Any:
    """What the template draws of a thing; None where there is nothing to draw."""
    match kind:
        case "place":
            return PLACES.get(name)
        case "dig":
            return NUGGETS.get(name)
        case "card" if name in EXIT_ACTIONS:
            return ACTION_SIGNS[EXIT_ACTIONS.index(name)]
        case "good":
            return name
        case _:
            return None
