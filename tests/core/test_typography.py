"""How texts are set: the spaces and signs of French, the minus, and one name for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dvergar.core.languages import LANGUAGES, NARROW, with_narrow_spaces
from dvergar.core.words import words
from tests.tables import INFOS
from tests.texts import all_texts, texts

pytestmark = pytest.mark.plain

FORMS = re.compile(r"\{\w+:([^|}]*)\|[^}]*\}")
FRENCH = [
    (where, FORMS.sub(r"\1", with_narrow_spaces(text, "fr"))) for where, text in all_texts("fr")
]
SHARED = ("wood", "stone", "grain", "gold")
"""Goods with one name in all games; what a box calls food is in box_words.toml."""


def found(pattern: str) -> Iterator[str]:
    """Where the French texts have something."""
    return (f"{where}: {text}" for where, text in FRENCH if re.search(pattern, text))


def test_french_has_narrow_spaces_before_its_tall_signs() -> None:
    assert list(found(rf"[^\s(\[«{NARROW}][;!?»%]")) == []
    assert list(found(r"(?:[^\W\d]|[)»}]):(?:\s|$)")) == [], "a colon stands behind a space"
    assert list(found(r"[ \u00a0][;:!?»%]")) == [], "such a space is narrow, and no line ends there"


def test_french_quotation_marks_have_narrow_spaces_inside() -> None:
    assert list(found(f"«(?!{NARROW})")) == []
    assert list(found(f"(?<!{NARROW})»")) == []
    assert list(found(r"[“”\"]")) == []


def test_french_has_its_own_letters_and_apostrophes() -> None:
    assert list(found(r"'")) == []
    assert list(found(r"\.\.\.")) == []
    assert list(found(r"(?i)\b(?:b|c|s|n)?oeu|\boeil")) == []
    elided, vowel = "(?:de|le|la|que|ne|se|je)", "aeiouyâêîôûéèœ"
    assert list(found(rf"(?i)(?<![-\w]){elided} (?!(?:un|onz|oui)\W)[{vowel}]")) == []


def test_what_words_and_books_show_is_spaced() -> None:
    for info in INFOS:
        shown = [rule.text("fr") for rule in info.rulebook()]
        for ruling in info.rulings():
            shown += [ruling.question("fr"), ruling.answer("fr")]
        assert [text for text in shown if text != with_narrow_spaces(text, "fr")] == []
    french = words("dvergar.core", "fr")("error.move.illegal", name="x")
    assert french.startswith(f"«{NARROW}x{NARROW}» ")
    assert f"maintenant{NARROW};" in french


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hyphen_is_not_a_minus(lang: str) -> None:
    minus = re.compile(r"(?<![\w}-])-(?:\d|\{)")
    assert [where for where, text in all_texts(lang) if minus.search(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_good_has_one_name_in_all_games(lang: str) -> None:
    big, small = (texts(f"dvergar.games.{slug}", lang) for slug in ("caverna", "cave_vs_cave"))
    assert [big[f"count.{good}"] for good in SHARED] == [small[f"count.{good}"] for good in SHARED]


def test_gold_has_a_small_letter() -> None:
    assert list(found(r"\d Or\b")) == []


def test_labels_say_what_they_mean() -> None:
    """Three that did not: a marker that was no harvest, a weapon by its number, a bare question."""
    unclear = re.compile(r"next red marker:|\baxes? \d|\bwhat next\b", re.IGNORECASE)
    assert [where for where, text in all_texts("en") if unclear.search(text)] == []
    unclear = re.compile(r"prochain marqueur rouge ?:|\bhaches? \d|\bet ensuite ?\?", re.IGNORECASE)
    assert [where for where, text in all_texts("fr") if unclear.search(text)] == []
