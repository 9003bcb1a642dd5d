"""kill -9 while a page is open: it says so, catches up by itself, and has lost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import MOVES, VERSION, Guests, Windows, act, open_table, version
from tests.web.players import Program
from tests.web.serving import ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    """The command `dvergar serve` on a port and a folder of its own."""
    started = ServerProcess(tmp_path, command=True)
    started.start()
    yield started
    started.close()


def test_an_open_page_outlives_the_server(browser: Browser, process: ServerProcess) -> None:
    guests = Guests(Windows(browser), process.url)
    page = guests.arrive(spoils=True)
    open_table(page, name_0="Anna", kind_1="link")
    balin = Program(process.url)
    balin.join(page.locator("#invite-1").input_value(), "Balin")
    expect(page.locator("#mine")).to_be_visible()
    page.evaluate("window.neverReloaded = true")

    for _ in range(6):
        if balin.look()["my_turn"]:
            balin.move(balin.look()["choices"][0]["move"])
        else:
            expect(page.locator(MOVES).first).to_be_visible()
            act(page, "dig")
    expect(page.locator(VERSION)).to_have_value(str(balin.look()["version"]))
    if not balin.look()["my_turn"]:
        act(page)
        while not balin.look()["my_turn"]:
            act(page)
    shown, log = version(page), page.locator("#log-lines").inner_text()

    process.kill()
    expect(page.locator("#offline")).to_be_visible()
    process.start()
    assert balin.look()["version"] == int(shown), "a move that was shown is stored"
    while balin.look()["my_turn"]:
        balin.move(balin.look()["choices"][0]["move"])
    expect(page.locator(VERSION)).to_have_value(str(balin.look()["version"]))
    expect(page.locator("#offline")).to_be_hidden()
    told = [line for line in log.splitlines() if line]
    assert all(line in page.locator("#log-lines").inner_text() for line in told)

    # A click into the dark is not lost: the page makes the move when the server is back.
    expect(page.locator(MOVES).first).to_be_visible()
    process.kill()
    before = version(page)
    page.locator(MOVES).first.click()
    expect(page.locator("#offline")).to_be_visible()
    process.start()
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator(VERSION)).to_have_value(str(int(before) + 1))
    assert page.evaluate("window.neverReloaded")
    guests.troubles.clear()  # of course they complained
    guests.leave()
