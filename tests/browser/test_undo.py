"""Undo on the page, with the toy game: it goes back to the last thing that was revealed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dvergar.core.info import GameInfo
from tests.browser.stage import VERSION, Guests, act, at_start, set_up, version
from tests.web.serving import Served

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
    expect(closed).to_have_text("Nothing to undo yet.")

    for _ in range(2):
        before = version(page)
        page.get_by_role("button", name="Pick a stone").click()
        expect(page.locator(VERSION)).not_to_have_value(before)
    expect(log.locator(".log-turn")).to_have_count(1)
    undo.click()
    expect(log.locator(".log-turn.undone")).to_have_count(1)
    expect(log.locator(".log-turn")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(log.locator(".log-turn:not(.undone)")).to_have_count(0)
    expect(log.locator(".log-turn.undone")).to_have_text(re.compile("Taken back:.*picks a stone"))
    expect(closed).to_have_text("Nothing to undo yet.")

    page.get_by_role("button", name="Pick a stone").click()
    expect(undo).to_be_visible()
    page.get_by_role("button", name="Turn the card over").click()
    expect(closed).to_have_text("No undo: something was revealed.")
    expect(undo).to_have_count(0)
    page.get_by_role("button", name="Pick a stone").click()
    expect(undo).to_be_visible()
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator("#question")).to_contain_text("Balin")
    page.keyboard.press("u")
    expect(page.locator("#question")).to_contain_text("Anna")


def test_the_others_agree_to_a_turn_that_is_taken_back(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, slug="caverna")
    page, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    for one in (page, other):
        one.goto(scene.path)
    act(page, "place ore_mining")
    expect(other.locator(".prompt.yours")).to_be_visible()
    expect(other.locator("#since")).to_contain_text("Ore mining, 2 ore")
    told = other.locator(".since-turn a").first
    expect(told).to_have_attribute("title", re.compile("goes to Ore mining and gets 2 ore"))
    page.keyboard.press("Control+z")
    expect(page.locator("#wish")).to_contain_text("You’ve asked")
    expect(other.locator("#wish-no")).to_be_visible()
    other.locator("#wish-yes").click()
    expect(page.locator(".prompt.yours")).to_be_visible()
    for one in (page, other):
        expect(one.locator("#log .log-turn.undone")).to_contain_text("Ore mining")
        expect(one.locator("#log .log-turn.undone ul")).to_have_css(
            "text-decoration-line", "line-through"
        )
    expect(other.locator("#since")).not_to_contain_text("Ore mining")
