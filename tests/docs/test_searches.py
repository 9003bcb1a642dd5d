"""Words by which strangers look for something: a plain search finds the right place."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

SOURCE = Path("src/dvergar")
PLACES = {
    "takeover": "web/kernel/tables/substitutes.py",
    "substitute": "web/kernel/tables/substitutes.py",
    "serialize": "core/record.py",
    "translation": "core/words.py",
    "i18n": "core/words.py",
    "leaderboard": "web/features/statistics/views.py",
    "rate limit": "web/kernel/security/rate_limit.py",
    "dispatch": "web/kernel/events.py",
}
MAX_PLACES = 12
"""More than so many files with the word are no answer."""


@cache
def beginnings() -> dict[str, str]:
    """How each module says what it is for."""
    modules = {str(path.relative_to(SOURCE)): path for path in SOURCE.rglob("*.py")}
    return {name: path.read_text("utf-8")[:1200].lower() for name, path in modules.items()}


@pytest.mark.parametrize("word", PLACES)
def test_a_stranger_finds_the_place_by_an_ordinary_word(word: str) -> None:
    found = [name for name, text in beginnings().items() if word in " ".join(text.split())]
    assert PLACES[word] in found
    assert len(found) <= MAX_PLACES, found
