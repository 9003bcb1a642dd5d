"""The games in a browser tab without a server, from a plain file server below a path.

Pyodide comes with the other browser assets; without it these tests are skipped with a sentence.
The folder is built once, and one browser plays in it, for starting Python takes seconds.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from dvergar.core.record import Record
from tests.web.serving import Served
from tools import tab

pytestmark = [pytest.mark.browser, pytest.mark.plain, pytest.mark.timeout(600)]
START_MS = 120_000
PLAY = """async ([most]) => {
  const frame = document.querySelector("#app");
  const times = [];
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const end = Date.now() + 400000;
  while (Date.now() < end && times.length < most) {
    const page = frame.contentDocument;
    if (page.querySelector("#scores")) return { over: true, times };
    const buttons = [...page.querySelectorAll("#table button[name=move]:enabled")];
    const at = page.querySelector("#move input[name=at]")?.value;
    if (!buttons.length) { await sleep(20); continue; }
    const begun = performance.now();
    buttons[(times.length * 7) % buttons.length].click();
    while (frame.contentDocument.querySelector("#move input[name=at]")?.value === at
      && !frame.contentDocument.querySelector("#scores")) {
      if (performance.now() - begun > 60000) return { stuck: String(at), times };
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


@contextmanager
def _files(folder: Path) -> Iterator[str]:
    """A plain file server, and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with _files(folder.parent) as root:
        yield f"{root}{folder.name}/"


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


@pytest.mark.parametrize(
    "game",
    [
        "cave_vs_cave",
        pytest.param("caverna", marks=pytest.mark.long),
        pytest.param("my_gold_mine", marks=pytest.mark.long),
    ],
)
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


def test_a_record_moves_to_a_server_and_back(
    context: BrowserContext, address: str, server: Served
) -> None:
    page = context.new_page()
    app = _open(page, address)
    played = Path("tests/records").rglob("my_gold_mine*.json")
    record = next(iter(sorted(played)))
    app.locator("input[type=file]").set_input_files(record)
    app.locator("form[action$='/records'] button").click()
    expect(app.locator("#table")).to_be_visible(timeout=30_000)
    table = page.url.partition("#")[2].partition("?")[0]
    saved = page.evaluate(
        "async (table) => await (await fetch(`${location.pathname}app/${table}/record`)).text()",
        table,
    )
    assert Record.from_json(saved).moves == Record.load(record).moves
    answer = httpx.post(f"{server.url}/records", files={"record": ("game.json", saved)})
    assert answer.status_code == 303
    page.close()


def test_a_new_version_waits_until_it_is_wanted(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "tab")
    with _files(tmp_path) as root:
        context = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
        page = context.new_page()
        app = _begin(page, f"{root}tab/", "my_gold_mine")
        table = page.url.partition("#")[2]
        script = tmp_path / "tab" / "sw.js"
        script.write_text(script.read_text("utf-8") + "// newer\n", "utf-8")
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        expect(page.locator("#note-text")).to_have_text("Une nouvelle version est prête.")
        expect(app.locator("#table")).to_be_visible()
        page.locator("#note-button").click()
        expect(page.locator("#app")).to_be_hidden()
        expect(app.locator("#table")).to_be_visible(timeout=START_MS)
        assert page.url.partition("#")[2] == table
        context.close()
