"""The games in a browser tab without a server: from plain files, and then without a network.

Pyodide comes with the other browser assets; without it these tests are skipped with a sentence.
`python -m http.server` sends the files to two browsers, a computer below a path and a phone at the
root. When they have been there once, the file server of the computer ends.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from dvergar.core.record import Record
from dvergar.core.registry import info
from tests.browser.axe import LIGHTS, assert_nothing_serious
from tests.browser.guides import PLACE, assert_points_well, number_of, step_of
from tests.browser.stage import MOVES, VERSION, version, wait_for_change
from tests.web.players import Person, upload
from tests.web.serving import Served
from tools import tab

pytestmark = [pytest.mark.browser, pytest.mark.plain, pytest.mark.timeout(600)]
START_MS = 120_000
PHONE: dict[str, Any] = {
    "locale": "fr-FR",
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SEATS = {
    "caverna": {"kind-0": "me", "kind-1": "closed"},
    "cave_vs_cave": {"kind-0": "me", "kind-1": "bot", "bot-1": "easy"},
    "my_gold_mine": {"kind-0": "me", "kind-1": "here", "kind-2": "here"},
}
"""Who plays: alone, against a bot, and several on one screen."""

PLAY = """async ([most]) => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const frame = document.querySelector("#app");
  const find = (where) => frame.contentDocument?.querySelector(where);
  const at = () => find("#move input[name=at]")?.value;
  let played = 0;
  let changed = performance.now();
  while (played < most && !find("#scores")) {
    const before = at();
    const buttons = [...frame.contentDocument.querySelectorAll("#table button[name=move]:enabled")];
    if (buttons.length) buttons[played++ * 7 % buttons.length].click();
    while (at() === before && !find("#scores")) {
      if (performance.now() - changed > 60000) return `stuck at ${before} after ${played} moves`;
      await sleep(4);
    }
    changed = performance.now();
  }
  return "";
}"""
"""Presses buttons of moves until the game is over, or so often; empty unless it gets stuck."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that has been there, and where; a page that stays open keeps its process alive."""

    context: BrowserContext
    address: str
    files: Path
    keeper: Page

    def visit(self, where: str = "", page: Page | None = None) -> Frame:
        """A page of the app in the only tab, a new one or this."""
        for other in self.context.pages:
            if other not in (page, self.keeper):
                other.close()
        page = page or self.context.new_page()
        page.goto(f"{self.address}#{where}")
        return _app(page)

    def begin(self, game: str, page: Page | None = None) -> Frame:
        """A table of a game that was just opened."""
        app = self.visit(page=page)
        _prefer(app, confirm="never")
        table = _post(app, "tables", game=game, **SEATS[game])
        app.goto(table)
        expect(app.locator("#table")).to_be_visible()
        return app


def _app(page: Page) -> Frame:
    """The app in its frame, as soon as it has started."""
    expect(page.locator("#app")).to_be_visible(timeout=START_MS)
    handle = page.locator("#app").element_handle()
    assert handle is not None
    frame = handle.content_frame()
    assert frame is not None
    return frame


def _post(app: Frame, path: str, **fields: str) -> str:
    """Sends a form of a page; the address that answers."""
    found: str = app.page.evaluate(
        "async ([path, fields]) => (await fetch(`${location.pathname}app/${path}`,"
        " { method: 'POST', body: new URLSearchParams(fields) })).url",
        [path, fields],
    )
    return found


def _prefer(app: Frame, **choice: str) -> None:
    """Chooses as the settings of a table do."""
    _post(app, "preferences", **choice)


def _act(app: Frame) -> None:
    """Presses the first button of a move."""
    before = version(app)
    app.locator(MOVES).first.click()
    wait_for_change(app, before)


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
def _file_server(folder: Path) -> Iterator[str]:
    """The file server of Python, and its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    running = subprocess.Popen(
        [*command, "-d", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert running.stdout is not None
        said = re.search(r"http://[\d.:]+/", running.stdout.readline())
        assert said, "the file server did not start"
        yield said[0]
    finally:
        running.terminate()
        running.wait()


def _first_visit(context: BrowserContext, address: str, files: Path) -> Device:
    keeper = context.new_page()
    keeper.goto(f"{address}stamp.txt")
    device = Device(context, address, files, keeper)
    device.visit()
    return device


@pytest.fixture(scope="module")
def computer(browser: Browser, folder: Path) -> Iterator[Device]:
    """A computer for which there is neither a network nor a file server any more."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    )
    with _file_server(folder.parent) as root:
        found = _first_visit(context, f"{root}{folder.name}/", folder)
        found.context.pages[-1].locator("html[data-prepared]").wait_for(timeout=START_MS)
    context.set_offline(True)
    yield found
    context.close()


