"""Uninstalls a plug-in game between two starts of a server, and installs it again.

`python -m benchmarks.faults.missing_game --rounds 20` opens tables of a game of another package:
waiting, running, with a deadline, finished. The server starts without the package: every page and
list answers, other games go on. It starts with the package again: all its tables continue.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.faults.plugins import GAMES, copy_toy, install
from benchmarks.faults.served import Player, Served, served

GAME = "pebbles"
OTHER = "my_gold_mine"
HOUR = 3600
PAGES = [
    *("/", f"/?game={OTHER}", "/mine", "/mine/data", "/turns", "/daily", "/statistics", "/ratings"),
    *("/best", "/api/games", "/api/tables"),
]


class Tables:
    """Tables of the game in every phase, and one of another game."""

    def __init__(self, server: Served) -> None:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]
        waiting = [seats[0], {"kind": "open"}]
        bot = [seats[0], {"kind": "bot", "bot": "random"}]
        self.waiting = _opened(server, waiting, public=True)
        self.running = _opened(server, seats)
        self.late = _opened(server, seats, timing={"deadline": HOUR})
        self.bot = _opened(server, bot)
        self.finished = _opened(server, seats)
        while self.finished.move():
            pass
        self.other = _opened(server, seats, game=OTHER)
        for player in (self.running, self.other):
            player.move()

    def missing(self) -> list[Player]:
        """Those that cannot be shown without the game."""
        return [self.waiting, self.running, self.late, self.bot, self.finished]


def _opened(server: Served, seats: list[Any], game: str = GAME, **more: Any) -> Player:
    player = Player(server.url, seed=1)
    answer = player.http.post("/api/tables", json={"game": game, "seats": seats, **more})
    answer.raise_for_status()
    player.http.headers["authorization"] = f"Bearer {answer.json()['token']}"
    player.table = answer.json()["table"]
    return player


def disappear(folder: Path, rounds: int) -> Counter[str]:
    """Uninstalls the game so many times; what continued, and what went wrong."""
    packages, data = folder / "packages", folder / "data"
    data.mkdir()
    install(packages, "pebbles", {}, {GAMES: {GAME: copy_toy(packages, GAME)}})
    options = ("--workers-for-bots", "0")
    found: Counter[str] = Counter()
    for _ in range(rounds):
        with served(data, *options, PYTHONPATH=str(packages)) as server:
            tables = Tables(server)
        _let_time_pass(data, tables.late.table["id"])
        with served(data, *options, PYTHONPATH="") as server:
            _check_without(server, tables, found)
        with served(data, *options, PYTHONPATH=str(packages)) as server:
            _check_again(server, tables, found)
        found["rounds"] += 1
    return found


def _let_time_pass(data: Path, table: str) -> None:
    """Somebody is late at a table since an hour, as if it had been opened yesterday."""
    with closing(sqlite3.connect(data / "dvergar.sqlite")) as database:
        query = "select body from events where table_id = ? and number = 0"
        body = json.loads(database.execute(query, [table]).fetchone()[0])
        body["when"] -= 2 * HOUR
        change = "update events set body = ? where table_id = ? and number = 0"
        database.execute(change, [json.dumps(body), table])
        database.execute("update tables set due = due - ? where id = ?", [2 * HOUR, table])
        database.commit()


def _check_without(server: Served, tables: Tables, found: Counter[str]) -> None:
    """The game is gone: its tables say so, and all else works."""
    for player in (*tables.missing(), tables.other):
        player.http.base_url = server.url
        for page in PAGES:
            found["failed"] += player.http.get(page).status_code != 200
    for player in tables.missing():
        for address in (f"/table/{player.table['id']}", player.url, f"{player.url}/record"):
            answer = player.http.get(address)
            found["refused"] += answer.status_code == 404 and GAME in answer.text
            found["failed"] += answer.status_code != 404
    found["failed"] += not tables.other.move()


def _check_again(server: Served, tables: Tables, found: Counter[str]) -> None:
    """The game is back: everything is as it was, and goes on."""
    for player in (*tables.missing(), tables.other):
        player.http.base_url = server.url
        before, player.table = player.table, player.http.get(player.url).json()
        found["lost"] += player.table["version"] < before["version"]
    found["continued"] += tables.running.move()
    found["continued"] += tables.other.move()
    found["continued"] += tables.finished.table["phase"] == "over"
    found["continued"] += tables.finished.http.get(f"{tables.finished.url}/record").is_success
    sat = tables.waiting.http.post(f"{tables.waiting.url}/sit", json={"name": "Cy"})
    found["continued"] += sat.is_success
    found["late"] += _comes_true(tables.late, lambda table: table["seats"][0]["standing_in"])
    if tables.bot.table["my_turn"]:
        while tables.bot.table["my_turn"]:
            tables.bot.move()
    found["continued"] += _comes_true(
        tables.bot, lambda table: table["my_turn"] or table["phase"] == "over"
    )


def _comes_true(player: Player, there: Any) -> bool:
    for _ in range(600):
        player.table = player.http.get(player.url).json()
        if there(player.table):
            return True
        time.sleep(0.05)
    return False


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = disappear(Path(folder), asked.rounds)
    counted = ("rounds", "refused", "continued", "late", "failed", "lost")
    print(", ".join(f"{found[name]} {name}" for name in counted))


if __name__ == "__main__":
    main()
