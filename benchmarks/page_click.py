"""How long a click takes until the page shows what came of it, beside a bare round trip.

`python benchmarks/page_click.py FOLDER` takes a folder from which Dvergar can be imported, as
`server.py` does. A real Chromium plays Caverna with all seats on one screen. The time from pressing
a button of a move to the changed page is taken inside the page; the bare round trip is what the
same page needs to fetch a small file from the same server, asked for after each click.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from server import Served

sys.path.append(str(Path(__file__).parents[1]))  # run as a script, it would not find the tools
from tools.testing.chromium import MISSING, find_chromium

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
OFFERED = "all => all.map((one) => one.value)"
CLICK = """(button) => new Promise((done) => {
  const version = () => document.querySelector("#move input[name=at]")?.value;
  const before = version();
  const began = performance.now();
  const seen = new MutationObserver(() => {
    if (version() === before) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
  const all = { subtree: true, childList: true, attributes: true };
  seen.observe(document.querySelector("#table"), all);
  button.click();
})"""
FETCH = """async () => {
  const began = performance.now();
  await (await fetch("/static/favicon.svg", { cache: "no-store" })).text();
  return performance.now() - began;
}"""


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description="From a click to the changed page, in ms.")
    parser.add_argument("folder", type=Path, help="a folder from which Dvergar can be imported")
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=120)
    asked = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(asked.folder, data)
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            page = browser.new_page(base_url=served.url, viewport={"width": 1280, "height": 900})
            open_table(page, served.url, asked.players)
            clicks, bare = measure(page, asked.clicks)
            browser.close()
        finally:
            served.stop()
    print(f"| Caverna, {asked.players} players, {len(clicks)} clicks | median | 9 of 10 within |")
    print("| --- | ---: | ---: |")
    for what, times in (("click to changed page", clicks), ("bare round trip", bare)):
        print(f"| {what} | {statistics.median(times):.1f} ms | {within(times):.1f} ms |")


def open_table(page: Page, url: str, players: int) -> None:
    """A table whose seats are all at this screen; nothing waits to be confirmed."""
    page.context.add_cookies([{"name": "confirm", "value": "never", "url": url}])
    seats = {f"kind-{seat}": "me" if seat == 0 else "here" for seat in range(players)}
    answer = page.request.post("/tables", form={"game": "caverna", **seats})
    page.goto(answer.url)


def measure(page: Page, count: int) -> tuple[list[float], list[float]]:
    """Clicks at random, and what a bare round trip took after each."""
    chance = random.Random(1)
    clicks: list[float] = []
    bare: list[float] = []
    while len(clicks) < count and not page.locator("#scores").count():
        buttons = page.locator("#table button[name=move]")
        value = chance.choice(buttons.evaluate_all(OFFERED))
        clicks.append(page.locator(f'button[name=move][value="{value}"]').first.evaluate(CLICK))
        bare.append(page.evaluate(FETCH))
    return clicks, bare


def within(times: list[float]) -> float:
    """What nine of ten were quicker than."""
    return statistics.quantiles(times, n=10)[-1]


if __name__ == "__main__":
    main()
