"""Takes the storage away from a running server, gives it back, and looks what became of the games.

`python -m benchmarks.faults.storage` locks the database from outside for longer than the server
waits, and then lets the files of the server grow no more, as on a full disk. Moves are refused with
503 meanwhile; afterwards games go on, and nothing that was acknowledged is lost. Linux and macOS.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from benchmarks.faults.kept import Busy, acknowledged, lost, playing, refused
from benchmarks.faults.served import Served

LOCKED_S = 6.5  # seconds; SQLite waits for five


def locked(data: Path, seconds: float, players: int) -> dict[str, int]:
    """Plays before, while and after another program has locked the database."""
    server = Served(data, "--workers-for-bots", "0")
    server.start()
    busy = [Busy([server.url], number) for number in range(players)]
    with playing(busy, pause=0.02):
        time.sleep(2)
        with closing(sqlite3.connect(data / "dvergar.sqlite", timeout=30)) as database:
            database.execute("begin immediate")
            time.sleep(seconds)
            database.rollback()
        before = acknowledged(busy)
        time.sleep(3)
    server.kill()
    return _result(data, busy, before, server)


def full(data: Path, kilobytes: int, players: int, seconds: float) -> dict[str, int]:
    """Plays until no file may grow any more, and then on a server for which they may."""
    server = Served(data, "--workers-for-bots", "0", limit=kilobytes * 1024)
    server.start()
    busy = [Busy([server.url], number) for number in range(players)]
    end = time.monotonic() + seconds
    with playing(busy, pause=0.01):
        while time.monotonic() < end and not refused(busy):
            time.sleep(0.2)
    before = acknowledged(busy)
    server.kill()
    server.limit = 0
    server.start()
    with playing(busy, pause=0.05):
        time.sleep(2)
    server.kill()
    return _result(data, busy, before, server)


def _result(data: Path, busy: list[Busy], before: int, server: Served) -> dict[str, int]:
    after = acknowledged(busy)
    tables = [table for one in busy for table in one.kept]
    return {
        "acknowledged": after,
        "refused": refused(busy),
        "later": after - before,
        "lost": len(lost(data, tables)),
        "log": len(server.log.read_bytes()),
    }


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--locked", type=float, default=LOCKED_S, help="seconds of the lock")
    parser.add_argument("--kilobytes", type=int, default=400, help="that a file may have")
    parser.add_argument("--seconds", type=float, default=120, help="at most, until it is full")
    asked = parser.parse_args(typed)
    line = "{acknowledged} acknowledged, {refused} refused, {later} afterwards, {lost} lost"
    line += "; log of {log} bytes"
    with tempfile.TemporaryDirectory() as folder:
        print("locked:", line.format(**locked(Path(folder), asked.locked, asked.players)))
    with tempfile.TemporaryDirectory() as folder:
        found = full(Path(folder), asked.kilobytes, asked.players, asked.seconds)
        print("full:  ", line.format(**found))


if __name__ == "__main__":
    main()
