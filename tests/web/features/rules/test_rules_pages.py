"""Rules and help as pages: by anchor, with a search, back to the table, asked for once."""

from __future__ import annotations

import json

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.core.words import words
from tests.databases import in_tab_too
from tests.web.players import Person, get
from tests.web.serving import Served

SLUGS = ("caverna", "cave_vs_cave", "my_gold_mine")
HTMX = {"hx-request": "true"}


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_help_page_lists_everything(slug: str, lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go(f"/help/{slug}?table=abcdef234567")
    speak = games()[slug].words(lang)
    articles = {one["id"]: one for one in person.document.find("article")}
    for topic in games()[slug].help().topics():
        article = articles[topic.anchor]
        assert topic.title(speak).replace("\u00a0", " ").split()[0] in article.text
        links = {link["href"] for link in article.find("a")}
        assert links == {f"/rules/{slug}?table=abcdef234567#{rule}" for rule in topic.rules}
    hrefs = [link["href"] for link in person.document.find("a")]
    assert "/table/abcdef234567" in hrefs


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_anchor_is_explained_in_the_language_that_is_asked_for(
    lang: str, server: Served
) -> None:
    address = f"{server.url}/help/caverna/space:logging?lang={lang}"
    fragment = get(address, headers=HTMX)
    assert fragment.status_code == 200
    assert "<html" not in fragment.text
    assert len(fragment.content) < 6000
    title = games()["caverna"].words(lang)("space.logging")
    assert title in fragment.text
    page = get(address)
    assert "<html" in page.text
    assert title in page.text
    names = json.loads(get(f"{server.url}/help/caverna/names?lang={lang}").text)
    assert names["space:logging"] == title


@pytest.mark.parametrize(
    "path", ["/rules/caverna", "/rules/caverna?q=ruby", "/help/caverna", "/help/caverna/good:wood"]
)
def test_a_page_to_read_is_asked_for_once(path: str, server: Served) -> None:
    first = get(server.url + path)
    assert first.status_code == 200
    again = get(server.url + path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    french = get(server.url + path, headers={"accept-language": "fr"})
    assert french.headers["etag"] != first.headers["etag"]
    dark = get(server.url + path, headers={"cookie": "theme=dark"})
    assert dark.headers["etag"] != first.headers["etag"]


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "anchor",
    ["space:nonsense", "nonsense", "space:", "x" * 3000, "%3Cscript%3Ealert(1)%3C/script%3E"],
)
def test_an_unknown_anchor_is_one_sentence(anchor: str, lang: str, server: Served) -> None:
    address = f"{server.url}/help/caverna/{anchor}"
    answer = get(address, headers={**HTMX, "accept-language": lang})
    sentence = words("dvergar.web", lang)("error.no_help")
    if "/" not in anchor:
        assert answer.status_code == 404
        assert answer.text == sentence
    page = get(address, headers={"accept-language": lang})
    assert page.status_code == 404
    assert "<script>alert" not in page.text


@in_tab_too
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_are_searched_without_scripts(lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go("/rules/caverna?table=abcdef234567")
    whole = len(person.document.find("li"))
    (form,) = person.document.find("form", role="search")
    assert form["action"] == "/rules/caverna"
    wanted = {"de": "RUBIN mine", "en": "RUBY mine", "fr": "RUBIS mine"}[lang]
    person.go(f"/rules/caverna?table=abcdef234567&q={wanted.replace(' ', '+')}")
    (typed,) = person.document.find("input", name="q")
    assert typed["value"] == wanted
    marks = {mark.text.casefold() for mark in person.document.find("mark")}
    assert marks == set(wanted.casefold().split())
    assert len(person.document.find("li")) < whole / 3
    assert "/table/abcdef234567" in [link["href"] for link in person.document.find("a")]
    person.go("/rules/caverna?q=xyzzy")
    assert words("dvergar.web", lang)("rules.none") in person.document.text


@in_tab_too
def test_what_is_searched_for_comes_back_as_text(server: Served) -> None:
    nasty = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    page = get(f"{server.url}/rules/caverna?q={nasty}&table={nasty}")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert 'href="/table/"' not in page.text
    long = get(f"{server.url}/rules/caverna?q={'x' * 200}")
    assert long.status_code == 400
