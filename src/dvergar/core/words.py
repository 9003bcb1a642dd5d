"""Translations (i18n): all texts people read, in every language Dvergar speaks.

Texts are in `locales/xx/words.toml` of the package they belong to, one folder for each language. A
text may have placeholders (`{name}`) and mark words as *strong* with asterisks. A word that depends
on a number has a form for each plural category of the language, `{n} {n:dragon|dragons}`; where
more than a word changes, a table with `one` and `other` is chosen by the fact `n`. Where a language
lacks a text, the English one is shown; `dvergar translations` lists what is missing. A text that is
missing in English too is an error. Only packages of other people may lack texts: `PluginWords`
shows a name instead.

A name may have further forms, for articles and cases: beside `office = "Bureau"` the entry
`"office@the" = "le Bureau"`. A text takes one by `{tile:@the}`, and the name itself where it has no
such form. Each language has the forms that its sentences need.

A placeholder with a dot is a number of the game's facts by its path, so that texts and facts can't
disagree: `{feeding.adult}` is the number `adult` in the table `feeding`. After a colon comes how
the number one would read there, and after a bar the plural of the noun:

    {room.points:1 point|points}        3 points
    {red.gold:one nugget|nuggets}       two nuggets
    {red.gold:une pépite|pépites}       deux pépites
    {rounds:first}                      third

A table of goods becomes a list of them: `{tile.cost}` is "4 wood and 3 stone", `{tile.cost:,}` is
"4 wood, 3 stone". Numbers are written without their sign, which the sentence expresses ("costs 3
points"). The words for numbers are in `core/words`. A game lists its facts in the function
`text_facts` of the module `text_facts` next to its words.

Text that other people wrote is shown without control characters, direction marks and signs without
width, which can hide or forge what people read.
"""

from __future__ import annotations

import html
import logging
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Protocol

from dvergar.core.languages import (
    CATEGORIES,
    FALLBACK,
    LANGUAGES,
    Number,
    plural_category,
    signed,
    with_narrow_spaces,
)


def printable(text: str) -> str:
    """A text on one line, of characters that are seen, without surplus space.

    >>> printable(" An\\u202ena\\x1b[2J\\n B.\\u200b ")
    'Anna[2J B.'
    """
    return " ".join("".join(c for c in text if c.isspace() or c.isprintable()).split())


def visible(text: str) -> str:
    """A text of which only what can't be seen is replaced; all kinds of spaces stay.

    >>> visible("a\\u202e\\n  b\\u00a0!")
    'a    b\\xa0!'
    """
    return "".join(c if _is_visible(c) else " " for c in text)


