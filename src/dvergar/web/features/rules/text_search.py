"""Searching texts: every word that is wanted occurs, capitals and accents do not matter."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

MOST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class Search:
    """The words that are wanted; without any, every text fits."""

    asked: str
    words: tuple[str, ...]

    @staticmethod
    def of(asked: str) -> Search:
        """A search for what somebody has typed.

        >>> Search.of("  Élevage, rubis ").words
        ('elevage', 'rubis')
        """
        asked = " ".join(asked.split())
        words = re.findall(r"\w+", _fold(asked))
        return Search(asked, tuple(dict.fromkeys(words[:MOST_WORDS])))

    def fits(self, *texts: str) -> bool:
        """Whether every word occurs in one of the texts.

        >>> Search.of("pature mur").fits("Une Pâture et", "le mur")
        True
        """
        folded = " ".join(map(_fold, texts)) if self.words else ""
        return all(word in folded for word in self.words)

    def marked(self, text: str) -> Markup:
        """The text as HTML, with the words that were found marked.

        >>> Search.of("eta").marked("Une étable & un <toit>")
        Markup('Une <mark>éta</mark>ble &amp; un &lt;toit&gt;')
        """
        html, end = Markup(), 0
        for first, last in self._found(text):
            html += escape(text[end:first]) + Markup("<mark>{}</mark>").format(text[first:last])
            end = last
        return html + escape(text[end:])

    def _found(self, text: str) -> list[tuple[int, int]]:
        """Where the words stand in a text, from left to right; a letter is marked once."""
        if not self.words:
            return []
        letters = [_fold(letter) for letter in text]
        places = [number for number, letter in enumerate(letters) for _ in letter]
        pattern = "|".join(sorted(map(re.escape, self.words), key=len, reverse=True))
        found, end = [], 0
        for match in re.finditer(pattern, "".join(letters)):
            first, last = places[match.start()], places[match.end() - 1] + 1
            if first >= end:
                found.append((first, last))
                end = last
        return found


def _fold(text: str) -> str:
    """A text without capitals and accents."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
