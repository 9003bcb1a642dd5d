"""Real servers for tests: in a thread of the test process, or in a process that can be killed.

The thread shares the registry of games with the test, so the toy game can be played on it; the
process is what `kill -9` is tried on.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx
import uvicorn
from sqlalchemy import event

from dvergar.web.app import create_app
from dvergar.web.features.chat.feature import ChatFeature
from dvergar.web.features.chat.service import ChatService
from dvergar.web.features.hints.feature import HintsFeature
from dvergar.web.features.hints.service import Hints
from dvergar.web.features.lobby.feature import LobbyFeature
from dvergar.web.features.lobby.service import Lobby
from dvergar.web.features.notifications.feature import NotificationsFeature
from dvergar.web.features.notifications.service import TurnNotifier
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.game_statistics import Statistics
from dvergar.web.settings import Settings
from tests.web import run_server
from tests.web.run_server import NO_LIMITS

T = TypeVar("T")
ENVIRONMENT = os.environ | {"PYTHONUNBUFFERED": "1"}
PROMPT = Settings(Path(), bot_pace=0, bot_workers=0, **NO_LIMITS)
"""Settings of a server that makes nobody wait."""


def free_socket(port: int = 0) -> socket.socket:
    """A socket on a port of this machine that nobody uses, or on this one as soon as it is free."""
    # Asyncio turns the delay of small packets off only where it reads that this is TCP.
    bound = socket.socket(proto=socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound


@dataclass(slots=True)
class Served:
    """A server that runs in a thread."""

    url: str
    inside: Kernel
    data: Path
    loop: asyncio.AbstractEventLoop
    features: dict[str, Feature]

    @property
    def chat(self) -> ChatService:
        """The messages of all tables."""
        return cast(ChatFeature, self.features["chat"]).chat

    @property
    def hints(self) -> Hints:
        """What bots advise."""
        return cast(HintsFeature, self.features["hints"]).hints

    @property
    def lobby(self) -> Lobby:
        """The lists of tables."""
        return cast(LobbyFeature, self.features["lobby"]).lobby

    @property
    def turn_notifier(self) -> TurnNotifier:
        """What is sent to people who are away."""
        return cast(NotificationsFeature, self.features["notifications"]).turn_notifier

    @property
    def statistics(self) -> Statistics:
        """What the finished games come to."""
        return self.inside.statistics

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Does something inside the server, as a request would."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def events(self, table: str) -> list[dict[str, Any]]:
        """What the database holds of a table."""
        return [event.body for event in self.run(self.inside.store.load(table, 0)).events]


class _Server(uvicorn.Server):
    """Tells its loop, so that tests can look inside."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


@dataclass(frozen=True, slots=True)
class Place:
    """A data folder and a database for the servers of a test."""

    data: Path
    database: str = ""

    @property
    def name(self) -> str:
        """Of a database that is none of SQLite."""
        return self.database.rpartition("/")[2]

    @property
    def address(self) -> str:
        """Of the database, as a store is told it."""
        return Settings(self.data, self.database).database_url()

    def serving(self, **settings: Any) -> AbstractContextManager[Served]:
        """A server there that makes nobody wait, but for what is set."""
        return serving(self.data, replace(PROMPT, database=self.database, **settings))


@contextmanager
def serving(data: Path, settings: Settings = PROMPT, port: int = 0) -> Iterator[Served]:
    """A server on the data folder, in a thread, until the block ends."""
    app = create_app(replace(settings, data=data))
    with in_thread(app, port) as (url, loop):
        yield Served(url, cast(Kernel, app.state.kernel), data, loop, app.state.features)


@contextmanager
def in_thread(app: Any, port: int = 0) -> Iterator[tuple[str, asyncio.AbstractEventLoop]]:
    """Serves an app until the block ends: its address and its loop."""
    config = uvicorn.Config(
        app, log_level="critical", timeout_graceful_shutdown=1, proxy_headers=False
    )
    server = _Server(config)
    bound = free_socket(port)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}", server.loop
    finally:
        server.should_exit = True
        thread.join(20)
        bound.close()


class ServerProcess:
    """A server as a process of its own, always on the same port and data folder."""

    def __init__(
        self,
        data: Path,
        bot_pace: float = 0.0,
        command: bool = False,
        database: str = "",
        **settings: str,
    ) -> None:
        """`command` starts the command `dvergar serve`, with its own settings.

        `settings` are more of them, by their names in the environment.
        """
        self._reserved = free_socket()
        self.port = self._reserved.getsockname()[1]
        if sys.platform != "linux":  # there nobody listens where another is bound
            self._reserved.close()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = (data / "server.log").open("ab")
        self._environment = ENVIRONMENT | {"DVERGAR_DATABASE": database} | settings
        self._command = [
            sys.executable,
            run_server.__file__,
            str(data),
            str(self.port),
            str(bot_pace),
        ]
        if command:
            script = str(Path(sysconfig.get_path("scripts")) / "dvergar")
            where = ["--port", str(self.port), "--data", str(data)]
            self._command = [script, "serve", "--no-open", "--no-compile", *where]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts, and returns as soon as it answers."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=self._log, env=self._environment
        )
        for _ in range(2400):
            try:
                httpx.get(f"{self.url}/api/games", timeout=30, verify=False).raise_for_status()
                return
            except httpx.TransportError:
                assert self._process.poll() is None, "the server did not start"
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """kill -9: no goodbye, nothing is written any more."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """SIGSTOP: it is still there, and keeps its connections, but does nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT: it continues where it was."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def ask_to_stop(self, seconds: float) -> None:
        """Asks as Ctrl-C or a service manager does, and waits until it is gone."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(seconds)

    def is_wholly_gone(self, seconds: float) -> bool:
        """Whether nobody is left who could still write where the server and its workers write."""
        assert self._process is not None
        assert self._process.stdout is not None
        reader = threading.Thread(target=self._process.stdout.read, daemon=True)
        reader.start()
        reader.join(seconds)
        return not reader.is_alive()

    def close(self) -> None:
        """Ends it for good."""
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self._log.close()
        self._reserved.close()


@contextmanager
def statements(server: Served) -> Iterator[list[str]]:
    """What is asked of the database meanwhile; beginning and ending a transaction is not asking."""
    asked: list[str] = []

    def note(*arguments: Any) -> None:
        if not str(arguments[2]).startswith("BEGIN"):
            asked.append(str(arguments[2]))

    engine = server.inside.store.engine
    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)
