"""Without a connection: a move is kept, and made when it is back if the table still waits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.stage import MOVES, VERSION, Guests, at_start, set_up, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def test_a_move_lost_while_offline_is_made_when_the_connection_is_back(
    guests: Guests, server: Served
) -> None:
    scene = set_up(server, 2, at_start, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    banner, trouble = page.locator("#offline"), page.locator("#trouble")
    before = version(page)
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    page.locator(MOVES).first.click()
    expect(trouble).to_contain_text("hasn’t reached the server")
    assert version(page) == before
    page.context.set_offline(False)
    expect(page.locator(VERSION)).to_have_value(str(int(before) + 1))
    expect(banner).to_be_hidden()
    expect(trouble).to_be_empty()
    guests.troubles.clear()  # of course it complained


def test_a_move_that_comes_too_late_is_not_made_and_one_is_told(
    guests: Guests, server: Served
) -> None:
    scene = set_up(server, 2, at_start, one_screen=True)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    before = version(page)
    page.context.set_offline(True)
    page.locator(f"{MOVES}[value=dig]").click()
    expect(page.locator("#trouble")).to_contain_text("hasn’t reached the server")
    tables = server.inside.tables
    server.run(tables.play(server.run(tables.get(scene.id)), "draw exit"))
    page.context.set_offline(False)
    # Either the page noticed first that the table has changed, or the server refused the move.
    late = re.compile("changed in the meantime|had already moved on")
    expect(page.locator("#trouble, #notice").filter(has_text=late)).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden()
    table = server.run(tables.get(scene.id))
    assert [step.move for step in table.steps] == ["draw exit"]
    assert version(page) == str(int(before) + 1)
    guests.troubles.clear()  # of course it complained
