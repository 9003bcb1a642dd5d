"""Without JavaScript: links and buttons are enough for a whole game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.stage import MOVES, START, VERSION, Guests

pytestmark = pytest.mark.browser


def test_a_whole_game_by_buttons(guests: Guests) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto(START)
    expect(page.locator(".seat-row")).to_have_count(6)
    expect(page.locator("#add-seat")).to_be_hidden()
    page.locator("[name='name-0']").fill("Anna")
    page.locator(".seat-row").nth(1).locator(".kind-here").click()
    page.locator("[name='name-1']").fill("Balin")
    page.locator("[name='option-two_player_variant']").uncheck()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    turns = 0
    while True:
        expect(page.locator(f"{MOVES}, #scores").first).to_be_visible()
        if page.locator("#scores").count():
            break
        before = page.locator(VERSION).input_value()
        wish = page.locator(f"{MOVES}[value='{'dig' if turns < 3 else 'draw exit'}']")
        (wish if wish.count() else page.locator(MOVES)).first.click()
        expect(page.locator(VERSION)).not_to_have_value(before)
        turns += 1
    expect(page.locator("#scores")).to_contain_text("Anna")
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("link", name="One position on").click()
    expect(page.locator("#replay")).to_contain_text("Position 1 of")
    page.get_by_role("link", name="To the present").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#scores")).to_have_count(0)
    expect(page.locator(MOVES).first).to_be_visible()


def test_the_page_looks_again_by_itself_while_others_decide(guests: Guests) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto(START)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    for _ in range(2):
        expect(page.locator(MOVES).first).to_be_visible()
        before = page.locator(VERSION).input_value()
        page.locator(MOVES).first.click()
        expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator(MOVES).first).to_be_visible()
