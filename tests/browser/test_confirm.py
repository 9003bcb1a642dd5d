"""Moves that wait to be confirmed, as people see and press them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dvergar.web.kernel.views import table_view as view
from tests.browser import caves
from tests.browser.measures import Box, box, boxes
from tests.browser.stage import MOVES, Guests, Scene, at_start, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser

CONFIRM = "#confirm-button"
OUTLINE = "(one) => getComputedStyle(one).outlineStyle"


def open_table(guests: Guests, scene: Scene, confirm: str = "", spoils: bool = False) -> Page:
    page = guests.arrive(scene.mine, confirm, spoils)
    page.goto(scene.path)
    return page


def place(page: Page) -> None:
    """Places a dwarf where that ends the turn at once."""
    page.locator("button[form=move][value^='place ore_mining']").first.click()
    expect(page.locator(CONFIRM)).to_be_visible()


@pytest.fixture
def caverna(server: Served) -> Scene:
    return set_up(server, 2, at_start, slug="caverna")


def test_a_dwarf_waits_on_his_space_until_it_is_confirmed(guests: Guests, caverna: Scene) -> None:
    page = open_table(guests, caverna)
    other = guests.arrive(caverna.other)
    other.goto(caverna.path)
    seen = other.locator("#question").inner_text()
    place(page)
    expect(page.locator(".held-effects")).to_contain_text("ore")
    assert page.locator("#space-ore_mining").evaluate(OUTLINE) == "solid"
    page.reload()
    expect(page.locator(CONFIRM)).to_be_visible()
    assert other.locator("#question").inner_text() == seen
    page.keyboard.press("c")
    expect(page.locator(CONFIRM)).to_have_count(0)
    expect(other.locator(".prompt.yours")).to_be_visible()


def test_what_would_reveal_something_is_marked_where_it_lies(
    guests: Guests, server: Served
) -> None:
    scenes = {
        "[value^=dig]": caves.set_up(server, 2, caves.asks("parts", "dig ")),
        "[value='draw exit']": set_up(server, 3, at_start),
    }
    for move, scene in scenes.items():
        page = open_table(guests, scene, "always")
        button = page.locator(f"{MOVES}{move}").first
        there = box(page, f"{MOVES}{move}")
        button.click()
        expect(page.locator(CONFIRM)).to_be_visible()
        marked = page.locator("#table [data-waits]")
        expect(marked).to_have_count(1)
        assert box(page, "#table [data-waits]").meets(there, 40)
        assert marked.evaluate(OUTLINE) == "solid"
        at = version(page)
        marked.click(force=True)
        assert (version(page), page.locator(MOVES).count()) == (at, 0), "it cannot be pressed again"
        page.reload()
        expect(marked).to_have_count(1)


@pytest.mark.parametrize(("verb", "marked"), [("wall", ".wall"), ("breach", ".gap")])
def test_a_wall_that_waits_has_a_line_round_it(
    guests: Guests, server: Served, verb: str, marked: str
) -> None:
    found: list[str] = []

    def ends_a_turn(state: Any) -> bool:
        """A wall is the last choice of a turn, and shows nothing new."""
        for move in state.moves():
            after = state.copy()
            after.play(move)
            known = after.reveals == state.reveals and after.seat != state.seat
            if known and state.game.name(move).startswith(f"{verb} "):
                found.append(state.game.name(move))
                return True
        return False

    page = open_table(guests, caves.set_up(server, 2, ends_a_turn), "always")
    other = below_the_question(page, box(page, f'{MOVES}[value="{found[0]}"]'))
    page.locator(f'{MOVES}[value="{found[0]}"]').first.click()
    expect(page.locator(CONFIRM)).to_be_visible()
    lined = page.locator("#table .cave").locator(marked).and_(page.locator("[data-at]"))
    outlines = lined.evaluate_all(
        f"all => all.filter((one) => ({OUTLINE})(one) === 'solid').length"
    )
    assert outlines == 1
    places = [below_the_question(page, one) for one in boxes(page, f"#table .cave {marked}")]
    assert any(one.meets(other, 5) for one in places)


def below_the_question(page: Page, one: Box) -> Box:
    """Where something lies on the table, whose question grows with its answers."""
    top = box(page, "#caves").top
    return one._replace(top=one.top - top, bottom=one.bottom - top)


def test_a_waiting_move_is_let_go_by_undo(guests: Guests, caverna: Scene) -> None:
    page = open_table(guests, caverna)
    before = page.locator("#question").inner_text()
    place(page)
    page.keyboard.press("Control+z")
    expect(page.locator(CONFIRM)).to_have_count(0)
    assert page.locator("#question").inner_text() == before


def test_a_countdown_confirms_by_itself_and_can_be_stopped(
    guests: Guests, caverna: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "COUNTDOWN_S", 60)  # longer than the busiest machine takes to stop it
    page = open_table(guests, caverna, "countdown", spoils=True)
    page.clock.install()
    place(page)
    page.locator("#countdown-stop").click()
    page.clock.run_for(70_000)
    expect(page.locator(CONFIRM)).to_be_visible()
    page.locator("#undo-button").click()
    expect(page.locator(CONFIRM)).to_have_count(0)
    place(page)
    page.clock.run_for(61_000)
    expect(page.locator(CONFIRM)).to_have_count(0)
    expect(page.locator(".prompt.yours")).to_have_count(0)


def test_the_menu_says_whether_moves_wait(guests: Guests, caverna: Scene) -> None:
    page = open_table(guests, caverna)
    page.locator(".menu summary").click()
    page.get_by_role("group", name="Confirm moves").get_by_role("button", name="Never").click()
    before = version(page)
    page.locator("button[form=move][value^='place ore_mining']").first.click()
    expect(page.locator(CONFIRM)).to_have_count(0)
    expect(page.locator("#move input[name=at]")).not_to_have_value(before)


def test_the_focus_never_lies_on_something_that_spends(guests: Guests, caverna: Scene) -> None:
    page = open_table(guests, caverna)
    button = page.locator("button[form=move][value^='place ore_mining']").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(CONFIRM)).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "question"
