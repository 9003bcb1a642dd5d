"""Every text that people read, as it is written: of the page, the command line and the games."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import dvergar
from dvergar.core.languages import FALLBACK, LANGUAGES
from dvergar.core.words import flat, locale_file
from tests.tables import INFOS

PACKAGES = [
    module.name
    for module in pkgutil.walk_packages(dvergar.__path__, "dvergar.")
    if module.ispkg and locale_file(files(module.name), FALLBACK, "words").is_file()
]
BOOKS = ("rulebook", "rulings", "guide")


def texts(package: str, lang: str) -> dict[str, str]:
    """The texts of a package and of its features as they are written; no key is in two files."""
    found: dict[str, str] = {}
    for name in (package, *(one for one in PACKAGES if one.startswith(f"{package}.features."))):
        file = locale_file(files(name), lang, "words")
        new = flat(tomllib.loads(file.read_text(encoding="utf-8")))
        assert not new.keys() & found.keys(), name
        found |= new
    return found


def book_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of rule books, rulings and guided games in a language, and where it stands."""
    for info in INFOS:
        for book in BOOKS:
            file = locale_file(info.folder(), lang, book)
            if file.is_file():
                tree = tomllib.loads(file.read_text(encoding="utf-8"))
                tree.pop("numbers", None)
                for key, text in flat(tree).items():
                    yield f"{info.slug} {book}.toml {key}", text


def all_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a language, and where it stands."""
    for package in PACKAGES:
        for key, text in texts(package, lang).items():
            yield f"{package} {key}", text
    yield from book_texts(lang)


__all__ = ["LANGUAGES", "PACKAGES", "all_texts", "book_texts", "flat", "texts"]
