"""The home board: ghosts of tiles by pointer and by keyboard, and why something is not possible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.caverna.scenes import QUESTIONS, SLUG, working_day
from tests.browser.stage import MOVES, VERSION, Guests, at_start, set_before, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser

OPACITY = "(one) => Number(getComputedStyle(one.nextElementSibling).opacity)"


def test_a_tile_shows_its_ghost_both_ways_round_and_is_laid(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    for move in ("cavern r0c4 tunnel r0c5", "cavern r0c5 tunnel r0c4", "cavern r0c4 cavern r0c5"):
        hit = page.locator(f'{MOVES}[value="{move}"]')
        assert hit.evaluate(OPACITY) == 0
        hit.hover()
        page.wait_for_function(f"() => ({OPACITY})(document.querySelector('.hit:hover')) > 0.8")
    hit = page.locator(f'{MOVES}[value="cavern r0c4 tunnel r0c5"]')
    before = version(page)
    hit.click()
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator('.cave .board use[href="#c-tunnel"]')).to_have_count(2)


def test_a_mis_click_is_taken_back(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#space-excavation").click()
    expect(page.locator("#space-excavation.here")).to_be_visible()
    expect(page.locator(".sup").first).to_contain_text("11")
    page.keyboard.press("u")
    expect(page.locator("#space-excavation.open")).to_be_visible()


def test_the_keyboard_shows_the_ghost_too(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    hit = page.locator(f'{MOVES}[value="cavern r0c5 tunnel r1c5"]')
    page.locator("#question").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if hit.evaluate("(one) => one === document.activeElement"):
            break
    page.wait_for_function(f"() => ({OPACITY})(document.activeElement) === 1")
    before = version(page)
    page.keyboard.press("Enter")
    expect(page.locator(VERSION)).not_to_have_value(before)


def test_a_finger_sees_the_ghost_before_it_lays(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    size = {"width": 390, "height": 844}
    page = guests.arrive(scene.mine, viewport=size, has_touch=True, is_mobile=True)
    page.goto(scene.path)
    hit = page.locator(f'{MOVES}[value="cavern r0c4 tunnel r0c5"]')
    before = version(page)
    hit.tap()
    assert hit.evaluate("(one) => one.classList.contains('shown')")
    assert version(page) == before
    hit.tap()
    expect(page.locator(VERSION)).not_to_have_value(before)


def test_a_closed_space_says_why(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, at_start, slug=SLUG)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator("#space-imitation_4 .why")).to_have_text("Needs more food to imitate.")
    expect(page.locator("#space-imitation_4")).not_to_have_attribute("name", "move")


def test_animals_stand_where_they_live(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    board = page.locator(".cave .board")
    expect(board.locator('use[href="#b-sheep"]')).to_have_count(5)
    expect(board.locator('use[href="#b-cattle"]')).to_have_count(2)
    expect(board.locator('use[href="#t-donkey"]')).to_have_count(1)
    expect(board.locator(".badge", has_text="5 /8")).to_have_count(1)


def test_what_has_no_room_says_what_it_is_eaten_for(guests: Guests, server: Served) -> None:
    scene = set_before(server, QUESTIONS["herd"]())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".homeless")).to_contain_text("2")
    both = page.locator(f'{MOVES}[value="butcher 2 donkeys"]')
    expect(both).to_contain_text("+3")
    expect(both).to_contain_text("Becomes 3 food.")


def test_feeding_is_one_click_and_shows_what_it_eats(guests: Guests, server: Served) -> None:
    scene = set_before(server, QUESTIONS["feeding"]())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    feed = page.locator(f'{MOVES}[value="feed"]')
    expect(feed).to_contain_text("3 grain")
    expect(feed).to_contain_text("3 sheep")
    expect(page.locator(f'{MOVES}[value="beg"]')).to_contain_text("5 begging markers")
    expect(page.locator(f'{MOVES}[value="eat sheep"]')).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#question")).to_contain_text("Balin")


def test_points_can_be_hidden(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    points = page.locator(".neighbour .points").first
    expect(points).to_be_visible()
    page.get_by_role("button", name="Hide points").click()
    expect(points).to_be_hidden()
    page.get_by_role("button", name="Show points").click()
    expect(points).to_be_visible()
