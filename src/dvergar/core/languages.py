"""What differs between languages beside their texts: plurals, how numbers look, and spaces.

Each language is one entry of `RULES`, with the values of the Unicode CLDR; a test compares them
with Babel. To add a language, add its entry, its `words/xx.toml` beside every English one, and its
code to `core.words.LANGUAGES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal
from math import isinf
from typing import Final, NamedTuple

MINUS: Final = "\N{MINUS SIGN}"
NARROW: Final = "\N{NARROW NO-BREAK SPACE}"
_ANY_SPACE: Final = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"
_FRENCH_SPACES: Final = re.compile(rf"(?<=\S){_ANY_SPACE}+(?=[;:!?»%])|(?<=«){_ANY_SPACE}+")


class LanguageRules(NamedTuple):
    """The rules of one language; `singular` says whether a number of things takes the singular."""

    singular: Callable[[int | float], bool]
    point: str
    """Between whole and decimal digits."""
    group: str
    """Between groups of three digits."""
    narrow_spaces: re.Pattern[str] | None = None
    """Spaces to make narrow and unbreakable, where a language wants some."""


RULES: Final = {
    "en": LanguageRules(lambda n: abs(n) == 1, ".", ","),
    "fr": LanguageRules(lambda n: int(abs(n)) in (0, 1), ",", NARROW, _FRENCH_SPACES),
    "de": LanguageRules(lambda n: abs(n) == 1, ",", "."),
}


def is_singular(lang: str, number: int | float) -> bool:
    """Whether a number takes the singular.

    >>> [is_singular("en", n) for n in (0, 1, 2, 21)]
    [False, True, False, False]
    >>> [is_singular("fr", n) for n in (0, 1, 2, 21)]
    [True, True, False, False]
    """
    return RULES[lang].singular(number)


def signed(number: int | float) -> str:
    """A number with a minus sign instead of a hyphen.

    >>> signed(-3), signed(12)
    ('−3', '12')
    """
    return str(number).replace("-", MINUS)


def decimal(number: float, lang: str, digits: int = 0) -> str:
    """A number with this many decimal digits, as the language writes it.

    >>> decimal(1234.56, "en", 1), decimal(-0.5, "fr", 2)
    ('1,234.6', '−0,50')
    """
    if isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    rules = RULES[lang]
    exact = Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
    whole, _, rest = f"{exact:,f}".partition(".")
    text = whole.replace(",", rules.group) + (rules.point + rest if rest else "")
    return text.replace("-", MINUS)


def with_narrow_spaces(text: str, lang: str) -> str:
    """The text with the narrow spaces its language wants; authors type ordinary ones.

    >>> with_narrow_spaces("« Prêt ? » : 16 %", "fr") == "«_Prêt_?_»_: 16_%".replace("_", NARROW)
    True
    >>> with_narrow_spaces("Ready: 16%", "en")
    'Ready: 16%'
    """
    spaces = RULES[lang].narrow_spaces
    return spaces.sub(NARROW, text) if spaces is not None else text


class Number:
    """A number in a text: `{n}` writes it, `{n:card|cards}` is the word that goes with it.

    >>> "{n} {n:card|cards}".format(n=Number(21, "en"))
    '21 cards'
    """

    __slots__ = ("lang", "value")

    def __init__(self, value: int | float, lang: str) -> None:
        self.value = value
        self.lang = lang

    def __format__(self, forms: str) -> str:
        if not forms:
            return signed(self.value)
        singular, _, plural = forms.partition("|")
        return singular if is_singular(self.lang, self.value) else plural
