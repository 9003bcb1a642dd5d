"""What runs in a process for bots: it answers question after question until its server is gone."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Final

import dvergar
from dvergar.core.bot import Bot, thought_of
from dvergar.lab.parallel import end_with_parent
from dvergar.web.bot_workers.bot_memory import Memory
from dvergar.web.bot_workers.question import Answer, Failure, Question

PROGRESS_S: Final = 0.25  # between two messages about the progress of a bot
LOW_PRIORITY: Final = 10  # on a busy machine the server goes first, as `nice` counts it


def work(connection: Connection, most: int) -> None:
    """Says which engine it runs on, then answers questions; a text names a table that is over."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    memory = Memory(most)
    lock = threading.Lock()
    connection.send(dvergar.compiled)
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            asked = connection.recv()
            if isinstance(asked, str):
                memory.forget(asked)
                continue
            with _shown(connection, memory, lock):
                answer = answer_of(memory, asked)
            with lock:
                _send(connection, answer)


def answer_of(memory: Memory, question: Question) -> Answer | Failure:
    """What a bot answers, or what it has stumbled over."""
    try:
        return memory.think(question)
    except BaseException:  # noqa: BLE001 - whatever a bot raises, its process serves others too
        return Failure(traceback.format_exc())


def _send(connection: Connection, answer: Answer | Failure) -> None:
    try:
        connection.send(answer)
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - a bot of another package may think of what cannot be sent
        connection.send(Failure(traceback.format_exc()))


@contextmanager
def _shown(connection: Connection, memory: Memory, lock: threading.Lock) -> Iterator[None]:
    """Tells the server now and then how far the bot has come.

    Compiled code keeps the interpreter to itself, so a bot is seen when it lets others run.
    """
    done = threading.Event()

    def look() -> None:
        while not done.wait(PROGRESS_S):
            thought = _thought(memory.thinking)
            with lock, suppress(Exception):  # the server is gone, or the thought cannot be sent
                if thought is not None and not done.is_set():
                    connection.send(thought)

    looker = threading.Thread(target=look, daemon=True)
    looker.start()
    try:
        yield
    finally:
        done.set()
        looker.join()


def _thought(bot: Bot | None) -> object:
    return None if bot is None else thought_of(bot)
