"""Freezes one of two servers with SIGSTOP, and measures how soon the other one moves its bots.

`python -m benchmarks.faults.freezes --seconds 75` opens tables with bots at one server, freezes it,
waits for the bots to move at the other, continues the first with SIGCONT and plays on at both.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.faults.postgres import OWN, database_at
from benchmarks.faults.served import Player, Served

BOT_SEATS = [{"kind": "bot", "bot": "random"}, {"kind": "me", "name": "Dwarf"}]


class BotTable(Player):
    """A table at which a bot begins, seen from several servers."""

    def open_at(self, game: str) -> None:
        """Opens the table; a bot has the first turn."""
        body = {"game": game, "seats": BOT_SEATS, "options": {"first_seat": 0}}
        answer = self.http.post("/api/tables", json=body)
        answer.raise_for_status()
        self.http.headers["authorization"] = f"Bearer {answer.json()['token']}"
        self.table = answer.json()["table"]

    def look(self, url: str, **query: Any) -> dict[str, Any]:
        """The table as one of the servers shows it."""
        answer = self.http.get(f"{url}{self.url}", params=query)
        answer.raise_for_status()
        self.table = answer.json()
        return self.table

    def play(self, urls: list[str], moves: int) -> int:
        """Plays at random, each move at the next of the servers; how many the bot answered."""
        made = 0
        for url in urls * moves:
            while self.look(url)["phase"] != "over" and not self.table["my_turn"]:
                self.look(url, after=self.table["version"], wait=10)
            if made == moves or self.table["phase"] == "over":
                break
            move = self.chance.choice(self.table["choices"])["move"]
            body = {"move": move, "at": self.table["version"]}
            self.http.post(f"{url}{self.url}/moves", json=body).raise_for_status()
            made += 1
        return made


def freeze(
    data: Path, database: str, tables: int, seconds: float, takeover: float, moves: int
) -> dict[str, float]:
    """Freezes a server for so long, until each bot has moved but a minute longer at most."""
    more = {"DVERGAR_DATABASE": database, "DVERGAR_TAKEOVER_SECONDS": str(takeover)}
    servers = [
        Served(
            data,
            "--workers-for-bots",
            "0",
            limit=0,
            files=0,
            kill_at=0,
            clock=None,
            forked=True,
            name=name,
            **more,
            DVERGAR_BOT_PACE=pace,
        )
        for name, pace in (("frozen", "2"), ("healthy", "0"))
    ]
    try:
        for server in servers:
            server.start()
        return _freeze(servers, tables, seconds, moves)
    finally:
        for server in servers:
            if server.alive():
                server.kill()


def _freeze(servers: Sequence[Served], tables: int, seconds: float, moves: int) -> dict[str, float]:
    frozen, healthy = servers
    players = [BotTable(frozen.url, seed) for seed in range(tables)]
    for player in players:
        player.open_at("my_gold_mine")
    begun = time.monotonic()
    frozen.freeze()
    waited: list[float] = []
    try:
        before = [player.table["version"] for player in players]
        while len(waited) < tables and time.monotonic() < begun + seconds + 60:
            seen = [player.look(healthy.url)["version"] for player in players]
            moved = sum(new > old for new, old in zip(seen, before, strict=True))
            waited += [time.monotonic() - begun] * (moved - len(waited))
            time.sleep(0.05)
        time.sleep(max(0.0, begun + seconds - time.monotonic()))
    finally:
        frozen.thaw()
    played = sum(player.play([healthy.url, frozen.url], moves) for player in players)
    shown = [[player.look(server.url)["number"] for player in players] for server in servers]
    logs = "".join(server.log.read_text() for server in servers)
    return {
        "tables": tables,
        "moved": len(waited),
        "longest": max(waited, default=0.0),
        "later": played,
        "different": sum(one != two for one, two in zip(*shown, strict=True)),
        "errors": logs.count("ERROR") + logs.count("Traceback"),
    }


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=75, help="for which a server is frozen")
    parser.add_argument("--takeover", type=float, default=10, help="setting takeover_seconds")
    parser.add_argument("--moves", type=int, default=5, help="that each plays afterwards")
    parser.add_argument("--database", default=OWN, help=f"a PostgreSQL, or {OWN} to start one")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder, database_at(asked.database) as database:
        found = freeze(
            Path(folder), database, asked.tables, asked.seconds, asked.takeover, asked.moves
        )
    print(
        "{moved:.0f} of {tables:.0f} tables moved while a server was frozen, the last after"
        " {longest:.1f} s; {later:.0f} moves later {different:.0f} tables differ between servers,"
        " and {errors:.0f} errors are logged".format(**found)
    )


if __name__ == "__main__":
    main()
