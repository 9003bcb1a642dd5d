"""The start page in a browser: rows of seats keep their colour, what is not needed is folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import START, Guests

pytestmark = pytest.mark.browser

SIGN = """(figure) => [figure.querySelector("svg use").getAttribute("href"),
  getComputedStyle(figure).getPropertyValue("--seat")]"""


def close_seat(page: Page, seat: int) -> None:
    page.locator(".seat-row").nth(seat).locator(".kind-closed").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_seat_has_the_same_colour_and_sign_on_both_pages(guests: Guests, scripts: bool) -> None:
    page = guests.arrive(java_script_enabled=scripts)
    page.goto(START)
    rows = page.locator(".seat-row")
    for seat, name in enumerate(("Anna", "Balin", "Dora", "Fundin")):
        if scripts and seat > 1:
            page.locator("#add-seat").click()
        rows.nth(seat).locator(f".kind-{'here' if seat else 'me'}").click()
        rows.nth(seat).locator(".field").first.fill(name)
    close_seat(page, 2)  # with scripts Fundin moves up; without, he is no longer shown
    names = ["Anna", "Balin", "Fundin"] if scripts else ["Anna", "Balin"]
    shown = [row for row in rows.all() if row.locator(".for-name").is_visible()]
    assert [row.locator(".for-name input").input_value() for row in shown] == names
    signs = [row.locator(".figure").evaluate(SIGN) for row in shown]
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    for seat, name in enumerate(names):
        player = page.locator(f"#player-{seat}")
        expect(player).to_contain_text(name)
        assert player.locator(".figure").first.evaluate(SIGN) == signs[seat]


def test_what_is_not_needed_is_folded_and_alone_is_a_choice(guests: Guests) -> None:
    page = guests.arrive()
    page.goto("/?game=caverna")
    expect(page.locator("[name=option-tiles]")).to_be_hidden()
    page.get_by_text("Rule variants").click()
    expect(page.locator("[name=option-tiles]")).to_be_visible()
    expect(page.locator("[name=option-solo_purge]")).to_be_hidden()
    page.locator(".company").get_by_text("Alone").click()
    expect(page.locator(".seat-row").nth(1)).to_be_hidden()
    expect(page.locator(".seat-row fieldset").first).to_be_hidden()
    expect(page.locator("[name=option-solo_purge]")).to_be_visible()
    page.locator("[name=name-0]").fill("Anna")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#others")).to_have_count(0)
