"""The living rule book: every rule of a game has an id, a text, a source and a test.

The page shows these texts, the prompts cite them as reasons, and CI fails when a rule has no test
or a test names a rule that does not exist: so the rule book a player reads is the one that is
tested. Numbers in the texts are filled in from the facts of the game, see `core.words`; a rule
may give the paths of its facts short names: `facts = { tile = "tiles.carpenter" }`. The file
`presentation/rulebook.toml` has the ids, sources and facts; the texts are in
`locales/xx/rulebook.toml`, a table for each chapter.

Beside it are the rulings: our answers where the sources disagree, leave a doubt or are silent. Each
has an id that rules and tests cite (`R17`), the question, our answer, and its reasons, in
`presentation/rulings.toml` and `locales/xx/rulings.toml` likewise.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from dvergar.core.languages import FALLBACK, with_narrow_spaces
from dvergar.core.words import locale_texts, with_facts, words

Test = TypeVar("Test", bound=Callable[..., object])
_Texts = Mapping[str, dict[str, Any]]
"""Tables of texts by language."""
_SOURCE_WORDS = ("tiles", "errata", "adaptations", "appendix", "cards", "board")
"""The words of sources that a language may translate, as keys of `source` in the words of core."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, where it comes from, and what it says in each language."""

    id: str
    source: str
    templates: dict[str, str]
    """Its texts, in which numbers are still to be filled in."""
    rulings: tuple[str, ...] = ()
    """The ids of the rulings that it follows."""
    facts: dict[str, str] = field(default_factory=dict)
    """The short names of facts in its texts, and the paths they stand for."""
    package: str = ""
    """Where the words and facts of its game are."""

    def text(self, lang: str) -> str:
        """What the rule says."""
        lang = lang if lang in self.templates else FALLBACK
        template = self.templates[lang]
        names = tuple(self.facts.items())
        return _text(self.package, lang, template, names) if "{" in template else template

    def source_in(self, lang: str) -> str:
        """Where it comes from, for readers of a language."""
        return _source_in(self.source, lang)


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rule book."""

    id: str
    titles: dict[str, str]
    rules: list[Rule]

    def title(self, lang: str) -> str:
        """What the chapter is called."""
        return self.titles.get(lang, self.titles[FALLBACK])


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game in the order in which they are read."""

    sections: list[Section]

    @staticmethod
    def load(folder: Traversable, package: str) -> Rulebook:
        """Reads a `rulebook.toml`: chapters `[[section]]`, each with its `[[section.rule]]`.

        `folder` is the folder of the game's package.
        """
        tree = _read(folder, "rulebook.toml")
        texts = locale_texts(folder, "rulebook")
        return Rulebook([_section(entry, package, texts) for entry in tree["section"]])

    def __iter__(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)

    def __getitem__(self, id: str) -> Rule:
        return next(rule for rule in self if rule.id == id)

    def ids(self) -> list[str]:
        """The ids of all rules, in order."""
        return [rule.id for rule in self]


def _read(folder: Traversable, name: str) -> dict[str, Any]:
    return tomllib.loads(folder.joinpath("presentation", name).read_text(encoding="utf-8"))


def _section(entry: dict[str, Any], package: str, texts: _Texts) -> Section:
    id = str(entry["id"])
    chapter = {lang: tree[id] for lang, tree in texts.items() if id in tree}
    rules = [_rule(one, package, chapter) for one in entry.get("rule", [])]
    return Section(id, _spaced(chapter, "title"), rules)


def _rule(entry: dict[str, Any], package: str, chapter: _Texts) -> Rule:
    id, rulings = str(entry["id"]), tuple(filter(None, str(entry.get("ruling", "")).split(", ")))
    source, facts = str(entry["source"]), entry.get("facts", {})
    return Rule(id, source, _spaced(chapter, id), rulings, facts, package)


def _spaced(texts: _Texts, key: str) -> dict[str, str]:
    """One text in each language that has it; the fallback does."""
    found = {
        lang: with_narrow_spaces(str(tree[key]), lang)
        for lang, tree in texts.items()
        if key in tree
    }
    if FALLBACK not in found:
        raise LookupError(f"“{key}” has no text in “{FALLBACK}”")
    return found


