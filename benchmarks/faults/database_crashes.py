"""Crashes a PostgreSQL under load, and checks that no acknowledged move was lost.

`python -m benchmarks.faults.database_crashes --crashes 20` plays at two servers on one PostgreSQL,
ends the database at once (immediate shutdown: no checkpoint, all connections cut) and starts it
again. The servers answer 503 meanwhile and recover without a restart.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faults.kept import Busy, playing
from benchmarks.faults.kills import results, wait_for_a_move
from benchmarks.faults.postgres import Postgres
from benchmarks.faults.served import Served

SERVERS = 2
MAX_PAUSE_S = 1.0


def crash_often(data: Path, crashes: int, players: int, seconds: float) -> dict[str, int]:
    """Crashes the database so many times, or until time is up; what was acknowledged and lost."""
    postgres = Postgres(sure=True)
    postgres.start()
    try:
        database = postgres.new_database()
        servers = [
            Served(data, "--workers-for-bots", "0", DVERGAR_DATABASE=database, name=f"server-{n}")
            for n in range(SERVERS)
        ]
        for server in servers:
            server.start()
        busy = [Busy([server.url for server in servers], number) for number in range(players)]
        crashed = _crash(postgres, busy, crashes, seconds)
        for server in servers:
            server.kill()
        return results(data, database, busy, crashed)
    finally:
        postgres.remove()


def _crash(postgres: Postgres, busy: list[Busy], crashes: int, seconds: float) -> int:
    chance = random.Random(1)
    end = time.monotonic() + seconds
    crashed = 0
    with playing(busy):
        while crashed < crashes and time.monotonic() < end:
            wait_for_a_move(busy, end)
            time.sleep(chance.uniform(0, MAX_PAUSE_S))
            postgres.stop(kindly=False)
            crashed += 1
            time.sleep(chance.uniform(0, MAX_PAUSE_S))
            postgres.start()
        wait_for_a_move(busy, end)  # the servers have recovered by themselves
    return crashed


def main(typed: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--crashes", type=int, default=20)
    parser.add_argument("--players", type=int, default=4, help="tables that are played at once")
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = crash_often(Path(folder), asked.crashes, asked.players, asked.seconds)
    line = "{kills} crashes, {acknowledged} acknowledged moves, {lost} lost, {went_back} went back"
    print(line.format(**found))


if __name__ == "__main__":
    main()
