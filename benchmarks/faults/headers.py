"""Sends hostile `Host` and forwarded headers, and looks for what the server believed of them.

`python -m benchmarks.faults.headers --requests 20000` asks every route with headers that name
another host, another client or another way here, over raw sockets so that malformed ones arrive
too. Whatever is sent, no answer is 5xx, no link, redirect, cookie or mail names the other host, the
metrics stay closed, and limits count the client that is really there.
With `--database own` it does so on a PostgreSQL.
"""

from __future__ import annotations

import argparse
import random
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.faults.fuzz import addresses
from benchmarks.faults.hostile import MARK, Header, HostileHeaders
from benchmarks.faults.postgres import OWN, database_at
from benchmarks.faults.served import Player, Served, served

ADDRESS = "https://games.example.org/"
CLIENT = "203.0.113.7"
"""The visitor for whom a trusted proxy asks."""
TABLES = 5  # that one client may open in a minute
GOOD_HOST = "127.0.0.1"


@dataclass
class Found:
    """What came of a campaign."""

    answers: Counter[int] = field(default_factory=Counter)
    """How often each status was answered; 0 is a connection that was closed without one."""
    believed: list[str] = field(default_factory=list)
    """Answers that show that a hostile header was believed."""
    opened: int = 0
    """Tables that one client could open within its limit of a minute."""
    mails: int = 0


