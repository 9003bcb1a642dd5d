"""Sends requests that nobody would send, and counts what the server answers.

`python -m benchmarks.faults.fuzz --requests 100000` mixes real addresses, methods, tokens and
bodies with garbage. Whatever is sent, the answer is never 5xx and the server goes on.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import httpx

from benchmarks.faults.served import Player, served

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW")
PATHS = {
    "GET": (
        *("/", "/about", "/health", "/metrics", "/nowhere", "/table/{t}", "/table/{t}/log"),
        *("/table/{t}/record", "/table/{t}/part/{x}", "/table/{t}/thinking", "/join/{x}"),
        *("/return/{t}/{x}/{x}", "/rules/{g}", "/help/{g}", "/keys/{g}", "/static/{x}", "/{x}/{x}"),
        *("/api/games", "/api/docs", "/api/tables/{t}", "/api/tables/{t}/record"),
    ),
    "POST": (
        *("/tables", "/records", "/preferences", "/table/{t}/move", "/table/{t}/undo"),
        *("/table/{t}/confirm", "/table/{t}/wish", "/table/{t}/pace", "/table/{t}/hint"),
        *("/table/{t}/rematch", "/table/{t}/fill", "/table/{t}/withdraw", "/join/{x}"),
        *("/api/tables", "/api/join/{x}", "/api/tables/{t}/moves", "/api/tables/{t}/undo"),
        *("/api/tables/{t}/wish", "/api/tables/{t}/hint"),
    ),
}
NAMES = ("game", "seats", "move", "at", "seat", "bot", "name", "kind-0", "kind-1", "pace", "back")
SCRAPS = ("", "0", "-1", "9" * 30, "NaN", "null", "[]", "\x00", "\u202e", "é" * 300, "../..", "%2e")
KINDS = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/x")


class Fuzzer:
    """Makes requests, each out of a seed."""

    def __init__(self, table: dict[str, object], seed: int) -> None:
        self._table = str(table["id"])
        self._chance = random.Random(seed)

    def scrap(self) -> str:
        """Something that could stand anywhere."""
        chance = self._chance
        if chance.random() < 0.3:
            return chance.choice(SCRAPS)
        letters = "abcdefgh0123456789-_/%?&=+ ;'\"<>{}[]\\\t"
        return "".join(chance.choices(letters, k=chance.randrange(30)))

    def request(self) -> dict[str, object]:
        """One request as httpx takes it."""
        chance = self._chance
        game = chance.choice(("caverna", "my_gold_mine", "cave_vs_cave", "chess"))
        table = self._table if chance.random() < 0.8 else "x" * 12
        method = chance.choice(("GET", "POST"))
        path = chance.choice(PATHS[method])
        path = path.replace("{t}", table).replace("{g}", game)
        while "{x}" in path:
            path = path.replace("{x}", httpx.URL("", params={"x": self.scrap()}).query.decode(), 1)
        headers = {"content-type": chance.choice(KINDS)}
        if chance.random() < 0.2:
            headers["hx-request"] = "true"
        if chance.random() < 0.2:
            headers["authorization"] = f"Bearer {chance.choice(('x' * 32, 'short', 'c3a9'))}"
        return {
            "method": method if chance.random() < 0.9 else chance.choice(METHODS),
            "url": path,
            "params": {chance.choice(NAMES): self.scrap()} if chance.random() < 0.4 else None,
            "headers": headers,
            "content": self._body().encode("utf-8", "replace"),
        }

    def _body(self) -> str:
        chance = self._chance
        kind = chance.randrange(4)
        pairs = [(chance.choice(NAMES), self.scrap()) for _ in range(chance.randrange(5))]
        if kind == 0:
            return "{" + ",".join(f'"{name}":"{text}"' for name, text in pairs) + "}"
        if kind == 1:
            return "&".join(f"{name}={text}" for name, text in pairs)
        return "[" * chance.choice((1, 100, 20_000)) if kind == 2 else self.scrap()


def fuzz(data: Path, requests: int, threads: int, seconds: float) -> Counter[int]:
    """How often each status was answered; 0 is what could not even be sent, or was not answered."""
    found: Counter[int] = Counter()
    end = time.monotonic() + seconds
    with served(data, "--workers-for-bots", "0") as server:
        player = Player(server.url, 1)
        player.open("my_gold_mine", 2)

        def send(seed: int) -> None:
            fuzzer = Fuzzer(player.table, seed)
            headers = dict(player.http.headers) if seed % 2 else {}
            with httpx.Client(
                base_url=server.url, headers=headers, timeout=60, trust_env=False
            ) as http:
                for _ in range(requests // threads):
                    if time.monotonic() > end:
                        return
                    asked = fuzzer.request()
                    try:
                        with http.stream(**asked) as answer:  # type: ignore[arg-type] # wrong on purpose
                            found[answer.status_code] += 1
                    except (httpx.TransportError, httpx.InvalidURL):
                        found[0] += 1

        workers = [threading.Thread(target=send, args=(seed,)) for seed in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if not server.alive():
            raise SystemExit("the server has ended")
        player.http.get("/health").raise_for_status()
    return found


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1800, help="at most")
    asked = parser.parse_args(typed)
    with tempfile.TemporaryDirectory() as folder:
        found = fuzz(Path(folder), asked.requests, asked.threads, asked.seconds)
    print(f"{found.total()} requests:", ", ".join(f"{n} x {s}" for s, n in sorted(found.items())))
    print(f"5xx: {sum(n for status, n in found.items() if status >= 500)}")


if __name__ == "__main__":
    main()
