"""Every text that people read, as it is written: of the page, the command line and the games."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import dvergar
from dvergar.core.words import LANGUAGES
from tests.tables import INFOS

PACKAGES = [
    module.name
    for module in pkgutil.walk_packages(dvergar.__path__, "dvergar.")
    if module.ispkg and files(module.name).joinpath("words").is_dir()
]
BOOKS = ("rulebook.toml", "rulings.toml", "guide.toml")


def texts(package: str, lang: str) -> dict[str, str]:
    """The texts of a package and of its features as they are written; no key is in two files."""
    found: dict[str, str] = {}
    for name in (package, *(one for one in PACKAGES if one.startswith(f"{package}.features."))):
        file = files(name).joinpath("words", lang + ".toml")
        new = dict(flat(tomllib.loads(file.read_text(encoding="utf-8"))))
        assert not new.keys() & found.keys(), name
        found |= new
    return found


def flat(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """A table of tables as keys and texts."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def book_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of rule books, rulings and guided games in a language, and where it stands."""
    for info in INFOS:
        for book in BOOKS:
            file = info.folder().joinpath("presentation", book)
            if file.is_file():
                tree = tomllib.loads(file.read_text(encoding="utf-8"))
                yield from _of_language(tree, lang, f"{info.slug} {book}")


def _of_language(tree: Any, lang: str, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(tree, list):
        for entry in tree:
            yield from _of_language(entry, lang, where)
    if isinstance(tree, dict):
        here = f"{where} {tree['id']}" if "id" in tree else where
        for name, value in tree.items():
            if isinstance(value, str) and name in (lang, f"why_{lang}"):
                yield here, value
            else:
                yield from _of_language(value, lang, here)


def all_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a language, and where it stands."""
    for package in PACKAGES:
        for key, text in texts(package, lang).items():
            yield f"{package} {key}", text
    yield from book_texts(lang)


__all__ = ["LANGUAGES", "PACKAGES", "all_texts", "book_texts", "flat", "texts"]
