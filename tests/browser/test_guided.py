"""Guided first games in a real browser: by keyboard, by touch on a phone, without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from dvergar.core.registry import info
from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import BOT, PERSON, Seat
from tests.browser.axe import LIGHTS, assert_nothing_serious
from tests.browser.guides import PLACE, assert_points_well, number_of, step_of
from tests.browser.stage import Guests, hold_back, version, wait_for_change
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
LOADS_LATE = """addEventListener("DOMContentLoaded", () => {
  const image = new Image();
  image.src = "/late.svg";
  document.body.append(image);
});"""
"""Keeps a page from being loaded until a picture is there."""

SOME_FRAMES = """() => new Promise((done) => {
  const wait = (frames) => frames ? requestAnimationFrame(() => wait(frames - 1)) : done();
  wait(4);
})"""

LEFT_ELSEWHERE = """() => {
  const ring = document.querySelector("#guide-ring");
  ring.style.translate = "0 -439px";
  const laidAnew = () => { ring.style.translate = ""; };
  new MutationObserver(laidAnew).observe(ring.parentNode, { childList: true });
  scrollBy(0, -1);
  return ring.getBoundingClientRect().top;
}"""
"""Does what Chromium does at times: the ring is off until it is laid out anew."""


def begin(guests: Guests, server: Served, slug: str, step: int = 1, **options: Any) -> Page:
    """The table of a guided game at one of its steps."""
    token = new_token()
    page = guests.arrive(token, confirm="", **options)
    tables = server.inside.tables
    guide = info(slug).guide()
    assert guide is not None
    dealt = dict(info(slug).check(guide.options))
    bots = int(dealt.pop("players")) - 1
    seats = [Seat(PERSON, "Anna")] + [Seat(BOT, "", "random")] * bots
    plan = Plan(slug, dealt, seats, "First game", guide=guide.digest)
    table = server.run(tables.open(plan, digest(token), guide.seed))
    if step > 1:
        table = server.run(tables._lead(table, step - 1))
    page.goto(f"/table/{table.id}")
    return page


def assert_accessible(page: Page) -> None:
    """The guide has nothing serious in either light."""
    for light in LIGHTS:
        page.emulate_media(color_scheme=light)
        assert_nothing_serious(page, light)


@pytest.mark.whole_games
@pytest.mark.parametrize(
    ("slug", "width", "height"), [("cave_vs_cave", 1280, 900), ("caverna", 1280, 800)]
)
def test_a_whole_guided_game_by_keyboard(
    guests: Guests, server: Served, slug: str, width: int, height: int
) -> None:
    page = begin(guests, server, slug, viewport={"width": width, "height": height})
    guide = info(slug).guide()
    assert guide is not None
    for number, written in enumerate(guide.steps, start=1):
        expect(page.locator("#guide")).to_have_attribute("data-step", str(number))
        assert_points_well(page)
        if number == 4:
            assert_accessible(page)
        before = version(page)
        if number == len(guide.steps):
            break
        if written.play:
            page.keyboard.press(".")
            expect(page.locator("button:focus")).to_have_attribute("value", written.play)
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("n")
        wait_for_change(page, before)
    page.keyboard.press("u")
    expect(page.locator("#guide")).to_have_attribute("data-step", str(len(guide.steps) - 1))
    page.keyboard.press("n")
    page.locator("#guide-on").press("Enter")
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.locator("#question")).not_to_be_empty()


@pytest.mark.whole_games
@pytest.mark.parametrize(("slug", "lang"), [("caverna", "fr"), ("my_gold_mine", "en")])
def test_a_whole_guided_game_by_touch(guests: Guests, server: Served, slug: str, lang: str) -> None:
    phone: dict[str, Any] = {
        "viewport": PHONE,
        "has_touch": True,
        "is_mobile": True,
        "locale": lang,
    }
    page = begin(guests, server, slug, **phone)
    guide = info(slug).guide()
    assert guide is not None
    for number, written in enumerate(guide.steps, start=1):
        expect(page.locator("#guide")).to_have_attribute("data-step", str(number))
        assert_points_well(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if number == 4:
            assert_accessible(page)
        before = version(page)
        if number == len(guide.steps):
            break
        if written.play:
            spot = page.locator(f"label.spot[for=m{int(number_of(slug, written.play))}]")
            page.touchscreen.tap(*page.evaluate(PLACE))
            if spot.count():  # the first tap shows, the second lays
                expect(spot).to_contain_class("shown")
                page.touchscreen.tap(*page.evaluate(PLACE))
        else:
            page.locator("#guide-next").tap()
        wait_for_change(page, before)
    for button in page.locator(".guide-acts .button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_a_whole_cave_is_seen_above_the_guide_of_a_small_phone(
    guests: Guests, server: Served
) -> None:
    small: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    for step in (1, 16):
        page = begin(guests, server, "cave_vs_cave", step, locale="fr", is_mobile=True, **small)
        assert_points_well(page)
    page.locator("#guide-next").tap()
    expect(page.locator("#guide")).to_have_attribute("data-step", "17")
    assert page.locator("#prompt").evaluate("(one) => getComputedStyle(one).position") == "sticky"


def test_other_moves_are_explained_and_the_guide_is_accessible(
    guests: Guests, server: Served
) -> None:
    page = begin(guests, server, "caverna", step=3)
    before = version(page)
    page.locator("#space-logging").click()
    other = page.locator("#guide-other")
    expect(other).to_contain_text(info("caverna").rulebook()["caverna.space.logging"].text("en"))
    expect(other).to_contain_text("place the dwarf on Drift mining")
    expect(page.locator("#guide-says")).to_have_attribute("aria-live", "polite")
    assert (version(page), step_of(page)) == (before, 3)
    for light in LIGHTS:
        page.emulate_media(color_scheme=light)
        page.reload()
        page.locator("#space-logging").click()
        expect(other).to_be_visible()
        assert_nothing_serious(page, light)
    page.locator("#space-drift_mining").click()
    expect(other).to_have_count(0)
    expect(page.locator("#guide")).to_have_attribute("data-step", "4")
    page.set_viewport_size(PHONE)
    page.reload()
    assert step_of(page) == 4
    assert_points_well(page)
    page.locator(".to-spaces").click()
    page.locator(".placing button[name=move]").first.click()
    expect(other).to_be_visible()
    assert_nothing_serious(page, "light")
    page.set_viewport_size({"width": 844, "height": 390})
    page.reload()
    assert_points_well(page)


def test_the_guide_points_well_where_the_browser_scrolls_back_or_leaves_the_ring_behind(
    guests: Guests, server: Served
) -> None:
    page = begin(guests, server, "caverna", step=4, viewport={"width": 844, "height": 390})
    assert_points_well(page)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(SOME_FRAMES)
    page.evaluate("history.replaceState(null, '')")  # the browser notes where the page is
    page.add_init_script(LOADS_LATE)
    late = hold_back(page, "**/late.svg")
    with page.expect_request("**/late.svg"):
        page.reload(wait_until="domcontentloaded")
    page.wait_for_function("document.fonts.status === 'loaded'")
    assert_points_well(page)
    late.pop().fulfill(content_type="image/svg+xml", body="")
    page.wait_for_load_state()
    page.evaluate(SOME_FRAMES)
    assert_points_well(page)
    assert page.evaluate(LEFT_ELSEWHERE) < 0
    assert_points_well(page)


def test_a_guided_game_needs_no_javascript_and_can_be_left(guests: Guests, server: Served) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto("/?game=my_gold_mine")
    page.locator("form[action='/guide/my_gold_mine'] button").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "1")
    table = page.url
    for number in range(2, 5):
        page.locator("#guide-next").click()
        expect(page.locator("#guide")).to_have_attribute("data-step", str(number))
    page.locator("#choice-exit").click()
    expect(page.locator("#guide-other")).to_contain_text("too early to run")
    page.locator("#choice-dig").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "5")
    ring = page.locator("#guide-ring").bounding_box()
    row = page.locator("#player-0").bounding_box()
    assert ring is not None
    assert row is not None
    assert abs(ring["y"] + 7 - row["y"]) < 2, "the ring is there without a script"
    page.locator("#guide-leave").click()
    page.locator(f"a[href='{table.removeprefix(server.url)}']").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "5")
    page.locator("#undo-button").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "4")