@pytest.fixture(scope="module")
def phone(
    browser: Browser, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Device]:
    """A French phone, with files of its own at the root of a site."""
    files = tmp_path_factory.mktemp("phone") / "site"
    shutil.copytree(folder, files)
    context = browser.new_context(reduced_motion="reduce", **PHONE)
    with _file_server(files) as root:
        yield _first_visit(context, root, files)
    context.close()


@pytest.mark.parametrize("game", list(SEATS))
def test_a_whole_game_is_played_offline(computer: Device, game: str) -> None:
    app = computer.begin(game)
    page = app.page
    assert not page.evaluate(PLAY, [5])
    before, address = version(app), page.url
    page.close()  # as in a crash: nobody says goodbye
    page = computer.context.new_page()
    page.goto(address)
    app = _app(page)
    expect(app.locator(VERSION)).to_have_value(before)
    assert not page.evaluate(PLAY, [10])
    before = version(app)
    page.reload()
    app = _app(page)
    expect(app.locator(VERSION)).to_have_value(before)
    assert not page.evaluate(PLAY, [2000])
    expect(app.locator("#scores")).to_be_visible()
    page.close()


def test_guided_games_are_played_offline_by_keys_in_german(computer: Device) -> None:
    for game in ("cave_vs_cave", "caverna"):
        app = computer.visit()
        _prefer(app, lang="de")
        app.goto(_post(app, f"guide/{game}"))
        keyboard = app.page.keyboard
        for number, step in _steps(app, game):
            if number == 4:
                _assert_accessible(app)
            before = version(app)
            if step:
                keyboard.press(".")
                expect(app.locator("button:focus")).to_have_attribute("value", step)
            keyboard.press("Enter" if step else "n")
            wait_for_change(app, before)
        expect(app.locator("html")).to_have_attribute("lang", "de")
        _prefer(app, lang="en")
        app.page.close()


def test_a_guided_game_is_played_offline_by_touch_in_french(phone: Device) -> None:
    app = phone.visit()
    phone.context.set_offline(True)
    app.goto(_post(app, "guide/my_gold_mine"))
    expect(app.locator("html")).to_have_attribute("lang", "fr")
    for number, step in _steps(app, "my_gold_mine"):
        assert app.evaluate("document.documentElement.scrollWidth") <= 390
        if number == 4:
            _assert_accessible(app)
        before = version(app)
        if step:
            tap = app.page.touchscreen.tap
            tap(*app.evaluate(PLACE))
            spot = f"label.spot[for=m{int(number_of('my_gold_mine', step))}]"
            if app.locator(spot).count():
                tap(*app.evaluate(PLACE))  # the first tap shows, the second lays
        else:
            app.locator("#guide-next").tap()
        wait_for_change(app, before)
    phone.context.set_offline(False)
    app.page.close()


def _steps(app: Frame, game: str) -> Iterator[tuple[int, str]]:
    """The number of every step but the last of a guided game, and the move that it asks for."""
    guide = info(game).guide()
    assert guide is not None
    for number, step in enumerate(guide.steps, start=1):
        expect(app.locator("#guide")).to_have_attribute("data-step", str(number))
        assert_points_well(app)
        if number < len(guide.steps):
            yield number, step.play or ""
    assert step_of(app) == len(guide.steps)


def _assert_accessible(app: Frame) -> None:
    """Nothing serious is wrong with the page in the frame and the one around it."""
    for light in LIGHTS:
        app.page.emulate_media(color_scheme=light, reduced_motion="reduce")
        assert_nothing_serious(app, light)
        assert_nothing_serious(app.page, light)


def test_the_games_can_be_installed(phone: Device) -> None:
    page = phone.visit().page
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert not manifest["errors"]
    for icon in json.loads(manifest["data"])["icons"]:
        answer = page.request.get(f"{phone.address}{icon['src']}")
        assert answer.headers["content-type"].startswith("image/")
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in found} <= {"in-incognito"}, "as all browsers of tests are"
    page.close()


def test_one_page_at_a_time_holds_the_games(computer: Device) -> None:
    first = computer.visit().page
    second = computer.context.new_page()
    second.goto(computer.address)
    expect(second.locator("#state")).to_contain_text("another tab", timeout=START_MS)
    for light in LIGHTS:
        second.emulate_media(color_scheme=light)
        assert_nothing_serious(second, light)
    second.locator("#button").click()
    _app(second)
    expect(first.locator("#state")).to_contain_text("another tab")
    first.close()
    second.close()


