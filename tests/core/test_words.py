"""Both languages say everything: the same keys, the same places to fill, every number."""

from __future__ import annotations

import pkgutil
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

import dvergar
from dvergar.core.registry import GameInfo
from dvergar.core.words import LANGUAGES, language, words
from tests.tables import INFOS

PACKAGES = [
    module.name
    for module in pkgutil.walk_packages(dvergar.__path__, "dvergar.")
    if module.ispkg and files(module.name).joinpath("words").is_dir()
]
PACKAGES.append("tests.toy")
NUMBERS = ("one", "other")


def texts(package: str, lang: str) -> dict[str, str]:
    """The texts of a package as they are written."""
    file = files(package).joinpath("words", lang + ".toml")
    return dict(flat(tomllib.loads(file.read_text(encoding="utf-8"))))


def flat(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def places(text: str) -> set[str]:
    """The places of a text that are to be filled."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_room_that_speaks_is_checked() -> None:
    assert {"dvergar.core", "dvergar.cli", "dvergar.games.my_gold_mine"} <= set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys(package: str) -> None:
    assert texts(package, "en").keys() == texts(package, "fr").keys()
    assert words(package, "en").keys() == set(texts(package, "en"))


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_fill_the_same_places(package: str) -> None:
    french = texts(package, "fr")
    for key, text in texts(package, "en").items():
        # A text that is chosen by its number need not say it: “1 card”, “both dwarfs”.
        spare = {"n"} if key.rpartition(".")[2] in NUMBERS else set()
        assert places(text) - spare == places(french[key]) - spare, key


@pytest.mark.parametrize("package", PACKAGES)
def test_what_comes_in_one_number_comes_in_both(package: str) -> None:
    known = texts(package, "en")
    for key in known:
        stem, _, number = key.rpartition(".")
        if number == "one" or (number == "other" and "n" in places(known[key])):
            assert {f"{stem}.{one}" for one in NUMBERS} <= known.keys(), key
            assert stem not in known, f"{stem} is both a text and a table"


@pytest.mark.parametrize("package", PACKAGES)
def test_the_french_singular_can_say_nought(package: str) -> None:
    for key, text in texts(package, "fr").items():
        assert not (key.endswith(".one") and "1" in text), f"{key} is said for 0 and for 1"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_texts_say_something_and_close_their_strong_words(package: str, lang: str) -> None:
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
    english, french = (words("dvergar.games.my_gold_mine", lang) for lang in LANGUAGES)
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


def test_a_missing_text_is_an_error_and_an_unknown_language_is_english() -> None:
    with pytest.raises(KeyError):
        words("dvergar.core", "en")("no.such.text")
    assert [language(lang) for lang in ("fr", "en", "de", "")] == ["fr", "en", "en", "en"]
    assert words("dvergar.core", "xx").lang == "en"
