"""Two browsers talk at a table: live, counted on the tab beside the log, moving nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import LIGHTS, MOTION_ENDS, assert_nothing_serious
from tests.browser.measures import box
from tests.browser.stage import Guests, at_start, paint, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser

POSITIONS = """() => [...document.querySelectorAll("#prompt, #mine, #choices, #players, #log")]
  .map((one) => one.id + JSON.stringify(one.getBoundingClientRect()))"""


def two_at_a_table(guests: Guests, server: Served, **options: Any) -> tuple[Page, Page]:
    scene = set_up(server, 3, at_start)
    pages = guests.arrive(scene.mine, **options), guests.arrive(scene.other, **options)
    for page in pages:
        page.goto(scene.path)
        expect(page.locator("#chat-body")).to_contain_text("No messages yet.")
    return pages


def open_chat(page: Page) -> None:
    """By the tab beside the log."""
    if page.locator("#chat").is_visible():
        return
    page.click("#chat-link")


def say(page: Page, text: str) -> None:
    open_chat(page)
    page.fill("#chat-text", text)
    page.press("#chat-text", "Enter")
    expect(page.locator("#chat-text")).to_have_value("")


def test_what_one_says_the_other_reads_at_once(guests: Guests, server: Served) -> None:
    one, other = two_at_a_table(guests, server)
    say(one, "Good <b>luck</b>!")
    expect(other.locator("#chat-unread")).to_have_text("1")
    expect(other.locator("#chat-news")).to_contain_text("Good <b>luck</b>!")
    say(one, "Dig well")
    expect(other.locator("#chat-unread")).to_have_text("2")
    other.click("#chat-link")
    expect(other.locator("#chat-lines")).to_contain_text("Dig well")
    expect(other.locator("#chat-unread")).to_be_hidden()
    other.reload()
    expect(other.locator("#chat-body li")).to_have_count(2)
    expect(other.locator("#chat-unread")).to_be_hidden()
    say(other, "You too")
    expect(one.locator("#chat-lines")).to_contain_text("You too")


def test_nothing_moves_and_nobody_is_disturbed_while_writing(
    guests: Guests, server: Served
) -> None:
    one, other = two_at_a_table(guests, server)
    before = other.evaluate(POSITIONS)
    other.click("#chat-link")
    other.type("#chat-text", "half a sen")
    say(one, "Hello")
    expect(other.locator("#chat-lines")).to_contain_text("Hello")
    assert other.evaluate(POSITIONS) == before
    expect(other.locator("#chat-text")).to_be_focused()
    expect(other.locator("#chat-text")).to_have_value("half a sen")
    version = one.locator("#move input[name=at]").input_value()
    assert other.locator("#move input[name=at]").input_value() == version
    other.keyboard.press("Escape")
    expect(other.locator("#chat")).to_be_hidden()
    expect(other.locator("#chat-link")).to_be_focused()


def test_a_muted_person_is_neither_shown_nor_counted(guests: Guests, server: Served) -> None:
    one, other = two_at_a_table(guests, server)
    say(one, "Ha!")
    other.click("#chat-link")
    other.click("#chat-more summary")
    other.get_by_role("button", name="Mute").click()
    expect(other.locator("#chat-body li")).to_have_count(0)
    other.click("#log-tab")
    say(one, "Ha ha!")
    say(other, "I hear nothing")
    expect(other.locator("#chat-body li")).to_have_count(1)
    expect(other.locator("#chat-unread")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_panel_is_accessible_and_fits(guests: Guests, server: Served, width: int) -> None:
    size = {"width": width, "height": 800}
    one, other = two_at_a_table(guests, server, bypass_csp=True, viewport=size)
    say(one, "A long word: " + "gold" * 60)
    for light in LIGHTS:
        other.emulate_media(color_scheme=light, reduced_motion="reduce")
        other.evaluate(MOTION_ENDS)
        if not other.locator("#chat").is_visible():
            assert_nothing_serious(other, light)
            open_chat(other)
        assert_nothing_serious(other, light)
        paint(other)
        other.screenshot(path=f"build/screenshots/chat-{width}-{light}.png")
    panel = box(other, "#chat")
    assert panel.left >= 0
    assert panel.right <= width
    for part in ("#prompt", "#mine", "#choices", "#players"):
        assert not panel.meets(box(other, part)), f"the chat never lies over {part}"
    log = box(other, "#log")
    assert panel.left >= log.left
    assert panel.bottom <= log.bottom
    assert other.evaluate("document.documentElement.scrollWidth") <= width
