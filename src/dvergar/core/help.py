"""Help for everything on a table: its name and the rules about it.

A page marks a thing by its anchor, such as `space:logging`: a kind and a name. The game's
`presentation/help.toml` lists the rules about it; the texts are those of the living rule book, so
that help says nothing that is not tested. `GameInfo.pictures` is a
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
SHOWN: Final = "shown"
"""In a kind: names whose picture stands beside their first rule; with `each` it does anyway."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that can be explained."""

    kind: str
    name: str
    rules: tuple[str, ...]
    """The ids of the rules that speak of it, the most important first."""
    shown: bool = False
    """Whether its picture stands beside the first of them in the rule book."""

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
        return next((topic for topic in self.topics() if topic.anchor == anchor), None)

    def topics(self) -> list[Topic]:
        """All topics."""
        return [topic for topics in self.kinds.values() for topic in topics]

    def by_rule(self) -> dict[str, Topic]:
        """The topic that is shown beside a rule, for pictures in the rule book."""
        found: dict[str, Topic] = {}
        for topic in self.topics():
            if topic.shown:
                found.setdefault(topic.rules[0], topic)
        return found


def _topics(
    kind: str, entry: Mapping[str, object], slug: str, ids: list[str], speak: Words
) -> list[Topic]:
    """The topics of a kind: one for each rule of its own, then those that are named besides."""
    listed = {name: rules for name, rules in entry.items() if name not in (EACH, SHOWN)}
    more = {name: _listed(slug, rules, ids) for name, rules in listed.items()}
    own = _each(f"{slug}.{entry[EACH]}", kind, ids, speak) if EACH in entry else {}
    names = [*own, *(name for name in more if name not in own)]
    shown = entry.get(SHOWN, [])
    assert isinstance(shown, list)
    unknown = [name for name in shown if name not in more]
    if unknown:
        raise LookupError(f"help.toml of {slug} shows what {kind} does not list: {unknown}")
    return [
        Topic(kind, name, (*own.get(name, ()), *more.get(name, ())), name in own or name in shown)
        for name in names
    ]


def _listed(slug: str, rules: object, ids: list[str]) -> tuple[str, ...]:
    assert isinstance(rules, list)
    found = tuple(f"{slug}.{rule}" for rule in rules)
    unknown = [rule for rule in found if rule not in ids]
    if unknown:
        raise LookupError(f"help.toml of {slug} names rules that do not exist: {unknown}")
    return found


def _each(part: str, kind: str, ids: list[str], speak: Words) -> dict[str, tuple[str, ...]]:
    """A topic for each rule of a part that has a name we have a word for, with the rules below."""
    start = part.split(".")
    found: dict[str, list[str]] = {}
    for id in ids:
        path = id.split(".")
        if path[: len(start)] == start and len(path) > len(start):
            name = path[len(start)]
            if id == f"{part}.{name}" and _title_key(kind, name, speak) in speak:
                found[name] = []
            if name in found:
                found[name].append(id)
    return {name: tuple(rules) for name, rules in found.items()}


def _title_key(kind: str, name: str, speak: Words) -> str:
    key = f"help.{kind}.{name}"
    return key if key in speak else f"{kind}.{name}"
