"""Processes that work for another one: they end with it, however it ended."""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """Ends this worker as soon as the process that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a worker only"

    def watch(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)  # the work of the main thread is of no use to anybody any more

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
