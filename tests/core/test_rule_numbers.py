"""The numbers in rule texts come from the facts, or are declared beside the rule.

A rule may declare, next to its texts:

- `facts`: short names for paths of facts, with which its texts are filled;
- `holds`: facts whose value the sentence expresses in other words ("half a point");
- `plain`: the numbers of the English text that are no facts, by the reason: `rule` (the number is
  the rule itself and is built into the code), `wording` (a way to speak: "both", "one or several")
  or `example`; the table `numbers` of a translation where its sentence has other ones.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import Any, Final

import pytest

from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.words import (
    FactTexts,
    UnknownFact,
    fact_texts,
    locale_texts,
    paths_in,
    words,
)
from tests.numbers_in_texts import PLACE, numbers_in
from tests.tables import INFOS

pytestmark = pytest.mark.plain

GAMES: Final = [info for info in INFOS if info.package.startswith("dvergar.")]
each_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.slug)

REASONS: Final = {"rule", "wording", "example"}

UNSPOKEN: Final[dict[str, dict[str, str]]] = {
    "caverna": {
        r"spaces.toml \w+\.\d\.players\.\d": "texts name the first and last number of players",
    },
    "cave_vs_cave": {
        r"rooms.toml rooms\.\w+\.number": "only sorts the rooms",
        r"cave.toml cells\.\w+\.(row|column)": "the board shows where a cell is",
    },
}
"""Facts of which no rule speaks, with the reason."""


@cache
def entries(slug: str) -> dict[str, dict[str, Any]]:
    """The rules of a game as they are written, by id."""
    info = next(info for info in INFOS if info.slug == slug)
    file = info.folder().joinpath("presentation", "rulebook.toml")
    tree = tomllib.loads(file.read_text(encoding="utf-8"))
    found = {rule["id"]: rule for section in tree["section"] for rule in section["rule"]}
    for lang, chapters in locale_texts(info.folder(), "rulebook").items():
        other = chapters.pop("numbers", {})
        assert set(other) <= set(found)
        for id, rule in found.items():
            rule[lang] = next(chapter[id] for chapter in chapters.values() if id in chapter)
            if id in other:
                rule.setdefault("numbers", {})[lang] = other[id]
    return found


def undeclared(rule: dict[str, Any]) -> list[str]:
    """What is wrong with the numbers of a rule's texts."""
    plain = [n for numbers in rule.get("plain", {}).values() for n in numbers]
    found = {lang: [n.value for n in numbers_in(rule[lang], lang)] for lang in LANGUAGES}
    wrong = []
    if Counter(found["en"]) != Counter(plain):
        wrong.append(f"{rule['id']} in English says {found['en']}, declared are {plain}")
    filled = {lang: Counter(paths_in(rule[lang], rule.get("facts", {}))) for lang in LANGUAGES}
    for lang in LANGUAGES[1:]:
        other = rule.get("numbers", {}).get(lang)
        if other is not None and Counter(found[lang]) != Counter(other):
            wrong.append(f"{rule['id']} in {lang} says {found[lang]}, declared are {other}")
        in_words = Counter(n for n in plain if n != 1), Counter(n for n in found[lang] if n != 1)
        if other is None and in_words[0] != in_words[1]:
            wrong.append(f"{rule['id']} in {lang} says {found[lang]}, declared are {plain}")
        if filled[lang] != filled["en"]:
            differ = (filled["en"] - filled[lang]) + (filled[lang] - filled["en"])
            wrong.append(f"{rule['id']} is filled with other facts in {lang}: {sorted(differ)}")
    return wrong


@each_game
def test_every_number_of_a_rule_is_a_fact_or_declared(info: GameInfo) -> None:
    assert [line for rule in entries(info.slug).values() for line in undeclared(rule)] == []
    for rule in entries(info.slug).values():
        assert set(rule.get("plain", {})) <= REASONS, rule["id"]


@each_game
def test_what_a_rule_takes_for_granted_is_in_the_facts(info: GameInfo) -> None:
    facts = fact_texts(info.package)
    for rule in entries(info.slug).values():
        for path, value in rule.get("holds", {}).items():
            assert facts.value(path) == value, f"{rule['id']}: {path}"


