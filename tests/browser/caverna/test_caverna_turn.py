"""A turn as the question tells it: loot within reach, what came, what cannot be paid."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.caverna.scenes import working_day
from tests.browser.stage import MOVES, Guests, set_before
from tests.games.caverna.tables import table
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def test_loot_is_seen_before_and_gains_are_named_after(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    reach = page.locator("#spaces .reach")
    expect(reach).to_contain_text("Loot at strength 3")
    expect(reach).to_contain_text("1 stone")
    expect(reach).not_to_contain_text("1 vegetable")
    expect(reach.locator(".signs > *")).to_have_count(7)
    page.locator("#space-drift_mining").click()
    expect(page.locator(".so-far")).to_have_text("Your turn › Drift mining › 3 stone")
    expect(reach).to_have_count(0)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(reach).to_have_count(0)


def test_what_cannot_be_paid_says_what_is_missing(guests: Guests, server: Served) -> None:
    seat = {"goods": {"ruby": 1, "grain": 1}, "board": {"r2c3": "cooking_cave", "r2c4": "tunnel"}}
    scene = set_before(server, table(seat, players=2))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#anytime .all").click()
    unpaid = page.locator("#trades .unpaid")
    for words, why in (
        ("a cavern for 2 rubies", "Needs 1 ruby more"),
        ("5 food for 1 grain, 1 vegetable", "Needs 1 vegetable more"),
        ("1 cattle for 1 ruby, 1 food", "Needs 1 food more"),
    ):
        expect(unpaid.filter(has_text=words)).to_contain_text(why)
    expect(unpaid.locator("button, a")).to_have_count(0)
    page.locator(f'{MOVES}[value="ruby wood"]').click()
    expect(unpaid.filter(has_text="1 wood or a meadow")).to_contain_text("Needs 1 ruby more")
