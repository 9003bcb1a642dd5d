"""Whole games of Caverna through the page: two on one screen, alone, and with bots."""

from __future__ import annotations

import random
import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from dvergar.web.kernel.security.tokens import COOKIE
from tests.browser.caverna.scenes import SLUG, START, middle_of
from tests.browser.stage import (
    MOVES,
    Guests,
    Scene,
    at_start,
    open_table,
    press,
    set_before,
    set_up,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

BUTTON = re.compile(r'form="move" name="move" value="([^"]+)"')
OFFERED = """(where) => document.querySelector("#scores") ? null
  : [...document.querySelectorAll(where)].map((one) =>
    [one.value, Boolean(one.closest(".any") || /^ruby /.test(one.value))])"""
"""The moves on the page and which of them are free; none once the game is over."""


def wander(page: Page, chance: random.Random, moves: int = 2000) -> int:
    """Clicks at random among the buttons of the page until the score stands there."""
    played = 0
    while played < moves and (offered := page.evaluate(OFFERED, MOVES)) is not None:
        real = [value for value, free in offered if not free]
        free = [value for value, free in offered if free]
        value = chance.choice(free if free and chance.random() < 0.04 else real)
        button = page.locator(f'{MOVES}[value="{value}"]')
        press(button, by_mouse=played % 8 == 0 and button.is_visible())
        played += 1
    return played


def post_forms(server: Served, scene: Scene, chance: random.Random, until: str) -> int:
    """Posts the form of the table, with a button at random, until its page says this."""
    posted = 0
    cookies = {COOKIE: scene.mine, "confirm": "never"}
    with httpx.Client(base_url=server.url, cookies=cookies, verify=False, timeout=60) as http:
        html = http.get(scene.path).text
        while until not in html:
            at = re.search(r'name="at" value="(\d+)"', html)
            assert at
            form = {"move": chance.choice(BUTTON.findall(html)), "at": at[1]}
            html = http.post(f"{scene.path}/move", data=form, follow_redirects=True).text
            posted += 1
    return posted


@pytest.mark.whole_games
def test_a_whole_game_of_two_on_one_screen(guests: Guests, server: Served) -> None:
    """Forms without a browser up to the last rounds; games alone are clicked as a whole.

    Those are in `test_by_keys_and_touch`.
    """
    scene = set_up(server, 2, at_start, slug=SLUG, one_screen=True)
    chance = random.Random(1)
    posted = post_forms(server, scene, chance, "Round 10 of")
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    clicked = wander(page, chance)
    assert clicked > 20
    assert posted + clicked > 60
    expect(page.locator("#scores tbody tr")).to_have_count(13)
    expect(page.locator("#scores polyline")).to_have_count(2)
    points = page.locator("#scores polyline").first.get_attribute("points") or ""
    assert len(points.split()) == 11
    page.goto(f"{scene.path}?at=40")
    expect(page.locator("#replay")).to_contain_text("Position 40 of")
    expect(page.locator(MOVES)).to_have_count(0)


def test_a_whole_game_alone(guests: Guests, server: Served) -> None:
    """Forms without a browser up to the last rounds, the rest by clicks."""
    scene = set_up(server, 1, at_start, slug=SLUG)
    chance = random.Random(2)
    post_forms(server, scene, chance, "Round 10 of")
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    assert wander(page, chance) > 5
    expect(page.locator("#question")).to_contain_text("Your score is")


def test_four_players_two_of_them_bots(guests: Guests) -> None:
    page = guests.arrive()
    page.goto(START)
    open_table(page, START, kind_1="here", kind_2="bot", kind_3="bot")
    seen: set[str] = set()
    for number in range(60):
        if len(seen) == 4:
            break
        expect(page.locator(MOVES).first).to_be_visible()
        wander(page, random.Random(number), 1)
        seen |= set(
            page.locator(".log-lines .disc:not(.log-event)").evaluate_all(
                "all => all.map(x => x.className)"
            )
        )
    assert len(seen) == 4, seen


def test_seven_players_have_room(guests: Guests, server: Served) -> None:
    scene = set_before(server, middle_of(7))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".neighbour")).to_have_count(6)
    expect(page.locator("#spaces .space:not(.down)")).to_have_count(34)
    boxes = page.locator(".space").evaluate_all(
        "all => all.map((x) => x.getBoundingClientRect()).map((b) => [b.x, b.y, b.right, b.bottom])"
    )
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
            assert apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1, (one, other)
    page.keyboard.press("o")
    expect(page.locator("#seat-3 .board")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator("#tiles")).to_be_visible()
    expect(page.locator("#cave")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#tiles")).to_be_hidden()
