"""The rulings of a game: what we hold where its sources disagree, leave a doubt or are silent.

Each has an id that rules, tests and talk about the game cite (`R17`), the question, our answer and
where the answer comes from. They lie beside the rule book, so that the page and the documentation
show the same texts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

from dvergar.core.languages import spaced
from dvergar.core.words import LANGUAGES, language


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: its id, its source, what is asked and what we hold, in each language."""

    id: str
    source: str
    asked: dict[str, str]
    held: dict[str, str]
    option: str = ""
    """The option of the game that allows another answer."""
    uncited: dict[str, str] = field(default_factory=dict)
    """Why no rule of the rule book cites it; nearly all are cited."""

    @property
    def anchor(self) -> str:
        """Its address on the rules page and in the documentation."""
        return f"ruling-{self.id}"

    def question(self, lang: str) -> str:
        """What is asked."""
        return self.asked[language(lang)]

    def answer(self, lang: str) -> str:
        """What we hold, and why."""
        return self.held[language(lang)]


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rulings that belong together."""

    id: str
    titles: dict[str, str]
    rulings: list[Ruling]

    def title(self, lang: str) -> str:
        """What the chapter is called."""
        return self.titles[language(lang)]


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one game in the order in which they are read.

    >>> from dvergar.core.registry import info
    >>> info("my_gold_mine").rulings()["R20"].question("en")
    'When exactly does a round end?'
    """

    chapters: list[Chapter]

    @staticmethod
    def load(file: Traversable) -> Rulings:
        """Reads a `rulings.toml`; a game without doubts has none."""
        if not file.is_file():
            return Rulings([])
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        return Rulings([_chapter(entry) for entry in tree["section"]])

    def __iter__(self) -> Iterator[Ruling]:
        return (ruling for chapter in self.chapters for ruling in chapter.rulings)

    def __getitem__(self, id: str) -> Ruling:
        return next(ruling for ruling in self if ruling.id == id)

    def ids(self) -> list[str]:
        """The ids in order."""
        return [ruling.id for ruling in self]


def _chapter(entry: dict[str, Any]) -> Chapter:
    return Chapter(str(entry["id"]), _texts(entry), [_ruling(one) for one in entry["ruling"]])


def _ruling(entry: dict[str, Any]) -> Ruling:
    return Ruling(
        id=str(entry["id"]),
        source=str(entry["source"]),
        asked=_texts(entry["asked"]),
        held=_texts(entry["held"]),
        option=str(entry.get("option", "")),
        uncited=_texts(entry["uncited"]) if "uncited" in entry else {},
    )


def _texts(entry: dict[str, Any]) -> dict[str, str]:
    return {lang: spaced(str(entry[lang]), lang) for lang in LANGUAGES}
