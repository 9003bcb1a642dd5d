"""Asks a server for as much thinking as it gives, while other people play.

`python -m benchmarks.faults.thinking --attackers 20 --moves 100` lets attackers ask for hints at
one table after the other and play against expert bots, and measures how long the moves of other
people take. Limits per address are off, so that only the queue and priorities hold.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from benchmarks.faults.load import line
from benchmarks.faults.served import Player, Served, served

SEATS = [{"kind": "me", "name": "Dwarf"}, {"kind": "bot", "bot": "expert"}]


class Attacker(Player):
    """Opens tables with an expert bot, and asks for a hint at each."""

    def attack(self, statuses: Counter[int]) -> None:
        """Opens a table, asks for a hint there, and makes the bot think."""
        body = {"game": "caverna", "seats": SEATS, "time": "long"}
        opened = self.http.post("/api/tables", json=body)
        if not opened.is_success:
            statuses[opened.status_code] += 1
            return
        self.http.headers["authorization"] = f"Bearer {opened.json()['token']}"
        self.table = opened.json()["table"]
        answer = self.http.post(f"{self.url}/hint", json={"at": self.table["version"]})
        statuses[answer.status_code] += 1
        if self.table["my_turn"]:
            self.move()

    def attack_until(self, done: threading.Event, statuses: Counter[int]) -> None:
        """Attacks at least once, and counts the answers; 0: there was none."""
        first = True
        while first or not done.is_set():
            first = False
            try:
                self.attack(statuses)
            except httpx.HTTPStatusError as error:
                statuses[error.response.status_code] += 1
            except httpx.HTTPError:
                statuses[0] += 1


def attack(server: Served, attackers: int, players: int, moves: int) -> dict[str, Any]:
    """Attacks while others play; what the attackers were answered, and how long moves took."""
    done = threading.Event()
    statuses: Counter[int] = Counter()
    answered: list[float] = []
    failed: list[str] = []

    def ask(number: int) -> None:
        Attacker(server.url, number).attack_until(done, statuses)

    def play(number: int) -> None:
        player = Player(server.url, number)
        player.open("my_gold_mine", 3)
        for _ in range(moves):
            begun = time.monotonic()
            try:
                if not player.move():
                    player.open("my_gold_mine", 3)
            except httpx.HTTPError as error:
                failed.append(str(error))
                return
            answered.append(time.monotonic() - begun)
            time.sleep(0.5)

    asking = [threading.Thread(target=ask, args=(number,)) for number in range(attackers)]
    playing = [threading.Thread(target=play, args=(1000 + n,)) for n in range(players)]
    for thread in asking + playing:
        thread.start()
    for thread in playing:
        thread.join()
    done.set()
    for thread in asking:
        thread.join()
    return {"statuses": statuses, "answered": answered, "failed": failed}


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--attackers", type=int, default=20)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--moves", type=int, default=100, help="of each player")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        found = attack(server, asked.attackers, asked.players, asked.moves)
    print(f"attackers were answered {dict(found['statuses'])}; {len(found['failed'])} moves failed")
    print(line("moves of others", found["answered"]))


if __name__ == "__main__":
    main()
