"""What a server bears: many tables with two viewers each, or many spectators at one table.

`python -m benchmarks.faults.load tables` opens tables of the mix (half Caverna, a quarter each of
the others), with two live pages a table and a move every ten seconds at each, and says how long a
move takes to be answered and to reach the live pages. `spectators` puts many live pages at one
table of Caverna. Everything runs on this machine, bounded by `--seconds` and `--moves`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.faults.served import Player, Served, served

MIX = (("caverna", 4), ("my_gold_mine", 4), ("caverna", 2), ("cave_vs_cave", 2))


@dataclass(slots=True)
class Heard:
    """When each version of a table reached each of its live pages."""

    at: dict[int, list[float]] = field(default_factory=dict)

    def note(self, version: int) -> None:
        """A page was told of a version now."""
        self.at.setdefault(version, []).append(time.monotonic())


async def listen(port: int, table: str, after: int, heard: Heard, packed: bool = True) -> None:
    """A live page of somebody who watches; what it is sent is unpacked but not looked at."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    accept = b"accept-encoding: gzip\r\n" if packed else b""
    path = f"/table/{table}/live?after={after}".encode()
    writer.write(b"GET %s HTTP/1.1\r\nhost: 127.0.0.1\r\n%s\r\n" % (path, accept))
    await reader.readuntil(b"\r\n\r\n")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress if packed else bytes
    text = b""
    try:
        while size := int(await reader.readline(), 16):
            text += unpack((await reader.readexactly(size + 2))[:-2])
            *messages, text = text.split(b"\n\n")
            for message in messages:
                if message.startswith(b"id: "):
                    heard.note(int(message[4 : message.index(b"\n")]))
    except (ValueError, asyncio.IncompleteReadError, ConnectionError):
        return
    finally:
        writer.close()


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def line(name: str, seconds: Sequence[float]) -> str:
    """Median, p95 and the worst, in milliseconds."""
    if not seconds:
        return f"{name}: none"
    p50, p95 = statistics.median(seconds), percentile(seconds, 0.95)
    return (
        f"{name}: median {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms,"
        f" worst {max(seconds) * 1000:.0f} ms ({len(seconds)})"
    )


async def spectators(server: Served, count: int, moves: int, packed: bool) -> dict[str, Any]:
    """Moves at one table of Caverna while many watch it."""
    player = Player(server.url, 1)
    player.open("caverna", 4)
    heard = Heard()
    table, version = player.table["id"], player.table["version"]
    pages = [
        asyncio.create_task(listen(server.port, table, version, heard, packed))
        for _ in range(count)
    ]
    await asyncio.sleep(1)
    told: list[float] = []
    before = server.cpu()
    for _ in range(moves):
        begun = time.monotonic()
        await asyncio.to_thread(player.move)
        now = player.table["version"]
        for _ in range(1000):
            if len(heard.at.get(now, ())) >= count:
                break
            await asyncio.sleep(0.01)
        told += [moment - begun for moment in heard.at.get(now, ())]
    cost = (server.cpu() - before) / moves
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    return {"told": told, "cpu": cost, "missed": count * moves - len(told)}


async def tables(
    server: Served, count: int, seconds: float, pause: float, viewers: int
) -> dict[str, Any]:
    """Tables of the mix, each with live pages and a move now and then."""
    chance = random.Random(1)
    answered: list[float] = []
    told: list[float] = []
    pages: list[asyncio.Task[None]] = []
    memory = server.memory()
    players = []
    for number in range(count):
        player = Player(server.url, number)
        await asyncio.to_thread(player.open, *MIX[number % len(MIX)])
        players.append(player)
    memory = server.memory() - memory
    end = time.monotonic() + seconds

    async def play(player: Player) -> None:
        heard = Heard()
        for _ in range(viewers):
            where = player.table["id"], player.table["version"]
            pages.append(asyncio.create_task(listen(server.port, *where, heard)))
        await asyncio.sleep(chance.uniform(0, pause))
        while time.monotonic() < end:
            begun = time.monotonic()
            if not await asyncio.to_thread(player.move):
                return
            done = time.monotonic()
            answered.append(done - begun)
            await asyncio.sleep(max(0.5, pause - (done - begun)))
            told.extend(t - begun for t in heard.at.get(player.table["version"], ()))

    before, begun = server.cpu(), time.monotonic()
    await asyncio.gather(*(play(player) for player in players))
    busy = (server.cpu() - before) / 10 / (time.monotonic() - begun)
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    return {"answered": answered, "told": told, "busy": busy, "memory": memory / max(count, 1)}


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("tables", "spectators"))
    parser.add_argument("--count", type=int, default=50, help="tables, or spectators")
    parser.add_argument("--moves", type=int, default=20, help="of the table that is watched")
    parser.add_argument("--seconds", type=float, default=60, help="that the tables play")
    parser.add_argument("--pause", type=float, default=10, help="seconds between moves at a table")
    parser.add_argument("--viewers", type=int, default=2, help="live pages a table")
    parser.add_argument("--plain", action="store_true", help="spectators take nothing compressed")
    asked = parser.parse_args(typed)
    with (
        contextlib.suppress(httpx.TransportError),
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), forked=False) as server,
    ):
        if asked.what == "spectators":
            found = asyncio.run(spectators(server, asked.count, asked.moves, not asked.plain))
            print(line(f"{asked.count} spectators told", found["told"]))
            print(f"processor time a move: {found['cpu']:.1f} ms; not told: {found['missed']}")
        else:
            found = asyncio.run(
                tables(server, asked.count, asked.seconds, asked.pause, asked.viewers)
            )
            print(line(f"{asked.count} tables, a move answered", found["answered"]))
            print(line("a live page told", found["told"]))
            print(f"processor busy {found['busy']:.0f} %, {found['memory']:.2f} MB a table")


if __name__ == "__main__":
    main()
