"""All texts people read, in every language Dvergar speaks.

Texts lie in `words/en.toml` and `words/fr.toml` beside the package they belong to. A text may have
places to fill (`{name}`), may mark words as *strong* with asterisks, and may come in two numbers: a
table with `one` and `other` is chosen by the fact `n`. A missing text is an error, and a test
compares the languages key by key, so that none can be forgotten.
"""

from __future__ import annotations

import html
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "fr")

_STRONG = re.compile(r"\*([^*]+)\*")


class Words:
    """The texts of one package in one language.

    >>> words("dvergar.core", "fr")("seat.name", n=1)
    'Place 1'
    """

    __slots__ = ("_texts", "lang", "package")

    def __init__(self, package: str, lang: str, texts: dict[str, str]) -> None:
        self.package = package
        self.lang = lang
        self._texts = texts

    def __contains__(self, key: str) -> bool:
        return key in self._texts or key + ".other" in self._texts

    def keys(self) -> set[str]:
        """Every key there is, for comparing languages."""
        return set(self._texts)

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text under `key`, filled with facts, without any marks."""
        return _STRONG.sub(r"\1", self._template(key, facts)).format_map(facts)

    def markup(self, key: str, /, **facts: object) -> str:
        """The same text as HTML: strong words marked, everything escaped."""
        template = _STRONG.sub(r"<strong>\1</strong>", html.escape(self._template(key, facts)))
        return template.format_map({name: html.escape(str(fact)) for name, fact in facts.items()})

    def _template(self, key: str, facts: dict[str, object]) -> str:
        text = self._texts.get(key)
        if text is None:
            text = self._texts[f"{key}.{self._number(facts.get('n'))}"]
        return text

    def _number(self, n: object) -> str:
        single = (0, 1, -1) if self.lang == "fr" else (1, -1)
        return "one" if n in single else "other"


def language(lang: str) -> str:
    """The language itself if Dvergar speaks it, English otherwise."""
    return lang if lang in LANGUAGES else LANGUAGES[0]


@cache
def words(package: str, lang: str) -> Words:
    """The words of a package, read once."""
    file = files(package).joinpath("words", language(lang) + ".toml")
    tree = tomllib.loads(file.read_text(encoding="utf-8"))
    return Words(package, language(lang), dict(_flat(tree, "")))


def _flat(tree: dict[str, object], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in tree.items():
        if isinstance(value, dict):
            pairs += _flat(value, f"{prefix}{name}.")
        else:
            pairs.append((prefix + name, str(value)))
    return pairs
