"""Pages that features offer: header, footer, menus and empty lists lead to them."""

from __future__ import annotations

import pytest

from dvergar.web.kernel.views.render import PageLink
from tests.web.players import Person, open_table
from tests.web.serving import Served

DICE = PageLink(60, "/dice", "daily.title", play=True)


def linked(person: Person, tag: str, **attributes: str) -> list[str]:
    """Where the links of an element lead to."""
    (element,) = person.document.find(tag, **attributes)
    return [one["href"] for one in element.find("a")]


@pytest.fixture
def offered(server: Served, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of all pages in their order, with one more of another feature."""
    extensions = server.inside.extensions
    monkeypatch.setattr(extensions, "links", [*extensions.links, DICE])
    return [link.path for link in extensions.page_links()]


def test_menus_and_the_footer_lead_to_the_pages_of_all_features(
    server: Served, offered: list[str]
) -> None:
    known = ["/profile", "/daily", "/puzzles", "/ratings", "/best", "/statistics"]
    assert offered == [*known, DICE.path]
    person = Person(server.url)
    for page in ("/", "/about", "/ratings"):
        person.go(page)
        assert linked(person, "nav", **{"class": "site-nav"}) == ["/", *offered]
        assert linked(person, "nav", **{"class": "panel sheet"}) == ["/", *offered]
        assert set(offered) <= set(linked(person, "footer"))
        marked = [one["href"] for one in person.document.find("a", **{"aria-current": "page"})]
        assert set(marked) == {page} - {"/about"}
    open_table(person, ["me", "bot"])
    assert linked(person, "nav", **{"class": "menu-pages"}) == offered


@pytest.mark.parametrize("page", ["/ratings", "/best", "/statistics", "/profile"])
def test_an_empty_list_leads_on(server: Served, offered: list[str], page: str) -> None:
    person = Person(server.url)
    person.go(f"{page}?game=cave_vs_cave")
    others = [one for one in offered if one != page]
    playable = [one for one in others if one in ("/daily", "/puzzles", DICE.path)]
    rest = [one for one in others if one not in playable]
    assert linked(person, "p", **{"class": "instead"}) == [*playable, *rest]
