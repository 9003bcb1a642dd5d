"""Two people in two browsers and a bot play a whole game, and somebody watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.stage import MOVES, VERSION, Guests, open_table, play, version

pytestmark = pytest.mark.browser


@pytest.mark.whole_games
def test_two_browsers_and_a_bot_play_a_whole_game(guests: Guests) -> None:
    anna, balin, watcher = guests.arrive(), guests.arrive(), guests.arrive()
    open_table(anna, name_0="Anna", kind_1="link", kind_2="bot", table_name="Two browsers")
    table = anna.url
    watcher.goto(table)
    expect(watcher.get_by_text("Waiting for one more player")).to_be_visible()
    expect(watcher.locator("#invite-1")).to_have_count(0)

    balin.goto(anna.locator("#invite-1").input_value())
    balin.get_by_label("Your name").fill("Balin")
    balin.get_by_role("button", name="Sit down").click()
    balin.wait_for_url(table)
    expect(anna.locator("#player-1")).to_contain_text("Balin")

    play([anna, balin], moves=6)
    balin.reload()
    play([anna, balin], moves=6)
    expect(watcher.locator(VERSION)).to_have_value(max(version(anna), version(balin), key=int))
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(watcher.locator(MOVES)).to_have_count(0)
    forged = watcher.request.post(f"{table}/move", form={"move": "dig", "at": version(watcher)})
    assert forged.status == 403
    watcher.goto("/about")  # and is away for most of the game

    context = anna.context
    anna.close()
    anna = context.new_page()
    anna.goto("/")
    anna.get_by_role("region", name="My tables").get_by_role("link", name="Two browsers").click()
    anna.wait_for_url(table)
    play([anna, balin])

    scores = anna.locator("#scores table").inner_text()
    assert all(name in scores for name in ("Anna", "Balin"))
    assert balin.locator("#scores table").inner_text() == scores
    watcher.goto(table)
    expect(watcher.locator("#scores")).to_be_visible()
    assert watcher.locator("#scores table").inner_text() == scores
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)
