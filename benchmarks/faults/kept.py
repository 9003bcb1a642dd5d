"""Whether moves that a server has acknowledged are in its database: what must never be lost."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
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

    def __init__(self, urls: Sequence[str], number: int) -> None:
        """Every request goes to any of several servers; when one is gone, to another."""
        self.kept: list[Acknowledged] = []
        self.turned_away = 0
        """How often no table could be opened."""
        self.went_back = 0
        """How often a server did not know yet of what another had acknowledged."""
        self._urls = urls
        self._chance = random.Random(number)
        self._number = number
        self._player: Player | None = None

    def play(self, until: threading.Event, pause: float = 0.0) -> None:
        """Plays until told to stop or no server is left."""
        while not until.is_set():
            try:
                self._one_move()
            except httpx.TransportError:
                if len(self._urls) == 1:
                    return  # it was killed
                time.sleep(0.02)
            time.sleep(pause)

    def _one_move(self) -> None:
        player = self._player
        if player is None or player.table["phase"] == "over":
            self._open()
            return
        self._go_on_elsewhere(player)
        answer = player.http.get(player.url)
        if answer.status_code != 200:
            self.kept[-1].refused += 1
            return
        before, player.table = player.table["version"], answer.json()
        self.went_back += player.table["version"] < before
        if player.table["phase"] == "over":
            return
        self._go_on_elsewhere(player)
        at = player.table["version"]
        move = player.chance.choice(player.table["choices"])["move"]
        answer = player.http.post(f"{player.url}/moves", json={"move": move, "at": at})
        if answer.status_code == 200:
            self.kept[-1].moves[at] = move
            player.table = answer.json()
        else:
            self.kept[-1].refused += 1

    def _go_on_elsewhere(self, player: Player) -> None:
        player.http.base_url = self._chance.choice(self._urls)

    def _open(self) -> None:
        player = Player(self._chance.choice(self._urls), self._number * 1000 + len(self.kept))
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


def lost(data: Path, tables: list[Acknowledged], database: str = "") -> list[str]:
    """The acknowledged moves that are not stored; asked without any code of the server."""
    wanted = [table.table for table in tables]
    rows = asyncio.run(_of_postgres(database, wanted)) if database else _of_sqlite(data, wanted)
    stored = {(table, number): json.loads(body)["move"] for table, number, body in rows}
    return [
        f"{table.table} {number} {move}"
        for table in tables
        for number, move in table.moves.items()
        if stored.get((table.table, number)) != move
    ]


def _of_sqlite(data: Path, tables: list[str]) -> list[tuple[str, int, str]]:
    with closing(sqlite3.connect(data / "dvergar.sqlite")) as database:
        query = "select table_id, number, body from events where kind = 'move'"
        return [row for row in database.execute(query) if row[0] in tables]


async def _of_postgres(database: str, tables: list[str]) -> list[tuple[str, int, str]]:
    import asyncpg

    query = "select table_id, number, body from events where kind = 'move' and table_id = any($1)"
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    try:
        return [tuple(row) for row in await connection.fetch(query, tables)]
    finally:
        await connection.close()


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
