"""Asks a server for as much thinking as it gives, while other people play.

`python -m benchmarks.faults.thinking --attackers 10 --players 5 --moves 60` lets attackers play
against expert bots, ask for hints, and ask for analyses of finished games, and measures how long
the moves of other people take. Everyone comes from an address of their own, as through a proxy. The
limits per address are those of a server that is not set up (`--freely` removes them, as if an
attacker had any number of addresses).

Attackers run in a process of their own with the lowest priority: on the internet their programs
would not compete with the server for its processors.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import httpx

import dvergar
from benchmarks.faults.load import line
from benchmarks.faults.served import FREELY, Player, Served, served
from dvergar.core.record import Record
from dvergar.web.settings import VARIABLE_PREFIX, Settings

SEATS: Final = [{"kind": "me", "name": "Dwarf"}, {"kind": "bot", "bot": "expert"}]
PROXY: Final = {"DVERGAR_TRUSTED_PROXIES": "127.0.0.1"}
USUAL: Final = {
    f"{VARIABLE_PREFIX}{one.name.upper()}": str(one.default) for one in fields(Settings)
}
LIMITED: Final = {name: USUAL[name] for name in FREELY if name.endswith(("_MINUTE", "_ADDRESS"))}
"""The limits as they are where nobody sets them."""
WITHOUT_LIMITS: Final = {"DVERGAR_ANALYSES_PER_MINUTE": "0"}
LOWEST_PRIORITY: Final = 19
IDLE_MS: Final = 25.0  # of processor time in half a second


class Attacker(Player):
    """Asks for one kind of thinking after the other, each at a new table."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(url, number)
        self.http.headers["x-forwarded-for"] = f"198.51.100.{number % 250}"
        kinds: list[Callable[[], httpx.Response]] = [self.play, self.ask_hint, self.analyse]
        self.kinds = kinds[number % 3 :] + kinds[: number % 3]
        self._record = finished_game(number)

    def attack(self, kind: Callable[[], httpx.Response], statuses: Counter[int]) -> None:
        """Attacks once, and counts the answer; 0: there was none."""
        try:
            status = kind().status_code
        except httpx.HTTPStatusError as error:
            status = error.response.status_code
        except httpx.HTTPError:
            status = 0
        statuses[status] += 1
        if status == 429:
            time.sleep(0.2)

    def play(self) -> httpx.Response:
        """Opens a table and lets the bot think."""
        opened = self._open()
        if self.table["my_turn"]:
            self.move()
        return opened

    def ask_hint(self) -> httpx.Response:
        """Opens a table and asks for a hint there."""
        self._open()
        return self.http.post(f"{self.url}/hint", json={"at": self.table["version"]})

    def analyse(self) -> httpx.Response:
        """Uploads a finished game and asks what its decisions cost."""
        sent = {"record": ("game.json", self._record, "application/json")}
        shown = self.http.post("/records", files=sent)
        if shown.status_code != 303:
            return shown
        table = shown.headers["location"].partition("?")[0]
        started = self.http.post(f"{table}/analyse", data={"at": "0"})
        return httpx.Response(200) if started.status_code == 303 else started

    def _open(self) -> httpx.Response:
        options = {"first_seat": 0}  # a hint is given to those whose turn it is
        body = {"game": "caverna", "seats": SEATS, "options": options, "time": "long"}
        opened = self.http.post("/api/tables", json=body)
        opened.raise_for_status()
        self.http.headers["authorization"] = f"Bearer {opened.json()['token']}"
        self.table = opened.json()["table"]
        return opened


def finished_game(seed: int) -> bytes:
    """The record of a game that was played at random."""
    game = dvergar.game("my_gold_mine", players=4)
    record, state = Record.of(game, seed), game.start(seed)
    while not state.over:
        move = state.moves()[-1]
        record.moves.append(game.name(move))
        state.play(move)
    record.finish(state)
    return record.to_json().encode()


def _attack_from(connection: Connection, url: str, attackers: int) -> None:
    """Attacks until the main process asks it to stop, but at least once in each way."""
    os.nice(LOWEST_PRIORITY)
    done = threading.Event()
    statuses: Counter[int] = Counter()

    def work(number: int) -> None:
        attacker = Attacker(url, number)
        for attacks, kind in enumerate(cycle(attacker.kinds)):
            if done.is_set() and attacks >= len(attacker.kinds):
                return
            attacker.attack(kind, statuses)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(attackers)]
    for thread in threads:
        thread.start()
    connection.send("begun")
    connection.recv()
    done.set()
    for thread in threads:
        thread.join()
    connection.send(statuses)


def attack(server: Served, attackers: int, players: int, moves: int) -> dict[str, Any]:
    """Attacks while others play; what the attackers were answered, and how long moves took.

    `worked` is the processor time of the server between a move and its answer: how long the move
    would take where no other program runs.
    """
    answered: list[float] = []
    worked: list[float] = []
    failed: list[str] = []

    def play(number: int) -> None:
        player = Player(server.url, number)
        player.http.headers["x-forwarded-for"] = f"203.0.113.{number % 250}"
        player.open("my_gold_mine", 3)
        for _ in range(moves):
            begun, before = time.monotonic(), server.cpu()
            try:
                if not player.move():
                    player.open("my_gold_mine", 3)
            except httpx.HTTPError as error:
                failed.append(str(error))
                return
            answered.append(time.monotonic() - begun)
            worked.append((server.cpu() - before) / 1000)
            time.sleep(0.5)

    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("forkserver").Process(
        target=_attack_from, args=(theirs, server.url, attackers), daemon=True
    )
    process.start()
    theirs.close()
    ours.recv()
    playing = [threading.Thread(target=play, args=(n,)) for n in range(players)]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join()
    ours.send("stop")
    statuses = ours.recv()
    process.join()
    return {"statuses": statuses, "answered": answered, "worked": worked, "failed": failed}


def wait_until_idle(server: Served) -> None:
    """Waits for what a server does after its start."""
    for _ in range(120):
        before = server.cpu()
        time.sleep(0.5)
        if server.cpu() - before < IDLE_MS:
            return


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--attackers", type=int, default=10)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--moves", type=int, default=60, help="of each player")
    parser.add_argument("--freely", action="store_true", help="without limits per address")
    asked = parser.parse_args(typed)
    limits = WITHOUT_LIMITS if asked.freely else LIMITED
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), forked=True, **PROXY, **limits) as server,
    ):
        wait_until_idle(server)
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        found = attack(server, asked.attackers, asked.players, asked.moves)
        print(f"processor time of the server: {server.cpu() / 1000:.1f} s")
    print(f"attackers were answered {dict(found['statuses'])}; {len(found['failed'])} moves failed")
    print(line("moves of others", found["answered"]))
    print(line("work of the server meanwhile", found["worked"]))


if __name__ == "__main__":
    main()
