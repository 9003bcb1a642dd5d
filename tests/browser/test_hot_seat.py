"""Two people on one screen: each sees the own gold only, and each leads two dwarfs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.stage import MOVES, Guests, act, open_table, play

pytestmark = pytest.mark.browser


def test_two_people_share_a_screen_and_hide_their_gold(guests: Guests) -> None:
    page = guests.arrive()
    open_table(page, name_0="Anna", kind_1="here", name_1="Balin")
    for seat in (0, 1):
        expect(page.locator(f"#player-{seat} .player-figures .figure")).to_have_count(2)
    asked = set()
    for _ in range(8):
        yours = page.locator(".player.yours")
        expect(yours).to_have_count(1)
        asked.add(yours.get_attribute("id"))
        expect(yours.locator(".player-gold")).to_be_visible()
        expect(page.locator(".player:not(.yours) .player-gold")).to_have_count(0)
        act(page, "dig")
        expect(page.locator(MOVES).first).to_be_visible()
    assert asked == {"player-0", "player-1"}
    play([page], moves=4)
    expect(page.locator(".log-turn").nth(11)).to_be_attached()
