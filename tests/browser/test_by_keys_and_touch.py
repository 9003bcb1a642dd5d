"""Whole games of all three by keys alone, and by a finger alone on a phone.

Which move is made is decided with the engine; how it is made, only with what a person has: keys
that stand on buttons, letters that a key shows, or taps on what is seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from dvergar.core.languages import LANGUAGES
from tests.browser.stage import (
    MOVES,
    VERSION,
    Guests,
    Scene,
    at_start,
    set_up,
    version,
    wait_for_change as wait,
)
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.whole_games]

LEAVING: Final = ("done", "go on", "pass", "finish", "feed", "draw exit")
PLAYERS: Final = {"caverna": 1, "cave_vs_cave": 1, "my_gold_mine": 2}
HOW: Final = """(move) => {
  const seen = (one) => one.getClientRects().length > 0;
  const button = [...document.querySelectorAll("#table button[name=move]")]
    .find((one) => one.value === move);
  if (!button) return null;
  const menu = button.closest("[popover]");
  const pane = ["tray", "tiles", "spaces", "trades"].find((id) => button.closest(`#${id}`)) ?? "";
  return {
    key: button.dataset.key ?? "",
    letter: button.dataset.letter ?? "",
    seen: seen(button),
    menu: menu && !menu.matches(":popover-open") ? menu.id : "",
    pane,
  };
}"""
OFFERED: Final = """(names) => {
  const values = new Set([...document.querySelectorAll("#table button[name=move]")]
    .map((one) => one.value));
  return names.filter((name) => values.has(name));
}"""
LABEL: Final = """(wanted) => {
  const letters = [...document.querySelectorAll("#letters kbd")];
  const menu = document.querySelector("#table [popover]:popover-open");
  const buttons = [...(menu ?? document.querySelector("#table")).querySelectorAll(
    "button[name=move]:not([data-key], [data-letter]), button[popovertarget^=menu-]")]
    .filter((one) => one.getClientRects().length && !one.matches("[aria-disabled=true]"));
  const at = buttons.findIndex((one) => one.matches(wanted));
  return letters.length === buttons.length && at >= 0 ? letters[at].textContent : "";
}"""


def start(guests: Guests, server: Served, slug: str, **options: Any) -> tuple[Page, Scene]:
    rules: dict[str, Any] = {"two_player_variant": False} if slug == "my_gold_mine" else {}
    scene = set_up(server, PLAYERS[slug], at_start, slug=slug, one_screen=True, **rules)
    page = guests.arrive(scene.mine, **options)
    page.goto(scene.path)
    return page, scene


def play_out(page: Page, server: Served, scene: Scene, make: Callable[[Page, str], None]) -> int:
    """Plays to the end, more often than not by what ends a turn; how many moves it took."""
    chance = random.Random(5)
    played = 0
    while not (state := server.run(server.inside.tables.get(scene.id)).state).over:
        expect(page.locator(VERSION)).to_have_value(str(_version(server, scene)))
        names = [state.game.name(move) for move in state.moves(free=False)]
        offered = page.evaluate(OFFERED, names)
        leaving = [name for name in offered if name in LEAVING]
        make(page, leaving[0] if leaving and chance.random() < 0.7 else chance.choice(offered))
        played += 1
    expect(page.locator("#scores")).to_be_visible()
    return played


def _version(server: Served, scene: Scene) -> int:
    return server.run(server.inside.tables.get(scene.id)).version


def by_keys(page: Page, move: str) -> None:
    """Two keys for most moves; a third where a tile is turned or a menu is opened first."""
    before, how = version(page), page.evaluate(HOW, move)
    if how["letter"]:
        _turn(page, move, lambda: page.keyboard.press("r"))
        page.keyboard.press(how["letter"])
        page.keyboard.press(how["letter"])
    elif how["key"]:
        page.keyboard.press(how["key"])
    else:
        if how["menu"]:
            _press_letter(page, f'[popovertarget="{how["menu"]}"]')
            page.locator(f"#{how['menu']}").wait_for()
            page.locator(f"#{how['menu']}").evaluate("() => document.activeElement.blur()")
        elif not how["seen"]:
            page.keyboard.press(how["pane"][0])
            page.keyboard.press("Escape")
        _press_letter(page, f'[value="{move}"]')
    wait(page, before)


def _press_letter(page: Page, wanted: str) -> None:
    page.keyboard.press("Enter")
    page.locator("#letters kbd").first.wait_for()
    label = page.evaluate(LABEL, wanted)
    assert label, f"no letter for {wanted}"
    for key in label:
        page.keyboard.press(key.lower())


def _turn(page: Page, move: str, turn: Callable[[], None]) -> None:
    """Turns what is in hand, or takes up the next thing, until the place can be seen."""
    for _ in range(12):
        if page.evaluate(HOW, move)["seen"]:
            return
        turn()
    raise AssertionError(f"{move} is never seen")


def by_touch(page: Page, move: str) -> None:
    """Taps on what is seen; a part of the table that is not seen is opened by its own tap."""
    before, how = version(page), page.evaluate(HOW, move)
    button = page.locator(f'{MOVES}[value="{move}"]').first
    if how["letter"]:
        _turn(page, move, page.locator(".turn:visible").first.tap)
        button.tap()
    elif how["menu"]:
        page.locator(f'[popovertarget="{how["menu"]}"]:visible').first.tap()
    elif not how["seen"]:
        assert how["pane"], f"{move} is not seen and in no part that can be opened"
        page.locator(f".to-{how['pane']}:visible").first.tap()
    button.tap()
    wait(page, before)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", list(PLAYERS))
def test_a_whole_game_by_keys(guests: Guests, server: Served, slug: str, lang: str) -> None:
    page, scene = start(guests, server, slug, locale=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert play_out(page, server, scene, by_keys) > 10
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement !== document.body")


@pytest.mark.parametrize("slug", list(PLAYERS))
def test_a_whole_game_by_touch_on_a_phone(guests: Guests, server: Served, slug: str) -> None:
    phone = {"width": 390, "height": 844}
    page, scene = start(guests, server, slug, viewport=phone, has_touch=True, is_mobile=True)
    assert play_out(page, server, scene, by_touch) > 10
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
