"""What explains itself at a table: every thing on it, with the rules that speak of it.

A page marks a thing by its anchor, such as `space:logging`: a kind and a name. Which rules belong
to it stands in the game's `telling/help.toml`, what it is called in its words; the texts are those
of the living rule book, so that help says nothing that is not tested. `GameInfo.pictures` is a
function of kind, name and words: what the game's template `picture.html` draws, or None.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Final

from dvergar.core.words import Words

EACH: Final = "each"
"""In a kind: the part of the rule book that has a rule for each of its names."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that can be explained."""

    kind: str
    name: str
    rules: tuple[str, ...]
    """The ids of the rules that speak of it, the most important first."""

    @property
    def anchor(self) -> str:
        """What its place on a page is marked with.

        >>> Topic("space", "logging", ()).anchor
        'space:logging'
        """
        return f"{self.kind}:{self.name}"

    def title(self, speak: Words) -> str:
        """What it is called, as a heading."""
        title = speak(_title_key(self.kind, self.name, speak))
        return title[:1].upper() + title[1:]


@dataclass(frozen=True, slots=True)
class Help:
    """Everything of a game that can be explained, by kind in the order of its file."""

    kinds: dict[str, list[Topic]]

    @staticmethod
    def load(file: Traversable, slug: str, rules: Iterable[str], speak: Words) -> Help:
        """Reads a `help.toml`; a game without one explains nothing."""
        tree = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        ids = list(rules)
        return Help({kind: _topics(kind, entry, slug, ids, speak) for kind, entry in tree.items()})

    def __contains__(self, anchor: str) -> bool:
        return self.get(anchor) is not None

    def get(self, anchor: str) -> Topic | None:
        """The topic of an anchor, if there is one."""
        kind, _, name = anchor.partition(":")
        return next((topic for topic in self.kinds.get(kind, []) if topic.name == name), None)

    def topics(self) -> list[Topic]:
        """All topics."""
        return [topic for topics in self.kinds.values() for topic in topics]

    def by_rule(self) -> dict[str, Topic]:
        """The topic that a rule is named after, for pictures in the rule book."""
        found: dict[str, Topic] = {}
        for topic in self.topics():
            first = topic.rules[0]
            if first.rpartition(".")[2].startswith(topic.name):
                found.setdefault(first, topic)
        return found


def _topics(
    kind: str, entry: Mapping[str, object], slug: str, ids: list[str], speak: Words
) -> list[Topic]:
    """The topics of a kind: one for each rule of its own, then those that are named besides."""
    more = {name: _listed(slug, rules, ids) for name, rules in entry.items() if name != EACH}
    own = _each(f"{slug}.{entry[EACH]}.", kind, ids, speak) if EACH in entry else {}
    names = [*own, *(name for name in more if name not in own)]
    return [Topic(kind, name, (*own.get(name, ()), *more.get(name, ()))) for name in names]


def _listed(slug: str, rules: object, ids: list[str]) -> tuple[str, ...]:
    assert isinstance(rules, list)
    found = tuple(f"{slug}.{rule}" for rule in rules)
    unknown = [rule for rule in found if rule not in ids]
    if unknown:
        raise LookupError(f"help.toml of {slug} names rules that do not exist: {unknown}")
    return found


def _each(start: str, kind: str, ids: list[str], speak: Words) -> dict[str, tuple[str, ...]]:
    """A topic for each rule whose last part is a name we have a word for, with its details."""
    rest = [id.removeprefix(start) for id in ids if id.startswith(start)]
    names = [name for name in rest if _title_key(kind, name, speak) in speak]
    return {
        name: tuple(start + one for one in rest if one == name or _is_detail(one, name, names))
        for name in names
    }


def _is_detail(one: str, name: str, names: list[str]) -> bool:
    return one.startswith((f"{name}.", f"{name}_")) and one not in names


def _title_key(kind: str, name: str, speak: Words) -> str:
    key = f"help.{kind}.{name}"
    return key if key in speak else f"{kind}.{name}"
