"""A person plays against an expert and asks a bot what it would do: by mouse, key and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import LIGHTS, assert_nothing_serious
from tests.browser.stage import MOVES, VERSION, Guests, act, paint, version, wait_for_question

pytestmark = pytest.mark.browser

TURNS = 3
GAMES = ("my_gold_mine", "cave_vs_cave", "caverna")
BOXES = "() => document.documentElement.scrollWidth <= innerWidth"


def against_an_expert(page: Page, slug: str) -> None:
    """Opens a table with one expert, who does not think for long."""
    page.goto(f"/?game={slug}")
    page.locator("#new [name=bot-1]").select_option("expert")
    page.locator("#table-options summary").click()
    page.locator("#new [name=time]").select_option("quick")
    page.locator("#new .button-main").click()
    page.wait_for_url("**/table/*")
    wait_for_question(page)


def ask(page: Page) -> str:
    """Asks for a hint by its key; the move that is marked by it."""
    before = version(page)
    page.keyboard.press("h")
    page.locator("#hint").wait_for()
    assert version(page) == before, "nothing has happened"
    return page.locator(f"{MOVES}[data-hinted='1']").first.get_attribute("value") or ""


@pytest.mark.parametrize("slug", GAMES)
def test_a_few_turns_against_an_expert_with_its_advice(guests: Guests, slug: str) -> None:
    page = guests.arrive(bypass_csp=True)
    against_an_expert(page, slug)
    for _ in range(TURNS):
        hinted = ask(page)
        expect(page.locator("#hint")).to_contain_text("Hint")
        expect(page.locator("#hint")).to_be_in_viewport()
        act(page, hinted, by_mouse=slug != "caverna")  # a tile is pointed at first
        wait_for_question(page)
    ask(page)
    for light in LIGHTS:
        page.emulate_media(color_scheme=light, reduced_motion="reduce")
        assert_nothing_serious(page, light)
        paint(page)
        page.screenshot(path=f"build/screenshots/hint-{slug}-{light}.png")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_hint_on_a_phone_lies_beside_the_question(guests: Guests, locale: str) -> None:
    page = guests.arrive(viewport={"width": 390, "height": 844}, has_touch=True, locale=locale)
    against_an_expert(page, "caverna")
    page.locator("#hint-button").tap()
    expect(page.locator("#hint")).to_be_in_viewport()
    assert page.evaluate(BOXES), "nothing scrolls sideways"
    paint(page)
    page.screenshot(path=f"build/screenshots/hint-phone-{locale}.png")


def test_a_hint_without_scripts(guests: Guests) -> None:
    page = guests.arrive(java_script_enabled=False)
    against_an_expert(page, "my_gold_mine")
    before = page.locator(VERSION).input_value()
    page.locator("#hint-button").click()
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator(f"{MOVES}[data-hinted='1']")).to_have_count(1)
    assert page.locator(VERSION).input_value() == before


def test_the_host_switches_hints_off_and_on(guests: Guests) -> None:
    page = guests.arrive()
    against_an_expert(page, "my_gold_mine")
    for value, there in (("off", 0), ("on", 1)):
        page.locator(".menu summary").click()
        page.locator(f".menu button[name=hints][value={value}]").click()
        wait_for_question(page)
        expect(page.locator("#hint-button")).to_have_count(there)


def test_other_bots_are_folded_away_and_there(guests: Guests) -> None:
    page = guests.arrive()
    page.goto("/?game=my_gold_mine")
    more = page.locator(".bot-help details")
    expect(page.locator(".bot-help > dl")).to_contain_text("Expert")
    expect(more.locator("dl")).to_be_hidden()
    more.locator("summary").click()
    expect(more.locator("dl")).to_contain_text("Careful")
    chosen = page.locator("#new [name=bot-1]")
    chosen.select_option("careful")
    assert chosen.locator("optgroup option").count() > 1
