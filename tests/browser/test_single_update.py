"""A player gets the new table twice, as an answer and by the stream; the page applies it once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.stage import MOVES, Guests, act, at_start, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser

COUNT = """() => {
  window.swaps = window.messages = window.answers = 0;
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.closest("#chat")) window.swaps += 1;
  });
  document.addEventListener("dvergar:news", () => { window.messages += 1; });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.closest("#chat")) window.answers += 1;
  });
}"""
BOTH_CAME = "(times) => window.messages >= times && window.answers >= times"


def test_an_answer_and_its_live_message_change_the_table_once(
    guests: Guests, server: Served
) -> None:
    scene = set_up(server, 2, at_start, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(MOVES).first).to_be_visible()
    page.evaluate(COUNT)
    for number in range(1, 4):
        act(page, "dig")
        page.wait_for_function(BOTH_CAME, arg=number)
        assert page.evaluate("window.swaps") == number
