"""Runs many pieces of work, such as the games of a simulation, in processes or on a cluster.

Processes are spawned, not forked: that works the same on every system, and safely beside threads
such as a progress bar. They end with the process that started them, and silently on Ctrl-C. Items
are handed out in small batches, so that all cores stay busy from start to finish.

On a cluster, a Dask scheduler hands the work to the workers of any number of machines. A lost
worker costs only time: the scheduler gives its games to another. The workers need the same Dvergar,
and `dask worker --nthreads 1` for each core.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import platform
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, resource_tracker
from typing import Any, Final, Generic, TypeVar

import dvergar
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, register
from dvergar.lab.extras import DataError, import_extra

CONNECT_TIMEOUT_S = 20
"""Seconds in which a scheduler has to answer, and a first worker has to be there."""

WORKER_POLL_S = 5
"""Seconds between two requests for the scheduler's list of workers."""


class Cluster:
    """A scheduler that answers."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._hands = 1
        self._asked = float("-inf")

    def hands(self) -> int:
        """How many threads its workers have; machines may come and go meanwhile."""
        now = time.monotonic()
        if now - self._asked > WORKER_POLL_S:
            threads: dict[str, int] = self._client.nthreads()
            self._hands, self._asked = max(1, sum(threads.values())), now
        return self._hands

    def open(self) -> Executor:
        """What takes work for it."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at an address, as long as it is needed."""
    distributed = import_extra("distributed")
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what is wrong we say ourselves
    try:
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise DataError("data.cluster", address=address[:80]) from error
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT_S)
        except TimeoutError as error:
            raise DataError("data.no_workers", address=address[:80]) from error
        try:
            yield Cluster(client)
        except (CancelledError, OSError) as error:
            if isinstance(error, OSError) and client.status == "running":
                raise
            raise DataError("data.cluster_lost", address=address[:80]) from error
    finally:
        client.close()


Item = TypeVar("Item")
Done = TypeVar("Done")

VERSION: Final = dvergar.__version__
BATCH_SECONDS: Final = 0.25
"""How much work a batch should hold, where one item takes less."""
MAX_BATCH_ITEMS: Final = 500
BATCHES_AHEAD: Final = 2
"""Batches per worker that are submitted before they are needed."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work is done: in some processes of this machine, or on a cluster.

    `on` is the address of a Dask scheduler, such as `tcp://scheduler:8786`.

    >>> Workers(jobs=4), Workers(on="tcp://scheduler:8786").on
    (Workers(jobs=4, on=''), 'tcp://scheduler:8786')
    """

    jobs: int = 1
    on: str = ""


class WorkerDied(Exception):
    """The process that worked on an item died, and died again when the item was tried alone.

    >>> isinstance(WorkerDied(), Exception)
    True
    """


def run_parallel(
    work: Callable[[Item], Done],
    items: Sequence[Item],
    game: GameInfo,
    workers: Workers,
    most: int = MAX_BATCH_ITEMS,
) -> Iterator[tuple[Item, Done | WorkerDied]]:
    """Does some work for each item, in processes or on a cluster.

    Args:
        work: what is done with an item; a function of a module or a `partial` of one, because
            it is pickled. What it raises is raised here.
        items: what it is done with; they are pickled as well.
        game: the game that processes load before they begin.
        workers: how many processes, or which cluster.
        most: items that a process gets at a time, at most.

    Yields:
        Each item exactly once with its result, as it finishes; with one job in order. An item
        that kills every process that tries it comes with `WorkerDied`.

    >>> from dvergar.core.registry import info
    >>> list(run_parallel(abs, [-1, -2], info("caverna"), Workers(jobs=1)))
    [(-1, 1), (-2, 2)]
    """
    if not workers.on and (workers.jobs == 1 or len(items) <= 1):
        for item in items:
            yield item, work(item)
        return
    hands = min(workers.jobs, len(items))
    if workers.on:
        with connected(workers.on) as cluster:
            yield from _ParallelRun(work, items, game, cluster.open, cluster.hands, most).run()
        return
    yield from _ParallelRun(
        work, items, game, lambda: _pool(game, hands), lambda: hands, most
    ).run()


