"""What a move costs the server while two people look on: processor time, and bytes on the wire.

`python benchmarks/server.py FOLDER [FOLDER]` takes folders from which Dvergar can be imported: the
`src` of a checkout, or what `pip install --no-deps --target FOLDER CHECKOUT` has compiled. Each
serves the same moves of the same games in a process of its own, in turns; figures are medians.
Two people share the seats, each with a live page open; a move is sent as the page sends it, and
everything is asked for compressed. Linux only: it reads the processor time of the server's threads.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

import dvergar
from dvergar.core.info import load

GAMES = {"caverna": 4, "cave_vs_cave": 2, "my_gold_mine": 4}
SEED = 1
SERVER = """
import secrets, sys
from pathlib import Path
import uvicorn
from dvergar.web.app import create_app
from dvergar.web.settings import Settings
secrets.randbits = lambda _: int(sys.argv[3])  # every build deals the same game
limits = ("tables_per_minute", "moves_per_minute")  # older builds know only the first
freely = {name: 1_000_000 for name in limits if name in Settings.__dataclass_fields__}
app = create_app(Settings(Path(sys.argv[1]), bot_workers=0, **freely))
uvicorn.run(app, port=int(sys.argv[2]), log_level="warning")
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one move cost: milliseconds, and bytes of the longest live message."""

    cpu: float
    message: int


class Served:
    """A server of one build, and two people at one of its tables."""

    def __init__(self, folder: Path, data: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER, data, str(port), str(SEED)],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
        )
        self.url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                httpx.get(f"{self.url}/api/games")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def cpu(self) -> float:
        """Milliseconds of processor time of all its threads so far."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        return sum(int((one / "schedstat").read_text().split()[0]) for one in tasks.iterdir()) / 1e6

    def stop(self) -> None:
        """Ends it."""
        self._process.kill()  # live pages are still open
        self._process.wait(20)


class Person:
    """Somebody with some of the seats and a live page."""

    def __init__(self, url: str) -> None:
        # A move is one click: none waits to be confirmed.
        self.http = httpx.Client(base_url=url, timeout=60, cookies={"confirm": "never"})
        self.longest = 0
        self._told = threading.Condition()
        self._version = 0

    def listen(self, table: str, version: int) -> None:
        """Counts the messages of the live stream and their size as it comes over the wire."""

        def read() -> None:
            address = f"/table/{table}/live?after={version}"
            with (
                suppress(httpx.TransportError),  # the server is ended in the middle
                self.http.stream("GET", address, timeout=None) as live,
            ):
                packed = live.headers.get("content-encoding") == "gzip"
                unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress if packed else bytes
                text, wire = b"", 0
                for chunk in live.iter_raw():
                    text += unpack(chunk)
                    wire += len(chunk)
                    *messages, text = text.split(b"\n\n")
                    tables = [message for message in messages if b"id: " in message]
                    if tables:  # others tell who is here
                        self.longest = max(self.longest, wire)
                        self._hear(int(tables[-1].partition(b"id: ")[2].partition(b"\n")[0]))
                    wire = wire if text else 0

        threading.Thread(target=read, daemon=True).start()

    def _hear(self, version: int) -> None:
        with self._told:
            self._version = version
            self._told.notify()

    def wait_for(self, version: int) -> None:
        """Waits until the live page has been told of a version of the table."""
        with self._told:
            if not self._told.wait_for(lambda: self._version >= version, timeout=30):
                raise SystemExit("a live page was not told")


def moves_of(slug: str, players: int, count: int) -> list[tuple[int, str, int]]:
    """Who moves and how in a random game, and by how much each move raises the version.

    What a page answers for its player where nothing is to be decided belongs to the move before.
    """
    game = dvergar.game(slug, players=players)
    routine = load(game.info.routine) if game.info.routine else lambda *_: None
    state, chance = game.start(SEED), random.Random(SEED)
    moves: list[tuple[int, str, int]] = []
    while len(moves) < count and not state.over:
        move = chance.choice(state.moves())
        last = mover = (state.seat, state.turn)
        state.play(move)
        steps = 1
        while (state.seat, state.turn) != last and (answer := routine(state, False)) is not None:
            last = (state.seat, state.turn)
            state.play(answer)
            steps += 1
        moves.append((mover[0], game.name(move), steps))
    return moves


def play(served: Served, slug: str, players: int, count: int) -> Cost:
    """Plays on a server and says what a move cost it."""
    people = [Person(served.url), Person(served.url)]
    kinds = (["me", "open"] * players)[:players]
    rows = [{"kind": kind, "name": f"A{seat}"} for seat, kind in enumerate(kinds)]
    opened = people[0].http.post("/api/tables", json={"game": slug, "seats": rows}).json()
    people[0].http.headers["authorization"] = f"Bearer {opened['token']}"
    table, version = opened["table"]["id"], opened["table"]["version"]
    for seat in opened["table"]["seats"]:
        if seat["invite"]:
            token = seat["invite"].rsplit("/", 1)[1]
            joined = (
                people[1].http.post(f"/api/join/{token}", json={"name": f"B{seat['seat']}"}).json()
            )
            people[1].http.headers["authorization"] = f"Bearer {joined['token']}"
            version = joined["table"]["version"]
    for person in people:
        person.listen(table, version)
        person.http.headers["hx-request"] = "true"
    time.sleep(0.3)
    moves = moves_of(slug, players, count)
    # With a person's first move the table also keeps what the page answers for that person.
    unknown = {0, 1} if dvergar.game(slug, players=players).info.routine else set()
    before = served.cpu()
    for seat, move, steps in moves:
        form = {"move": move, "at": str(version)}
        people[seat % 2].http.post(f"/table/{table}/move", data=form).raise_for_status()
        version += steps + (seat % 2 in unknown)
        unknown.discard(seat % 2)
        for person in people:
            person.wait_for(version)
    return Cost((served.cpu() - before) / len(moves), max(one.longest for one in people))


def measure(folder: Path, slug: str, players: int, count: int) -> Cost:
    """One run of one build."""
    with tempfile.TemporaryDirectory() as data:
        served = Served(folder, data)
        try:
            play(served, slug, players, count)  # templates are compiled at their first use
            return play(served, slug, players, count)
        finally:
            served.stop()


def main() -> None:
    """Measure all builds in turns and print one table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    words.add_argument("--runs", type=int, default=3)
    words.add_argument("--moves", type=int, default=60)
    words.add_argument("--game", choices=GAMES)
    words.add_argument("--players", type=int)
    asked = words.parse_args()
    print(f"| a move with two viewers, medians of {asked.runs} runs | CPU ms | longest message |")
    print("| --- | ---: | ---: |")
    for slug in [asked.game] if asked.game else GAMES:
        players = asked.players or GAMES[slug]
        runs: dict[Path, list[Cost]] = {folder: [] for folder in asked.folders}
        for _ in range(asked.runs):
            for folder in asked.folders:
                runs[folder].append(measure(folder, slug, players, asked.moves))
        for folder, costs in runs.items():
            cpu = statistics.median(cost.cpu for cost in costs)
            size = max(cost.message for cost in costs)
            print(f"| {slug}, {players} players, {folder} | {cpu:.1f} | {size:,} |")


if __name__ == "__main__":
    main()
