"""Opens more live streams than a server has files for, and plays meanwhile.

`python -m benchmarks.faults.streams --streams 1000 --files 512` starts a server that may open so
many files, opens the streams, and makes moves: streams above the limit get a sentence and 503,
moves are answered, and when the streams are closed new ones are accepted again.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.faults.load import line
from benchmarks.faults.served import Player, Served

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _open_stream(port: int, table: str, statuses: Counter[int]) -> Connection | None:
    """Asks for a live stream and notes the status of the answer; 0: there was none."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/table/{table}/live".encode()
        writer.write(b"GET %s HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" % path)
        status = int((await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1])
    except (OSError, asyncio.IncompleteReadError):
        statuses[0] += 1
        return None
    statuses[status] += 1
    if status != 200:
        writer.close()
        return None
    return reader, writer


async def flood(server: Served, streams: int, moves: int) -> dict[str, Any]:
    """Opens streams, plays, closes them all, and opens one more."""
    player = Player(server.url, 1)
    player.open("my_gold_mine", 3)
    table, statuses = player.table["id"], Counter[int]()
    opened = [
        one
        for _ in range(streams)
        if (one := await _open_stream(server.port, table, statuses)) is not None
    ]
    answered = []
    for _ in range(moves):
        begun = time.monotonic()
        await asyncio.to_thread(player.move)
        answered.append(time.monotonic() - begun)
    for _, writer in opened:
        writer.close()
    later = Counter[int]()
    for _ in range(100):
        one = await _open_stream(server.port, table, later)
        if one is not None:
            one[1].close()
            break
        await asyncio.sleep(0.1)
    return {"statuses": statuses, "answered": answered, "again": later[200]}


def run(data: Path, streams: int, files: int, moves: int) -> dict[str, Any]:
    """The same at a server of its own that may open so many files."""
    server = Served(data, "--workers-for-bots", "0", files=files)
    server.start()
    try:
        found = asyncio.run(flood(server, streams, moves))
    finally:
        server.kill()
    return found | {"log": len(server.log.read_text())}


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--files", type=int, default=512, help="that the server may open")
    parser.add_argument("--moves", type=int, default=50, help="that are made meanwhile")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), asked.streams, asked.files, asked.moves)
    print(
        f"{found['statuses'][200]} streams open, {found['statuses'][503]} refused with 503,"
        f" {found['statuses'][0]} dropped; afterwards {found['again']} opened"
    )
    print(line("moves meanwhile", found["answered"]))


if __name__ == "__main__":
    main()
