"""The small signs in which cards and choices speak: goods, drawings, icons and single words."""

from __future__ import annotations

from typing import Final, NamedTuple

from dvergar.core.words import Words
from dvergar.games.caverna.goods import GOODS

PILE: Final = "pile"  # goods that lie there: tokens and a number
GAIN: Final = "gain"  # goods that come: token and +number
COST: Final = "cost"  # goods that go: token and number
TOKEN: Final = "token"  # a good without a number
ART: Final = "art"  # a small drawing of ours
ICON: Final = "icon"  # an icon of the set
JOIN: Final = "join"  # and/or, then, either ... or
WORD: Final = "word"


class Bit(NamedTuple):
    """One sign: what it is, its name, a number, and a word beside it."""

    kind: str
    name: str = ""
    n: int = 0
    word: str = ""


def gain(good: int, amount: int) -> Bit:
    """So much of a good comes."""
    return Bit(GAIN, GOODS[good], amount)


def cost(good: int, amount: int) -> Bit:
    """So much of a good goes."""
    return Bit(COST, GOODS[good], amount)


def spoken(bits: list[Bit], speak: Words) -> str:
    """The signs as one sentence, for those who listen and for the tooltip."""
    words = []
    for bit in bits:
        if bit.kind in (PILE, GAIN, COST):
            words.append(f"{bit.n} {speak(f'good.{bit.name}')}")
        elif bit.kind == ART:
            words.append(speak(f"sign.{bit.name.replace('-', '_')}"))
        else:
            words.append(bit.word)
    text = ""
    before = JOIN
    for bit, word in zip(bits, words, strict=True):
        comma = text and bit.kind not in (JOIN, WORD) and before not in (JOIN, WORD)
        text += (", " if comma else " ") + word
        before = bit.kind
    return text.strip()
