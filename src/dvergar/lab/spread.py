"""Spreads the games of a simulation or a match over processes.

Processes are spawned, not forked: the same on every system, and safe beside threads such as a
progress bar. They end with whoever started them, and at Ctrl-C without a word.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from typing import TypeVar

from dvergar.core.info import GameInfo
from dvergar.core.registry import games, register
from dvergar.lab.workers import end_with_parent

Part = TypeVar("Part")
Done = TypeVar("Done")


def spread(
    work: Callable[[Part], Done], parts: Sequence[Part], game: GameInfo, jobs: int
) -> Iterator[Done]:
    """What `work` makes of each part, as it gets done; with one job here and in order."""
    if jobs == 1 or len(parts) == 1:
        yield from map(work, parts)
        return
    pool = ProcessPoolExecutor(min(jobs, len(parts)), get_context("spawn"), _make_ready, (game,))
    try:
        with _held_back(signal.SIGINT):
            futures = [pool.submit(work, part) for part in parts]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


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
    """A fresh process knows installed games only; it ends with whoever started it.

    At Ctrl-C it stops without a word.
    """
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if game.slug not in games():
        register(game)
