"""The signs in which Caverna's cards and choices speak: goods, drawings, icons and single words."""

from __future__ import annotations

from typing import Final

from dvergar.core.presentation import ARROW, COST, GAIN, WORD, Sign
from dvergar.core.words import Words
from dvergar.games.caverna.facts.game import GOODS

PILE: Final = "pile"  # goods that lie there: tokens and a number
TOKEN: Final = "token"  # a good without a number
ART: Final = "art"  # a small drawing of ours
STRENGTH: Final = "strength"  # an icon and the strength of a weapon
JOIN: Final = "join"  # and/or, then, either ... or

WEAPON: Final = "gi-battle-axe"
TO: Final = Sign(ARROW)


def gain(good: int, amount: int) -> Sign:
    """So much of a good comes."""
    return Sign(GAIN, GOODS[good], amount)


def cost(good: int, amount: int) -> Sign:
    """So much of a good goes."""
    return Sign(COST, GOODS[good], amount)


def spoken(signs: list[Sign], speak: Words) -> str:
    """The signs as one sentence, for those who listen and for the tooltip."""
    words = []
    for sign in signs:
        if sign.kind in (PILE, GAIN, COST):
            words.append(speak(f"count.{sign.name}", n=sign.n))
        elif sign.kind == ART:
            words.append(speak(f"sign.{sign.name.replace('-', '_')}"))
        else:
            words.append(sign.word)
    text = ""
    before = JOIN
    for sign, word in zip(signs, words, strict=True):
        comma = text and sign.kind not in (JOIN, WORD) and before not in (JOIN, WORD)
        text += (", " if comma else " ") + word
        before = sign.kind
    return text.strip()
