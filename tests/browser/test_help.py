"""Help mode: a click, a tap or Enter explains and never acts, in every game and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from dvergar.core.words import words
from tests.browser import caves
from tests.browser.axe import assert_accessible
from tests.browser.caverna.scenes import working_day
from tests.browser.stage import (
    Guests,
    Scene,
    at_the_end,
    hold_back,
    in_the_middle,
    set_before,
    set_up,
    version,
    wait_for_change,
    with_exit_choice,
)
from tests.games.caverna.tables import evening
from tests.web.serving import Served

pytestmark = pytest.mark.browser

NAMES = "**/help/caverna/names?*"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Reader:
    """Somebody with help turned on who clicks at things; nothing may come of it but words."""

    def __init__(self, page: Page, scene: Scene) -> None:
        self.page = page
        page.goto(scene.path)
        self.version = version(page)
        self.posted: list[str] = []
        page.on("request", self._listen)
        turn_on(page)
        expect(page.locator("#help-status")).not_to_be_empty()

    def _listen(self, asked: Request) -> None:
        if asked.method == "POST":
            self.posted.append(asked.url)

    @property
    def dialog(self) -> Locator:
        return self.page.locator("#help-dialog")

    def explains(self, anchor: str, title: str, where: str = "", by_tap: bool = False) -> None:
        """A click on the thing with this anchor shows its name and the address of its rule."""
        thing = self.page.locator(f"{where} [data-help='{anchor}']:visible").first
        thing.evaluate("thing => thing.scrollIntoView({block: 'center'})")
        if by_tap:
            thing.tap(force=True)
        else:
            thing.click(force=True)
        self.shows(title)
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_be_hidden()

    def shows(self, title: str) -> None:
        expect(self.dialog.get_by_role("heading")).to_have_text(title, ignore_case=True)
        address = self.dialog.get_by_role("link").first.get_attribute("href") or ""
        assert re.search(r"/rules/\w+\?table=\w+#\w+\.\w+", address), address

    def nothing_happened(self) -> None:
        assert self.posted == []
        assert version(self.page) == self.version
        expect(self.page.locator("html")).to_have_class(re.compile("helping"))


def turn_on(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("html")).to_have_class(re.compile("helping"))
    expect(page.locator("[data-given]").first).to_be_attached()


def accessible(page: Page, helping: bool = True) -> None:
    page.reload()
    if helping:
        turn_on(page)
    assert_accessible(page)


def test_caverna_explains_itself(guests: Guests, server: Served) -> None:
    page = guests.arrive(bypass_csp=True)
    scene = set_before(server, working_day())
    guests.change_seat(page, scene.mine)
    reader = Reader(page, scene)
    reader.explains("space:drift_mining", "Drift mining")  # open: a button
    reader.explains("space:clearing", "Clearing")  # taken by another
    reader.explains("round:stage_4", "Round card of stage 4")
    reader.explains("tile:cooking_cave", "Cooking cave", "#cave")  # already built
    page.locator("#cave use[href='#c-pasture']").click(force=True)
    reader.shows("Small pasture")
    page.keyboard.press("Escape")
    reader.explains("good:ruby", "Ruby", ".sup")
    reader.explains("good:food", "Food", "#cave")
    reader.explains("harvest:hidden", "Harvest marker face down", "#rounds")
    reader.explains("marker:weapon", "Armed dwarf")
    reader.explains("score:total", "Points")
    page.locator("#log-tab").click()
    expect(page.locator("#help-status")).to_contain_text("nothing to explain")
    reader.nothing_happened()
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("html")).not_to_have_class(re.compile("helping"))
    expect(page.locator("[data-given]")).to_have_count(0)


def test_a_place_to_build_and_loot_explain_themselves(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day("place excavation"))
    reader = Reader(guests.arrive(scene.mine), scene)
    spot = reader.page.locator(".spot:visible").first
    spot.click(force=True)  # what would be laid there, or what lies there, is explained
    expect(reader.dialog.get_by_role("heading")).to_have_text(re.compile("Cavern|Tunnel|Mountain"))
    reader.page.keyboard.press("Escape")
    reader.nothing_happened()
    scene = set_before(server, working_day("jump dwarf 9", "place blacksmithing", "loot dog"))
    reader = Reader(guests.arrive(scene.mine), scene)
    speak = words("dvergar.games.caverna", "en")
    for loot in ("wood", "dog", "breed_2"):  # one to take, one that was taken, one out of reach
        reader.explains(f"loot:{loot}", speak(f"loot.{loot}"))
    reader.nothing_happened()


def test_the_score_pads_explain_their_lines(guests: Guests, server: Served) -> None:
    over = evening({"goods": {"food": 20}}, round=12, harvest="none")
    while not over.over:
        over.play(over.moves()[-1])
    scene = set_before(server, over)
    reader = Reader(guests.arrive(scene.mine), scene)
    for line, title in (
        ("missing_types", "Missing kinds of animals"),
        ("begging", "Begging markers"),
    ):
        reader.explains(f"score:{line}", title, "#scores")
    scene = caves.set_up(server, 2, at_the_end)
    reader = Reader(guests.arrive(scene.mine), scene)
    reader.explains("score:rooms", "Rooms", "#scores")
    reader.explains("score:best_room", "Best room", "#scores")
    scene = set_up(server, 3, at_the_end)
    reader = Reader(guests.arrive(scene.mine), scene)
    reader.explains("score:big_nuggets", "Big nuggets", "#scores")
    reader.nothing_happened()


def test_cave_vs_cave_explains_itself_by_touch(guests: Guests, server: Served) -> None:
    scene = caves.set_up(server, 2, caves.asks("tile"))
    page = guests.arrive(scene.mine, bypass_csp=True, **PHONE)
    reader = Reader(page, scene)
    page.keyboard.press("Escape")
    page.locator("#help-link").tap()
    expect(page.locator("#help-banner")).to_be_visible()
    for anchor, title in (
        ("tile:excavation", "Excavation"),
        ("room:shelf", "Shelf"),
        ("room:entrance", "Entrance"),
        ("good:flax", "Flax"),
        ("cell:face_down", "Rock with a room face down"),
        ("round:group_2", "Action tile of group 2"),
        ("marker:walls", "Walls left"),
    ):
        reader.explains(anchor, title, by_tap=True)
    reader.nothing_happened()
    accessible(page)
    page.locator("#help-leave").tap()
    expect(page.locator("#help-banner")).to_be_hidden()


def test_my_gold_mine_explains_itself(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, in_the_middle)
    page = guests.arrive(scene.mine, bypass_csp=True, **PHONE)
    reader = Reader(page, scene)
    for anchor, title in (
        ("place:dragon", "Dragon"),
        ("place:ladder", "Ladder"),
        ("card:deck", "Exit deck"),
        ("dig:odds", "Odds of the dragon"),
        ("good:big_nuggets", "Big nuggets"),
        ("round:prizes", "Prizes of the round"),
    ):
        reader.explains(anchor, title, by_tap=True)
    reader.nothing_happened()
    accessible(page)
    scene = set_up(server, 3, with_exit_choice)
    reader = Reader(guests.arrive(scene.mine), scene)
    answer = reader.page.locator(".drawn-action").first
    answer.click()
    expect(reader.dialog).to_be_visible()
    reader.page.keyboard.press("Escape")
    reader.nothing_happened()


def test_help_by_keyboard_alone(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    reader = Reader(page, scene)
    page.locator("#content").focus()
    met: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        met.append(page.evaluate("document.activeElement.dataset.help ?? ''"))
        if met[-1] == "tile:cooking_cave":
            break
    built = page.locator("#cave [data-help='tile:cooking_cave']")
    expect(built).to_be_focused()
    expect(built).to_have_accessible_name("Cooking cave")
    page.keyboard.press("Enter")
    reader.shows("Cooking cave")
    expect(page.locator("#help-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(built).to_be_focused()
    page.locator("#space-logging").focus()
    page.keyboard.press(" ")
    reader.shows("Logging")
    page.keyboard.press("d")  # a key of the table is for the table
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    reader.nothing_happened()
    page.keyboard.press("?")
    expect(page.locator("html")).not_to_have_class(re.compile("helping"))
    page.keyboard.press("Tab")


def test_help_waits_for_names_and_never_says_a_key(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    held = hold_back(page, NAMES)
    with page.expect_request(NAMES):
        page.keyboard.press("?")
    before = version(page)
    tables = server.inside.tables
    server.run(tables.play(server.run(tables.get(scene.id)), "place logging"))
    wait_for_change(page, before)
    with page.expect_request(NAMES):  # what was lost is asked for again
        held.pop().abort()
    expect(page.locator("[data-given]")).to_have_count(0)
    held.pop().continue_()
    built = page.locator("#cave [data-help='tile:cooking_cave']")
    expect(built).to_have_accessible_name("Cooking cave")
    labels = page.locator("[data-given]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert [label for label in labels if re.match("[a-z_]+:", label or "")] == []


def test_without_scripts_help_is_a_page(guests: Guests, server: Served) -> None:
    scene = caves.set_up(server, 2, caves.asks("tile"))
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)
    page.locator("#help-link").click()
    expect(page.get_by_role("heading", name="Cultivation")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    page.locator("[href='/help/cave_vs_cave/room:entrance']").first.click()
    expect(page.get_by_role("heading", name="Entrance")).to_be_visible()


def test_the_rules_are_searched_and_lead_back(guests: Guests) -> None:
    page = guests.arrive(bypass_csp=True, viewport={"width": 390, "height": 844})
    page.goto("/rules/caverna?table=abcdef234567")
    page.get_by_role("searchbox").fill("ruby mine")
    page.keyboard.press("Enter")
    expect(page.locator("mark").first).to_be_visible()
    expect(page.locator(".picture-space").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page, helping=False)
    expect(page.get_by_role("link", name="Back to the table")).to_have_attribute(
        "href", "/table/abcdef234567"
    )
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#caverna\\.space\\.logging .space")).to_be_visible()
    page.goto("/help/cave_vs_cave")
    accessible(page, helping=False)
