"""One server for one data folder: a second one would hear nothing of the first.

The system gives the lock back when its process ends, however it ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LOCK_FILE: Final = "lock"


class FolderInUse(Exception):
    """Another server uses the data folder."""


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Keeps the data folder for this process until the block ends, or raises FolderInUse."""
    file = os.open(data / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(file)
        yield
    finally:
        os.close(file)


def _lock(file: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise FolderInUse from error
