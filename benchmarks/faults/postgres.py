"""A PostgreSQL for tests and campaigns, on a spare port in a folder of its own, removed afterwards.

It ends with the process that started it, whatever happens to that one. Where none is installed the
tests that need it are skipped with a reason; `dvergar test` installs one where it can.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from tools.testing.postgres import MISSING, find_postgres

T = TypeVar("T")
OWN = "own"
OWNER = "postgres"  # the user that Debian's package brings; root may not run a PostgreSQL
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB")
SMALL = ("max_connections=60", "autovacuum=off", "listen_addresses=127.0.0.1")


class Postgres:
    """A running PostgreSQL with any number of databases."""

    def __init__(self, sure: bool = False) -> None:
        """`sure` lets it write everything to the disk, as one that is not for tests would."""
        found = find_postgres()
        if found is None:
            raise LookupError(MISSING)
        self._programs = found
        self._settings = [*SMALL, *(() if sure else QUICK)]
        self._who: dict[str, Any] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="dvergar-pg-"))
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._who = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._names = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        words = ["-D", str(self.folder / "data"), "-A", "trust", "-U", OWNER]
        self._run("initdb", *words, "-N", "-E", "UTF8", "--locale=C")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), *words]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd="/", **self._who
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Starts, and returns as soon as it answers."""
        words = [word for one in self._settings for word in ("-c", one)]
        folder = str(self.folder)
        command = [str(self._programs / "postgres"), "-D", f"{folder}/data", "-k", folder]
        command += ["-p", str(self.port), *words]
        if shutil.which("setpriv"):
            command = ["setpriv", "--pdeathsig", "INT", *command]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._who)
        for _ in range(600):
            with suppress(OSError, asyncpg.PostgresError):
                self.ask("select 1")
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, kindly: bool = True) -> None:
        """Stops at once; whoever is connected is thrown out."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT if kindly else signal.SIGQUIT)
            self._process.wait(30)
            self._process = None

    def remove(self) -> None:
        """Ends it for good."""
        self.stop(kindly=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"games_{next(self._names)}"
        self.ask(f"create database {name} strategy file_copy")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql+asyncpg://{OWNER}@127.0.0.1:{self.port}/{name}"

    def ask(self, question: str, *facts: object, database: str = OWNER) -> Any:
        """The rows that answer a question, in a connection of its own."""

        async def asked(connection: Any) -> Any:
            return await connection.fetch(question, *facts)

        return self.use(asked, database)

    def use(self, work: Callable[[Any], Awaitable[T]], database: str = OWNER) -> T:
        """Does something with a connection."""
        address = self.address(database).replace("+asyncpg", "")

        async def all_of_it() -> T:
            connection = await asyncpg.connect(address, timeout=10)
            try:
                return await work(connection)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as aside:  # whoever asks may have an event loop himself
            return aside.submit(asyncio.run, all_of_it()).result()


@contextmanager
def database_at(address: str) -> Iterator[str]:
    """The address of a database; `own` starts a PostgreSQL that writes everything to the disk."""
    if address != OWN:
        yield address
        return
    with own_postgres() as postgres:
        yield postgres.new_database()


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that writes everything to the disk, until the block ends."""
    started = Postgres(sure=True)
    started.start()
    try:
        yield started
    finally:
        started.remove()
