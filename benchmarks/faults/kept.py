"""Whether moves that a server has acknowledged are in its database: what must never be lost."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from benchmarks.faults.served import Player

GAMES = (("my_gold_mine", 3), ("cave_vs_cave", 2), ("caverna", 2))


@dataclass(slots=True)
class Acknowledged:
    """The moves of one table that the server has answered, by the number of their event."""

    table: str
    moves: dict[int, str] = field(default_factory=dict)
    refused: int = 0


class Busy:
    """A player who plays as fast as it goes, and begins anew when a game is over."""

    def __init__(self, url: str, number: int) -> None:
        self.kept: list[Acknowledged] = []
        self.turned_away = 0
        """How often no table could be opened."""
        self._url = url
        self._number = number
        self._player: Player | None = None

    def play(self, until: threading.Event, pause: float = 0.0) -> None:
        """Plays until told to stop or the server is gone."""
        try:
            while not until.is_set():
                self._one_move()
                time.sleep(pause)
        except httpx.TransportError:
            return  # it was killed

    def _one_move(self) -> None:
        player = self._player
        if player is None or player.table["phase"] == "over":
            self._open()
            return
        answer = player.http.get(player.url)
        if answer.status_code != 200:
            self.kept[-1].refused += 1
            return
        player.table = answer.json()
        if player.table["phase"] == "over":
            return
        at = player.table["version"]
        move = player.chance.choice(player.table["choices"])["move"]
        answer = player.http.post(f"{player.url}/moves", json={"move": move, "at": at})
        if answer.status_code == 200:
            self.kept[-1].moves[at] = move
            player.table = answer.json()
        else:
            self.kept[-1].refused += 1

    def _open(self) -> None:
        player = Player(self._url, self._number * 1000 + len(self.kept))
        try:
            player.open(*GAMES[(self._number + len(self.kept)) % len(GAMES)])
        except httpx.HTTPStatusError:
            self.turned_away += 1
            time.sleep(0.05)
            return
        self._player = player
        self.kept.append(Acknowledged(player.table["id"]))


def acknowledged(busy: list[Busy]) -> int:
    """How many moves were answered so far."""
    return sum(len(table.moves) for one in busy for table in one.kept)


def refused(busy: list[Busy]) -> int:
    """How many requests were refused so far."""
    return sum(one.turned_away + sum(table.refused for table in one.kept) for one in busy)


def lost(data: Path, tables: list[Acknowledged]) -> list[str]:
    """The acknowledged moves that are not stored."""
    found = []
    with closing(sqlite3.connect(data / "dvergar.sqlite")) as database:
        for table in tables:
            query = "select number, body from events where table_id = ? and kind = 'move'"
            rows = database.execute(query, [table.table])
            stored = {number: json.loads(body)["move"] for number, body in rows}
            for number, move in table.moves.items():
                if stored.get(number) != move:
                    found.append(f"{table.table} {number} {move}")
    return found


@contextmanager
def playing(players: list[Busy], pause: float = 0.0) -> Iterator[None]:
    """All players play meanwhile, each in a thread; at the end they have stopped."""
    stop = threading.Event()
    threads = [threading.Thread(target=one.play, args=(stop, pause)) for one in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(90)
