"""The dragon moves visibly; whoever wants little motion gets little."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Guests, act, at_start, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser

# Every animation that begins on the page, with its length in milliseconds.
WATCH = """() => {
  window.begun = [];
  document.addEventListener("animationstart", (event) => {
    for (const one of event.target.getAnimations())
      window.begun.push([one.animationName, one.effect.getComputedTiming().duration]);
  });
}"""
LONGEST = """() => Math.max(0, ...document.getAnimations()
  .filter((one) => one.timeline === document.timeline)
  .map((one) => one.effect.getComputedTiming().duration))"""


def dragon_is_next(state: Any) -> bool:
    """Digging now wakes the dragon, and it burns somebody."""
    if state.over or 0 not in state.moves():
        return False
    after = state.copy()
    after.play(0)
    kinds = [event.kind for event in after.events()]
    return "dragon" in kinds and "burn" in kinds and "round" not in kinds


def dig(guests: Guests, server: Served, **options: Any) -> Page:
    scene = set_up(server, 3, dragon_is_next)
    page = guests.arrive(scene.mine, **options)
    page.goto(scene.path)
    page.evaluate(WATCH)
    act(page, "dig")
    return page


def test_the_dragon_moves_and_burns_what_it_passes(guests: Guests, server: Served) -> None:
    page = dig(guests, server, reduced_motion="no-preference")
    assert page.locator(".dragon-step").evaluate_all("all => all.length")
    for name in ("dragon-step", "burn", "fly"):
        page.wait_for_function("name => window.begun.some(([one]) => one === name)", arg=name)


def test_little_motion_means_little_motion(guests: Guests, server: Served) -> None:
    page = dig(guests, server, reduced_motion="reduce")
    expect(page.locator(".dragon-card")).to_be_visible()
    expect(page.locator(".before").first).to_be_attached()
    expect(page.locator(".before:visible, .burning:visible")).to_have_count(0)
    assert page.evaluate(LONGEST) <= 150
    page.wait_for_timeout(500)
    assert all(length <= 150 for _, length in page.evaluate("window.begun"))
    assert page.evaluate(LONGEST) <= 150


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_goods_fly_to_the_supply_and_a_tile_settles(
    guests: Guests, server: Served, motion: str
) -> None:
    scene = set_up(server, 2, at_start, slug="caverna")
    page = guests.arrive(scene.mine, reduced_motion=motion)
    page.goto(scene.path)
    page.evaluate(WATCH)
    act(page, "place drift_mining")
    flown = page.locator("#cave .flown")
    expect(flown).to_have_attribute("data-fly-from", "#space-drift_mining")
    tile = page.locator("#places button").first.get_attribute("value") or ""
    if motion == "reduce":
        expect(flown).to_be_hidden()
        act(page, tile, by_mouse=False)
        expect(page.locator("#cave .board use[href='#c-tunnel']")).to_have_count(1)
        assert "lay" not in [name for name, _ in page.evaluate("window.begun")]
        return
    page.wait_for_function("() => window.begun.some(([one]) => one === 'fly-in')")
    far = flown.evaluate("one => parseFloat(one.style.getPropertyValue('--dx'))")
    assert far > 100, "the spaces are to the right of the supply"
    act(page, tile, by_mouse=False)
    page.wait_for_function("() => window.begun.some(([one]) => one === 'lay')")