def _is_visible(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"


_SERIES: Final = "number."
"""Texts below this key write numbers in words from zero on; the word for one tells them apart."""

_PLACEHOLDER: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
_OF_LISTS: Final[dict[str, Callable[[Any], int]]] = {
    "least": min,
    "most": max,
    "sum": sum,
    "count": len,
}


class Speaker(Protocol):
    """The words of a package."""

    @property
    def lang(self) -> str: ...

    def keys(self) -> set[str]: ...

    def __call__(self, key: str, /, **facts: object) -> str: ...


class UnknownFact(LookupError):
    """A text names a fact that is not there, or not of the kind that it writes: a mistake of ours.

    >>> str(UnknownFact("tiles.carpenter.prize"))
    'no text can be filled with the fact "tiles.carpenter.prize"'
    """

    def __init__(self, path: str) -> None:
        super().__init__(f'no text can be filled with the fact "{path}"')


class FactTexts:
    """The facts of one game by their paths."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self._tree = tree

    def value(self, path: str) -> Any:
        """The fact at a path. Of a list or table, `least`, `most`, `sum` and `count` are facts too.

        >>> facts = FactTexts({"prizes": [3, 2, 1], "eat": {"boar": 2}})
        >>> facts.value("eat.boar"), facts.value("prizes.0"), facts.value("prizes.sum")
        (2, 3, 6)
        """
        found: Any = self._tree
        for name in path.split("."):
            found = _within(found, name, path)
        return found

    def fill(
        self, text: str, speak: Speaker, spell: Speaker, names: Mapping[str, str], dotted: bool
    ) -> str:
        """The text with its facts; `names` are short names for paths.

        `speak` are the words of the game, `spell` those of the core. If only `dotted` places are
        facts, others are left for whoever fills them later.
        """

        def place(match: re.Match[str]) -> str:
            path, how = match[1], match[2] or ""
            if dotted and "." not in path:
                return match[0]
            first, _, rest = path.partition(".")
            full = ".".join(filter(None, (names.get(first, first), rest)))
            return _written(self.value(full), how, speak, spell, full)

        return _PLACEHOLDER.sub(place, text)


@cache
def fact_texts(package: str) -> FactTexts:
    """The facts for the texts of a game, read once."""
    return FactTexts(import_module(f"{package}.presentation.text_facts").text_facts())


def paths_in(text: str, names: Mapping[str, str]) -> list[str]:
    """The paths of the facts that a text is filled with.

    >>> paths_in("{red.gold:one nugget|nuggets} and {dwarfs}", {"red": "deck.red"})
    ['deck.red.gold', 'dwarfs']
    """
    found = []
    for match in _PLACEHOLDER.finditer(text):
        first, _, rest = match[1].partition(".")
        found.append(".".join(filter(None, (names.get(first, first), rest))))
    return found


def _within(found: Any, name: str, path: str) -> Any:
    """What stands under a name in a table or list."""
    if isinstance(found, Mapping) and name in found:
        return found[name]
    if isinstance(found, list) and name.isdigit() and int(name) < len(found):
        return found[int(name)]
    if isinstance(found, list | Mapping) and name in _OF_LISTS:
        return _OF_LISTS[name](found.values() if isinstance(found, Mapping) else found)
    raise UnknownFact(path)


def _written(value: Any, how: str, speak: Speaker, spell: Speaker, path: str) -> str:
    if isinstance(value, Mapping):
        return _goods(value, how, speak, spell)
    if type(value) is not int:
        raise UnknownFact(path)
    return _number(value, how, spell)


def _goods(goods: Mapping[str, int], how: str, speak: Speaker, spell: Speaker) -> str:
    """Goods with their numbers, joined by commas alone or with “and” before the last."""
    said = [speak(f"count.{good}", n=n) for good, n in goods.items()]
    if how or len(said) < 2:
        return ", ".join(said)
    return spell("story.and", some=", ".join(said[:-1]), last=said[-1])


def _number(value: int, how: str, spell: Speaker) -> str:
    """A number as its example is: in digits or in words, with the right form of its noun."""
    sample, bar, plural = how.partition("|")
    first, space, noun = sample.partition(" ")
    number = signed(abs(value)) if first in ("", "1") else _in_words(abs(value), first, spell)
    if number is None:
        return format(Number(value, spell.lang), how)
    if not bar:
        return number + space + noun
    return f"{number} {format(Number(value, spell.lang), f'{noun}|{plural}')}"


def _in_words(value: int, sample: str, spell: Speaker) -> str | None:
    """The number in the series of which the sample is the first; None if it is of none."""
    keys = spell.keys()
    for key in sorted(key for key in keys if key.startswith(_SERIES)):
        series = spell(key).split()
        if series[1] == sample.lower():
            word = series[value] if value < len(series) else str(value)
            return word[0].upper() + word[1:] if sample[0].isupper() else word
    return None


LOG: Final = logging.getLogger("dvergar.plugins")
_OURS: Final = "dvergar."
_NUMBERS: Final = (int, float)
_STRONG = re.compile(r"\*([^*]+)\*")
_FACT = re.compile(r"\{\w+\.")
_FORM: Final = "@"


class MissingText(LookupError):
    """A text that is asked for and not there, or that is not given what it says: a mistake of ours.

    >>> str(MissingText("no.such.text", "dvergar.core", "en"))
    'dvergar.core has no text "no.such.text" in "en"'
    """

    def __init__(self, key: str, package: str, lang: str, fact: str = "") -> None:
        self.key = key
        self.package = package
        self.lang = lang
        self.fact = fact
        text = f'text "{key}" in "{lang}"'
        needs = f'the {text} of {package} needs the fact "{fact}"'
        super().__init__(needs if fact else f"{package} has no {text}")


class Name(str):
    """A name with its further forms, which texts take by `{name:@form}`.

    Of two words as in `{name:de |d’}`, the second stands before a name that begins with a vowel.

    >>> "{tile} {tile:@the} {tile:@of}".format(tile=Name("Bureau", {"the": "le Bureau"}))
    'Bureau le Bureau Bureau'
    >>> ["{name:de |d’}".format(name=Name(name, {})) for name in ("Balin", "Émile")]
    ['de Balin', 'd’Émile']
    """

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Name:
        name = super().__new__(cls, text)
        name.forms = forms
        return name

    def __format__(self, spec: str) -> str:
        if spec.startswith(_FORM):
            return self.forms.get(spec[1:], str(self))
        word, _, elided = spec.partition("|")
        return (elided if _begins_with_vowel(self) else word) + self


def _begins_with_vowel(name: str) -> bool:
    return unicodedata.normalize("NFD", name[:1]).lower()[:1] in set("aeiouæœ")


class Words:
    """The texts of one package in one language.

    >>> words("dvergar.core", "fr")("seat.name", n=1)
    'Place 1'
    """

    __slots__ = (
        "_bare",
        "_fallback",
        "_forms",
        "_marked",
        "_plain",
        "_texts",
        "_unfilled",
        "lang",
        "package",
    )

    def __init__(
        self, package: str, lang: str, texts: dict[str, str], fallback: Words | None = None
    ) -> None:
        self.package = package
        self.lang = lang
        self._fallback = fallback
        spaced = {key: with_narrow_spaces(text, lang) for key, text in texts.items()}
        self._texts = {key: text for key, text in spaced.items() if _FORM not in key}
        self._forms: dict[str, dict[str, str]] = {}  # further forms of names by their keys
        for key, text in spaced.items():
            name, at, form = key.partition(_FORM)
            if at:
                self._forms.setdefault(name, {})[form] = text
        self._unfilled = {text: "" for text in self._texts.values() if _FACT.search(text)}
        self._bare: dict[str, str] = {}  # texts without marks, still to be filled
        self._marked: dict[str, str] = {}  # the same as HTML
        self._plain: dict[str, str] = {}  # texts without facts, which pages ask for all the time

    def __contains__(self, key: str) -> bool:
        known = key in self._texts or key + ".other" in self._texts
        return known or (self._fallback is not None and key in self._fallback)

    def keys(self) -> set[str]:
        """Every key there is in this language itself."""
        return set(self._texts)

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text under `key`, filled with facts, without any marks."""
        if not facts and key in self._plain:
            return self._plain[key]
        if self._fallback is not None and self._is_elsewhere(key):
            return self._fallback(key, **facts)
        template = self._template(key, facts)
        bare = self._bare.get(template)
        if bare is None:
            bare = self._bare[template] = _STRONG.sub(r"\1", template)
        text = self._filled(key, bare, facts)
        if key in self._forms:
            text = Name(text, self._forms[key])
        if not facts:
            self._plain[key] = text
        return text

    def markup(self, key: str, /, **facts: object) -> str:
        """The same text as HTML: strong words marked, everything escaped."""
        if self._fallback is not None and self._is_elsewhere(key):
            return self._fallback.markup(key, **facts)
        template = self._template(key, facts)
        marked = self._marked.get(template)
        if marked is None:
            marked = _STRONG.sub(r"<strong>\1</strong>", html.escape(template))
            self._marked[template] = marked
        escaped = {name: _escaped(fact) for name, fact in facts.items()}
        return self._filled(key, marked, escaped)

    def _is_elsewhere(self, key: str) -> bool:
        """Whether only the fallback has this text."""
        if self._fallback is None or key in self._texts or key + ".other" in self._texts:
            return False
        return key in self._fallback

    def _filled(self, key: str, template: str, facts: Mapping[str, object]) -> str:
        if "|" in template or ":@" in template or _is_any_negative(facts):
            facts = {name: _formattable(fact, self.lang) for name, fact in facts.items()}
        try:
            return template.format_map(facts)
        except KeyError as error:
            raise MissingText(key, self.package, self.lang, str(error.args[0])) from None

    def _template(self, key: str, facts: dict[str, object]) -> str:
        text = self._texts.get(key)
        if text is None:
            text = self._texts.get(f"{key}.{self._number(facts.get('n'))}")
        if text is None:
            raise MissingText(key, self.package, self.lang)
        return self._with_facts(text) if text in self._unfilled else text

    def _with_facts(self, text: str) -> str:
        """A text with the numbers of the game's facts, filled in when it is first asked for."""
        if not self._unfilled[text]:
            self._unfilled[text] = with_facts(self.package, self.lang, text)
        return self._unfilled[text]

    def _number(self, n: object) -> str:
        return plural_category(self.lang, n) if isinstance(n, _NUMBERS) else "other"


class PluginWords(Words):
    """The texts of another package: one that is missing or broken is replaced by a name.

    >>> PluginWords("mine", "en", {})("move.build_bridge", n=1)
    'build bridge'
    """

    __slots__ = ("missing",)

    def __init__(
        self, package: str, lang: str, texts: dict[str, str], fallback: Words | None = None
    ) -> None:
        super().__init__(package, lang, texts, fallback)
        self.missing: set[str] = set()
        """The keys that were asked for in vain; `dvergar.testing.check_game` wants none."""

    def __call__(self, key: str, /, **facts: object) -> str:
        try:
            return super().__call__(key, **facts)
        except Exception as error:  # noqa: BLE001 - a text of another package takes no page down
            return self._name_instead(key, error)

    def markup(self, key: str, /, **facts: object) -> str:
        """The same text as HTML."""
        try:
            return super().markup(key, **facts)
        except Exception as error:  # noqa: BLE001 - a text of another package takes no page down
            return html.escape(self._name_instead(key, error))

    def default(self, key: str, text: str) -> None:
        """Says what a text is where the package has none."""
        self._texts.setdefault(key, text)

    def _name_instead(self, key: str, error: Exception) -> str:
        if not self.missing:
            LOG.warning("texts of a plug-in are missing: %s", error)
        self.missing.add(key)
        *before, last = key.split(".")
        if last.endswith("help") or last == "pitch":
            return ""
        return (before[-1] if last == "label" and before else last).replace("_", " ")


def _formattable(fact: object, lang: str) -> object:
    """A fact of which a text can take any form: a number in words, a name in a case."""
    if isinstance(fact, _NUMBERS):
        return Number(fact, lang)
    return fact if isinstance(fact, Name) else Name(str(fact), {})


def _escaped(fact: object) -> object:
    """The same fact for HTML."""
    if isinstance(fact, Name):
        forms = {form: html.escape(text) for form, text in fact.forms.items()}
        return Name(html.escape(str(fact)), forms)
    return fact if isinstance(fact, _NUMBERS) else html.escape(str(fact))


def _is_any_negative(facts: Mapping[str, object]) -> bool:
    return any(isinstance(fact, _NUMBERS) and fact < 0 for fact in facts.values())


def language(lang: str) -> str:
    """The language itself if Dvergar speaks it, English otherwise."""
    return lang if lang in LANGUAGES else FALLBACK


@cache
def words(package: str, lang: str) -> Words:
    """The words of a package, read once."""
    lang = language(lang)
    fallback = words(package, FALLBACK) if lang != FALLBACK else None
    if package.startswith(_OURS):
        return Words(package, lang, _read(package, lang), fallback)
    return PluginWords(package, lang, _read_plugin(package, lang), fallback)


def locale_file(folder: Traversable, lang: str, name: str) -> Traversable:
    """The file of a package with its texts of one kind in a language; it may not be there."""
    return folder.joinpath("locales", lang, f"{name}.toml")


def locale_texts(folder: Traversable, name: str) -> dict[str, dict[str, Any]]:
    """The texts of one kind of a package by language, of those languages that have some.

    `folder` is where the package is, `name` a kind of texts such as `rulebook`.
    """
    found = {lang: locale_file(folder, lang, name) for lang in LANGUAGES}
    return {
        lang: tomllib.loads(file.read_text(encoding="utf-8"))
        for lang, file in found.items()
        if file.is_file()
    }


def _read(package: str, lang: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for folder in folders_with_words(files(package)):
        file = locale_file(folder, lang, "words")
        if file.is_file():
            texts |= flat(tomllib.loads(file.read_text(encoding="utf-8")))
    return texts


def folders_with_words(package: Traversable) -> list[Traversable]:
    """The folder of a package, and those of its features."""
    features = package.joinpath("features")
    inside = features.iterdir() if features.is_dir() else ()
    return [package, *sorted(inside, key=lambda folder: folder.name)]


def untranslated(folder: Traversable, lang: str, place: str = "") -> dict[str, list[str]]:
    """By file, the keys of the English texts below a folder that a language lacks.

    A table of plural forms is one text; forms of names and words for numbers are up to a language.
    """
    found: dict[str, list[str]] = {}
    for inside in sorted(folder.iterdir(), key=lambda one: one.name):
        if inside.name == "locales" and inside.joinpath(FALLBACK).is_dir():
            for file in sorted(inside.joinpath(FALLBACK).iterdir(), key=lambda one: one.name):
                keys = _keys(inside.joinpath(lang, file.name))
                if file.name != "language.toml":
                    path = f"{place}locales/{lang}/{file.name}"
                    found[path] = [key for key in _keys(file) if key not in keys]
        elif inside.is_dir():
            found |= untranslated(inside, lang, f"{place}{inside.name}/")
    return found


def _keys(file: Traversable) -> dict[str, None]:
    """The keys of a file in order; none if it is not there."""
    if not file.is_file():
        return {}
    keys = flat(tomllib.loads(file.read_text(encoding="utf-8")))
    parts = (key.rpartition(".") for key in keys if "@" not in key and not key.startswith(_SERIES))
    return dict.fromkeys(
        before if last in CATEGORIES else before + dot + last for before, dot, last in parts
    )


def _read_plugin(package: str, lang: str) -> dict[str, str]:
    """The texts of another package; none where they can't be read."""
    try:
        return _read(package, lang)
    except Exception as error:  # noqa: BLE001 - a package of other people may lack anything
        LOG.warning("the texts of %s in “%s” cannot be read: %s", package, lang, error)
    return {}


def with_facts(package: str, lang: str, text: str, names: Mapping[str, str] | None = None) -> str:
    """A text of a game with the numbers of its facts.

    Where `names` for paths are given, every place is a fact; otherwise those with a dot are.
    """
    speak, spell = words(package, lang), words("dvergar.core", lang)
    return fact_texts(package).fill(text, speak, spell, names or {}, dotted=names is None)


def flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """A table of tables of texts by their whole keys.

    >>> flat({"ask": {"dig": "Dig?"}})
    {'ask.dig': 'Dig?'}
    """
    found: dict[str, str] = {}
    for name, value in tree.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = str(value)
    return found
