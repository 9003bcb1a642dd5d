"""Makes the pictures of the page in `docs/images/gallery`, and the page that shows them.

`python -m tools.gallery` starts a server of its own, plays games to where there is something to see
and takes the pictures with Chromium, as WebP so that they are small. The same code gives the same
games.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

import dvergar
from dvergar import bots
from dvergar.web.app import create_app
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.tokens import COOKIE, digest
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, PERSON, Seat
from dvergar.web.settings import Settings
from tools.testing.chromium import MISSING, find_chromium

FOLDER = Path("docs/images/gallery")
PAGE = Path("docs/gallery.md")
TOKEN = "gallery-of-pictures-0000"
NAMES = ("Anna", "Balin", "Dora", "Fundin")
QUALITY = 72
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
HEAD = """\
# Pictures

Screenshots of the page, taken by `python -m tools.gallery`.
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: where it is taken, and what it shows."""

    name: str
    shows: str
    path: str
    options: dict[str, Any] = field(default_factory=dict)


@contextmanager
def serving(data: Path) -> Iterator[tuple[str, Kernel, asyncio.AbstractEventLoop]]:
    """A server in a thread."""
    app = create_app(Settings(data, bot_workers=0))
    process = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await process.serve()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    while not process.started:
        time.sleep(0.01)
    port = process.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}", app.state.kernel, loops[0]
    process.should_exit = True
    thread.join()


def played(slug: str, players: int, moves: int) -> tuple[str, ...]:
    """The first moves of a game between bots."""
    game = dvergar.game(slug, players=players)
    state = game.start(7)
    bot = bots.make("greedy", 7, slug)
    names: list[str] = []
    while len(names) < moves and not state.over:
        move = bot.choose(state.imagine(state.seat, len(names)))
        names.append(game.name(move))
        state.play(move)
    return tuple(names)


async def tables(server: Kernel) -> dict[str, str]:
    """Opens what the pictures show; the address of each table by its game."""
    found = {}
    for slug, players, moves in (
        ("my_gold_mine", 4, 14),
        ("cave_vs_cave", 2, 60),
        ("caverna", 2, 110),
        ("my_gold_mine", 3, 1000),
    ):
        seats = [Seat(PERSON, name) for name in NAMES[:players]]
        plan = Plan(slug, {}, seats, "Friday under the hill", moves=played(slug, players, moves))
        table = await server.tables.open(plan, digest(TOKEN), 7)
        found[f"{slug}_over" if table.state.over else slug] = f"/table/{table.id}"
    for slug, name in (("caverna", "A long evening"), ("my_gold_mine", "Quick one")):
        seats = [Seat(PERSON, "Idun"), Seat(OPEN, ""), Seat(OPEN, "")]
        await server.tables.open(Plan(slug, {}, seats, name, public=True), digest("x" * 24), 7)
    return found


def pictures(at: dict[str, str]) -> list[Picture]:
    """All pictures, in the order of the page."""
    dark, phone = {"color_scheme": "dark"}, {"viewport": PHONE}
    return [
        Picture("start", "The start page: games, a new table, my tables, open tables", "/"),
        Picture("my-gold-mine", "My Gold Mine for four", at["my_gold_mine"]),
        Picture("cave-vs-cave", "Caverna: Cave vs Cave", at["cave_vs_cave"]),
        Picture("caverna", "Caverna for two", at["caverna"]),
        Picture("caverna-lantern", "The same in the dark theme", at["caverna"], dark),
        Picture("caverna-phone", "The same on a phone", at["caverna"], phone),
        Picture("over", "A finished game with its score", at["my_gold_mine_over"]),
        Picture("rules", "The rule book of Caverna", "/rules/caverna"),
        Picture("turns", "Notifications for your turns", "/turns"),
    ]


def take(browser: Browser, url: str, picture: Picture) -> int:
    """Takes a picture; its size in bytes."""
    options = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}
    context = browser.new_context(base_url=url, **{**options, **picture.options})
    context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": url}])
    page = context.new_page()
    page.goto(picture.path)
    page.evaluate("document.fonts.ready")
    wanted = {"format": "webp", "quality": QUALITY}
    taken = context.new_cdp_session(page).send("Page.captureScreenshot", wanted)
    content = base64.b64decode(taken["data"])
    (FOLDER / f"{picture.name}.webp").write_bytes(content)
    context.close()
    return len(content)


def main() -> None:
    """Takes all pictures and writes their page."""
    path = find_chromium()
    if path is None:
        raise SystemExit(MISSING)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as (url, server, loop),
        sync_playwright() as playwright,
    ):
        found = asyncio.run_coroutine_threadsafe(tables(server), loop).result()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        text = HEAD
        for one in pictures(found):
            size = take(browser, url, one)
            text += f"\n## {one.shows}\n\n![{one.shows}](images/gallery/{one.name}.webp)\n"
            sys.stdout.write(f"{one.name}: {size // 1024} KB\n")
        browser.close()
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
