"""How numbers are said: which form of a word goes with a number, and how a number is written.

Which form a language takes is not ours to know: Babel knows it from the CLDR, for French nought
and one are singular, for English only one is. Babel is loaded with the first text that counts
something, so that whoever only plays never waits for it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
SINGULAR: Final = "one"
"""What the CLDR calls it; our texts have one other form, which stands for all that are not it."""


@cache
def is_singular(lang: str, number: int | float) -> bool:
    """Whether a number takes the singular.

    >>> [is_singular("en", n) for n in (0, 1, 2, 21)]
    [False, True, False, False]
    >>> [is_singular("fr", n) for n in (0, 1, 2, 21)]
    [True, True, False, False]
    """
    from babel import Locale

    return Locale.parse(lang).plural_form(number) == SINGULAR


def signed(number: int | float) -> str:
    """A number with the sign of a minus, which a hyphen is not.

    >>> signed(-3), signed(12)
    ('−3', '12')
    """
    return str(number).replace("-", MINUS)


def decimal(number: float, lang: str, digits: int = 0) -> str:
    """A number with so many digits behind the point, or behind the comma in French.

    >>> decimal(1234.56, "en", 1), decimal(-0.5, "fr", 2)
    ('1,234.6', '−0,50')
    """
    from babel.numbers import format_decimal

    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(number, format=pattern, locale=lang).replace("-", MINUS)


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
