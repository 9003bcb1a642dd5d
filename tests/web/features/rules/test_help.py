"""Whatever a page marks as explaining itself has an entry, and pages are searched and kept."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.web.features.rules.views import CachedPages, books, explained, reading
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.render import Renderer, without_ids
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

ANCHOR = re.compile(r'data-help="([^"]*)"')
LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
RENDERER = Renderer()
SLUGS = ("caverna", "cave_vs_cave", "my_gold_mine")
GAMES = [("caverna", 1), ("caverna", 5), ("cave_vs_cave", 1), ("cave_vs_cave", 2)]
GAMES += [("my_gold_mine", 2), ("my_gold_mine", 4)]
# What random games may not come to, or what only some positions show.
RARE = {
    "caverna": {"loot", "tile", "space", "land", "choice", "harvest", "good", "marker"},
    "cave_vs_cave": {"room", "good"},
    "my_gold_mine": {"dig", "card", "place"},
}


def table_of(slug: str, players: int) -> Table:
    body: dict[str, Any] = {"game": slug, "seed": 3, "name": "", "public": False, "host": ""}
    seats = [{"kind": PERSON, "name": f"Seat {seat}"} for seat in range(players)]
    body |= {"rules": info(slug).rules_version, "options": {"players": players}, "seats": seats}
    return Table("t", Stored(0, "open", body))


def page_of(table: Table) -> str:
    seat = 0 if table.state.over else table.state.seat
    view = make_view(table, Viewer((seat,), False, "en"), LINKS, 1)
    return RENDERER.page("table.html", "en", "auto", "/table/t", table=view, points="on")


@pytest.mark.whole_games
@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_every_anchor_on_a_page_has_an_entry(slug: str, players: int) -> None:
    table, chance = table_of(slug, players), random.Random(players)
    found: set[str] = set()
    step = 0
    while not table.state.over:
        if step % 7 == 0 or len(table.state.moves()) < 4:
            found |= set(ANCHOR.findall(page_of(table)))
        step += 1
        table._play(table.game.name(chance.choice(table.state.moves(free=chance.random() < 0.2))))
    found |= set(ANCHOR.findall(page_of(table)))
    known = {topic.anchor for topic in books(slug).help.topics()}
    assert found <= known
    kinds = {anchor.partition(":")[0] for anchor in found}
    assert kinds | RARE[slug] == set(books(slug).help.kinds), "no kind is there in vain"
    assert {one for one in found if one.startswith("score:")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_everything_can_be_drawn_without_names(slug: str, lang: str) -> None:
    found = books(slug)
    drawn = 0
    for topic in found.help.topics():
        one = explained(found, topic, lang)
        html = RENDERER.page("_explained.html", lang, "", "", info=found.info, one=one)
        drawn += 'class="picture' in html
        assert html.count(' id="') == 1, "what lies on the table has its name there"
        assert "data-help" not in html
        for rule in one.rules:
            assert f'href="/rules/{slug}#{rule.id}"' in html
    assert drawn > 10


def test_a_picture_has_no_names() -> None:
    assert without_ids('<b id="a" class="x" data-help="y">z</b>') == '<b class="x">z</b>'


def test_a_search_shows_the_rules_that_have_all_words() -> None:
    everything = reading("caverna", "fr")
    assert everything.count > 400
    found = reading("caverna", "fr", "RUBIS  étable")
    assert 0 < found.count < 20
    texts = [rule.text("fr").casefold() for one in found.sections for rule, _ in one.rules]
    assert any("étable" in text for text in texts)
    assert "<mark>" in found.search.marked("Une Étable et 1 Rubis")
    assert reading("caverna", "fr", "xyzzy").count == 0
    assert reading("caverna", "fr", " ... ").count == everything.count


def test_kept_pages_stay_within_their_room() -> None:
    kept = CachedPages(1000)
    made: list[int] = []

    def page(number: int) -> str:
        made.append(number)
        return "x" * 300

    for number in (1, 2, 1, 3, 1, 4, 1, 2):
        kept.get(number, lambda number=number: page(number))  # type: ignore[misc]
    assert made == [1, 2, 3, 4, 2], "the one asked for again and again is kept"
    assert kept.get(1, lambda: "new").tag == kept.get(1, lambda: "new").tag
