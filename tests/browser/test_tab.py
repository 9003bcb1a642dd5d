"""The games in a browser tab without a server, from a plain file server below a path.

Pyodide comes with the other browser assets; without it these tests are skipped with a sentence.
The folder is built once, and one browser plays in it, for starting Python takes seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from tools import tab

pytestmark = [pytest.mark.browser, pytest.mark.plain, pytest.mark.timeout(600)]
START_MS = 120_000
GAMES = ("my_gold_mine", "cave_vs_cave", "caverna")
PLAY = """async ([most]) => {
  const frame = document.querySelector("#app");
  const times = [];
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const end = Date.now() + 400000;
  while (Date.now() < end && times.length < most) {
    const page = frame.contentDocument;
    if (page.querySelector("#scores")) return { over: true, times };
    const buttons = [...page.querySelectorAll("#table button[name=move]")].filter((one) => !one.disabled);
    const at = page.querySelector("#move input[name=at]")?.value;
    if (!buttons.length) { await sleep(20); continue; }
    const begun = performance.now();
    buttons[(times.length * 7) % buttons.length].click();
    while (frame.contentDocument.querySelector("#move input[name=at]")?.value === at
      && !frame.contentDocument.querySelector("#scores")) {
      if (performance.now() - begun > 60000) return { stuck: buttons.map((one) => one.value), times };
      await sleep(4);
    }
    times.push(performance.now() - begun);
  }
  return { over: false, times };
}"""
"""Presses buttons of moves until the game is over, or so often; how long each took."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def folder() -> Path:
    """What a host would put on a server; it is built again only when something in it changed."""
    if not tab.has_pyodide():
        pytest.skip("Pyodide is not there: ./dvergar test fetches it from npm")
    try:
        tab.build()
    except tab.TabError as error:
        pytest.skip(f"the games for a browser tab can't be built: {error}")
    return tab.OUT


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{folder.name}/"
    server.shutdown()


@pytest.fixture(scope="module")
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser that has been there once and is offline since."""
    found = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    )
    page = found.new_page()
    _open(page, address)
    page.close()
    found.set_offline(True)
    yield found
    found.close()


def _open(page: Page, address: str) -> FrameLocator:
    page.goto(address)
    expect(page.locator("#app")).to_be_visible(timeout=START_MS)
    return page.frame_locator("#app")


def _begin(page: Page, address: str, game: str) -> FrameLocator:
    app = _open(page, f"{address}#?game={game}")
    expect(app.locator(f"#new input[name=game][value={game}]")).to_be_attached()
    app.locator("#new button.button-main, #new button.button-act").last.click()
    expect(app.locator("#table")).to_be_visible(timeout=30_000)
    return app


def _prefer(page: Page, **choice: str) -> None:
    """Chooses as the settings of a table do."""
    page.evaluate(
        "async (choice) => { await fetch(`${location.pathname}app/preferences`,"
        " { method: 'POST', body: new URLSearchParams(choice) }) }",
        choice,
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_offline(context: BrowserContext, address: str, game: str) -> None:
    page = context.new_page()
    app = _begin(page, address, game)
    _prefer(page, confirm="never")
    page.reload()
    expect(app.locator("#table")).to_be_visible(timeout=START_MS)  # the game was kept
    played = page.evaluate(PLAY, [2000])
    assert played.get("over"), played.get("stuck", len(played["times"]))
    expect(app.locator("#scores")).to_be_visible()
    page.close()


def test_one_page_at_a_time_holds_the_games(context: BrowserContext, address: str) -> None:
    first, second = context.new_page(), context.new_page()
    _open(first, address)
    second.goto(address)
    expect(second.locator("#state")).to_contain_text("another tab", timeout=START_MS)
    second.locator("#button").click()
    expect(second.locator("#app")).to_be_visible(timeout=START_MS)
    expect(first.locator("#state")).to_contain_text("another tab")
    first.close()
    second.close()
