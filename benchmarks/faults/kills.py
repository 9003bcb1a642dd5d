"""Kills a server again and again under load, and looks whether an acknowledged move was lost.

`python -m benchmarks.faults.kills --kills 100` kills with SIGKILL after a random moment, starts the
server anew on the same data and plays on; in the end every move that was answered is to be stored.
With `--database own --processes 2` it is one of two servers on a PostgreSQL, and all play on at the
other meanwhile.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faults.kept import Busy, acknowledged, lost, playing
from benchmarks.faults.postgres import OWN, database_at
from benchmarks.faults.served import Served


def kill_often(
    data: Path, kills: int, players: int, seconds: float, longest: float = 1.0
) -> dict[str, int]:
    """Kills so many times, or until the time is over; what was acknowledged and what was lost."""
    server = Served(data, "--workers-for-bots", "0")
    chance = random.Random(1)
    busy = [Busy([server.url], number) for number in range(players)]
    end = time.monotonic() + seconds
    killed = 0
    while killed < kills and time.monotonic() < end:
        server.start()
        with playing(busy):
            wait_for_a_move(busy, end)
            time.sleep(chance.uniform(0, longest))
            server.kill()
        killed += 1
    return results(data, "", busy, killed)


def kill_one_of(
    data: Path,
    database: str,
    processes: int,
    kills: int,
    players: int,
    seconds: float,
    longest: float = 1.0,
) -> dict[str, int]:
    """The same with several servers on one database: all play on at those that are left."""
    servers = [
        Served(
            data,
            *("--workers-for-bots", "0"),
            name=f"server-{number}",
            DVERGAR_DATABASE=database,
        )
        for number in range(processes)
    ]
    for server in servers:
        server.start()
    chance = random.Random(1)
    busy = [Busy([server.url for server in servers], number) for number in range(players)]
    end = time.monotonic() + seconds
    killed = 0
    with playing(busy):
        while killed < kills and time.monotonic() < end:
            wait_for_a_move(busy, end)
            time.sleep(chance.uniform(0, longest))
            server = chance.choice(servers)
            server.kill()
            killed += 1
            if processes > 1:
                wait_for_a_move(busy, end)  # at the others
            server.start()
    for server in servers:
        server.kill()
    return results(data, database, busy, killed)


def wait_for_a_move(busy: list[Busy], end: float) -> None:
    """A kill before anything was done would show nothing."""
    before = acknowledged(busy)
    while acknowledged(busy) == before and time.monotonic() < end:
        time.sleep(0.02)


def results(data: Path, database: str, busy: list[Busy], killed: int) -> dict[str, int]:
    """How many moves were acknowledged, and how many of them are lost."""
    tables = [table for one in busy for table in one.kept]
    return {
        "kills": killed,
        "acknowledged": acknowledged(busy),
        "lost": len(lost(data, tables, database)),
        "went_back": sum(one.went_back for one in busy),
    }


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--players", type=int, default=4, help="tables that are played at once")
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    parser.add_argument("--database", default="", help=f"a PostgreSQL, or {OWN} to start one")
    parser.add_argument("--processes", type=int, default=1, help="servers on that database")
    asked = parser.parse_args(typed)
    often = (asked.kills, asked.players, asked.seconds)
    with tempfile.TemporaryDirectory() as folder:
        if asked.database:
            with database_at(asked.database) as database:
                found = kill_one_of(Path(folder), database, asked.processes, *often)
        else:
            found = kill_often(Path(folder), *often)
    line = "{kills} kills, {acknowledged} acknowledged moves, {lost} lost, {went_back} went back"
    print(line.format(**found))


if __name__ == "__main__":
    main()
