"""Imports what other packages announce, without waiting forever for one that blocks.

Such a package is imported in a thread with a time limit. One that takes longer is named in an
environment variable, so that processes started from here leave it out at once.
"""

from __future__ import annotations

import ctypes
import os
from importlib.metadata import EntryPoint
from queue import Empty, SimpleQueue
from threading import Thread, current_thread
from typing import Any, Final

IMPORT_TIMEOUT_S: Final = 30.0
TIMEOUT_VARIABLE: Final = "DVERGAR_PLUGIN_SECONDS"
BLOCKED_VARIABLE: Final = "DVERGAR_BLOCKED_PLUGINS"

Answers = SimpleQueue[tuple[Any, BaseException | None]]


class PluginBlocked(Exception):
    """A module of another package took too long to import."""


class PluginSkipped(PluginBlocked):
    """Another process noticed already that the module blocks, and has logged it."""


class _ImportThread(Thread):
    """Imports one plug-in; plug-ins that this one asks for are imported in the same thread."""

    def __init__(self, entry: EntryPoint) -> None:
        super().__init__(name=f"import {entry.module}", daemon=True)
        self.entry = entry
        self.answers: Answers = SimpleQueue()

    def run(self) -> None:
        """Answers with what the entry point names, or with the error."""
        try:
            self.answers.put((self.entry.load(), None))
        except BaseException as error:  # noqa: BLE001 - also `sys.exit` is an answer
            self.answers.put((None, error))


def import_plugin(entry: EntryPoint) -> Any:
    """Whatever an entry point names; PluginBlocked if its module takes too long to import."""
    if isinstance(current_thread(), _ImportThread):
        return entry.load()  # another thread would wait for what this one is importing
    blocked = os.environ.get(BLOCKED_VARIABLE, "").split()
    if entry.module in blocked:
        raise PluginSkipped(f"{entry.module} blocks when it is imported")
    thread = _ImportThread(entry)
    thread.start()
    seconds = timeout_s()
    try:
        found, error = thread.answers.get(timeout=seconds)
    except Empty:
        os.environ[BLOCKED_VARIABLE] = " ".join([*blocked, entry.module])
        _stop(thread)
        raise PluginBlocked(f"importing {entry.module} takes over {seconds:g} seconds") from None
    if error is not None:
        raise error
    return found


def timeout_s() -> float:
    """Seconds that a plug-in may take to import.

    >>> timeout_s()
    30.0
    """
    try:
        return max(0.0, float(os.environ.get(TIMEOUT_VARIABLE, IMPORT_TIMEOUT_S)))
    except ValueError:
        return IMPORT_TIMEOUT_S


def _stop(thread: Thread) -> None:
    """Ends a loop in Python code, so that it does not take processor time for good."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
        )
