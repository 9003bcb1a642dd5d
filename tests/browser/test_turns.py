"""It is my turn: every tab says so, for all tables at once, over one connection of the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dvergar.web.kernel.security.tokens import digest
from tests.browser.stage import NO_SHARING, VERSION, Guests, Scene, at_start, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser

HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LISTEN = """
  window.shown = [];
  window.notes = 0;
  window.Notification = class extends EventTarget {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, { body }) { super(); window.shown.push(`${title} / ${body}`); }
  };
  window.AudioContext = class {
    state = "suspended"; currentTime = 0; destination = {};
    resume() { this.state = "running"; }
  };
  const node = class { gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect(other) { return other; } start() { window.notes += 1; } stop() {} };
  window.OscillatorNode = window.GainNode = node;
"""


def play(server: Served, scene: Scene) -> None:
    """Whoever has the turn plays until it is the other's."""
    tables = server.inside.tables
    table = server.run(tables.get(scene.id))
    while table.state.seat == scene.acting:
        state = table.state
        table = server.run(tables.play(table, state.game.name(state.moves()[0])))


def is_marked(page: Page) -> None:
    expect(page.locator("#favicon")).to_have_attribute("href", re.compile("favicon-turn"))


@pytest.mark.parametrize("sharing", [True, False])
def test_a_tab_in_the_background_says_that_it_is_my_turn(
    guests: Guests, server: Served, sharing: bool
) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.other)
    if not sharing:
        page.add_init_script(NO_SHARING)
    page.goto(scene.path)
    page.evaluate(HIDE)
    expect(page).to_have_title(re.compile("^My Gold Mine"))
    play(server, scene)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    is_marked(page)
    page.goto("/about")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    is_marked(page)


def test_seven_tables_in_seven_tabs_are_all_live(guests: Guests, server: Served) -> None:
    scenes = [set_up(server, 2, at_start) for _ in range(7)]
    first = guests.arrive(scenes[0].other)
    for scene in scenes[1:]:  # one person sits at all of them
        server.run(server.inside.store.claim(scene.id, [1 - scene.acting], digest(scenes[0].other)))
    pages = [first, *(first.context.new_page() for _ in scenes[1:])]
    for page, scene in zip(pages, scenes, strict=True):
        page.goto(scene.path)
    for page, scene in reversed(list(zip(pages, scenes, strict=True))):
        before = version(page)
        play(server, scene)
        expect(page.locator(VERSION)).not_to_have_value(before)
    for page in pages:
        expect(page).to_have_title(re.compile(r"^\(7\) "))
    assert len(server.inside.streams) == 1


def test_one_tab_tells_of_a_new_turn_if_it_was_asked_to(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.other, spoils=True)
    page.context.add_init_script(LISTEN)
    page.goto("/turns")
    for name in ("notify", "sound"):
        form = page.locator(f"#ask-{name}")
        expect(form.locator("[aria-pressed=true]")).to_have_text("Off")
        form.get_by_role("button", name="On").click()
        expect(form.locator("[aria-pressed=true]")).to_have_text("On")
    second = page.context.new_page()
    second.goto("/about")
    for one in (page, second):
        one.locator("body").press("Shift")  # sound needs a touch
        expect(one).not_to_have_title(re.compile(r"^\("))
    page.wait_for_timeout(300)
    play(server, scene)
    for one in (page, second):
        expect(one).to_have_title(re.compile(r"^\(1\) "))
    told = [text for one in (page, second) for text in one.evaluate("window.shown")]
    assert told == ["It’s your turn / My Gold Mine: Friday under the hill"]
    assert sum(one.evaluate("window.notes") for one in (page, second)) == 2, "two notes, once"


def test_the_lists_of_the_start_page_go_on_by_themselves(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    watcher, host = guests.arrive(scene.other), guests.arrive()
    watcher.goto("/")
    row = watcher.locator("#my-list li")
    expect(row).to_contain_text("Friday under the hill")
    play(server, scene)
    expect(row.locator(".your-turn")).to_be_visible()
    host.goto("/?game=my_gold_mine")
    host.locator("#new [name=table_name]").fill("Brand new")
    host.locator("#table-options summary").click()
    host.locator("#new [name=public]").check()
    host.locator(".seat-row").nth(1).locator(".kind-link").click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/table/*")
    shown = watcher.locator("#open-list li", has_text="Brand new")
    expect(shown.get_by_role("button", name="Join")).to_be_visible()
    watcher.locator(".lobby-filter [name=free]").select_option("2")
    watcher.locator(".lobby-filter").get_by_role("button", name="Show").click()
    expect(watcher.locator("#open-list")).to_contain_text("No open tables match")
