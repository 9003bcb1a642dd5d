"""How fast My Gold Mine is: whole random games, copies, what a bot costs, and the page.

Run it on a quiet machine with `python benchmarks/my_gold_mine.py`; figures are processor time on
one core, the best of several runs. `results.md` beside it keeps what was measured and when.
"""

from __future__ import annotations

import asyncio
import platform
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table
from timing import each, whole_games

import dvergar
from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.game import State

SLUG = "my_gold_mine"
GAMES = 200
POSITIONS = 60


def measure_state(table: Table) -> None:
    """What a bot that looks ahead pays for."""
    state = _middle()
    for name, work in {
        "copy": state.copy,
        "moves": state.moves,
        "imagine": lambda: state.imagine(0, 1),
        "view": lambda: state.view(0),
        "observation": lambda: state.observation(0),
        "text": state.text,
    }.items():
        table.add_row(f"state.{name}, 4 players", f"{each(work, 5000) * 1e6:.1f} µs", "")


def measure_bots(table: Table) -> None:
    """One answer of each bot, the imagined copy included."""
    state = _middle()
    for name in bots.names(SLUG):
        bot = bots.make(name, 1, SLUG)
        seconds = each(partial(ask, bot, state, 1), 1000)
        table.add_row(f"answer of {name}, 4 players", f"{seconds * 1e6:.0f} µs", "")


def _middle() -> State:
    """A position in the middle of a game."""
    state = dvergar.game(SLUG, players=4).start(7)
    for _ in range(12):
        state.play(state.moves()[0])
    return state


def measure_page(table: Table) -> None:
    """The table as the server answers it: the whole page, and the part a live page asks for."""
    with TemporaryDirectory() as folder:
        for name, (seconds, size) in asyncio.run(_page_times(Path(folder))).items():
            table.add_row(name, f"{seconds * 1e3:.1f} ms", f"{size / 1024:.0f} KB")


async def _page_times(folder: Path) -> dict[str, tuple[float, int]]:
    import httpx

    from dvergar.web.app import create_app
    from dvergar.web.settings import Settings

    app = create_app(Settings(data=folder, bot_workers=0, moves_per_minute=0))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        address = await _play_some_moves(http)
        pages = [f"{address}?at={number}" for number in range(POSITIONS)]
        await http.get(pages.pop())  # templates are compiled now
        whole = await _time(http, pages)
        http.headers["hx-request"] = "true"
        fresh = await _time(http, pages)
        return {
            "table page": whole,
            "live part of the table, rendered anew": fresh,
            "live part of the table, seen before": await _time(http, pages),
        }


async def _play_some_moves(http: Any) -> str:
    """Opens a table with three people on one screen and plays; the address of its page."""
    seats = [{"kind": "me", "name": name} for name in ("Alma", "Bo", "Cy")]
    answer = (await http.post("/api/tables", json={"game": SLUG, "seats": seats})).json()
    http.headers["authorization"] = f"Bearer {answer['token']}"
    table = answer["table"]
    while len(table["choices"]) and table["version"] < POSITIONS:
        move = {"move": table["choices"][-1]["move"], "at": table["version"]}
        table = (await http.post(f"/api/tables/{table['id']}/moves", json=move)).json()
    return f"/table/{table['id']}"


async def _time(http: Any, pages: list[str]) -> tuple[float, int]:
    """Processor seconds for a page, and the size of the largest."""
    largest = 0
    started = time.process_time()
    for page in pages:
        answer = (await http.get(page)).raise_for_status()
        largest = max(largest, len(answer.content))
    return (time.process_time() - started) / len(pages), largest


def main() -> None:
    """Measure everything and print one table."""
    table = Table("what", "measured", "", title=f"Dvergar {dvergar.__version__}: My Gold Mine")
    for players in range(2, 7):
        name = f"whole random games, {players} players"
        table.add_row(name, *whole_games(SLUG, players, GAMES))
    measure_state(table)
    measure_bots(table)
    measure_page(table)
    console = Console()
    console.print(table)
    console.print(f"CPython {platform.python_version()}, {platform.machine()}, one core.")


if __name__ == "__main__":
    main()
