"""What the start page and its live lists cost: `python benchmarks/lobby.py --tables 200`.

A server in this process, with so many open tables and as many of the visitor's own; so many
browsers look at the start page while seats are taken. Time is that of the processor, of the server
alone where it can be told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from dvergar.web.app import create_app
from dvergar.web.features.lobby.feature import LobbyFeature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.tokens import COOKIE, digest
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, PERSON, Seat
from dvergar.web.settings import Settings

TOKEN = "a-visitor-of-the-lobby-00"


async def main(tables: int, viewers: int, rounds: int) -> None:
    """Prints what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder), bot_workers=0, streams_per_address=0))
        server: Kernel = app.state.kernel
        await server.open()
        opened = [await open_table(server, number) for number in range(tables)]
        for path in ("/", "/?only=caverna&free=2"):
            await ask(app, path)  # templates are read in
            took = [await timed(partial(ask, app, path)) for _ in range(rounds)]
            print(f"GET {path}: {median(took):.1f} ms")
        print(f"the lists behind it: {await lists(server, rounds):.1f} ms of them")
        await live(app, server, opened, viewers, rounds)
        await server.close()


async def open_table(server: Kernel, number: int) -> Any:
    """An open table; the visitor sits at all of them."""
    seats = [Seat(PERSON, "Anna"), Seat(OPEN, ""), Seat(OPEN, ""), Seat(OPEN, "")]
    slug = ("my_gold_mine", "caverna")[number % 2]
    plan = Plan(slug, {}, seats, f"Table {number}", public=True)
    return await server.tables.open(plan, digest(TOKEN), number)


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of the processor."""
    begun = time.process_time()
    await work()
    return (time.process_time() - begun) * 1000


async def ask(app: Any, path: str) -> int:
    """One request, without a network between; how many bytes came."""
    size = 0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        nonlocal size
        size += len(message.get("body", b""))

    await app(scope(path), receive, send)
    return size


def scope(path: str, known: bool = True) -> dict[str, Any]:
    """A request of the visitor's browser, or of that of a stranger."""
    bare, _, query = path.partition("?")
    headers = [(b"accept-encoding", b"gzip")]
    if known:
        headers.append((b"cookie", f"{COOKIE}={TOKEN}".encode()))
    return {
        "type": "http",
        "method": "GET",
        "path": bare,
        "raw_path": bare.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }


async def lists(server: Kernel, rounds: int) -> float:
    """What reading the two lists takes of that."""

    async def read() -> None:
        await server.store.open_tables(500)
        await server.store.tables_of(digest(TOKEN), 300)

    return median([await timed(read) for _ in range(rounds)])


async def live(  # noqa: C901 - what is told is counted inside
    app: Any, server: Kernel, tables: list[Any], viewers: int, rounds: int
) -> None:
    """What a change of the lists costs, with so many who look."""
    lobby: LobbyFeature = app.state.features["lobby"]
    lobby.lobby.pause = 0.0
    heard = asyncio.Semaphore(0)

    async def look(number: int) -> None:
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await asyncio.sleep(3600)
            asked = True
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            if len(message.get("body", b"")) > 300:  # a list, not a line
                heard.release()

        path = "/live?open=" if number else "/live?open=&mine=1"
        await app(scope(path, known=number == 0), receive, send)

    async def all_hear() -> None:
        for _ in range(viewers + 1):  # the visitor hears of two lists
            await heard.acquire()

    async def change(table: Any, seat: int) -> None:
        await server.tables.sit(table, seat, f"Guest {seat}", digest("g" * 24))
        if seat == 1:
            await all_hear()

    looking = [asyncio.create_task(look(number)) for number in range(viewers)]
    await all_hear()
    told = [await timed(partial(change, one, 1)) for one in tables[:rounds]]
    for one in looking:
        one.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    seated = [await server.tables.get(one.id) for one in tables[:rounds]]
    alone = median([await timed(partial(change, one, 2)) for one in seated])
    print(
        f"a change told to {viewers} who look: {median(told) - alone:.1f} ms beside its {alone:.1f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    asyncio.run(main(chosen.tables, chosen.viewers, chosen.rounds))
