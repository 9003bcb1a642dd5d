"""Without JavaScript: links and buttons are enough from the first look to the next game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import (
    MOVES,
    START,
    VERSION,
    Guests,
    near_the_end,
    set_up,
    wait_for_question,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def play_on(page: Page, moves: int = 1000) -> None:
    """Presses buttons, as often as told or to the end."""
    for turn in range(moves):
        wait_for_question(page)
        if page.locator("#scores").count():
            return
        before = page.locator(VERSION).input_value()
        wish = page.locator(f"{MOVES}[value='{'dig' if turn < 3 else 'draw exit'}']")
        with page.expect_navigation():
            (wish if wish.count() else page.locator(MOVES)).first.click()
        expect(page.locator(VERSION)).not_to_have_value(before)


def test_a_game_is_begun_by_buttons(guests: Guests) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto(START)
    expect(page.locator(".seat-row")).to_have_count(6)
    expect(page.locator("#add-seat")).to_be_hidden()
    page.locator("[name='name-0']").fill("Anna")
    page.locator(".seat-row").nth(1).locator(".kind-here").click()
    page.locator("[name='name-1']").fill("Balin")
    page.get_by_text("Rule variants").click()
    page.locator("[name='option-two_player_variant']").uncheck()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    play_on(page, moves=8)
    expect(page.locator(MOVES).first).to_be_visible()


def test_a_game_is_ended_and_begun_again_by_buttons(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, near_the_end, one_screen=True, two_player_variant=False)
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)
    play_on(page)
    expect(page.locator("#scores")).to_contain_text("Anna")
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("link", name="One position forward").click()
    expect(page.locator("#replay")).to_contain_text("Position 1 of")
    page.get_by_role("link", name="To the present").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#scores")).to_have_count(0)
    expect(page.locator(MOVES).first).to_be_visible()


def test_the_page_looks_again_by_itself_while_others_decide(guests: Guests) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto(START)  # the form as it stands is for one person and a bot
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    for _ in range(2):
        expect(page.locator(MOVES).first).to_be_visible()
        before = page.locator(VERSION).input_value()
        page.locator(MOVES).first.click()
        expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator(MOVES).first).to_be_visible()