@cache
def _source_in(source: str, lang: str) -> str:
    """A source with its words translated; pages of books in that language come first.

    >>> _source_in("EN p.9, FR p.9; adaptations", "fr")
    'FR p.9, EN p.9\u202f; adaptations'
    """
    own = f"{lang.upper()} p."
    books = [
        ", ".join(sorted(part.split(", "), key=lambda page: not page.startswith(own)))
        for part in source.split("; ")
    ]
    english, speak = words("dvergar.core", FALLBACK), words("dvergar.core", lang)
    shown = speak("source.separator").join(books)
    for word in _SOURCE_WORDS:
        shown = shown.replace(english(f"source.{word}"), speak(f"source.{word}"))
    return with_narrow_spaces(shown, lang)


@cache
def _text(package: str, lang: str, template: str, names: tuple[tuple[str, str], ...]) -> str:
    """A text with its numbers, filled in when somebody first reads it."""
    return with_facts(package, lang, template, dict(names))


def rule(*ids: str) -> Callable[[Test], Test]:
    """Marks a test with the rules it proves.

    Args:
        *ids: the ids of rules in the rule book of a game.

    Returns:
        The decorator.

    >>> @rule("my_gold_mine.dig.red_door")
    ... def test_a_red_door_brings_two_nuggets() -> None: ...
    """

    def mark(test: Test) -> Test:
        test.__dict__["rules"] = ids
        return test

    return mark


def proved_rules(folder: Path) -> dict[str, list[str]]:
    """Every rule that tests prove, without running them.

    Args:
        folder: where the tests are; subfolders count.

    Returns:
        The tests by the id of the rule that their mark `rule` names.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "test_doors.py")
    ...     _ = file.write_text('@rule("game.door")\\ndef test_a_door() -> None: ...')
    ...     proved_rules(Path(folder))
    {'game.door': ['test_doors.py::test_a_door']}
    """
    proved: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if "@rule(" not in text:
            continue
        for test in _tests(ast.parse(text)):
            for id in _marks(test):
                proved.setdefault(id, []).append(f"{file.name}::{test.name}")
    return proved


def _tests(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The tests of a module and of its classes; what is inside a test is none."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node


def _marks(node: ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
            for argument in decorator.args:
                assert isinstance(argument, ast.Constant), "@rule takes plain strings"
                yield str(argument.value)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: its id, its source, the question and our answer, in each language."""

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
        """The question."""
        return self.asked.get(lang, self.asked[FALLBACK])

    def answer(self, lang: str) -> str:
        """What we hold, and why."""
        return self.held.get(lang, self.held[FALLBACK])

    def source_in(self, lang: str) -> str:
        """Where the answer comes from, for readers of a language."""
        return _source_in(self.source, lang)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rulings that belong together."""

    id: str
    titles: dict[str, str]
    rulings: list[Ruling]

    def title(self, lang: str) -> str:
        """What the chapter is called."""
        return self.titles.get(lang, self.titles[FALLBACK])


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one game in the order in which they are read.

    >>> from dvergar.core.registry import info
    >>> info("my_gold_mine").rulings()["R20"].question("en")
    'When exactly does a round end?'
    """

    chapters: list[Chapter]

    @staticmethod
    def load(folder: Traversable) -> Rulings:
        """Reads the `rulings.toml` of a game's folder; a game without doubts has none."""
        if not folder.joinpath("presentation", "rulings.toml").is_file():
            return Rulings([])
        tree = _read(folder, "rulings.toml")
        texts = locale_texts(folder, "rulings")
        return Rulings([_chapter(entry, texts) for entry in tree["section"]])

    def __iter__(self) -> Iterator[Ruling]:
        return (ruling for chapter in self.chapters for ruling in chapter.rulings)

    def __getitem__(self, id: str) -> Ruling:
        return next(ruling for ruling in self if ruling.id == id)

    def ids(self) -> list[str]:
        """The ids in order."""
        return [ruling.id for ruling in self]


def _chapter(entry: dict[str, Any], texts: _Texts) -> Chapter:
    id = str(entry["id"])
    titles = {lang: tree["titles"] for lang, tree in texts.items()}
    return Chapter(id, _spaced(titles, id), [_ruling(one, texts) for one in entry["ruling"]])


def _ruling(entry: dict[str, Any], texts: _Texts) -> Ruling:
    id = str(entry["id"])
    own = {lang: tree["rulings"][id] for lang, tree in texts.items() if id in tree["rulings"]}
    return Ruling(
        id=id,
        source=str(entry["source"]),
        asked=_spaced(own, "asked"),
        held=_spaced(own, "held"),
        option=str(entry.get("option", "")),
        uncited=_spaced(own, "uncited") if "uncited" in own.get(FALLBACK, {}) else {},
    )
