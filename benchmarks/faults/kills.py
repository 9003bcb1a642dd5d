"""Kills a server again and again under load, and looks whether an acknowledged move was lost.

`python -m benchmarks.faults.kills --kills 100` kills with SIGKILL after a random moment, starts the
server anew on the same data and plays on; in the end every move that was answered is to be stored.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faults.kept import Busy, acknowledged, lost, playing
from benchmarks.faults.served import Served


def kill_often(
    data: Path, kills: int, players: int, seconds: float, longest: float = 1.0
) -> dict[str, int]:
    """Kills so many times, or until the time is over; what was acknowledged and what was lost."""
    server = Served(data, "--workers-for-bots", "0")
    chance = random.Random(1)
    busy = [Busy(server.url, number) for number in range(players)]
    end = time.monotonic() + seconds
    killed = 0
    while killed < kills and time.monotonic() < end:
        server.start()
        before = acknowledged(busy)
        with playing(busy):
            while acknowledged(busy) == before and time.monotonic() < end:
                time.sleep(0.02)  # a kill before anything was done would show nothing
            time.sleep(chance.uniform(0, longest))
            server.kill()
        killed += 1
    tables = [table for one in busy for table in one.kept]
    return {
        "kills": killed,
        "acknowledged": acknowledged(busy),
        "lost": len(lost(data, tables)),
    }


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--players", type=int, default=4, help="tables that are played at once")
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = kill_often(Path(folder), asked.kills, asked.players, asked.seconds)
    print("{kills} kills, {acknowledged} acknowledged moves, {lost} lost".format(**found))


if __name__ == "__main__":
    main()
