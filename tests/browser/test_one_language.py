"""A page speaks one language only, from the first look to the final score."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from dvergar.core.words import MissingText, words
from dvergar.web.kernel.tables.clocks import DAY, Timing
from tests.browser.measures import box, resize
from tests.browser.stage import (
    LONG_LANGUAGES,
    MOVES,
    START,
    Guests,
    act,
    near_the_end,
    set_up,
    version,
    wait_for_question,
)
from tests.browser.test_substitutes import Seated
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PACKAGES = ("dvergar.core", "dvergar.web", "dvergar.games.my_gold_mine")
READ = """() => {
  const texts = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const around = nodes.currentNode.parentElement;
    if (!around.closest("[lang=en], script, noscript, style")) texts.push(nodes.currentNode.data);
  }
  for (const one of document.querySelectorAll("p, small, span, strong, button, a, h1, h2, h3"))
    if (!one.closest("[lang=en]")) texts.push(one.textContent);
  for (const name of ["aria-label", "title", "placeholder", "content"])
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  return texts;
}"""


@cache
def sentences(lang: str) -> set[str]:
    """All texts of a language that have no places to fill."""
    found = set()
    for package in PACKAGES:
        speak = words(package, lang)
        keys = sorted(speak.keys())
        for key in keys:
            with suppress(MissingText):
                found.add(speak(key).strip())
    return found


def assert_speaks(page: Page, lang: str) -> None:
    english = sentences("en") - sentences(lang)
    shown = {" ".join(text.split()) for text in page.evaluate(READ)}
    assert not shown & english, page.url
    expect(page.locator("html")).to_have_attribute("lang", lang)


def read_on(page: Page, lang: str, moves: int = 1000) -> None:
    """Reads every version of a table and plays on, as often as told or to the end."""
    seen = {""}
    while not page.locator("#scores").count() and len(seen) <= moves:
        wait_for_question(page)
        if version(page) not in seen:
            assert_speaks(page, lang)
        seen.add(version(page))
        if page.locator(MOVES).count():
            act(page, "dig" if len(seen) < 4 else "draw exit", by_mouse=False)


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_one_language_to_the_end_of_a_game(guests: Guests, server: Served, lang: str) -> None:
    page = guests.arrive(locale=lang)
    for path in ("/rules/my_gold_mine", "/about", "/api/docs", "/nowhere", START):
        page.goto(path)
        assert_speaks(page, lang)
    page.locator(".new-foot button").click()
    page.wait_for_url("**/table/*")
    read_on(page, lang, moves=8)
    scene = set_up(server, 3, near_the_end, one_screen=True)
    guests.change_seat(page, scene.mine)
    page.goto(scene.path)
    read_on(page, lang)
    assert_speaks(page, lang)
    assert words("dvergar.web", lang)("scores.title") in page.locator("#scores").inner_text()
    page.get_by_role("link", name=words("dvergar.web", lang)("scores.replay")).click()
    page.wait_for_url("**?at=0")
    assert_speaks(page, lang)


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_one_language_in_the_room_and_the_invite(guests: Guests, lang: str) -> None:
    page = guests.arrive(locale=lang)
    page.goto(START)
    page.locator(".seat-row").nth(1).locator(".kind-link").click()
    page.locator("[name='name-0']").fill("Anne")
    page.locator(".new-foot button").click()
    page.wait_for_url("**/table/*")
    assert_speaks(page, lang)
    invite = page.locator("#invite-1").input_value()
    page.context.clear_cookies()
    page.goto(invite)
    assert_speaks(page, lang)


NAME_CUT = """() => {
  const heading = document.querySelector(".crumb");
  const name = document.createRange();
  name.selectNodeContents(heading.firstChild);
  return name.getBoundingClientRect().right - heading.getBoundingClientRect().right;
}"""
OVER_EACH_OTHER = """() => [...document.querySelectorAll(".table-top > *")]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.width > 1)
  .sort((one, other) => one.top - other.top || one.left - other.left)
  .filter((box, at, all) => all.slice(at + 1).some((other) => box.right > other.left + 1
    && box.left < other.right - 1 && box.bottom > other.top + 1)).length"""
WIDTHS = (360, 390, 600, 768, 1024, 1280, 1366, 1500, 1920)


@pytest.mark.parametrize("slug", ["caverna", "my_gold_mine", "cave_vs_cave"])
def test_the_name_of_the_game_stands_whole_beside_who_is_here(
    guests: Guests, server: Served, slug: str
) -> None:
    seated = Seated(server, Timing(deadline=2 * DAY), slug)
    for locale in LONG_LANGUAGES:
        page = guests.arrive(seated.tokens[seated.acting], locale=locale)
        page.goto(seated.path)
        expect(page.locator(".clock")).to_be_visible()
        for clock in (True, False):
            for width in WIDTHS:
                resize(page, width, 800)
                lines = 2 if slug == "caverna" and width < 760 else 1
                assert box(page, ".topbar").size[1] <= 64 * lines, (locale, width)
                assert page.evaluate(OVER_EACH_OTHER) == 0, (locale, width, clock)
                if clock and slug == "cave_vs_cave" and width < 480:
                    continue  # the clock has the room of the name
                assert page.evaluate(NAME_CUT) <= 1, (locale, width, clock)
            page.locator(".clock").evaluate_all("all => all.forEach((one) => one.remove())")