def _pool(game: GameInfo, jobs: int) -> Executor:
    return ProcessPoolExecutor(jobs, get_context("spawn"), _make_ready, (game,))


@dataclass(slots=True)
class _ParallelRun(Generic[Item, Done]):
    """One call of `run_parallel`."""

    work: Callable[[Item], Done]
    items: Sequence[Item]
    game: GameInfo
    open: Callable[[], Executor]
    hands: Callable[[], int]
    """How many workers there are now."""
    most: int
    _next: int = 0
    _size: int = 1
    _suspects: deque[Item] = field(default_factory=deque)
    """Items during which a worker died: they are tried again, each alone."""

    def run(self) -> Iterator[tuple[Item, Done | WorkerDied]]:
        executor = self.open()
        running: dict[Future[tuple[list[Done], float]], list[Item]] = {}
        try:
            while running or self._suspects or self._next < len(self.items):
                alone = bool(self._suspects)
                hands = self.hands()
                while len(running) < (1 if alone else hands * BATCHES_AHEAD):
                    part = self._part(alone, hands)
                    if not part:
                        break
                    with _held_back(signal.SIGINT):
                        future = executor.submit(run_batch, self.work, part, self.game, VERSION)
                    running[future] = part
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                broken: list[list[Item]] = []
                for future in finished:
                    part = running.pop(future)
                    if is_death(future.exception()):
                        broken.append(part)
                        continue
                    done, seconds = future.result()
                    self._learn(len(part), seconds)
                    yield from zip(part, done, strict=True)
                if broken:
                    broken += running.values()  # they had the same worker pool
                    running.clear()
                    _end(executor, wait=False)
                    executor = self.open()
                    if alone:
                        yield broken[0][0], WorkerDied()
                    else:
                        self._suspects.extend(item for part in broken for item in part)
        finally:
            _end(executor, wait=True)

    def _part(self, alone: bool, hands: int) -> list[Item]:
        """The next items for a worker; fewer towards the end, so that all end together."""
        if alone:
            return [self._suspects.popleft()] if self._suspects else []
        left = len(self.items) - self._next
        size = max(1, min(self._size, self.most, left // (2 * hands)))
        part = list(self.items[self._next : self._next + size])
        self._next += len(part)
        return part

    def _learn(self, items: int, seconds: float) -> None:
        """How many items take a moment; it grows step by step, for the first may mislead."""
        wanted = int(BATCH_SECONDS * items / max(seconds, 1e-6))
        self._size = max(1, min(wanted, 2 * self._size))


def _end(executor: Executor, wait: bool) -> None:
    """Stops: waits for the tasks that a pool has begun, cancels those of a cluster."""
    if isinstance(executor, ProcessPoolExecutor):
        executor.shutdown(wait=wait, cancel_futures=True)
    else:
        executor.shutdown(wait=False)


def is_death(error: BaseException | None) -> bool:
    """Whether a worker died, here or on a cluster."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"


def run_batch(
    work: Callable[[Item], Done], part: list[Item], game: GameInfo, version: str
) -> tuple[list[Done], float]:
    """Works at some items, in a worker; also says how long it took.

    A machine of a cluster that has another Dvergar would play other games: that is refused.
    """
    if game.slug not in games():
        register(game)
    if (VERSION, games()[game.slug].rules_version) != (version, game.rules_version):
        raise DataError("data.worker", theirs=VERSION, ours=version, machine=platform.node())
    started = time.perf_counter()
    done = [work(item) for item in part]
    return done, time.perf_counter() - started


@contextmanager
def _held_back(number: signal.Signals) -> Iterator[None]:
    """A signal that comes meanwhile is heard at the end, and by processes when they are ready.

    Ctrl-C would make a process cry that has only begun to start.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # else it starts inside, and lets the signal through
    signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])


def _make_ready(game: GameInfo) -> None:
    """A fresh process knows installed games only; it ends with its parent.

    At Ctrl-C it stops without a word.
    """
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if game.slug not in games():
        register(game)


def end_with_parent() -> None:
    """Ends this worker process as soon as the process that started it is gone, for any reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a worker only"

    def watch(sentinel: int) -> None:
        connection.wait([sentinel])
        os._exit(1)  # nobody needs the work of the main thread any more

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
