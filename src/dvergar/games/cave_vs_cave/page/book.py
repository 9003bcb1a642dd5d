"""The living rule book at the table: what a tile is about, and where the rules page says so."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dvergar.core.rulebook import Rulebook
from dvergar.games.cave_vs_cave import INFO


class Entry(NamedTuple):
    """Texts of the rule book and the id of the first."""

    rule: str
    texts: list[str]


@cache
def _book() -> Rulebook:
    return INFO.rulebook()


@cache
def entry(name: str, lang: str, *more: str) -> Entry:
    """The rule of a tile or a room, the rules that go into its details, and `more` of them."""
    first = f"{INFO.slug}.{name}"
    ids = [id for id in _book().ids() if id == first or id.startswith(first + "_")]
    ids += [f"{INFO.slug}.{one}" for one in more]
    return Entry(first, [_book()[id].text(lang) for id in ids])
