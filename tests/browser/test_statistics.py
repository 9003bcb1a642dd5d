"""Pages about finished games in a browser: a name claimed, a deal of the day played by two."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import insert

from dvergar.web.kernel.storage.schema import PLAYERS, RESULTS
from tests.browser.axe import LIGHTS, MOTION_ENDS, assert_nothing_serious
from tests.browser.stage import Guests, at_the_end, paint, set_up
from tests.web.players import Program, play_out
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PATHS = ("/statistics", "/ratings", "/daily", "/best", "/profile", "/profile/p1")
NAMES = ("Marit", "Bertrand-Maximilian Eich", "Zoë")


@pytest.fixture(scope="module")
def lived_in(server: Served) -> None:
    """A server on which some games of Cave vs Cave were played."""
    chance = random.Random(1)
    rows = []
    for number in range(60):
        alone = number % 2 == 0
        who = [f"p{number % 3}"] if alone else [f"p{number % 3}", "bot:normal"]
        seats = [
            {
                "points": chance.randrange(20, 60),
                "rank": rank,
                "who": one,
                "opening": [chance.choice(["wood", "gold"])],
                "tiles": ["dungeon", "bakery"][: chance.randrange(3)],
            }
            for rank, one in enumerate(who, 1)
        ]
        facts = {"table_id": f"t{number}", "game": "cave_vs_cave", "seats": len(seats), "day": ""}
        facts |= {"rated": not alone, "player": who[0], "points": seats[0]["points"], "ended": 0.0}
        rows.append(facts | {"body": json.dumps({"out": "", "moves": 90, "seats": seats})})
    players = [
        {"id": f"p{n}", "name": name, "folded": name, "links": 0, "since": 0.0, "shown": "games"}
        for n, name in enumerate(NAMES)
    ]
    store = server.inside.store
    server.run(store.change(lambda connection: connection.execute(insert(RESULTS), rows)))
    server.run(store.change(lambda connection: connection.execute(insert(PLAYERS), players)))


@pytest.mark.usefixtures("lived_in")
@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("de", 360)])
def test_the_pages_are_accessible_and_fit(guests: Guests, lang: str, width: int) -> None:
    size = {"width": width, "height": 900}
    page = guests.arrive(bypass_csp=True, viewport=size, locale=lang)
    for path in PATHS:
        page.goto(f"{path}?game=cave_vs_cave")
        if width < 600:
            page.locator(".site-menu summary").click()
            expect(page.locator(".site-menu a[href='/best']")).to_be_in_viewport()
            page.locator(".site-menu summary").click()
        for numbers in page.locator(".chart-numbers summary").all()[:1]:
            numbers.click()
        for light in LIGHTS:
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            page.evaluate(MOTION_ENDS)
            assert_nothing_serious(page, light)
            name = f"build/screenshots/{path[1:].replace('/', '-')}-{width}-{lang}-{light}.png"
            paint(page)
            page.screenshot(path=name, full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    if lang == "en":
        page.goto("/statistics?game=cave_vs_cave")
        expect(page.locator("main")).to_contain_text("Points with 2 players")
        expect(page.locator("main")).to_contain_text("Zoë")


def test_a_name_is_claimed_and_taken_to_another_browser(guests: Guests) -> None:
    one, other = guests.arrive(), guests.arrive()
    one.goto("/ratings")
    one.locator("#claim-name").fill("Sindri")
    one.get_by_role("button", name="Claim this name").click()
    expect(one.locator("main")).to_contain_text("You are known here as Sindri")
    other.goto(one.locator("#player-link").input_value())
    other.get_by_role("button", name="Use this name here").click()
    expect(other.locator("main")).to_contain_text("You are known here as Sindri")
    one.get_by_role("button", name="Withdraw the name").click()
    other.reload()
    expect(other.get_by_role("button", name="Claim this name")).to_be_visible()


def finish(page: Page, server: Served) -> None:
    """Plays a table to its end as a program, with the token of the page."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "dvergar")
    program = Program(server.url, str(token))
    program.table = page.url.rsplit("/", 1)[1]
    play_out([program])
    server.run(server.inside.results.settle())


def test_two_play_the_deal_of_the_day_and_then_see_each_other(
    guests: Guests, server: Served
) -> None:
    pages = [guests.arrive(), guests.arrive(java_script_enabled=False)]
    tables = []
    for page in pages:
        page.goto("/daily?game=cave_vs_cave")
        expect(page.locator("#results + p")).to_contain_text("to see how they did")
        page.get_by_role("button", name="Play today’s deal").click()
        tables.append(page.url.rsplit("/", 1)[1])
        finish(page, server)
    for page in pages:
        page.goto("/daily?game=cave_vs_cave")
        for table in tables:
            expect(page.locator(f"a[href='/table/{table}?at=0']")).to_be_visible()
    pages[0].locator(f"a[href='/table/{tables[1]}?at=0']").click()
    expect(pages[0].locator("#replay")).to_be_visible()


def test_the_link_to_a_position_can_be_copied(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_the_end, two_player_variant=False)
    page = guests.arrive(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{scene.path}?at=3")
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.locator(".replay-share")).to_contain_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{server.url}{scene.path}?at=3"
