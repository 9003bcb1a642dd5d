"""The rule book of a game with its pictures and search, and help by anchor.

Both are made of the same books. They are the same for everyone who reads a language, so each is
made once and cached. A search finds texts with all its words; capitals and accents don't matter.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cachetools import LRUCache
from markupsafe import Markup, escape

from dvergar.core.help import Help, Topic
from dvergar.core.info import GameInfo, load
from dvergar.core.registry import info, plugin_failures
from dvergar.core.rulebook import Chapter, Rule, Rulebook, Ruling, Rulings, Section

MAX_SEARCH_WORDS: Final = 8


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
        return Search(asked, tuple(dict.fromkeys(words[:MAX_SEARCH_WORDS])))

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


MAX_CACHED_BYTES: Final = 12_000_000


@dataclass(frozen=True, slots=True)
class Books:
    """The rule book, the rulings and the help of a game, read once."""

    info: GameInfo
    rules: Rulebook
    rulings: Rulings
    help: Help
    by_id: dict[str, Rule]
    topics: dict[str, Topic]
    """The topic that is shown beside a rule, by rule."""


@cache
def books(slug: str) -> Books:
    """The books of a game."""
    game = info(slug)
    with plugin_failures(game):
        rules, help = game.rulebook(), game.help()
        by_id = {rule.id: rule for rule in rules}
        return Books(game, rules, game.rulings(), help, by_id, help.by_rule())


@dataclass(frozen=True, slots=True)
class Explained:
    """One thing with its name, its picture and the rules that speak of it."""

    topic: Topic
    title: str
    picture: Any
    rules: list[Rule]


def explained(found: Books, topic: Topic, lang: str) -> Explained:
    """A topic, ready to be shown in a language."""
    speak = found.info.words(lang)
    rules = [found.by_id[id] for id in topic.rules]
    return Explained(topic, topic.title(speak), picture(found, topic, lang), rules)


def picture(found: Books, topic: Topic | None, lang: str) -> Any:
    """What the game's `picture.html` draws of a topic; None where there is nothing to draw."""
    if topic is None or not found.info.pictures:
        return None
    return load(found.info.pictures)(topic.kind, topic.name, found.info.words(lang))


@dataclass(frozen=True, slots=True)
class FoundSection:
    """A chapter of the rule book with those of its rules that are shown."""

    section: Section
    rules: list[tuple[Rule, Explained | None]]


@dataclass(frozen=True, slots=True)
class FoundChapter:
    """A chapter of the rulings with those that are shown."""

    chapter: Chapter
    rulings: list[Ruling]


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules as far as a search lets them through; without a search, all of them."""

    books: Books
    search: Search
    sections: list[FoundSection]
    chapters: list[FoundChapter]

    @property
    def count(self) -> int:
        """How many rules and rulings are shown."""
        rules = sum(len(one.rules) for one in self.sections)
        return rules + sum(len(one.rulings) for one in self.chapters)


def reading(slug: str, lang: str, wanted: str = "") -> Reading:
    """The rules of a game in which all words that are wanted occur."""
    found, search = books(slug), Search.of(wanted)
    sections = [_section(found, one, search, lang) for one in found.rules.sections]
    chapters = [_chapter(one, search, lang) for one in found.rulings.chapters]
    return Reading(
        found,
        search,
        [one for one in sections if one.rules],
        [one for one in chapters if one.rulings],
    )


def _section(found: Books, section: Section, search: Search, lang: str) -> FoundSection:
    title = section.title(lang)
    fitting = [rule for rule in section.rules if search.fits(rule.text(lang), title)]
    return FoundSection(section, [(rule, _pictured(found, rule, lang)) for rule in fitting])


def _pictured(found: Books, rule: Rule, lang: str) -> Explained | None:
    """The thing that a rule is about, if there is a picture of it."""
    topic = found.topics.get(rule.id)
    shown = explained(found, topic, lang) if topic else None
    return shown if shown and shown.picture is not None else None


def _chapter(chapter: Chapter, search: Search, lang: str) -> FoundChapter:
    fitting = [
        ruling
        for ruling in chapter.rulings
        if search.fits(ruling.question(lang), ruling.answer(lang), chapter.title(lang))
    ]
    return FoundChapter(chapter, fitting)


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page and the tag by which a browser asks whether its copy still holds."""

    body: bytes
    tag: str
    size: int
    """How much room it takes in a cache, with its key."""

    @staticmethod
    def of(html: str, key: Hashable) -> CachedPage:
        """A page of some HTML."""
        body = html.encode()
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
        return CachedPage(body, tag, len(body) + len(repr(key)))


class CachedPages:
    """The pages that were asked for lately, no more than fit into some room."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._cache: LRUCache[Hashable, CachedPage] = LRUCache(max_bytes, lambda page: page.size)

    def get(self, key: Hashable, make: Callable[[], str]) -> CachedPage:
        """The page of a key, made where it is not known."""
        found = self._cache.get(key)
        if found is None:
            found = CachedPage.of(make(), key)
            if found.size <= self._cache.maxsize:
                self._cache[key] = found
        return found
