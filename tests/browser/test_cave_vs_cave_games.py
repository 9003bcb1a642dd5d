"""Whole games of Cave vs Cave, by clicks alone; every legal move is a button all the way."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.caves import assert_all_offered, choose, click, click_on, set_up
from tests.browser.stage import MOVES, Guests, Scene
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def play_to_the_end(page: Page, server: Served, scene: Scene, seed: int) -> int:
    """Ten moves in English, the rest of the game in French; its end is shown in English again."""
    chance, played = random.Random(seed), 0
    while moves := assert_all_offered(page, server, scene):
        click_on(page, choose(moves, chance, hurry=0.8))
        played += 1
        if played == 10:
            speak(page, "fr")
    expect(page.locator("#scores")).to_contain_text("Score final")
    speak(page, "en")
    return played


def speak(page: Page, lang: str) -> None:
    page.locator(f'button[name="lang"][value="{lang}"]').first.click()
    expect(page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.whole_games
def test_two_players_at_one_screen(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, lambda _: True, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".cave-panel")).to_have_count(2)
    assert play_to_the_end(page, server, scene, 3) > 45
    expect(page.locator("#scores")).to_contain_text("Best room")
    expect(page.locator("#scores tbody tr")).to_have_count(2)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.whole_games
def test_alone(guests: Guests, server: Served) -> None:
    scene = set_up(server, 1, lambda _: True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".cave-panel")).to_have_count(1)
    expect(page.locator(".stack")).to_contain_text("9 rooms in the stack")
    expect(page.locator(".goal")).to_contain_text("The goal is 50 points")
    assert play_to_the_end(page, server, scene, 4) > 20
    expect(page.locator("#prompt")).to_contain_text("Your score is")
    expect(page.locator("#scores")).to_contain_text("above 60")


def test_each_at_a_browser_of_their_own(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, lambda _: True)
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    mine.goto(scene.path)
    other.goto(scene.path)
    expect(other.locator(MOVES)).to_have_count(0)
    click(mine, "take excavation")
    click(mine, "dig r3c1")
    dug = other.locator(f"#cell-{scene.acting}-r3c1.cavern")
    expect(dug).to_be_attached()
    other.locator(f"#cave-{scene.acting}").hover()  # unfolds over the log
    expect(dug).to_be_visible()
    click(mine, "done")
    expect(other.locator(MOVES).first).to_be_visible()
    expect(other.locator("#tile-excavation")).to_contain_text("Taken by")
    expect(other.locator("#tile-excavation button[name=move]")).to_have_count(0)


def test_against_a_bot_from_the_start_page(guests: Guests) -> None:
    page = guests.arrive()
    page.goto("/?game=cave_vs_cave")
    page.locator("#new [name='name-0']").fill("Anna")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(MOVES).first).to_be_visible()
    expect(page.locator(".cave-panel").first).to_contain_text("Anna (you)")