@each_game
def test_every_short_name_of_a_fact_is_used(info: GameInfo) -> None:
    for rule in entries(info.slug).values():
        used = {path.partition(".")[0] for path in paths_in(rule["en"], {})}
        assert set(rule.get("facts", {})) <= used, rule["id"]


@each_game
def test_a_changed_number_in_any_text_is_noticed(info: GameInfo) -> None:
    for rule in entries(info.slug).values():
        for changed in _changed(rule):
            assert undeclared(changed), changed


def _changed(rule: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rule with each of its numbers changed: written ones, and filled ones overwritten."""
    for lang in LANGUAGES:
        text = rule[lang]
        for number in numbers_in(text, lang):
            other = str(number.value + 1)
            yield rule | {lang: text[: number.start] + other + text[number.end :]}
        for place in PLACE.finditer(text):
            for other in ("9", words("dvergar.core", lang)("number.cardinal").split()[9]):
                yield rule | {lang: text[: place.start()] + other + text[place.end() :]}


@each_game
def test_every_number_of_the_facts_is_in_a_rule(
    info: GameInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed by one, it changes a text, or breaks what a rule takes for granted."""
    module = import_module(f"{info.package}.presentation.text_facts")
    files = _files_of(module, monkeypatch)
    fact_texts(info.package)  # read before anything is changed
    unspoken = []
    for (package, name), tree in files.items():
        for path, changed in _with_each_number_changed(tree):
            trees = files | {(package, name): changed}
            monkeypatch.setattr(module, "read_tree", lambda *file, trees=trees: trees[file])
            if not _is_noticed(info, module.text_facts):
                unspoken.append(f"{name} {'.'.join(path)}")
    known = UNSPOKEN.get(info.slug, {})
    unspoken = [fact for fact in unspoken if not any(re.fullmatch(one, fact) for one in known)]
    assert unspoken == []


def _files_of(module: Any, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], Any]:
    """The files of facts that a game's texts are filled from."""
    read: dict[tuple[str, str], Any] = {}
    read_tree = module.read_tree

    def remembered(package: str, name: str) -> Any:
        read[package, name] = read_tree(package, name)
        return read[package, name]

    with monkeypatch.context() as patch:
        patch.setattr(module, "read_tree", remembered)
        module.text_facts()
    return read


def _with_each_number_changed(tree: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The path of each number of a file, and the file with that number one higher."""
    for path in _number_paths(tree):
        changed = deepcopy(tree)
        table = changed
        for name in path[:-1]:
            table = table[name]
        table[path[-1]] += 1
        yield tuple(map(str, path)), changed


def _number_paths(tree: Any) -> Iterator[tuple[Any, ...]]:
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for name, value in parts:
        if isinstance(value, dict | list):
            yield from ((name, *path) for path in _number_paths(value))
        elif type(value) is int:
            yield (name,)


def _is_noticed(info: GameInfo, text_facts: Callable[[], dict[str, Any]]) -> bool:
    """Whether a text reads differently with these facts, or a rule would be wrong."""
    try:
        changed = FactTexts(text_facts())
    except LookupError:  # a space is missing for some number of players
        return True
    return any(_is_changed(rule, info, changed) for rule in entries(info.slug).values())


def _is_changed(rule: dict[str, Any], info: GameInfo, changed: FactTexts) -> bool:
    """The same for one rule."""
    usual, names = fact_texts(info.package), rule.get("facts", {})
    if any(_value(changed, path) != value for path, value in rule.get("holds", {}).items()):
        return True
    paths = paths_in(rule["en"], names)
    now = [_value(changed, path) for path in paths]
    if None in now or now == [usual.value(path) for path in paths]:
        return None in now
    speak, spell = words(info.package, "en"), words("dvergar.core", "en")
    before, after = (
        facts.fill(rule["en"], speak, spell, names, dotted=False) for facts in (usual, changed)
    )
    return before != after


def _value(facts: FactTexts, path: str) -> Any:
    try:
        return facts.value(path)
    except UnknownFact:
        return None
