"""Cave vs Cave by keyboard, without JavaScript, in French; what is explained, blocked, undone."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.caves import asks, choose, click, offered, set_up
from tests.browser.stage import MOVES, VERSION, Guests, version
from tests.browser.test_keyboard import tab_to
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def press(page: Page, key: str = "Enter") -> None:
    before = version(page)
    page.keyboard.press(key)
    expect(page.locator(VERSION)).not_to_have_value(before)


def test_a_turn_by_keyboard(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, asks("tile", "take masonry"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#content").focus()
    tab_to(page, "[value='take masonry']")
    press(page)
    tab_to(page, ".seam[name=move]")
    press(page)
    expect(page.locator(".cave-panel.asked .wall")).not_to_have_count(0)
    tab_to(page, "[value='use entrance flax']")
    press(page)
    press(page, "u")
    expect(page.locator("[value='use entrance flax']")).to_be_visible()
    press(page, "d")
    expect(page.locator(MOVES)).to_have_count(0)


def test_what_a_tile_is_about_opens_by_key_and_tap(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, asks("tile"))
    page = guests.arrive(scene.mine, has_touch=True)
    page.goto(scene.path)
    about = page.locator("#help-dialog")
    expect(about).to_be_hidden()
    sign = page.locator(".info[href='/help/cave_vs_cave/tile:cultivation']")
    sign.focus()
    page.keyboard.press("Enter")
    expect(about.get_by_role("heading", name="Cultivation")).to_be_focused()
    page.keyboard.press("Escape")
    expect(about).to_be_hidden()
    expect(sign).to_be_focused()
    page.locator("#display-shelf [data-about]").tap()
    expect(about).to_contain_text("1 wood, 3 points, one wall")
    about.get_by_role("link").first.click()
    expect(page).to_have_url(
        re.compile(r"/rules/cave_vs_cave\?table=\w+#cave_vs_cave\.room\.shelf$")
    )
    expect(page.locator("li:target")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile(scene.path))


def test_what_is_blocked_says_why(guests: Guests, server: Served) -> None:
    def wanted(state: Any) -> bool:
        if not asks("parts", "furnish")(state):
            return False
        reasons = {blocked.reason for blocked in state.prompt("en", ["A", "B"]).blocked}
        return len(reasons) >= 3

    scene = set_up(server, 2, wanted)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#reasons summary").click()
    state = server.run(server.inside.tables.get(scene.id)).state
    for blocked in state.prompt("en", ["A", "B"]).blocked:
        expect(page.locator("#reasons")).to_contain_text(blocked.reason)
    locked = page.locator(".rooms .blocked-room").first
    expect(locked.locator(".lock")).to_be_visible()
    locked.locator(".hit").click()
    reason = locked.locator("[data-why]").text_content()
    expect(page.locator("#help-now span")).to_have_text(reason or "?")


def test_undo_stops_at_a_dug_tile(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, asks("tile", "take excavation"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    click(page, "take excavation")
    expect(page.locator("#undo-button")).to_be_visible()
    click(page, next(move for move in offered(page) if move.startswith("dig r")))
    expect(page.locator(".undo-closed")).to_have_text("No undo: a tile was turned up.")
    expect(page.locator(".rooms .room.fresh, .room.fresh")).not_to_have_count(0)


def test_a_round_without_javascript(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, lambda state: state.round == 3, one_screen=True)
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)
    chance = random.Random(5)
    while "Round 3" in page.locator("#rounds").inner_text():
        click(page, choose(offered(page), chance, hurry=0.3))
    expect(page.locator("#rounds")).to_contain_text("Round 4")


def test_french(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, asks("parts", "gain wood", "wall"))
    page = guests.arrive(scene.mine, locale="fr-FR")
    page.goto(scene.path)
    expect(page.locator("#question")).to_contain_text("Maçonnerie : quelle action faites-vous ?")
    expect(page.locator("#tile-cultivation h3")).to_have_text("Culture")
    expect(page.get_by_role("button", name="Terminer le tour")).to_be_visible()
    text = page.locator("#table").inner_text()
    for word in ("wood", "stone", "turn", "Rooms", "Walls", "furnish", "Points now"):
        assert word not in text, word


def test_a_tie_says_what_breaks_it(guests: Guests, server: Served) -> None:
    def tie(state: Any) -> bool:
        return state.over and len({score.total for score in state.scores()}) == 1

    scene = set_up(server, 2, lambda state: tie(state) and state.ranking() != [1, 1])
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".tie")).to_contain_text("has the better best room")
