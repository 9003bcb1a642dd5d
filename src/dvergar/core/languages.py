"""What differs between languages beside their texts: plurals, how numbers look, and spaces.

Each language is a folder `locales/xx` in this package and in every other one that has texts. The
file `language.toml` here says how it writes numbers and which plural forms it has, with the values
and the notation of the Unicode CLDR; a test compares them with Babel. A language is there as soon
as that file is: nothing else lists languages. See `docs/translate.md`.
"""

from __future__ import annotations

import re
import tomllib
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache, lru_cache
from importlib.resources import files
from math import isinf
from typing import Final

FALLBACK: Final = "en"
"""The language whose texts are complete, and which is read where another one lacks a text."""

MINUS: Final = "\N{MINUS SIGN}"
NARROW: Final = "\N{NARROW NO-BREAK SPACE}"
_ANY_SPACE: Final = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"
CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""All plural categories of the CLDR, in the order in which texts list their forms."""

_RELATION: Final = re.compile(r"([nivf])(?: % (\d+))? (!?=) ([\d.,]+)")


def _find_languages() -> tuple[str, ...]:
    folders = files("dvergar.core").joinpath("locales").iterdir()
    found = {folder.name for folder in folders if folder.joinpath("language.toml").is_file()}
    return (FALLBACK, *sorted(found - {FALLBACK}))


LANGUAGES: Final = _find_languages()
"""The codes of all languages, the fallback first."""


class PluralRule:
    """When a number takes a plural category, in the notation of the CLDR.

    >>> [n for n in range(30) if PluralRule("n % 10 = 2..4 and n % 100 != 12..14").holds(n)]
    [2, 3, 4, 22, 23, 24]
    """

    __slots__ = ("_any_of",)

    def __init__(self, rule: str) -> None:
        self._any_of = [
            [_relation(part.strip()) for part in option.split(" and ")]
            for option in rule.split(" or ")
        ]

    def holds(self, number: int | float) -> bool:
        """Whether the number is of this category."""
        operands = _operands(number)
        return any(all(one.holds(operands) for one in parts) for parts in self._any_of)


class Relation:
    """One comparison of a plural rule: an operand, perhaps its remainder, and values."""

    __slots__ = ("divisor", "is_equal", "operand", "ranges")

    def __init__(self, operand: str, divisor: int, is_equal: bool, values: str) -> None:
        self.operand = operand
        self.divisor = divisor
        self.is_equal = is_equal
        self.ranges = [
            (int(one.split("..")[0]), int(one.split("..")[-1])) for one in values.split(",")
        ]

    def holds(self, operands: dict[str, Decimal]) -> bool:
        """Whether a number with these operands is among the values."""
        value = operands[self.operand]
        if self.divisor:
            value %= self.divisor
        whole = value == int(value)
        found = whole and any(least <= value <= most for least, most in self.ranges)
        return found == self.is_equal


def _relation(text: str) -> Relation:
    match = _RELATION.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text}” is not part of a plural rule")
    return Relation(match[1], int(match[2] or 0), match[3] == "=", match[4])


def _operands(number: int | float) -> dict[str, Decimal]:
    """What plural rules look at: the number, its whole part, its digits behind the point."""
    exact = abs(Decimal(str(number)))
    if exact.is_infinite():
        return dict.fromkeys("nivf", Decimal(-1))
    exact = exact.to_integral_value() if exact == exact.to_integral_value() else exact
    digits = f"{exact:f}".partition(".")[2]
    return {
        "n": exact,
        "i": Decimal(int(exact)),
        "v": Decimal(len(digits)),
        "f": Decimal(int(digits or 0)),
    }


class Language:
    """How one language writes numbers and texts: its `language.toml`.

    >>> Language("en").name, Language("fr").point
    ('English', ',')
    """

    __slots__ = ("_plurals", "_spaces", "categories", "code", "group", "name", "point")

    def __init__(self, code: str) -> None:
        file = files("dvergar.core").joinpath("locales", code, "language.toml")
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        self.code = code
        self.name = str(tree["name"])
        """What it calls itself."""
        self.point = str(tree["point"])
        """Between whole and decimal digits."""
        self.group = str(tree["group"])
        """Between groups of three digits."""
        rules = {name: PluralRule(rule) for name, rule in tree["plural"].items()}
        self._plurals = [(name, rules[name]) for name in CATEGORIES if name in rules]
        self.categories = (*(name for name, _ in self._plurals), CATEGORIES[-1])
        """Its plural categories in the order of the CLDR."""
        spaces = tree.get("narrow_spaces", {})
        before, after = (re.escape(spaces.get(where, "")) for where in ("before", "after"))
        parts = [rf"(?<=\S){_ANY_SPACE}+(?=[{before}])"] if before else []
        parts += [rf"(?<=[{after}]){_ANY_SPACE}+"] if after else []
        self._spaces = re.compile("|".join(parts)) if parts else None

    def category(self, number: int | float) -> str:
        """The plural category of a number.

        >>> [Language("en").category(n) for n in (0, 1, 2, 1.5)]
        ['other', 'one', 'other', 'other']
        """
        return next((name for name, rule in self._plurals if rule.holds(number)), CATEGORIES[-1])

    def spaced(self, text: str) -> str:
        """The text with the narrow spaces that this language wants."""
        return self._spaces.sub(NARROW, text) if self._spaces is not None else text


@cache
def language_rules(lang: str) -> Language:
    """The rules of a language, read once."""
    return Language(lang)


@lru_cache(maxsize=4096)
def plural_category(lang: str, number: int | float) -> str:
    """The plural category of a number, as the CLDR names it.

    >>> [plural_category("en", n) for n in (0, 1, 2, 21)]
    ['other', 'one', 'other', 'other']
    >>> [plural_category("fr", n) for n in (0, 1, 2, 21)]
    ['one', 'one', 'other', 'other']
    """
    return language_rules(lang).category(number)


def plural_form(lang: str, number: int | float, forms: str) -> str:
    """Of the forms of a word, one for each category and bars between, that of a number.

    >>> [plural_form("fr", n, "carte|cartes") for n in (0, 1, 2)]
    ['carte', 'carte', 'cartes']
    """
    written = forms.split("|")
    place = language_rules(lang).categories.index(plural_category(lang, number))
    return written[min(place, len(written) - 1)]


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
    rules = language_rules(lang)
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
    return language_rules(lang).spaced(text)


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
        return plural_form(self.lang, self.value, forms)
