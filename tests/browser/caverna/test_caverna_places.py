"""Where a tile may go: ghosts with letters, whole cells, turning, two taps, and what is bought."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from dvergar.testing import play
from tests.browser.caverna.scenes import working_day
from tests.browser.stage import MOVES, VERSION, Guests, set_before, version
from tests.games.caverna.tables import table
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
AT = """([x, y]) => document.elementFromPoint(x, y)?.closest(".spot")?.dataset.letter ?? "" """
STRENGTH = """(spot) => ["", " > use"].map((part) => spot.querySelector(".ghost" + part))
  .reduce((strength, part) => strength * Number(getComputedStyle(part).opacity), 1)"""
BAR = """(letter) => {
  const spot = document.querySelector(`.spot[data-letter="${letter}"]`);
  const one = getComputedStyle(spot, "::before");
  return Math.max(parseFloat(one.width), parseFloat(one.height));
}"""
UNDER = """() => {
  const height = (one) => Number(getComputedStyle(one).zIndex) || 0;
  const ghosts = Math.max(...[...document.querySelectorAll(".ghost")].map(height));
  return [...document.querySelectorAll(".flag")].filter((one) => height(one) <= ghosts)
    .map((one) => one.innerText);
}"""
MEADOWS = {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow", "r2c1": "meadow"}


def fencing() -> Any:
    """A small pasture, a large one, or a stable."""
    seat = {"goods": {"wood": 9, "stone": 9}, "board": MEADOWS}
    return play(table(seat, players=2, round=3), "place sheep_farming")


def spot(page: Page, letter: str) -> Locator:
    """The place of a letter, as what is in hand would lie there."""
    return page.locator(f'.spot[data-letter="{letter}"]:visible')


def offered(page: Page) -> list[str]:
    """The moves whose buttons are seen beside the question."""
    values: list[str] = page.locator(".place:visible").evaluate_all(
        "all => all.map((x) => x.value)"
    )
    return values


def test_a_place_answers_with_whole_cells_and_shows_the_real_tile(
    guests: Guests, server: Served
) -> None:
    scene = set_before(server, working_day("place excavation"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    first = spot(page, "A")
    box = first.bounding_box()
    assert box is not None
    cell = box["width"] / 2
    assert box["height"] == pytest.approx(cell, abs=1)
    # Every corner of a place belongs to it, or to one that overlaps it: nothing is left out.
    for across in (0.1, 0.5, 0.9, 1.1, 1.5, 1.9):
        for down in (0.1, 0.5, 0.9):
            point = [box["x"] + across * cell, box["y"] + down * cell]
            assert page.evaluate(AT, point) in ("A", "B"), (across, down)
    assert page.evaluate(AT, [box["x"] + cell, box["y"] + cell / 2]) == "A"
    assert first.locator("use").evaluate_all("all => all.map((x) => x.getAttribute('href'))")[
        :2
    ] == [
        "#c-cavern",
        "#c-tunnel",
    ]
    assert 0.3 < first.evaluate(STRENGTH) < 0.7
    assert spot(page, "B").evaluate(STRENGTH) == 0, "what overlaps another waits to be pointed at"
    for letter in "AB":
        assert page.evaluate(BAR, letter) > 20, "a bar from cell to cell tells how it lies"
    spot(page, "B").locator(".flag").scroll_into_view_if_needed()
    below = spot(page, "B").bounding_box()
    assert below is not None
    page.mouse.move(below["x"] + below["width"] / 2, below["y"] + below["height"] / 2)
    page.wait_for_function(f"() => ({STRENGTH})(document.querySelector('.spot:hover')) > 0.9")
    assert page.evaluate(UNDER) == [], "no letter lies under the tile of another place"
    before = version(page)
    page.mouse.move(box["x"] + cell / 5, box["y"] + cell / 2)
    page.mouse.click(box["x"] + cell / 5, box["y"] + cell / 2)
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator('.cave .board use[href="#c-tunnel"]')).to_have_count(2)


def test_letters_and_turning_by_keyboard(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    assert offered(page) == ["cavern r0c4 tunnel r0c5", "cavern r0c5 tunnel r1c5"]
    expect(page.locator(".place:visible").first).to_have_attribute(
        "aria-label", "A: Cavern E1, Tunnel F1; brings 2 food"
    )
    expect(spot(page, "A")).to_contain_text("+2")
    page.keyboard.press("r")
    assert offered(page) == ["cavern r0c5 tunnel r0c4", "cavern r1c5 tunnel r0c5"]
    page.keyboard.press("r")
    assert offered(page) == ["cavern r0c4 cavern r0c5", "cavern r0c5 cavern r1c5"]
    page.get_by_role("button", name="Turn").first.click()
    page.locator(".tools label", has_text="Tunnel left or above, Cavern right or below").click()
    before = version(page)
    page.keyboard.press("b")
    expect(page.locator("#lay-line p")).to_contain_text("B again or Enter places it.")
    expect(page.locator("#lay-line p")).to_contain_text("Cavern F2, Tunnel F1")
    assert spot(page, "B").evaluate(STRENGTH) == 1
    assert version(page) == before
    assert page.evaluate("document.activeElement.value") == "cavern r1c5 tunnel r0c5"
    page.keyboard.press("b")
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator(".larder")).to_contain_text("5")


def test_a_finger_sees_first_and_lays_with_the_second_tap(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    page = guests.arrive(scene.mine, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(scene.path)
    targets = page.locator(".spot, .place, .tool + label, .turn").locator("visible=true")
    for box in targets.evaluate_all(
        "all => all.map((x) => x.getBoundingClientRect()).map((b) => [b.width, b.height])"
    ):
        assert min(box) >= 44
    before = version(page)
    spot(page, "A").tap()
    expect(page.locator("#lay-line p")).to_contain_text("Tap again to place it.")
    assert spot(page, "A").evaluate(STRENGTH) == 1
    page.locator("#lay-line .turn").tap()
    expect(page.locator("#lay-line p")).to_contain_text("Cavern F1, Tunnel E1")
    assert version(page) == before
    spot(page, "A").tap()
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator('.cave .board use[href="#c-tunnel"]')).to_have_count(2)


def test_of_several_things_one_is_in_hand(guests: Guests, server: Served) -> None:
    scene = set_before(server, fencing())
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)
    assert {value.split()[0] for value in offered(page)} == {"large_pasture"}
    for name, kind in (("Small pasture", "small_pasture"), ("Stable", "stable")):
        page.locator(".tools label", has_text=name).click()
        assert {value.split()[0] for value in offered(page)} == {kind}
    before = version(page)
    spot(page, "A").click()
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator('.cave .board use[href="#barn"]')).to_have_count(1)


def test_what_rubies_buy_is_taken_in_hand_first(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".spot:visible")).to_have_count(0)
    page.locator("#anytime label", has_text="1 ruby for Tunnel").click()
    assert {value.rsplit(" ", 1)[0] for value in offered(page)} == {"ruby tunnel"}
    page.locator("#anytime label", has_text="Put it back").click()
    expect(page.locator(".spot:visible")).to_have_count(0)
    page.locator("#anytime label", has_text="2 rubies for Cavern").click()
    before = version(page)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator(f'{MOVES}[value="ruby cavern r0c4"]')).to_have_count(0)


def test_the_little_drawings_stand_out_in_either_light(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    for light in ("light", "dark"):
        page.emulate_media(color_scheme=light)
        page.goto(scene.path)
        rock, panel, *holes = (_luminance(page, colour) for colour in INKS)
        for dark, bright in [(rock, panel), *((hole, rock) for hole in holes)]:
            low, high = sorted((dark, bright))
            assert (high + 0.05) / (low + 0.05) > 3, light


INKS = (
    "getComputedStyle(document.querySelector('.k-rock')).fill",
    "getComputedStyle(document.querySelector('.space.open')).backgroundColor",
    "getComputedStyle(document.querySelector('.k-tun')).fill",
    "getComputedStyle(document.querySelector('.k-dee')).fill",
)


def _luminance(page: Page, colour: str) -> float:
    numbers: list[float] = page.evaluate(f"{colour}.match(/[\\d.]+/g).slice(0, 3).map(Number)")
    linear = [((n / 255 + 0.055) / 1.055) ** 2.4 if n > 10 else n / 255 / 12.92 for n in numbers]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
