"""How soon a page at one server hears of a move that was made at another.

`python -m benchmarks.faults.news` starts two servers on a PostgreSQL of its own. Live pages of one
table listen at the second one, a player moves at the first one; the time is that from sending the
move until the whole message is there.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from benchmarks.faults.postgres import OWN, database_at
from benchmarks.faults.served import Player, served


async def heard(url: str, player: Player, pages: int, moves: int, pause: float) -> list[float]:
    """The seconds until each of the pages was told of each of the moves."""
    sent: dict[int, float] = {}
    took: list[float] = []
    ready = asyncio.Semaphore(0)
    limits = httpx.Limits(max_connections=pages + 10)
    async with httpx.AsyncClient(
        base_url=url, timeout=60, limits=limits, trust_env=False
    ) as client:

        async def page() -> None:
            address = f"/table/{player.table['id']}/live?after={player.table['version']}"
            async with client.stream("GET", address) as live:
                ready.release()
                async for line in live.aiter_lines():
                    begun = sent.get(int(line[4:])) if line.startswith("id: ") else None
                    if begun is not None:
                        took.append(time.perf_counter() - begun)

        listening = [asyncio.create_task(page()) for _ in range(pages)]
        for _ in range(pages):
            await ready.acquire()
        await asyncio.sleep(0.5)
        for _ in range(moves):
            if player.table["phase"] == "over":
                break
            sent[player.table["version"] + 1] = time.perf_counter()
            await asyncio.to_thread(player.move)
            await asyncio.sleep(pause)
        await asyncio.sleep(1)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return took


def measured(data: Path, database: str, pages: int, moves: int, pause: float) -> dict[str, float]:
    """Two servers, their pages and moves; how long news took, in milliseconds."""
    setting = {"DVERGAR_DATABASE": database}
    with (
        served(data, "--workers-for-bots", "0", forked=True, name="one", **setting) as one,
        served(data, "--workers-for-bots", "0", forked=True, name="two", **setting) as two,
    ):
        player = Player(one.url, 1)
        player.open("my_gold_mine", 3)
        took = asyncio.run(heard(two.url, player, pages, moves, pause))
    return {
        "heard": len(took),
        "median": statistics.median(took) * 1000,
        "p95": statistics.quantiles(took, n=20)[-1] * 1000,
        "longest": max(took) * 1000,
    }


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=5, help="at the other server")
    parser.add_argument("--moves", type=int, default=50)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two moves")
    parser.add_argument("--database", default=OWN, help=f"a PostgreSQL, or {OWN} to start one")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder, database_at(asked.database) as database:
        found = measured(Path(folder), database, asked.pages, asked.moves, asked.pause)
    line = "heard {heard:.0f} times: median {median:.0f} ms, p95 {p95:.0f} ms"
    print(f"{line}, at most {{longest:.0f}} ms".format(**found))


if __name__ == "__main__":
    main()
