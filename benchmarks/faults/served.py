"""A server in a process of its own, on a port of this machine, that faults can be tried on."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

START = """
import sys
if limit := int(sys.argv.pop(1)):
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
if files := int(sys.argv.pop(1)):
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
if kill_at := int(sys.argv.pop(1)):
    import itertools, os, signal
    WRITING = ("INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP")
    from sqlalchemy import Engine, event
    numbers = itertools.count(1)
    def count(connection, cursor, statement, *_):
        if statement.split(None, 1)[0] in WRITING and next(numbers) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
    event.listen(Engine, "before_cursor_execute", count)
if clock := sys.argv.pop(1):
    import pathlib, time
    real = time.time
    time.time = lambda: real() + float(pathlib.Path(clock).read_text() or 0)
from dvergar.cli import main
sys.argv = ["dvergar", "serve", "--no-open", "--no-compile", *sys.argv[1:]]
main()
"""
FREELY = {
    "DVERGAR_TABLES_PER_MINUTE": "0",
    "DVERGAR_JOINS_PER_MINUTE": "0",
    "DVERGAR_MOVES_PER_MINUTE": "0",
    "DVERGAR_MESSAGES_PER_MINUTE": "0",
    "DVERGAR_HINTS_PER_MINUTE": "0",
    "DVERGAR_EXPORTS_PER_MINUTE": "0",
    "DVERGAR_STREAMS_PER_ADDRESS": "0",
    "DVERGAR_METRICS": "local",
}
"""A campaign comes from one address: it is not to be stopped by what stops strangers."""


class Forked:
    """A server forked from a process that has imported everything: it starts in half the time."""

    def __init__(self, arguments: list[str], log: Path, environment: Mapping[str, str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["__main__", "dvergar.cli", "dvergar.web.app", "uvicorn"])
        self._process = context.Process(
            target=_run_forked, args=(arguments, str(log), dict(environment))
        )
        self._process.start()
        self.pid: int = self._process.pid or 0

    def poll(self) -> int | None:
        """The number it ended with; None as long as it runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int | None:
        """Waits until it has ended."""
        self._process.join(timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)


def _run_forked(arguments: list[str], log: str, environment: dict[str, str]) -> None:
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.environ.update(environment)
    time.tzset()
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = ["-c", *arguments]
    exec(START, {"__name__": "served"})


class Served:
    """The command `dvergar serve` on a data folder, always on the same port."""

    def __init__(
        self,
        data: Path,
        *options: str,
        limit: int = 0,
        files: int = 0,
        kill_at: int = 0,
        clock: Path | None = None,
        forked: bool = True,
        name: str = "server",
        **settings: str,
    ) -> None:
        """`limit` is how many bytes its files may have, 0: any; `name` is that of its log.

        `files` is how many it may have open, 0: as many as the system allows.

        `clock` is a file with seconds that the server's clock is ahead of the real one.
        `forked`: from a process that has imported it, in half the time; else as a command.
        With `kill_at` it kills itself before that statement which writes, counted from 1: before
        one that reads, a kill would leave what one before the next that writes leaves.
        """
        self.limit = limit
        self.files = files
        self.kill_at = kill_at
        self.clock = clock
        self.forked = forked
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.log = data / f"{name}.log"
        self._options = ["--port", str(self.port), "--data", str(data), *options]
        self._environment = {**os.environ, **FREELY, **settings}
        self.process: subprocess.Popen[bytes] | Forked | None = None

    def launch(self) -> None:
        """Starts it without waiting for an answer."""
        numbers = (str(self.limit), str(self.files), str(self.kill_at), str(self.clock or ""))
        if self.forked:
            self.process = Forked([*numbers, *self._options], self.log, self._environment)
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, *numbers, *self._options],
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    def start(self) -> None:
        """Starts it, and returns as soon as it answers."""
        self.launch()
        assert self.process is not None
        for _ in range(1200):
            try:
                httpx.get(
                    f"{self.url}/api/games", timeout=10, trust_env=False, verify=False
                ).raise_for_status()
                return
            except httpx.TransportError:
                if self.process.poll() is not None:
                    said = self.log.read_text(errors="replace")[-2000:]
                    raise SystemExit(
                        f"the server did not start; its log ends with:\n{said}"
                    ) from None
                time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def wait_until_killed(self) -> None:
        """Waits until it has killed itself."""
        assert self.process is not None
        assert self.process.wait(120) == -signal.SIGKILL, self.log.read_text()

    def kill(self) -> None:
        """kill -9."""
        self._send(signal.SIGKILL)

    def freeze(self) -> None:
        """SIGSTOP: it keeps its connections and does nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT: it continues where it was."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def interrupt(self) -> float:
        """Ctrl-C; how many seconds it took to end."""
        begun = time.monotonic()
        self._send(signal.SIGINT)
        return time.monotonic() - begun

    def _send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(60)

    def cpu(self) -> float:
        """Milliseconds of processor time so far, of all threads; Linux only."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task")
        return sum(int((one / "schedstat").read_text().split()[0]) for one in tasks.iterdir()) / 1e6

    def memory(self) -> float:
        """Megabytes of memory in use; Linux only."""
        assert self.process is not None
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None


@contextmanager
def served(
    data: Path, *options: str, forked: bool = True, name: str = "server", **settings: str
) -> Iterator[Served]:
    """A running server until the block ends."""
    server = Served(
        data,
        *options,
        limit=0,
        files=0,
        kill_at=0,
        clock=None,
        forked=forked,
        name=name,
        **settings,
    )
    server.start()
    try:
        yield server
    finally:
        if server.alive():
            server.kill()


class Player:
    """A program that opens a table and plays all its seats at random."""

    def __init__(self, url: str, seed: int) -> None:
        self.http = httpx.Client(base_url=url, timeout=60, trust_env=False, verify=False)
        self.chance = random.Random(seed)
        self.table: dict[str, Any] = {}

    def open(self, game: str, players: int) -> None:
        """Sits down on every seat of a new table."""
        seats = [{"kind": "me", "name": f"Dwarf {n}"} for n in range(players)]
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats})
        answer.raise_for_status()
        body = answer.json()
        self.http.headers["authorization"] = f"Bearer {body['token']}"
        self.table = body["table"]

    @property
    def url(self) -> str:
        """The table by the interface."""
        return f"/api/tables/{self.table['id']}"

    def move(self) -> bool:
        """Makes a random move; false when the game is over."""
        if self.table["phase"] == "over":
            return False
        move = self.chance.choice(self.table["choices"])["move"]
        answer = self.http.post(
            f"{self.url}/moves", json={"move": move, "at": self.table["version"]}
        )
        answer.raise_for_status()
        self.table = answer.json()
        return True
