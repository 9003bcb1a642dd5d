"""A game without a mouse: Tab, Enter and letters, and one always sees where one is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import (
    MOVES,
    START,
    VERSION,
    Guests,
    act,
    at_start,
    near_the_end,
    set_up,
    version,
    wait_for_change,
    wait_for_question,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

FOCUS = """(wanted) => {
  const one = document.activeElement;
  const looks = [one, one.nextElementSibling].filter(Boolean).map((each) => getComputedStyle(each));
  const seen = looks.some(
    (look) => look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2);
  return [one.outerHTML.slice(0, 120), seen, one.matches(wanted)];
}"""
IN_TABLE = "() => Boolean(document.activeElement.closest('#table'))"


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus; every stop on the way must be seen."""
    for _ in range(80):
        page.keyboard.press("Tab")
        where, seen, there = page.evaluate(FOCUS, selector)
        assert seen, f"the focus cannot be seen on {where}"
        if there:
            return
    raise AssertionError(f"Tab never came to {selector}")


def play_on(page: Page, moves: int = 1000) -> None:
    """Answers by Enter and letters, as often as told or to the end."""
    for turn in range(moves):
        wait_for_question(page)
        if page.locator("#scores").count():
            break
        before = version(page)
        if turn % 3 == 0:
            # Where the focus was parked is a place to answer from.
            if not page.evaluate("document.activeElement.matches('button[name=move]')"):
                tab_to(page, "button[name=move]")
            page.keyboard.press("Enter")
        else:
            keys = page.locator(f"{MOVES}[data-key]").all()
            page.keyboard.press(keys[-1].get_attribute("data-key") or "")
        wait_for_change(page, before)
        assert page.evaluate(IN_TABLE), f"the focus was lost after turn {turn}"


def test_a_game_is_begun_by_keyboard(guests: Guests) -> None:
    page = guests.arrive()
    page.goto(START)
    tab_to(page, "[name='name-0']")
    page.keyboard.type("Anna")
    tab_to(page, "[name='kind-1']:checked")
    tab_to(page, ".new-foot button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")

    expect(page.locator(MOVES).first).to_be_visible()
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    tab_to(page, "button[name=move]")
    play_on(page, moves=7)


def test_a_game_is_ended_and_begun_again_by_keyboard(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, near_the_end, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    play_on(page)
    tab_to(page, "#scores .scores-next button")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/table/" in url and not url.endswith(scene.path))
    expect(page.locator("#prompt")).to_be_visible()


def test_the_focus_survives_what_others_do(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, two_player_variant=False)
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    mine.goto(scene.path)
    other.goto(scene.path)
    other.locator("#log").get_by_text("Round 1 begins").wait_for()
    other.get_by_text("Continue on another device").focus()
    act(mine, "dig")
    expect(other.locator(VERSION)).to_have_value(version(mine))
    expect(other.get_by_text("Continue on another device")).to_be_focused()
    act(other, "dig")
    other.locator("#log-lines").focus()
    expect(mine.locator(VERSION)).to_have_value(version(other))
    act(mine, "dig")
    expect(other.locator(VERSION)).to_have_value(version(mine))
    expect(other.locator("#log-lines")).to_be_focused()


def test_letters_typed_into_a_field_are_no_moves(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    before = version(page)
    page.get_by_text("Continue on another device").click()
    page.locator("#return input").focus()
    page.keyboard.type("de")
    page.locator("#question").focus()
    page.keyboard.press("Control+d")
    assert version(page) == before
    page.keyboard.press("d")
    expect(page.locator(VERSION)).not_to_have_value(before)
