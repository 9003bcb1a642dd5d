"""What one click runs: files, functions and calls of Dvergar, moves played and views built.

`python -m benchmarks.click_trace` starts a server in this process, opens a table of each game with
all seats on one screen, and traces clicks of the page. These are counts, not times: every machine
counts the same, because all games are dealt from one seed.
`tests/web/features/play/test_cost_of_a_click.py` asserts the numbers of plays and views.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

import httpx
from fastapi import FastAPI

import dvergar
from dvergar.web.app import create_app
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.settings import Settings

PACKAGE = str(Path(dvergar.__file__).parent)
GAMES = ("my_gold_mine", "cave_vs_cave", "caverna")
WATCHED = {
    "moves played": "State.play",
    "states imagined": "State.imagine",
    "views of the state": "State.view",
    "prompts": "State.prompt",
    "views of the table": "make_view",
    "tables drawn": "Renderer.fragment",
}
"""What a click does as rarely as possible, by the qualified names of functions."""


@dataclass(slots=True)
class Trace:
    """The calls of Dvergar's own code between `start` and `stop`."""

    calls: Counter[CodeType] = field(default_factory=Counter)
    running: bool = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.running and event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self.calls[frame.f_code] += 1

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Counts what happens meanwhile, in this thread and those of the server."""
        self.calls.clear()
        self.running = True
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.running = False

    def figures(self) -> dict[str, int]:
        """The counts of one click."""
        python = {code: n for code, n in self.calls.items() if code.co_filename.endswith(".py")}
        found = {
            "files": len({code.co_filename for code in python}),
            "functions": len(python),
            "calls": sum(python.values()),
        }
        for what, name in WATCHED.items():
            found[what] = sum(n for code, n in python.items() if code.co_qualname == name)
        return found


@dataclass(frozen=True, slots=True)
class Player:
    """A browser with both seats of a table."""

    client: httpx.AsyncClient
    table_id: str
    kernel: Kernel

    async def table(self) -> Table:
        """The table as the server has it."""
        return await self.kernel.tables.get(self.table_id)

    async def click(self, what: str, **form: str) -> None:
        """Presses a button of the page."""
        answer = await self.client.post(
            f"/table/{self.table_id}/{what}", data=form, headers={"hx-request": "true"}
        )
        answer.raise_for_status()

    async def move(self) -> None:
        """Presses the button of the first move."""
        table = await self.table()
        first = table.game.name(table.state.moves()[0])
        await self.click("move", move=first, at=str(table.version))

    async def confirm(self) -> None:
        """Confirms the waiting move."""
        await self.click("confirm", at=str((await self.table()).version))


async def figures_of(app: FastAPI, trace: Trace, game: str) -> dict[str, dict[str, int]]:
    """The figures of a move, of one that waits to be confirmed, and of its confirmation."""
    transport = httpx.ASGITransport(app)
    found = {}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        form = {"game": game, "kind-0": "me", "kind-1": "here"}
        opened = await client.post("/tables", data=form)
        player = Player(client, opened.headers["location"].rpartition("/")[2], app.state.kernel)
        client.cookies.set("confirm", "never")
        for name in ("", f"{game}: move"):  # the first one warms up
            with trace.recording():
                await player.move()
            found[name] = trace.figures()
        client.cookies.set("confirm", "always")
        while True:
            with trace.recording():
                await player.move()
            if (await player.table()).held:
                break
        found[f"{game}: move that waits"] = trace.figures()
        with trace.recording():
            await player.confirm()
        found[f"{game}: confirmation"] = trace.figures()
    del found[""]
    return found


async def measure(games: Sequence[str]) -> dict[str, dict[str, int]]:
    """The figures of the clicks of each game."""
    trace = Trace()
    found: dict[str, dict[str, int]] = {}
    threading.setprofile(trace)  # the threads of the database begin later
    try:
        with tempfile.TemporaryDirectory() as data, patch("secrets.randbits", return_value=1):
            app = create_app(Settings(Path(data), bot_workers=0, warm=False))
            async with app.router.lifespan_context(app):
                for game in games:
                    found |= await figures_of(app, trace, game)
    finally:
        threading.setprofile(None)
    return found


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description="What one click runs.")
    parser.add_argument("games", nargs="*", default=GAMES)
    figures = asyncio.run(measure(parser.parse_args().games))
    names = list(next(iter(figures.values())))
    print("| click |", " | ".join(names), "|")
    print("| --- |", " | ".join("---:" for _ in names), "|")
    for name, found in figures.items():
        print(f"| {name} |", " | ".join(f"{n:,}" for n in found.values()), "|")


if __name__ == "__main__":
    main()
