"""Measures the games in a browser tab: size on the wire, start, clicks, bots, memory.

Run `python -m benchmarks.tab` in a checkout with Chromium. It builds `build/tab`, serves it as
plain files and plays Caverna for two against the bot of the level `normal`.
"""

from __future__ import annotations

import re
import statistics
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools import tab
from tools.testing.chromium import find_chromium

LIMIT_MS = 120_000
CLICKS = 40
PLAY = """async (most) => {
  const frame = document.querySelector("#app");
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const at = () => frame.contentDocument.querySelector("#move input[name=at]")?.value;
  const mine = () => [...frame.contentDocument.querySelectorAll("#table button[name=move]")];
  const clicks = [];
  const turns = [];
  while (clicks.length < most && !frame.contentDocument.querySelector("#scores")) {
    let buttons = [];
    while (!buttons.length) { buttons = mine().filter((one) => !one.disabled); await sleep(2); }
    const before = at();
    let begun = performance.now();
    buttons[(clicks.length * 7) % buttons.length].click();
    while (at() === before) await sleep(2);
    clicks.push(performance.now() - begun);
    begun = performance.now();
    while (!mine().length && !frame.contentDocument.querySelector("#scores")) await sleep(5);
    if (performance.now() - begun > 10) turns.push(performance.now() - begun);
  }
  return { clicks, turns };
}"""
BEGIN = """async () => {
  const base = `${location.pathname}app`;
  const post = (path, facts) =>
    fetch(`${base}/${path}`, { method: "POST", body: new URLSearchParams(facts) });
  await post("preferences", { confirm: "never" });
  const seats = { "kind-0": "me", "kind-1": "bot", "bot-1": "normal" };
  const table = await post("tables", { game: "caverna", ...seats });
  const frame = document.querySelector("#app");
  frame.src = table.url;
  await new Promise((done) => frame.addEventListener("load", done, { once: true }));
}"""


class _Counting(SimpleHTTPRequestHandler):
    sent = 0

    def log_message(self, *_: Any) -> None:
        """Says nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Sends a file and counts its bytes."""
        body = source.read()
        _Counting.sent += len(body)
        outputfile.write(body)


def _started(page: Page, address: str) -> float:
    """Seconds until the start page is there."""
    begun = time.monotonic()
    page.goto(address)
    page.locator("#app:visible, #button:visible").first.wait_for(timeout=LIMIT_MS)
    if not page.locator("#app").is_visible():
        raise SystemExit(page.locator("#state").inner_text())
    return time.monotonic() - begun


def _private_bytes(browser: Browser) -> int:
    """Memory of the processes that run the pages and their workers, without what all share."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in found if one["type"] == "renderer"]
    rows = "".join(Path(f"/proc/{number}/smaps_rollup").read_text("ascii") for number in pages)
    return 1024 * sum(map(int, re.findall(r"Private_\w+: +(\d+)", rows)))


def main() -> None:
    """Prints the table."""
    tab.build()
    handler = partial(_Counting, directory=str(tab.OUT.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/{tab.OUT.name}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        first = _started(page, address)
        wire = _Counting.sent
        page.locator("html[data-prepared]").wait_for(timeout=LIMIT_MS)
        page.close()
        page = context.new_page()
        later = _started(page, address)
        page.evaluate(BEGIN)
        played = page.evaluate(PLAY, CLICKS)
        memory = int(page.evaluate("document.documentElement.dataset.memory"))
        private = _private_bytes(browser)
        browser.close()
    clicks, turns = played["clicks"], played["turns"] or [0.0]
    rows = (
        ("first visit, on the wire", f"{wire / 1e6:.1f} MB", "9"),
        ("first visit, until the start page", f"{first:.1f} s", "8"),
        ("later visits", f"{later:.1f} s", "2"),
        ("click to changed page, median", f"{statistics.median(clicks):.0f} ms", "150"),
        ("a turn of the bot, median", f"{statistics.median(turns):.0f} ms", "1500"),
        ("a turn of the bot, longest", f"{max(turns):.0f} ms", "1500"),
        ("memory of Python at the start", f"{memory / 1e6:.0f} MB", "300"),
        ("memory of the page after these clicks", f"{private / 1e6:.0f} MB", "300"),
    )
    for what, measured, most in rows:
        print(f"{what:38}{measured:>10}   (at most {most})")


if __name__ == "__main__":
    main()
