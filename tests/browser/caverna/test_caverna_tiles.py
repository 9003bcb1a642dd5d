"""Furnishing tiles beside the board: filters without a script, and why a tile cannot be had."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.caverna.scenes import working_day
from tests.browser.stage import MOVES, VERSION, Guests, set_before, version
from tests.games.caverna.tables import table
from tests.web.serving import Served

pytestmark = pytest.mark.browser

POOR = {"goods": {"wood": 3, "stone": 2, "sheep": 0}, "weapons": [4, 0]}
SEEN = "all => all.map((x) => x.querySelector('.tile-name').textContent)"


def seen(page: Page) -> list[str]:
    """The names of the tiles in view."""
    names: list[str] = page.locator(".tile:visible").evaluate_all(SEEN)
    return names


def test_the_supply_can_be_looked_through(guests: Guests, server: Served) -> None:
    scene = set_before(server, table(POOR, players=2))
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(f"{scene.path}#tiles")
    assert len(seen(page)) == 48
    dwelling = page.locator(".tile", has_text="Dwelling").first
    expect(dwelling).to_contain_text("Needs 1 wood, 1 stone more")
    expect(dwelling.locator(".short")).to_have_text(["4! wood", "3! stone"])
    page.locator(".filters label", has_text="can have").click()
    affordable = seen(page)
    assert "Carpenter" in affordable
    assert "Dwelling" not in affordable
    page.locator(".filters label", has_text="Parlors").click()
    assert set(seen(page)) < set(affordable)
    assert page.locator(".tile.green:visible, .tile.orange:visible").count() == 0
    page.locator(".filters label", has_text="can have").click()
    page.locator(".filters label", has_text="adds points").click()
    # Three points for the one armed dwarf; none of the sheep there are not.
    expect(page.locator(".tile:visible", has_text="Weapon storage").locator(".now")).to_have_text(
        "+3"
    )
    assert "Weaving parlor" not in seen(page)
    page.locator(".filters label", has_text="All").click()
    assert page.locator(".tile.green:visible").count() > 3


def test_a_tile_is_chosen_beside_the_board(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place urgent_wish_for_children"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".spaces")).to_be_hidden()
    board, strip = (
        page.locator(".board-frame").bounding_box(),
        page.locator("#tiles").bounding_box(),
    )
    assert board is not None
    assert strip is not None
    assert strip["x"] >= board["x"] + board["width"]
    assert abs(strip["y"] - board["y"]) < 120
    offered = page.locator(f"{MOVES}:visible").evaluate_all("all => all.map((x) => x.value)")
    assert "furnish dwelling" in offered
    assert len(seen(page)) == page.locator("button.tile").count()
    page.locator(".filters label", has_text="can have").click()
    expect(page.locator(".tile", has_text="Carpenter")).to_contain_text(
        "This action doesn’t allow it"
    )
    before = version(page)
    page.locator("button.tile", has_text="Mixed dwelling").click()
    expect(page.locator(VERSION)).not_to_have_value(before)
    expect(page.locator(".spot:visible .ghost .room.orange").first).to_be_visible()
