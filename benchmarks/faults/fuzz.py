"""Sends requests that nobody would send, and counts what the server answers.

`python -m benchmarks.faults.fuzz --requests 100000` mixes real addresses, methods, tokens, headers
and bodies with garbage: every route of the server, and addresses that are none. A part of the
requests lies about its host, its client and its way here. Whatever is sent, the answer is never 5xx
and the server goes on. With `--database own` it does so on a PostgreSQL; with another `--seed` it
sends other requests, so that several shorter runs add up. After a 5xx it ends with the log.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import httpx
from fastapi.routing import APIRoute
from starlette.routing import Route

from benchmarks.faults.hostile import HostileHeaders
from benchmarks.faults.postgres import OWN, database_at
from benchmarks.faults.served import Player, Served, served
from dvergar.web.app import create_app
from dvergar.web.settings import read

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW")
PLACE = re.compile(r"\{(\w+)(?::\w+)?\}")
NAMES = (
    *("game", "seats", "move", "at", "seat", "bot", "name", "kind-0", "kind-1", "pace", "back"),
    *("text", "number", "mute", "chat", "spectators", "address", "sure", "record", "after", "lang"),
    *("key", "moves", "answers", "token", "whole_turn", "agree", "puzzle", "layout"),
)
SCRAPS = ("", "0", "-1", "9" * 30, "NaN", "null", "[]", "\x00", "\u202e", "é" * 300, "../..", "%2e")
AT_ONE_TABLE = 200  # requests
KINDS = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/x")


@cache
def addresses() -> dict[str, list[str]]:
    """Every route of the server by its method; `{t}` is a table, `{g}` a game, `{x}` anything."""
    found = {"GET": ["/nowhere", "/static/{x}", "/{x}/{x}"], "POST": ["/{x}"]}
    known = {"table_id": "{t}", "game": "{g}", "slug": "{g}"}
    with tempfile.TemporaryDirectory() as data:
        routes = create_app(read(Path(data), {}, {})).routes
    for route in routes:
        if isinstance(route, Route | APIRoute):
            filled = PLACE.sub(lambda place: known.get(place[1], "{x}"), route.path)
            for method in (route.methods or set()) & found.keys():
                found[method].append(filled)
    return found


class Fuzzer:
    """Makes requests, each out of a seed."""

    def __init__(self, seed: int) -> None:
        self._addresses = addresses()
        self._hostile = HostileHeaders(seed)
        self.table = ""
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
        table = self.table if chance.random() < 0.8 else "x" * 12
        method = chance.choice(("GET", "POST"))
        path = chance.choice(self._addresses[method])
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
            "headers": [*_encoded(headers.items()), *self._lies()],
            "content": self._body().encode("utf-8", "replace"),
        }

    def _lies(self) -> list[tuple[bytes, bytes]]:
        """Headers about the host, the client and the way here, in some of the requests."""
        lies = self._hostile.forwarded() if self._chance.random() < 0.25 else []
        if self._chance.random() < 0.05:
            lies.append(("host", self._hostile.host()))
        return list(_encoded((name, text.strip()) for name, text in lies if _can_be_sent(text)))

    def _body(self) -> str:
        chance = self._chance
        kind = chance.randrange(4)
        pairs = [(chance.choice(NAMES), self.scrap()) for _ in range(chance.randrange(5))]
        if kind == 0:
            return "{" + ",".join(f'"{name}":"{text}"' for name, text in pairs) + "}"
        if kind == 1:
            return "&".join(f"{name}={text}" for name, text in pairs)
        return "[" * chance.choice((1, 100, 20_000)) if kind == 2 else self.scrap()


def _encoded(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[bytes, bytes]]:
    return ((name.encode(), text.encode("latin-1")) for name, text in headers)


def _can_be_sent(text: str) -> bool:
    """Whether the client lets a header pass; `benchmarks.faults.headers` sends the others too."""
    return all(letter >= " " and letter != "\x7f" for letter in text.strip())


def fuzz(
    data: Path, requests: int, threads: int, seconds: float, database: str = "", seed: int = 0
) -> Counter[int]:
    """How often each status was answered; 0 is what could not even be sent, or was not answered."""
    found: Counter[int] = Counter()
    end = time.monotonic() + seconds
    with served(data, "--workers-for-bots", "0", DVERGAR_DATABASE=database) as server:
        first = seed * threads
        each = (server, requests // threads, end, found)
        workers = [threading.Thread(target=_send, args=(first + n, *each)) for n in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if not server.alive():
            raise SystemExit("the server has ended")
        httpx.get(f"{server.url}/health", trust_env=False).raise_for_status()
    if max(found, default=0) >= 500:
        print(server.log.read_text("utf-8", "replace")[-4000:])
    return found


def _send(seed: int, server: Served, requests: int, end: float, found: Counter[int]) -> None:
    fuzzer, player = Fuzzer(seed), Player(server.url, seed)
    for number in range(requests):
        if time.monotonic() > end:
            return
        if number % AT_ONE_TABLE == 0:  # the last one may be over by now
            player.open("my_gold_mine", 2)
            fuzzer.table = str(player.table["id"])
            if seed % 2:  # every other one has no seat there
                del player.http.headers["authorization"]
        status = _ask(player, fuzzer)
        found[status] += 1
        if status >= 500:
            return


def _ask(player: Player, fuzzer: Fuzzer) -> int:
    try:
        with player.http.stream(**fuzzer.request()) as answer:  # type: ignore[arg-type] # wrong on purpose
            return answer.status_code
    except (httpx.TransportError, httpx.InvalidURL):
        return 0


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=7200, help="at most")
    parser.add_argument("--database", default="", help=f"a PostgreSQL, or {OWN} to start one")
    parser.add_argument("--seed", type=int, default=0, help="another one sends other requests")
    asked = parser.parse_args(typed)
    often = (asked.requests, asked.threads, asked.seconds)
    with tempfile.TemporaryDirectory() as folder:
        if asked.database:
            with database_at(asked.database) as database:
                found = fuzz(Path(folder), *often, database, asked.seed)
        else:
            found = fuzz(Path(folder), *often, seed=asked.seed)
    print(f"{found.total()} requests:", ", ".join(f"{n} x {s}" for s, n in sorted(found.items())))
    print(f"5xx: {sum(n for status, n in found.items() if status >= 500)}")


if __name__ == "__main__":
    main()
