"""A telephone of 360 px: nothing makes a page scroll sideways, however long the names are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import box
from tests.browser.stage import (
    LONG_LANGUAGES,
    START,
    Guests,
    Wanted,
    at_start,
    at_the_end,
    in_the_middle,
    open_table,
    set_up,
    with_exit_choice,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

WIDTH = 360
LONG = ("Thorin Eichenschild-Sohn", "W" * 24, "Åsa", "M" * 24, "Øyvind Grabenbuddler", "V" * 24)
WIDEST = """() => [...document.querySelectorAll("body *")]
  .map((one) => [one.getBoundingClientRect().right, one.tagName, one.className, one.id])
  .filter(([right]) => right > innerWidth + 1).sort((a, b) => b[0] - a[0]).slice(0, 5)"""


def phone(guests: Guests, token: str = "", lang: str = "en") -> Page:
    size = {"width": WIDTH, "height": 740}
    return guests.arrive(token, viewport=size, locale=lang, has_touch=True, is_mobile=True)


def assert_fits(page: Page, path: str) -> None:
    page.goto(path)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= WIDTH, f"{path} is {wide} px wide: {page.evaluate(WIDEST)}"


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_reading_pages_fit(guests: Guests, lang: str) -> None:
    page = phone(guests, lang=lang)
    for path in (
        START,
        "/rules/my_gold_mine",
        "/about",
        "/mine",
        "/privacy",
        "/api/docs",
        "/nowhere",
    ):
        assert_fits(page, path)


@pytest.mark.parametrize(("lang", "start"), [("de", START), ("fr", "/?game=caverna")])
def test_the_room_and_the_invite_fit(guests: Guests, lang: str, start: str) -> None:
    host = guests.arrive()
    names = {"name_0": LONG[1], "table_name": "W" * 40}
    open_table(host, start, kind_1="link", kind_2="bot", **names)
    invite = host.locator("#invite-1").input_value()
    host.context.add_cookies([{"name": "lang", "value": lang, "url": host.url}])
    host.set_viewport_size({"width": WIDTH, "height": 740})
    assert_fits(host, host.url)
    assert box(host, ".topbar").size[1] <= 50, "one line"
    assert box(host, ".crumb").size[0] > 60, "the name of the game is there"
    assert_fits(host, "/")
    assert_fits(phone(guests, lang=lang), invite)


@pytest.mark.parametrize(
    ("players", "wanted"),
    [
        (2, at_start),
        (3, with_exit_choice),
        (6, with_exit_choice),
        (6, in_the_middle),
        (6, at_the_end),
    ],
)
def test_the_table_fits(guests: Guests, server: Served, players: int, wanted: Wanted) -> None:
    scene = set_up(server, players, wanted, names=LONG)
    for lang in LONG_LANGUAGES:
        page = phone(guests, scene.mine, lang)
        assert_fits(page, scene.path)
        expect(page.locator("#prompt")).to_be_in_viewport()
        if lang == "de":
            page.locator(".menu summary").click()
            page.locator("#return summary").click() if page.locator("#return").count() else None
            assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        if scene.moves:
            assert_fits(page, f"{scene.path}?at={scene.moves // 2}")
    assert_fits(phone(guests, scene.other), scene.path)
