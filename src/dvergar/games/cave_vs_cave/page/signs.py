"""The small signs in which rooms, tiles and choices speak: goods, icons and single words."""

from __future__ import annotations

from typing import Final, NamedTuple

from dvergar.games.cave_vs_cave.goods import GOODS

GOOD: Final = "good"  # so many of a good: number and token; without a number the token alone
GAIN: Final = "gain"  # +number and token
COST: Final = "cost"  # -number and token
ARROW: Final = "arrow"
OR: Final = "or"
USES: Final = "uses"  # so many rooms may be used
ICON: Final = "icon"  # one of PICTURES
WORD: Final = "word"

# What is done, as icons of the set.
DIG: Final = "gi-war-pick"
FURNISH: Final = "gi-wooden-chair"
WALL: Final = "gi-stone-wall"
THROUGH: Final = "gi-broken-wall"


class Sign(NamedTuple):
    """One sign: what it is, its name, a number, and a word."""

    kind: str
    name: str = ""
    n: int = 0
    word: str = ""


Signs = list[Sign]

TO: Final = Sign(ARROW)
EITHER: Final = Sign(OR)


def goods(kind: str, amounts: list[int]) -> Signs:
    """A gain, a cost or a plain list of goods."""
    return [Sign(kind, GOODS[good], amount) for good, amount in enumerate(amounts) if amount]


def bare(kinds: list[int]) -> Signs:
    """Tokens without numbers."""
    return [Sign(GOOD, GOODS[good]) for good in kinds]
