"""The analysis on the replay page: asked for with a click, drawn by the server, for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dvergar.lab import move_evaluation
from tests.browser.axe import assert_accessible
from tests.browser.stage import Guests, at_the_end, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def test_an_analysis_comes_by_itself_once_it_was_asked_for(
    guests: Guests, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_evaluation, "DEFAULT_NODES", {"cunning": 2})
    scene = set_up(server, 2, at_the_end, two_player_variant=False)
    page = guests.arrive(bypass_csp=True)
    page.goto(f"{scene.path}?at=3")
    page.get_by_role("button", name="Analyse the game").click()
    graph = page.locator(".analysis-graph")
    expect(graph).to_be_visible(timeout=60_000)
    page.locator("#analysis ol a").first.click()
    expect(page.locator("#replay")).to_contain_text("Position")
    expect(graph).to_be_visible()
    page.reload()
    page.locator("#analysis summary").click()
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(f"{scene.path}?at={scene.moves}")
    graph.evaluate("(graph) => graph.scrollIntoView(true)")
    assert page.locator("#prompt").evaluate("(one) => one.getBoundingClientRect().bottom") < 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
