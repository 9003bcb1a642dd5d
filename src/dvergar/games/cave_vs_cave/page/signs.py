"""The small signs in which rooms, tiles and choices speak: goods, icons and single words."""

from __future__ import annotations

from typing import Final

from dvergar.core.presentation import ARROW, Sign
from dvergar.games.cave_vs_cave.facts.goods import GOODS

GOOD: Final = "good"  # so many of a good: number and token; without a number the token alone
OR: Final = "or"
USES: Final = "uses"  # so many rooms may be used

# What is done, as icons of the set.
DIG: Final = "gi-war-pick"
FURNISH: Final = "gi-wooden-chair"
WALL: Final = "gi-stone-wall"
THROUGH: Final = "gi-broken-wall"


Signs = tuple[Sign, ...]

TO: Final = Sign(ARROW)
EITHER: Final = Sign(OR)


def goods(kind: str, amounts: list[int]) -> Signs:
    """A gain, a cost or a plain list of goods."""
    return tuple(Sign(kind, GOODS[good], n) for good, n in enumerate(amounts) if n)


def bare(kinds: list[int]) -> Signs:
    """Tokens without numbers."""
    return tuple(Sign(GOOD, GOODS[good]) for good in kinds)
