"""Language and light are remembered; a tab that is behind is told so and shows the present."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import MOVES, NO_SHARING, VERSION, Guests, act, at_start, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def colour(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_language_is_remembered(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.mine)
    page.goto(f"{scene.path}?at=0")
    page.get_by_role("button", name="FR").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith(f"{scene.path}?at=0"), "one stays where one is"
    again = page.context.new_page()
    again.goto("/about")
    expect(again.locator("html")).to_have_attribute("lang", "fr")
    again.get_by_role("button", name="EN").click()
    expect(again.locator("html")).to_have_attribute("lang", "en")


def test_the_browser_chooses_the_language_until_somebody_does(guests: Guests) -> None:
    page = guests.arrive(locale="de-AT")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="DE Deutsch")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="EN English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/rules/caverna")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_light_follows_the_system_until_one_is_chosen(guests: Guests) -> None:
    page = guests.arrive(color_scheme="light")
    page.goto("/")
    light = colour(page)
    page.emulate_media(color_scheme="dark")
    page.reload()
    dark = colour(page)
    assert light != dark
    page.get_by_role("button", name="Daylight").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert colour(page) == light
    page.goto("/about")
    assert colour(page) == light
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Lantern light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    assert colour(page) == dark
    expect(page.get_by_role("button", name="Lantern light")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_tab_that_is_behind_shows_the_present_and_says_so(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, one_screen=True)
    tab = guests.arrive(scene.mine)
    tab.goto(scene.path)
    behind = tab.context.new_page()
    behind.add_init_script(NO_SHARING)
    behind.route("**/live?**", lambda _: None)  # its stream never answers,
    behind.goto(scene.path, wait_until="domcontentloaded")  # and "load" may wait for it
    act(tab, "dig")
    assert version(behind) != version(tab)
    behind.locator(f'{MOVES}[value="dig"]').click()
    expect(behind.get_by_role("status").filter(has_text="already moved on")).to_be_visible()
    expect(behind.locator(VERSION)).to_have_value(version(tab))
    expect(behind.locator(".log-turn")).to_have_count(1)
    act(behind, "dig")
    expect(behind.locator("#notice")).to_have_count(0)
    expect(tab.locator(VERSION)).to_have_value(version(behind))
    guests.troubles.clear()  # htmx complained of the missing stream