def test_a_running_game_moves_to_a_server_and_back_by_file_and_by_link(
    computer: Device, server: Served, tmp_path: Path
) -> None:
    app = computer.begin("my_gold_mine")
    _act(app)
    file, link = _take_along(app, tmp_path / "tab.json")
    person = Person(server.url)

    by_file = upload(person, file.read_bytes()).url
    person.go(f"{by_file.path}?{by_file.query.decode()}")
    first = _continue(person, Record.load(file))

    person.go(f"/records?{link.partition('?')[2]}")
    person.send(person.form("/records"))
    _continue(person, Record.load(file))

    person.go(f"{first}/link")
    link = unescape(re.findall(r'value="(http[^"]*)"', person.answer.text)[0])
    app = computer.visit(f"records?{link.partition('?')[2]}", app.page)
    app.locator("form[action$='/records'] button").click()
    back = Record.from_json(person.http.get(f"{first}/record").text)
    _continue_in_tab(app, back, tmp_path / "link.json")

    file.write_text(back.to_json(), "utf-8")
    app.goto(f"{computer.address}app/")
    app.locator("input[type=file]").set_input_files(file)
    app.locator("form[action$='/records'] button").click()
    _continue_in_tab(app, back, tmp_path / "file.json")
    app.page.close()


def _take_along(app: Frame, file: Path) -> tuple[Path, str]:
    """The game of a table as a file and as a link, as its menu gives them."""
    app.goto(app.locator(".record-in-menu").evaluate("(one) => one.href"))
    with app.page.expect_download() as download:
        app.locator("a[download]").click()
    download.value.save_as(file)
    return file, app.locator("input[readonly]").input_value()


def _continue(person: Person, record: Record) -> str:
    """Plays on at the table of a record on a server; where."""
    shown = person.path
    person.send(person.form(f"{shown}/play-on"))
    assert person.path != shown
    person.press(person.choices()[0])
    moves = Record.from_json(person.http.get(f"{person.path}/record").text).moves
    assert moves[: len(record.moves)] == record.moves
    assert len(moves) > len(record.moves)
    return person.path


def _continue_in_tab(app: Frame, record: Record, file: Path) -> None:
    """Plays on at the table of a record in the tab."""
    app.locator("form[action$='/play-on'] button").click()
    _act(app)
    moves = Record.load(_take_along(app, file)[0]).moves
    assert moves[: len(record.moves)] == record.moves
    assert len(moves) > len(record.moves)


def test_a_finished_game_moves_to_a_server_and_back(
    computer: Device, server: Served, tmp_path: Path
) -> None:
    app = computer.visit()
    played = sorted(Path("tests/records").rglob("my_gold_mine*.json"))[0]
    for number in range(2):
        app.locator("input[type=file]").set_input_files(played)
        app.locator("form[action$='/records'] button").click()
        expect(app.locator("#table")).to_be_visible()
        app.goto(f"{app.url.partition('?')[0]}/link")
        saved = tmp_path / f"{number}.json"
        with app.page.expect_download() as download:
            app.locator("a[download]").click()
        download.value.save_as(saved)
        assert Record.load(saved).moves == Record.load(played).moves
        person = Person(server.url)
        there = upload(person, saved.read_bytes()).url.path
        played = tmp_path / "server.json"
        played.write_bytes(person.http.get(f"{there}/record").content)
        app.goto(f"{computer.address}app/")
    app.page.close()


def test_a_full_storage_is_said_and_the_game_continues(computer: Device) -> None:
    page = computer.visit().page
    page.goto("about:blank")
    devtools = page.context.new_cdp_session(page)
    origin = {"origin": computer.address.rstrip("/").rpartition("/")[0]}
    devtools.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    app, note = computer.visit(page=page), page.locator("#note-text")
    for theme in cycle(("dark", "light")):  # Chromium remembers for a while how much room there was
        _prefer(app, theme=theme)
        if note.is_visible():
            break
    expect(note).to_contain_text("storage is full")
    app = computer.begin("cave_vs_cave", page)
    _act(app)
    expect(note).to_contain_text("storage is full")
    devtools.send("Storage.overrideQuotaForOrigin", origin)
    _act(app)
    expect(note).to_be_hidden()
    before = version(app)
    page.reload()
    expect(_app(page).locator(VERSION)).to_have_value(before)
    page.close()


def test_a_cleared_storage_is_said_and_filled_again(computer: Device) -> None:
    app = computer.begin("cave_vs_cave")
    page = app.page
    devtools = page.context.new_cdp_session(page)
    origin = computer.address.rstrip("/").rpartition("/")[0]
    devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    _act(app)
    expect(page.locator("#note-text")).to_contain_text("was cleared")
    page.locator("#note-button").click()
    before = version(app)
    page.reload()
    expect(_app(page).locator(VERSION)).to_have_value(before)
    page.close()


def test_a_new_version_waits_until_it_is_wanted(phone: Device) -> None:
    app = phone.begin("my_gold_mine")
    page, table = app.page, app.page.url
    _act(app)
    before = version(app)
    script = phone.files / "sw.js"
    script.write_text(script.read_text("utf-8") + "// newer\n", "utf-8")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    expect(page.locator("#note-text")).to_have_text("Une nouvelle version est prête.")
    expect(app.locator("#table")).to_be_visible()
    page.locator("#note-button").click()
    expect(page.locator("#app")).to_be_hidden()
    app = _app(page)
    expect(app.locator(VERSION)).to_have_value(before)
    assert page.url == table
    _act(app)
    page.close()
