"""A player has the box beside the screen: the texts of a game use its words in every language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from dvergar.core.languages import LANGUAGES
from tests.texts import book_texts, texts

pytestmark = pytest.mark.plain

BOXES: Final = tomllib.loads(Path(__file__).with_name("box_words.toml").read_text(encoding="utf-8"))
each_box = pytest.mark.parametrize(
    ("lang", "slug"),
    [(lang, slug) for lang, games in BOXES.items() if lang in LANGUAGES for slug in games],
)


def _texts_of(lang: str, slug: str) -> dict[str, str]:
    """All texts of a game by where they stand."""
    books = {where: text for where, text in book_texts(lang) if where.startswith(f"{slug} ")}
    return texts(f"dvergar.games.{slug}", lang) | books


@each_box
def test_a_game_uses_the_words_of_its_box(lang: str, slug: str) -> None:
    everything = "\n".join(_texts_of(lang, slug).values())
    said = BOXES[lang][slug]["said"]
    assert [word for word in said if not re.search(word, everything)] == []


@each_box
def test_words_that_are_not_in_the_box_do_not_come_back(lang: str, slug: str) -> None:
    replaced = re.compile("|".join(BOXES[lang][slug]["replaced"]))
    found = {where: text for where, text in _texts_of(lang, slug).items() if replaced.search(text)}
    assert found == {}
