"""Caverna for everybody: keyboard alone, no JavaScript, a small telephone, French, axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dvergar.core.languages import LANGUAGES
from dvergar.web.kernel.security.tokens import new_token
from tests.browser.axe import LIGHTS, assert_nothing_serious
from tests.browser.caverna.scenes import QUESTIONS, SLUG, middle_of, working_day
from tests.browser.stage import (
    LONG_LANGUAGES,
    MOVES,
    VERSION,
    Guests,
    at_start,
    set_before,
    set_up,
    version,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
LONG = (
    "Thorin Eichenschild-Sohn",
    "W" * 24,
    "Åsa",
    "M" * 24,
    "Øyvind Grabenbuddler",
    "V" * 24,
    "Z",
)
WIDEST = """() => [...document.querySelectorAll("body *")]
  .map((one) => [one.getBoundingClientRect().right, one.tagName, String(one.className), one.id])
  .filter(([right]) => right > innerWidth + 1).sort((a, b) => b[0] - a[0]).slice(0, 5)"""


def one_round(page: Page, answer: Callable[[], None]) -> int:
    """Answers until the second round has begun."""
    moves = 0
    while page.locator(".track .now b").text_content() == "1":
        before = page.locator(VERSION).input_value()
        answer()
        expect(page.locator(VERSION)).not_to_have_value(before)
        moves += 1
    return moves


def test_a_round_by_keyboard_alone(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, slug=SLUG, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#question").focus()

    def answer() -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('#table button[name=move]')"):
                break
        page.keyboard.press("Enter")

    assert one_round(page, answer) >= 4


def test_a_round_without_javascript(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, slug=SLUG, one_screen=True)
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)
    moves = 0
    while page.locator(".track .now b").text_content() == "1":
        before = page.locator(VERSION).input_value()
        page.locator(f"{MOVES}:visible").nth(moves % 3).click()
        expect(page.locator(VERSION)).not_to_have_value(before)
        moves += 1
    assert moves >= 4
    page.get_by_role("link", name="Tiles").click()
    expect(page.locator("#tiles")).to_be_visible()


SIGHTS: dict[str, Callable[[], Any]] = {
    "placing": working_day,
    "twin": QUESTIONS["flow"],
    "furnish": lambda: working_day("place housework"),
    "loot": QUESTIONS["looting"],
    "feeding": QUESTIONS["feeding"],
    "seven": lambda: middle_of(7),
}


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_a_small_telephone_reaches_everything(guests: Guests, server: Served, lang: str) -> None:
    token = new_token()
    page = guests.arrive(token, viewport=PHONE, locale=lang, has_touch=True, is_mobile=True)
    for sight, make in SIGHTS.items():
        scene = set_before(server, make(), LONG, token)
        page.goto(scene.path)
        other = (scene.acting + 1) % 2
        for pane in ("", "#cave", "#spaces", "#tiles", "#others", f"#seat-{other}"):
            page.evaluate("(pane) => { location.hash = pane; }", pane)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], f"{sight}{pane}: {wide} {page.evaluate(WIDEST)}"
            if pane:
                expect(page.locator(pane)).to_be_visible()
        if page.locator("#anytime").count():
            expect(page.locator("#anytime button").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_page_speaks_french(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine, locale="fr-FR")
    page.goto(scene.path)
    expect(page.locator("#question h2")).to_contain_text("Où travaille le nain de force 3")
    expect(page.locator("#cave-title")).to_contain_text("Ma caverne")
    expect(page.locator("#spaces")).to_contain_text("Travaux domestiques")
    text = page.locator("#table").inner_text()
    for english in ("Spaces", "Stage", "round", "Needs", "and/or", "Dwelling"):
        assert english not in text


@pytest.mark.parametrize(
    ("sight", "lang"),
    [
        *(("twin", lang) for lang in LANGUAGES),
        ("furnish", "en"),
        ("loot", "de"),
        ("feeding", "fr"),
        ("seven", "de"),
    ],
)
def test_axe_finds_nothing_serious(guests: Guests, server: Served, sight: str, lang: str) -> None:
    scene = set_before(server, SIGHTS[sight]())
    page = guests.arrive(scene.mine, bypass_csp=True, locale=lang)
    for pane in {"seven": ("#others",), "twin": ("", "#tiles")}.get(sight, ("",)):
        page.goto("about:blank")
        page.goto(scene.path + pane)
        for light in LIGHTS if sight in ("twin", "feeding") else LIGHTS[:1]:
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            assert_nothing_serious(page, light)


def test_the_version_goes_on_while_a_part_is_open(guests: Guests, server: Served) -> None:
    """Looking at the tiles does not lose one's place when the table changes."""
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(f"{scene.path}#tiles")
    before = version(page)
    page.locator(f'{MOVES}[value="eat grain"]').click()
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator("#tiles")).to_be_visible()
