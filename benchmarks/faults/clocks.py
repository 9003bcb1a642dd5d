"""Sets the clock of a server's machine while people play against the clock.

`python -m benchmarks.faults.clocks` starts a server that reads its time through a clock that this
program can set, opens tables with a time limit, and sets the clock a day forward, two back, an hour
forward as for daylight saving, and to 1970. Nobody may be late by it. The time zone of the server
is one in which clocks change.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faults.served import Player, Served

HOUR = 3600.0
DAY = 24 * HOUR
JUMPS = (DAY, -DAY, HOUR, -HOUR, 400 * DAY, -time.time())


class TimedTable(Player):
    """A table whose players have little time."""

    def open_timed(self, seconds: int) -> None:
        """Opens a table with so many seconds for each turn."""
        seats = [{"kind": "me", "name": f"Dwarf {n}"} for n in range(2)]
        body = {"game": "my_gold_mine", "seats": seats, "timing": {"move": seconds}}
        answer = self.http.post("/api/tables", json=body)
        answer.raise_for_status()
        self.http.headers["authorization"] = f"Bearer {answer.json()['token']}"
        self.table = answer.json()["table"]

    def is_late(self) -> bool:
        """Whether a bot has taken over."""
        self.table = self.http.get(self.url).raise_for_status().json()
        return any(seat["standing_in"] for seat in self.table["seats"])


def set_often(data: Path, tables: int, jumps: Sequence[float], pause: float) -> dict[str, int]:
    """Sets the clock by each of these seconds, and back; who was late, and what was answered."""
    offset = data / "clock"
    offset.write_text("0")
    server = Served(data, "--workers-for-bots", "0", clock=offset, TZ="Europe/Berlin")
    server.start()
    found = dict.fromkeys(("late", "answered", "errors"), 0)
    try:
        players = [TimedTable(server.url, seed) for seed in range(tables)]
        for player in players:
            player.open_timed(600)
        for jump in jumps:
            for now in (jump, 0.0):
                offset.write_text(str(now))
                time.sleep(pause)
                found["answered"] += sum(player.move() for player in players)
                found["late"] += sum(player.is_late() for player in players)
    finally:
        server.kill()
    log = server.log.read_text()
    found["errors"] = log.count("ERROR") + log.count("Traceback")
    return found


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--pause", type=float, default=65, help="seconds after each setting")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = set_often(Path(folder), asked.tables, JUMPS, asked.pause)
    print(
        f"the clock was set {2 * len(JUMPS)} times: {found['answered']} moves answered,"
        f" {found['late']} players late, {found['errors']} errors logged"
    )


if __name__ == "__main__":
    main()
