"""Makes the pictures that are committed: icons of the installed app, and a turn that moves.

Run `python -m tools.pictures` in a checkout with Chromium after the look has changed. The icons are
our `favicon.svg` in the sizes that phones want; the turn is played on a real page of a server.
"""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools.testing.chromium import find_chromium

ROOT = Path(__file__).parents[1]
ICON = ROOT / "src/dvergar/web/kernel/views/static/favicon.svg"
ICONS = ROOT / "src/dvergar/web/features/tab/static/tab/icons"
TURN = ROOT / "docs/images/turn.webp"
SIZES = {"icon-180": (180, 0.1), "icon-192": (192, 0.0), "icon-512": (512, 0.0)}
SIZES |= {"icon-maskable": (512, 0.1)}
"""Pixels of each icon, and which part of it is left free at each side."""
WIDTH, HEIGHT, SHOWN = 1280, 800, 800
START_S = 60


def draw_icons(browser: Browser) -> None:
    """Draw the icon in every size; where it is cut into a shape, on our own ground."""
    for name, (size, free) in SIZES.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        ground = "#f4ead8" if free else "transparent"
        page.set_content(
            f"<style>body{{margin:0;background:{ground}}}"
            f"svg{{display:block;margin:{size * free}px;width:{size * (1 - 2 * free)}px}}</style>"
            + ICON.read_text("utf-8")
        )
        body = page.screenshot(omit_background=True)
        small = Image.open(io.BytesIO(body)).quantize(64)
        small.save(ICONS / f"{name}.png", optimize=True)
        page.close()


def film_turn(browser: Browser, address: str) -> None:
    """Place a dwarf at a table of Caverna and answer what is asked; a frame for each step."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", locale="en-GB"
    )
    page.goto(f"{address}/?game=caverna")
    seats = {"game": "caverna", "kind-0": "me", "kind-1": "bot", "bot-1": "normal", "deal": "3"}
    page.request.post(f"{address}/preferences", form={"confirm": "never"})
    page.goto(page.request.post(f"{address}/tables", form={**seats, "name-0": "Ada"}).url)
    frames, lasts = [_frame(page)], [1800]
    for _ in range(6):
        page.locator("#table button[name=move]:enabled").first.wait_for()
        choice = page.locator("#table button[name=move]:enabled").first
        choice.scroll_into_view_if_needed()
        choice.focus()
        frames.append(_frame(page))
        lasts.append(700)
        choice.click()
        page.wait_for_timeout(1500)
        frames.append(_frame(page))
        lasts.append(1300)
    frames[0].save(
        TURN, save_all=True, append_images=frames[1:], duration=lasts, loop=0, quality=60, method=6
    )
    page.close()


def _frame(page: Page) -> Image.Image:
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return shown.resize((SHOWN, SHOWN * HEIGHT // WIDTH), Image.Resampling.LANCZOS)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def main() -> None:
    """Draw everything."""
    with tempfile.TemporaryDirectory(prefix="dvergar-pictures-") as data, sync_playwright() as play:
        port = _free_port()
        command = [sys.executable, "-m", "dvergar", "serve", "--port", str(port), "--data", data]
        server = subprocess.Popen([*command, "--no-open"])
        try:
            browser = play.chromium.launch(
                executable_path=find_chromium(), args=["--headless", "--no-sandbox"]
            )
            draw_icons(browser)
            address = f"http://127.0.0.1:{port}"
            end = time.monotonic() + START_S
            while time.monotonic() < end:
                try:
                    httpx.get(address).raise_for_status()
                    break
                except httpx.TransportError:
                    time.sleep(0.3)
            film_turn(browser, address)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
