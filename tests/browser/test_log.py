"""The log in the browser: its end is in view, older turns come when asked for and then stay."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import caves
from tests.browser.measures import box, resize
from tests.browser.stage import MOVES, VERSION, Guests, Scene, act, press, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser

HELD = """() => [...document.querySelectorAll("#log .log-turn:not(.undone) .log-number")]
  .map(link => Number(link.textContent))"""
OLDER = """() => [...document.querySelectorAll("#log-older .log-turn")]"""
IN_VIEW = """() => {
  const list = document.querySelector("#log-lines").getBoundingClientRect();
  return [...document.querySelectorAll("#log-parts > li")].filter((one) => {
    const own = one.getBoundingClientRect();
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
  }).length;
}"""
LAST = "#log-parts > li:last-child"


def long_ago(state: object) -> bool:
    """The third round has been played for a while."""
    return getattr(state, "round", 0) == 3 and getattr(state, "turn", 0) > 80


@pytest.fixture
def scene(server: Served) -> Scene:
    return set_up(server, 3, long_ago)


def is_in_view(page: Page, selector: str) -> bool:
    """Whether an entry can be seen in the box of the log without moving anything in it."""
    inside: bool = page.locator(selector).evaluate(
        """entry => {
          const box = document.querySelector("#log-lines").getBoundingClientRect();
          const own = entry.getBoundingClientRect();
          return own.bottom <= box.bottom + 1 && own.bottom > box.top;
        }"""
    )
    return inside


@pytest.mark.parametrize("scripts", [True, False])
def test_the_newest_turn_is_in_view_with_and_without_scripts(
    guests: Guests, scene: Scene, scripts: bool
) -> None:
    page = guests.arrive(scene.mine, java_script_enabled=scripts)
    page.goto(scene.path)
    expect(page.locator("#log-lines")).to_be_visible()
    overflows = "e => e.scrollHeight > e.clientHeight"
    assert page.locator("#log-lines").evaluate(overflows), "there is more than fits"
    assert is_in_view(page, LAST)
    if not scripts:
        page.locator("#log-more").click()
        page.wait_for_url(f"**{scene.path}/log")
        expect(page.locator(".log-heading")).to_have_count(3)
        page.get_by_role("link", name="Back to the table").click()
        expect(page.locator("#log-lines")).to_be_visible()


def test_older_turns_are_fetched_and_stay_while_the_table_goes_on(
    guests: Guests, scene: Scene
) -> None:
    page, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    page.goto(scene.path)
    other.goto(scene.path)
    few = len(page.evaluate(HELD))
    page.locator("#log-more").click()
    expect(page.locator("#log-older .log-heading").first).to_be_attached()
    expect(page.locator("#log-more")).to_be_hidden()
    expect(page.locator("#log-lines")).to_be_focused()
    held = page.evaluate(HELD)
    assert len(held) > few
    assert held == sorted(held), "oldest first"
    act(page)
    expect(other.locator(VERSION)).to_have_value(version(page))
    assert set(held) <= set(page.evaluate(HELD)), "a live message leaves them where they are"
    assert other.locator("#log-older").inner_html() == "", "nobody else was sent them"


def test_what_was_fetched_grows_when_the_page_begins_later(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, long_ago, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    stamp = page.locator("#log-more").get_attribute("data-stamp") or ""
    page.locator("#log-more").click()
    expect(page.locator("#log-older .log-turn").first).to_be_attached()
    oldest = len(page.evaluate(OLDER))
    for _ in range(60):
        if page.locator("#log-more").get_attribute("data-stamp") != stamp:
            break
        press(page.locator(MOVES).first, by_mouse=False)
    expect(page.locator("#log-more")).not_to_have_attribute("data-stamp", stamp)
    page.wait_for_function(f"before => ({OLDER})().length > before", arg=oldest)
    held = page.evaluate(HELD)
    assert held == sorted(held)
    assert len(held) == len(set(held)), "no turn stands there twice"


def test_what_six_did_unfolds_over_the_table(guests: Guests, server: Served) -> None:
    scene = set_up(server, 6, lambda state: state.turn > 8)
    for width, height in ((390, 844), (1280, 800), (1920, 1080)):
        size, phone = {"width": width, "height": height}, width < 600
        page = guests.arrive(scene.mine, viewport=size, has_touch=phone, is_mobile=phone)
        page.goto(scene.path)
        question = page.locator("#question h2").bounding_box()
        label = page.locator(".since-more label")
        if label.is_visible():
            label.tap() if width < 600 else label.click()
            assert page.locator("#question h2").bounding_box() == question, "nothing jumps"
        turns = page.locator(".since-turn")
        assert turns.count() >= 5
        for turn in turns.all():
            expect(turn).to_be_in_viewport(ratio=0.9)
            link = turn.locator("a").first.bounding_box()
            assert link is not None
            assert width > 600 or link["height"] >= 44


def test_what_the_others_did_stands_beside_the_question(guests: Guests, scene: Scene) -> None:
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    since = page.locator("#prompt #since")
    expect(since.locator(".since-turn").first).to_be_visible()
    height = since.bounding_box()
    assert height, "it is there"
    assert height["height"] <= 160, "however much happened"
    line = since.locator(".since-turn").first
    board = line.locator("a").first.get_attribute("href") or ""
    line.locator("a").first.click()
    assert page.url.endswith(board)
    expect(page.locator(board)).to_be_visible()
    line.locator(".log-number").click()
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)


def late(state: object) -> bool:
    """Enough has happened to fill a log."""
    return getattr(state, "round", 0) >= 6


def test_eight_entries_are_in_view_and_large_screens_have_a_column(
    guests: Guests, server: Served
) -> None:
    page = guests.arrive()
    for scene in (
        set_up(server, 4, long_ago),
        caves.set_up(server, 2, late),
    ):
        guests.change_seat(page, scene.mine)
        page.goto(scene.path)
        resize(page, 1280, 800)
        assert page.evaluate(IN_VIEW) >= 8, scene.path
        for screen in ((1600, 900), (1920, 1080)):
            resize(page, *screen)
            column = box(page, "#log")
            assert column.top < screen[1] * 0.08, "from the top bar"
            assert column.bottom > screen[1] * 0.97, "to the lower edge"
            assert page.evaluate(IN_VIEW) >= 8, screen
