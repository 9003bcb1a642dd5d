"""Finds the numbers that a text states itself, in digits or in words.

French “un” and German “ein” are articles far more often than numbers, so they aren't found; nor is
“one” where it is a pronoun. A number one of the facts is filled in all the same, and all languages
have to be filled with the same facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words

PLACE: Final = re.compile(r"\{[^{}]*\}")

_PRONOUN: Final = re.compile(
    r"\b(?:no|the|this|every|each|another|other|next|last|new|odd|even|further|any|single|without"
    r"|first|green|that|which|blue|red|orange) ones?\b(?! \w+ing\b)(?! gold)"
    r"|\bone (?:of|another|after|by one|who|that|in brackets|or several|bought)\b|\bby one\b",
    re.IGNORECASE,
)
_CELL: Final = re.compile(r"\br\dc\d\b")
_NEW: Final = re.compile(r"\bplateau neuf\b")
_MORE_WORDS: Final = {
    "en": {"both": 2, "twice": 2, "thrice": 3},
    "fr": {"second": 2, "seconde": 2},
    "de": {
        **dict.fromkeys(("beide", "beidem", "beiden", "beider", "beides", "zweimal", "zweit"), 2),
        "dreimal": 3,
        "dritt": 3,
        "viert": 4,
        "fünft": 5,
        "sechst": 6,
        "siebt": 7,
    },
}
_ARTICLES: Final = {"un", "une", "ein", "eine", "einen", "einem", "einer", "eines"}


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number and where it is in the text."""

    value: int
    start: int
    end: int


def _numbers_by_word(lang: str) -> dict[str, int]:
    spell = words("dvergar.core", lang)
    found = dict(_MORE_WORDS.get(lang, {}))
    keys = spell.keys()
    for key in keys:
        if key.startswith("number."):
            first = 2 if "ordinal" in key else 1
            by_word = {word: n for n, word in enumerate(spell(key).split())}
            found |= {
                word: n for word, n in by_word.items() if n >= first and word not in _ARTICLES
            }
    return found


_BY_WORD: Final = {lang: _numbers_by_word(lang) for lang in LANGUAGES}
_NUMBER: Final = {
    lang: re.compile(
        r"\d+|\b(?:" + "|".join(sorted(by_word, key=len, reverse=True)) + r")\b", re.IGNORECASE
    )
    for lang, by_word in _BY_WORD.items()
}


def numbers_in(text: str, lang: str) -> Iterator[FoundNumber]:
    """The numbers of a text, without those that are filled in."""
    skipped = [
        match.span() for idiom in (PLACE, _PRONOUN, _CELL, _NEW) for match in idiom.finditer(text)
    ]
    for match in _NUMBER[lang].finditer(text):
        if not any(start <= match.start() < end for start, end in skipped):
            word = match[0].lower()
            value = int(word) if word.isdigit() else _BY_WORD[lang][word]
            yield FoundNumber(value, *match.span())