def ask(server: Served, method: str, path: str, headers: Sequence[Header], body: str = "") -> bytes:
    """The whole answer to a request, as it came; a stream is read until it pauses."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in headers)]
    lines += ["connection: close", f"content-length: {len(body)}", "", body]
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1", "replace"))
        connection.settimeout(30)
        try:
            while part := connection.recv(65536):
                answer += part
                if b"text/event-stream" in answer or b"x-ndjson" in answer:
                    break
        except (TimeoutError, ConnectionResetError):
            pass
    return answer


def status_of(answer: bytes) -> int:
    """The status of an answer; 0 if there is none."""
    parts = answer[:20].split()
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0


def fault_of(path: str, answer: bytes) -> str:
    """What an answer gives away of a header that it believed; empty if nothing."""
    if MARK.encode() in answer.lower():
        return "names the other host"
    for line in answer.partition(b"\r\n\r\n")[0].lower().split(b"\r\n"):
        if line.startswith(b"location:"):
            where = line.partition(b":")[2].strip()
            if not where.startswith(b"/") or where.startswith((b"//", b"/\\")):
                return "redirects elsewhere"
    if path == "/metrics" and status_of(answer) == 200:
        return "opens the metrics"
    return ""


def ask_often(
    server: Served,
    requests: int,
    threads: int,
    seconds: float,
    found: Found,
    direct: bool,
    seed: int,
) -> None:
    """Asks all routes with hostile headers, as a visitor who has a table."""
    known, end = addresses(), time.monotonic() + seconds

    def send(seed: int) -> None:
        hostile, chance = HostileHeaders(seed), random.Random(seed)
        player = Player(server.url, seed)
        player.http.headers["x-forwarded-for"] = f"198.51.100.{seed % 250}"
        player.open("my_gold_mine", 2)
        token = player.http.headers["authorization"].partition(" ")[2]
        for _ in range(requests // threads):
            if time.monotonic() > end:
                return
            method = chance.choice(("GET", "GET", "POST"))
            path = chance.choice([*known[method], "/metrics"])
            path = path.replace("{t}", str(player.table["id"])).replace("{g}", "my_gold_mine")
            path = path.replace("{x}", "x") + ("/" if chance.random() < 0.1 else "")
            headers = hostile.forwarded()
            if chance.random() < 0.5:  # else a name of ours, so that the rest is reached
                headers.append(("host", hostile.host()))
            else:
                headers.append(("host", GOOD_HOST))
            headers.append(("cookie", f"dvergar={token}"))
            chance.shuffle(headers)
            if not direct:
                headers.append(("x-forwarded-for", CLIENT))
            answer = ask(server, method, path, headers)
            found.answers[status_of(answer)] += 1
            if fault := fault_of(path, answer):
                found.believed.append(f"{method} {path} {fault}: {headers}")

    workers = [threading.Thread(target=send, args=(seed + n,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def open_often(server: Served, times: int, direct: bool) -> int:
    """How many tables one client opens within a minute, whatever it says of itself."""
    hostile, opened = HostileHeaders(99), 0
    body = '{"game": "my_gold_mine", "seats": [{"kind": "me", "name": "A"}, {"kind": "open"}]}'
    begun = time.monotonic()
    for _ in range(times):
        if time.monotonic() - begun > 50:
            break
        headers = [*hostile.forwarded(), ("x-forwarded-for", hostile.address())]
        headers += [("host", GOOD_HOST), ("content-type", "application/json")]
        if not direct:
            headers.append(("x-forwarded-for", CLIENT))
        opened += status_of(ask(server, "POST", "/api/tables", headers, body)) == 201
    return opened


@contextmanager
def post_office() -> Iterator[tuple[int, list[bytes]]]:
    """The port of a mail server, and the mails that it was handed."""
    from aiosmtpd.controller import Controller

    mails: list[bytes] = []

    class Handler:
        async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
            mails.append(envelope.content)
            return "250 taken"

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    controller = Controller(Handler(), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield port, mails
    finally:
        controller.stop()


def ask_for_mail(server: Served, mails: list[bytes], found: Found) -> None:
    """Lets the server write to people whose requests say that it is another one."""
    for seed in range(3):
        hostile, player = HostileHeaders(seed), Player(server.url, seed)
        player.http.headers["x-forwarded-for"] = f"192.0.2.{seed + 1}"
        player.open("my_gold_mine", 2)
        token = player.http.headers["authorization"].partition(" ")[2]
        headers = [*hostile.forwarded(), ("host", GOOD_HOST), ("cookie", f"dvergar={token}")]
        headers.append(("content-type", "application/x-www-form-urlencoded"))
        headers.append(("x-forwarded-for", f"192.0.2.{seed + 1}"))
        ask(server, "POST", "/turns/mail", headers, f"address=anna{seed}@mail{seed}.example.net")
    end = time.monotonic() + 20
    while len(mails) < 3 and time.monotonic() < end:
        time.sleep(0.1)
    found.mails = len(mails)
    for mail in mails:
        if MARK.encode() in mail.lower() or ADDRESS.encode() not in mail:
            found.believed.append(f"a mail: {mail!r}")


def believe_nothing(
    data: Path,
    requests: int,
    threads: int,
    seconds: float,
    database: str = "",
    *,
    public: bool = True,
    direct: bool = True,
) -> Found:
    """One campaign on a server, public or at home, that is reached directly or by a proxy."""
    found, seed = Found(), 1000 * (2 * public + direct)  # each kind has requests of its own
    settings = {"DVERGAR_DATABASE": database}
    settings["DVERGAR_TRUSTED_PROXIES"] = "192.0.2.200" if direct else "127.0.0.1"
    options = ("--workers-for-bots", "0")
    with post_office() as (port, mails):
        if public:
            settings |= {"DVERGAR_ADDRESS": ADDRESS, "DVERGAR_MAIL_HOST": "127.0.0.1"}
            settings |= {"DVERGAR_MAIL_PORT": str(port), "DVERGAR_MAIL_TLS": "off"}
            settings |= {"DVERGAR_MAIL_FROM": "dvergar@example.org"}
        with served(data, *options, forked=True, name="server", **settings) as server:
            ask_often(server, requests, threads, seconds, found, direct, seed)
            if public:
                ask_for_mail(server, mails, found)
            if not server.alive():
                raise SystemExit("the server has ended")
            httpx.get(f"{server.url}/health", trust_env=False).raise_for_status()
    settings["DVERGAR_TABLES_PER_MINUTE"] = str(TABLES)
    with served(data, *options, forked=True, name="limits", **settings) as server:
        found.opened = open_often(server, 10 * TABLES, direct)
    return found


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1800, help="at most, for each kind")
    parser.add_argument("--database", default="", help=f"a PostgreSQL, or {OWN} to start one")
    asked = parser.parse_args(typed)
    for public in (True, False):
        for direct in (True, False):
            with tempfile.TemporaryDirectory() as folder, _database(asked.database) as database:
                often = (asked.requests // 4, asked.threads, asked.seconds, database)
                found = believe_nothing(Path(folder), *often, public=public, direct=direct)
            kind = f"{'public' if public else 'at home'}, {'direct' if direct else 'by a proxy'}"
            answers = ", ".join(f"{n} x {s}" for s, n in sorted(found.answers.items()))
            print(f"{kind}: {found.answers.total()} requests: {answers}")
            print(f"  5xx: {sum(n for s, n in found.answers.items() if s >= 500)}, ", end="")
            print(f"believed: {len(found.believed)}, mails: {found.mails}, ", end="")
            print(f"tables within a limit of {TABLES}: {found.opened}")
            for line in found.believed[:5]:
                print(f"  {line}")


@contextmanager
def _database(address: str) -> Iterator[str]:
    if not address:
        yield ""
        return
    with database_at(address) as database:
        yield database


if __name__ == "__main__":
    main()
