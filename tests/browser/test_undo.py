"""Undo on the page, with the toy game: it goes back to the last thing that was revealed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dvergar.core.registry import GameInfo
from tests.browser.stage import VERSION, Guests, version

pytestmark = pytest.mark.browser


def test_moves_are_taken_back_until_a_card_is_revealed(guests: Guests, stones: GameInfo) -> None:
    page = guests.arrive()
    page.goto(f"/?game={stones.slug}")
    page.locator("[name='name-0']").fill("Anna")
    page.locator(".seat-row").nth(1).locator(".kind-here").click()
    page.locator("[name='name-1']").fill("Balin")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    log, undo = page.locator("#log"), page.get_by_role("button", name="Undo")
    closed = page.locator(".undo-closed")
    expect(closed).to_have_text("Nothing to take back yet.")

    for _ in range(2):
        before = version(page)
        page.get_by_role("button", name="Pick a stone").click()
        expect(page.locator(VERSION)).not_to_have_value(before)
    expect(log.locator(".log-move")).to_have_count(2)
    undo.click()
    expect(log.locator(".log-move")).to_have_count(1)
    page.keyboard.press("u")
    expect(log).to_contain_text("Nothing yet.")
    expect(closed).to_have_text("Nothing to take back yet.")

    page.get_by_role("button", name="Pick a stone").click()
    expect(undo).to_be_visible()
    page.get_by_role("button", name="Turn the card over").click()
    expect(closed).to_have_text("No undo: a card was revealed.")
    expect(undo).to_have_count(0)
    page.get_by_role("button", name="Pick a stone").click()
    expect(undo).to_be_visible()
    page.get_by_role("button", name="End the turn").click()
    expect(closed).to_have_text("No undo: your turn has passed.")
