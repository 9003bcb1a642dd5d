"""Keys at the table: two of them for any choice, none that surprises, all of them on a sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import MOVES, VERSION, Guests, at_start, set_up, version, with_exit_choice
from tests.web.serving import Served

pytestmark = pytest.mark.browser

OVER = """() => [...document.querySelectorAll("#letters kbd")].map((sign) => {
  const box = sign.getBoundingClientRect();
  sign.parentElement.style.display = "none";
  const found = document.elementFromPoint(box.right - 4, box.bottom - 4);
  sign.parentElement.style.display = "";
  return [sign.textContent.toLowerCase(), found?.closest("button")?.value];
})"""
TAKEN = """() => {
  window.taken = [];
  addEventListener("keydown", (event) => { if (event.defaultPrevented) taken.push(event.key); });
}"""
"""Notes every key that the page keeps from the browser."""

SPENDS = "() => document.activeElement.matches('button[name=move], #confirm-button')"


def letters(page: Page) -> dict[str, str]:
    """The moves that the letters lie on, as far as they are in the window."""
    page.locator("#letters kbd").first.wait_for()
    return {letter: move for letter, move in page.evaluate(OVER) if move}


@pytest.mark.parametrize(("slug", "players"), [("caverna", 7), ("cave_vs_cave", 2)])
def test_every_choice_is_two_keys_away(
    guests: Guests, server: Served, slug: str, players: int
) -> None:
    scene = set_up(server, players, at_start, slug=slug)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    choices = page.locator(f"{MOVES}:visible").count()
    page.keyboard.press("s" if slug == "caverna" else "Enter")
    found = letters(page)
    expect(page.locator("#letters kbd")).to_have_count(choices)
    expect(page.locator("#letters-status")).to_contain_text("Every choice now has a letter")
    page.keyboard.press("Escape")
    expect(page.locator("#letters kbd:visible")).to_have_count(0)
    assert not page.evaluate(SPENDS)

    page.keyboard.press("Enter")
    letters(page)
    letter, move = list(found.items())[-1]
    before = version(page)
    page.keyboard.press(letter)
    expect(page.locator(VERSION)).not_to_have_value(before)
    table = server.run(server.inside.tables.get(scene.id))
    assert table.steps[-1].move == move
    assert not page.evaluate(SPENDS), "the focus is on nothing that spends"
    expect(page.locator("#letters kbd:visible")).to_have_count(0)


def test_nothing_is_spent_and_nobody_leaves_by_other_keys(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, with_exit_choice)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator("html.js")).to_be_attached()
    before = version(page)
    page.evaluate(TAKEN)
    for key in ("Home", "ArrowLeft", "ArrowRight", "End", "Space"):
        page.keyboard.press(key)
    assert page.evaluate("window.taken") == [], "they are left to the browser, which scrolls"
    assert page.url.endswith(scene.path)
    assert version(page) == before
    page.locator(MOVES).first.focus()
    page.keyboard.press("Space")
    expect(page.locator(VERSION)).not_to_have_value(before)
    assert not page.evaluate(SPENDS)


def test_keys_are_listed_and_can_be_switched_off(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start, two_player_variant=False)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    before = version(page)
    page.keyboard.press("/")
    sheet = page.locator("#keys")
    expect(sheet).to_be_visible()
    for words in ("Takes back your last choice.", "Digs: takes the top card."):
        expect(sheet).to_contain_text(words)
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Keyboard shortcuts").click()
    sheet.get_by_role("button", name="Off").click()
    expect(page.locator("html")).to_have_attribute("data-keys", "off")
    page.locator("body").press("d")
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    expect(page.locator("#letters kbd:visible")).to_have_count(0)
    expect(sheet).to_be_hidden()
    assert version(page) == before
    page.locator(MOVES).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(VERSION)).not_to_have_value(before)


def test_without_scripts_the_keys_are_a_page(guests: Guests, server: Served) -> None:
    scene = set_up(server, 1, at_start, slug="caverna")
    page = guests.arrive(scene.mine, java_script_enabled=False, locale="fr-FR")
    page.goto(scene.path)
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Raccourcis clavier").click()
    expect(page.get_by_role("heading", name="Raccourcis clavier")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Tourne la tuile")
