"""All languages say everything: the same keys, the same places to fill, every number."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from babel import Locale

import dvergar
from dvergar.core.info import GameInfo
from dvergar.core.languages import CATEGORIES, LANGUAGES, PluralRule, language_rules
from dvergar.core.words import MissingText, Words, language, words
from tests.numbers_in_texts import PLACE
from tests.tables import INFOS
from tests.texts import PACKAGES as OURS, texts

pytestmark = pytest.mark.plain

PACKAGES = [*OURS, "tests.toy"]
LANGS = {package: LANGUAGES if package in OURS else ("en", "fr") for package in PACKAGES}
"""The languages of each package; the toy game speaks fewer than we do."""


def keys(package: str, lang: str) -> set[str]:
    """The texts every language needs, a table of plural forms as one.

    Not the forms of names and the words for numbers, of which each language has its own.
    """
    found = {key for key in texts(package, lang) if "@" not in key and "number." not in key}
    return {stem if last in CATEGORIES else key for key in found for stem, last in [_split(key)]}


def _split(key: str) -> tuple[str, str]:
    stem, _, last = key.rpartition(".")
    return stem, last


def places(text: str) -> set[str]:
    """The places of a text that are to be filled; not those of words that go with a number.

    A number of the facts is one, with its word or without, and so is a form of a name, or a name
    with the word before it: “de |d’”.
    """
    found = [(name, forms) for _, name, forms, _ in string.Formatter().parse(text) if name]
    return {
        name
        for name, forms in found
        if not forms or forms[0] == "@" or " |" in forms or "." in name
    }


def test_every_room_that_speaks_is_checked() -> None:
    assert {"dvergar.core", "dvergar.cli", "dvergar.games.my_gold_mine"} <= set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_all_languages_have_the_same_keys(package: str) -> None:
    for lang in LANGS[package]:
        assert keys(package, lang) == keys(package, "en"), lang
        assert words(package, lang).keys() == {k for k in texts(package, lang) if "@" not in k}


@pytest.mark.parametrize("package", PACKAGES)
def test_all_languages_fill_the_same_places(package: str) -> None:
    english = texts(package, "en")
    for lang in LANGS[package]:
        for key, text in texts(package, lang).items():
            # A text that is chosen by its number need not say it: “1 card”, “both dwarfs”.
            stem, last = _split(key)
            spare = {"n"} if last in CATEGORIES else set()
            said = english.get(key.partition("@")[0]) or english.get(f"{stem}.other")
            if said is not None:
                assert places(text) - spare == places(said) - spare, f"{lang} {key}"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_comes_in_one_number_comes_in_all(package: str) -> None:
    for lang in LANGS[package]:
        known, categories = texts(package, lang), language_rules(lang).categories
        for key in known:
            stem, number = _split(key)
            if number == "one" or (number == "other" and "n" in places(known[key])):
                assert {f"{stem}.{one}" for one in categories} <= known.keys(), key
                assert stem not in known, f"{stem} is both a text and a table"


@pytest.mark.parametrize("package", PACKAGES)
def test_the_french_singular_can_say_nought(package: str) -> None:
    for key, text in texts(package, "fr").items():
        written = PLACE.sub("", text)
        assert not (key.endswith(".one") and "1" in written), f"{key} is said for 0 and for 1"


@pytest.mark.parametrize("package", PACKAGES)
def test_texts_say_something_and_close_their_strong_words(package: str) -> None:
    for lang in LANGS[package]:
        for key, text in texts(package, lang).items():
            assert text.strip(), key
            assert text.count("*") % 2 == 0, key


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.slug)
def test_a_game_has_a_word_for_all_that_is_shown_of_it(info: GameInfo) -> None:
    keys = {"game.title", "game.pitch"}
    for option in info.options:
        keys |= {f"option.{option.name}.label", f"option.{option.name}.help"}
        named = [value for value in option.values if isinstance(value, str)]
        keys |= {f"option.{option.name}.{value}" for value in named}
    for bot in info.bots:
        keys |= {f"bot.{bot}", f"bot.{bot}_help"}
    for lang in LANGUAGES:
        speaker = info.words(lang)
        assert {key for key in keys if key not in speaker} == set()


def test_a_number_chooses_the_text() -> None:
    english, french = (words("dvergar.games.my_gold_mine", lang) for lang in ("en", "fr"))
    assert [english("text.pile", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french("text.pile", n=n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


def test_facts_are_shown_as_they_are_and_escaped_where_html_is_made() -> None:
    english = words("dvergar.core", "en")
    name = "<b>*{n}*</b>"
    assert name in english("error.move.unknown", name=name)
    assert "&lt;b&gt;*{n}*&lt;/b&gt;" in english.markup("error.move.unknown", name=name)


def test_strong_words_are_marked_in_html_only() -> None:
    english = words("dvergar.games.my_gold_mine", "en")
    assert english("log.dig.plain", name="Alma") == "Alma digs 1 gold."
    assert english.markup("log.dig.plain", name="Al&ma") == (
        "Al&amp;ma digs <strong>1 gold</strong>."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_text_says_its_key_its_package_and_its_language(lang: str) -> None:
    speaker = words("dvergar.core", lang)
    for say in (speaker, speaker.markup):
        with pytest.raises(MissingText) as missing:
            say("no.such.text", n=1)
        assert str(missing.value) == f'dvergar.core has no text "no.such.text" in "{lang}"'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_fact_says_which_text_needs_it(lang: str) -> None:
    speaker = words("dvergar.core", lang)
    for say in (speaker, speaker.markup):
        with pytest.raises(MissingText) as missing:
            say("error.move.unknown")
        text = f'the text "error.move.unknown" in "{lang}" of dvergar.core'
        assert str(missing.value) == f'{text} needs the fact "name"'


def test_an_unknown_language_is_english() -> None:
    assert [language(lang) for lang in ("fr", "en", "xx", "")] == ["fr", "en", "en", "en"]
    assert words("dvergar.core", "xx").lang == "en"


def test_what_a_language_lacks_is_said_in_english() -> None:
    english = Words("here", "en", {"ask": "Dig?", "n.one": "{n} card", "n.other": "{n} cards"})
    polish = Words("here", "fr", {"no": "Non"}, english)
    assert [polish("no"), polish("ask"), polish.markup("ask")] == ["Non", "Dig?", "Dig?"]
    assert polish("n", n=0) == "0 cards", "by the plural rules of English"
    assert "ask" in polish
    with pytest.raises(MissingText, match='in "fr"'):
        polish("nothing")


def test_a_name_has_the_forms_its_language_needs() -> None:
    texts = {
        "tile.office": "Bureau",
        "tile.office@the": "le <Bureau>",
        "tile.salon": "Salon",
        "furnish": "Construire {tile:@the}",
    }
    speak = Words("here", "fr", texts)
    assert speak("furnish", tile=speak("tile.office")) == "Construire le <Bureau>"
    assert speak.markup("furnish", tile=speak("tile.office")) == "Construire le &lt;Bureau&gt;"
    assert speak("furnish", tile=speak("tile.salon")) == "Construire Salon", "has no such form"
    assert speak("furnish", tile="Bo") == "Construire Bo"


def test_a_word_before_a_name_is_elided_where_the_name_begins_with_a_vowel() -> None:
    speak = words("dvergar.games.caverna", "fr")
    said = [speak("table.cave_of", name=name) for name in ("Balin", "Anna", "Élise", "Hugin")]
    assert said == ["Caverne de Balin", "Caverne d’Anna", "Caverne d’Élise", "Caverne de Hugin"]
    assert speak.markup("table.cave_of", name="<Anna>") == "Caverne de &lt;Anna&gt;"
    assert words("dvergar.games.caverna", "en")("table.cave_of", name="Anna") == "Cave of Anna"


def test_polish_and_arabic_can_count() -> None:
    """Languages with more than two plural forms, by the rules that the CLDR has for them."""
    polish = {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 "
        "or v = 0 and i % 100 = 12..14",
    }
    arabic = {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    }
    for lang, rules in (("pl", polish), ("ar", arabic)):
        form = Locale.parse(lang).plural_form
        for number in (*range(250), 1000, 1.5, 2.25):
            said = [name for name, rule in rules.items() if PluralRule(rule).holds(number)]
            assert (said or ["other"]) == [form(number)], (lang, number)


def test_no_code_names_a_language() -> None:
    """A language is there because of its folder; only the fallback has a name, once."""
    source = Path(dvergar.__file__).parent
    named = [
        (path.relative_to(source).as_posix(), node.lineno)
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    ]
    assert [path for path, _ in named] == ["core/languages.py"], named
    for path in source.rglob("*.html"):
        spoken = set(re.findall(r'\blang="(\w+)"', path.read_text("utf-8")))
        assert not spoken, path
