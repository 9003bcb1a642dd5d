"""Parts of the table that live messages leave out: they come when somebody looks at them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.caverna.scenes import working_day
from tests.browser.stage import (
    Guests,
    at_start,
    press,
    set_before,
    set_up,
    version,
    wait_for_change,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

SHOWN = ".part > .part"


def asked_for(page: Page) -> list[str]:
    """The parts that a page will have asked for."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/part/" in request.url:
            asked.append(request.url.rpartition("/")[2])

    page.on("request", note)
    return asked


def test_what_is_out_of_view_is_fetched_when_it_is_looked_at(
    guests: Guests, server: Served
) -> None:
    scene = set_before(server, working_day())
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    asked = asked_for(other)
    for page in (mine, other):
        page.goto(scene.path)
    board, before = other.locator(f"#seat-{scene.acting}"), version(other)
    expect(board).to_have_count(1)
    press(mine.locator('button[value="place logging"]'), by_mouse=True)
    wait_for_change(other, before)
    assert asked == []
    goods = board.locator(".goods")
    expect(goods).to_contain_text("9 wood")
    other.keyboard.press("o")
    expect(goods).to_contain_text("12 wood")
    assert asked == ["others"]
    # What is in view keeps up with the table.
    before = version(other)
    press(mine.locator("#undo-button"), by_mouse=True)
    wait_for_change(other, before)
    expect(goods).to_contain_text("9 wood")
    assert asked == ["others", "others"]
    other.keyboard.press("t")
    expect(other.locator("#tiles .tile").first).to_be_visible()
    expect(other.locator(f"#tiles {SHOWN}")).to_have_attribute("data-at", version(other))
    assert asked == ["others", "others", "tiles"]


def test_a_part_with_nothing_in_it_comes_at_once(guests: Guests, server: Served) -> None:
    """After a choice among the tiles none of them is a button; on one screen others are others."""
    scene = set_before(server, working_day("place urgent_wish_for_children"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.keyboard.press("s")
    expect(page.locator("#spaces .space")).to_have_count(27)
    press(page.locator("button.tile", has_text="Mixed dwelling"), by_mouse=False)
    expect(page.locator(f"#tiles {SHOWN} .tile")).to_have_count(46)
    expect(page.locator("#tiles button.tile")).to_have_count(0)

    scene = set_up(server, 3, at_start, slug="caverna", one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(f"#seat-{scene.acting}")).to_have_count(0)
    home = page.locator("#cave-title .disc")
    expect(home).to_have_class(f"disc s{scene.acting}")
    press(page.locator('button[value="place supplies"]'), by_mouse=True)
    expect(home).not_to_have_class(f"disc s{scene.acting}")
    page.locator(f'.neighbour a[href="#seat-{scene.acting}"]').click()
    expect(page.locator(f"#seat-{scene.acting} .board")).to_be_visible()
