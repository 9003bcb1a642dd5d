"""Going away from a page and coming back: by the back button, in another tab, after no net."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.stage import NO_SHARING, Guests, act, at_start, at_the_end, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def test_the_back_button_leads_to_the_table_as_it_is_now(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    for page in (mine, other):
        page.goto("/about")
        page.goto(scene.path)
    other.goto("/privacy")
    before = version(mine)
    act(mine, "dig")
    other.go_back()
    expect(other.locator("#move input[name=at]")).not_to_have_value(before)
    mine.goto("/about")
    mine.go_back()
    second = mine.context.new_page()
    second.goto(scene.path)
    asked = mine if mine.locator("#table button[name=move]").count() else other
    before = version(asked)
    act(asked, "dig")
    for page in (mine, second, other):
        expect(page.locator("#move input[name=at]")).not_to_have_value(before)
    other.go_back()
    expect(other).to_have_url(f"{server.url}/about")


def test_what_was_said_without_the_net_is_read_with_it(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    other.add_init_script(NO_SHARING)  # a worker that two pages share has a net of its own
    for page in (mine, other):
        page.goto(scene.path)
        expect(page.locator("#chat-body")).to_contain_text("No messages yet.")
    other.context.set_offline(True)
    mine.click("#chat-link")
    mine.fill("#chat-text", "Where are you?")
    mine.press("#chat-text", "Enter")
    expect(mine.locator("#chat-lines")).to_contain_text("Where are you?")
    expect(other.locator("#chat-unread")).to_be_hidden()
    other.context.set_offline(False)
    expect(other.locator("#chat-unread")).to_have_text("1")
    guests.troubles.clear()  # of course it complained


def test_a_game_is_reported_and_played_on_from_and_its_player_forgotten(
    guests: Guests, server: Served
) -> None:
    scene = set_up(server, 2, at_the_end)
    mine, other = guests.arrive(scene.tokens[0], bypass_csp=True), guests.arrive(scene.tokens[1])
    other.goto(f"{scene.path}?at=2")
    other.get_by_role("button", name="Play on from here").click()
    other.wait_for_url("**/table/*")
    assert scene.id not in other.url
    expect(other.locator("#move")).to_have_count(1)
    mine.goto(f"{scene.path}/report")
    mine.fill("#report-text", "The dragon sneezed")
    mine.get_by_role("button", name="Report it").click()
    expect(mine.get_by_role("status")).to_be_visible()
    (report,) = (server.data / "reports").iterdir()
    assert "The dragon sneezed" in report.read_text("utf-8")
    mine.goto("/mine")
    assert_accessible(mine)
    mine.locator("input[name=sure]").check()
    mine.get_by_role("button", name="Delete my data").click()
    other.goto(scene.path)
    expect(other.locator("#scores")).to_contain_text("#1")
    expect(other.locator("main")).not_to_contain_text("Anna")
    mine.go_back()
    expect(mine.locator("main")).not_to_contain_text("Anna")
