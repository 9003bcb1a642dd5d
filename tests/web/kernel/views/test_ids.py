"""Every id occurs once on a page, and every drawing that is used is there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.tables.table import Table, sample
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, TableView, Viewer, make_view
from tests.web.documents import read_document
from tests.web.players import Person

LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
RENDERER = Renderer()
PAGES = [
    *("/", "/about", "/mine", "/privacy", "/turns", "/statistics", "/ratings", "/best", "/daily"),
    *("/api/docs", "/nowhere"),
    *(f"{start}{slug}" for start in ("/?game=", "/rules/", "/help/", "/keys/") for slug in games()),
]
LOOKS = 6
"""Positions of a game that are looked at, beside its start and end."""


def faults(html: str) -> set[str]:
    """The ids that occur more than once, and those of drawings that are used but not there."""
    elements = list(read_document(html).elements())
    ids = Counter(one["id"] for one in elements if "id" in one)
    used = {one["href"][1:] for one in elements if one.tag == "use" and one["href"][:1] == "#"}
    return {name for name, times in ids.items() if times > 1} | (used - set(ids))


def page(view: TableView, lang: str) -> str:
    """A whole page of a table, with all parts that the browser later fetches by themselves."""
    return RENDERER.page("table.html", lang, "auto", "/table/t", table=view, points="on")


def positions(table: Table, seed: int) -> Iterator[Table]:
    """The start, the end and some positions between, in a random game."""
    chance = random.Random(seed)
    moments = set(chance.sample(range(1, 120), LOOKS))
    number = 0
    while not table.state.over:
        if number == 0 or number in moments:
            yield table
        table._play(table.game.name(chance.choice(table.state.moves())))
        number += 1
    yield table


@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_ids_are_unique_on_table_pages(slug: str, most: bool) -> None:
    table = sample(slug, games()[slug].players[most])
    for number, at in enumerate(positions(table, seed=1)):
        for seats in ((at.state.seat,), (), tuple(range(len(at.seats)))):
            lang = LANGUAGES[number % len(LANGUAGES)]
            view = make_view(at, Viewer(seats, bool(seats), lang), LINKS, 1)
            assert faults(page(view, lang)) == set(), (number, seats)


def test_ids_are_unique_on_other_pages(person: Person) -> None:
    for path in PAGES:
        person.go(path)
        assert faults(person.answer.text) == set(), path
