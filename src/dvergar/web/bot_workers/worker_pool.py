"""The workers as the server sees them: each answers one question at a time, outside the event loop.

A worker is a process with a thread of the server that waits for it. With none, bots think in a
thread of the server itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final, Protocol

from dvergar.compiled_engine import Engine
from dvergar.core.bot import Thought
from dvergar.web.bot_workers.question import Answer, BotFailed, Failure, Question
from dvergar.web.bot_workers.worker import Memory, answer_of, work

LOG: Final = logging.getLogger("dvergar.bots")
Show = Callable[[Thought], None]
"""Is told in the event loop how far a bot has come."""

_SPAWN: Final = multiprocessing.get_context("spawn")
_starting: Final = threading.Lock()


class Worker(Protocol):
    """Somewhere bots think, with a memory of its own."""

    async def think(self, question: Question, show: Show) -> Answer:
        """A bot's answer; BotFailed if it has none."""
        ...

    def forget(self, table: str) -> None:
        """Lets the bots of a table go."""
        ...

    def close(self) -> None:
        """Ends it, whatever it is at."""
        ...


class ThreadWorker:
    """A worker in the server's own process."""

    def __init__(self, most: int, seconds: float = 0) -> None:
        self._most = most
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "bots")
        self.memory = Memory(most)

    async def think(self, question: Question, _show: Show) -> Answer:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._seconds or None):
                answer = await loop.run_in_executor(self._thread, answer_of, self.memory, question)
        except TimeoutError:  # nobody can end a thread: the others think in a new one
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._thread, self.memory = ThreadPoolExecutor(1, "bots"), Memory(self._most)
            raise BotFailed(_too_slow(self._seconds)) from None
        return _answered(answer)

    def forget(self, table: str) -> None:
        self._thread.submit(self.memory.forget, table)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class ProcessWorker:
    """A worker in a process of its own, which is started when it is first needed.

    One that was killed is replaced, and one that runs on another engine than bots think on by now
    as well: between two questions, and without what its bots remembered. One whose bot does not
    answer in time is ended.
    """

    def __init__(self, engine: Engine, most: int, seconds: float = 0) -> None:
        """`seconds` is the time to answer; 0: any."""
        self._engine = engine
        self._most = most
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "bots")
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._folder: Path | None = None
        self._closed = False

    async def think(self, question: Question, show: Show) -> Answer:
        loop = asyncio.get_running_loop()

        def tell(thought: Thought) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
                loop.call_soon_threadsafe(show, thought)

        return await loop.run_in_executor(self._thread, self._ask, question, tell)

    def forget(self, table: str) -> None:
        self._thread.submit(self._forget, table)

    def close(self) -> None:
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.terminate()  # its thread hears of it and ends as well

    # In the worker's thread.

    def _ask(self, question: Question, show: Show) -> Answer:
        try:
            return self._exchange(question, show)
        except (EOFError, OSError):
            if self._closed:
                raise
            LOG.warning("a worker for bots has died and is replaced")
            self._end()
        try:
            return self._exchange(question, show)
        except (EOFError, OSError) as error:
            self._end()
            raise BotFailed("its process has died twice") from error

    def _exchange(self, question: Question, show: Show) -> Answer:
        connection = self._connected()
        end = time.monotonic() + self._seconds
        connection.send(question)
        while isinstance(answer := self._receive(connection, end), Thought):
            show(answer)
        return _answered(answer)

    def _receive(self, connection: Connection, end: float) -> object:
        """What comes next from the process; one that takes too long is ended."""
        if self._seconds and not connection.poll(max(0.0, end - time.monotonic())):
            self._end()
            raise BotFailed(_too_slow(self._seconds))
        return connection.recv()

    def _forget(self, table: str) -> None:
        if self._connection is not None:
            with suppress(OSError):
                self._connection.send(table)

    def _connected(self) -> Connection:
        """The way to a process on the engine that bots think on now."""
        if self._connection is not None and self._folder == self._engine.folder:
            return self._connection
        self._end()
        try:
            return self._start(self._engine.folder)
        except EOFError:
            if self._engine.folder is None or self._closed:
                raise
            LOG.warning("the compiled engine does not start; bots continue in plain Python")
            self._engine.refuse()
            self._end()
            return self._start(None)

    def _start(self, folder: Path | None) -> Connection:
        ours, theirs = _SPAWN.Pipe()
        self._folder, self._connection = folder, ours
        self._process = _SPAWN.Process(target=work, args=(theirs, self._most), daemon=True)
        with _starting, _first_on_path(folder):
            self._process.start()
        theirs.close()
        compiled = ours.recv()
        LOG.debug("a worker for bots runs on the %s engine", "compiled" if compiled else "plain")
        return ours

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()  # a bot may hang, and the process has nothing to lose
            self._process.join()
        self._process = self._connection = None


def _answered(answer: object) -> Answer:
    if isinstance(answer, Failure):
        raise BotFailed(answer.message)
    assert isinstance(answer, Answer), "nothing else is sent"
    return answer


def _too_slow(seconds: float) -> str:
    return f"it did not answer within {seconds:g} seconds"


@contextmanager
def _first_on_path(folder: Path | None) -> Iterator[None]:
    """Lets a process that is started now find Dvergar in this folder.

    The server has long found its own: what it still imports is looked for beside it.
    """
    if folder is None:
        yield
        return
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def make_workers(count: int, most: int, engine: Engine, seconds: float = 0) -> list[Worker]:
    """So many processes, or for 0 a thread; `seconds` is the time to answer, 0: any."""
    if not count:
        return [ThreadWorker(most, seconds)]
    return [ProcessWorker(engine, most, seconds) for _ in range(count)]
