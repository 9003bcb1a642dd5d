"""What the laboratory needs beyond the plain installation, loaded when it is first asked for."""

from __future__ import annotations

from typing import Any

from dvergar.bots.network import keep_to_one_thread
from dvergar.core import extras
from dvergar.core.errors import DvergarError


class DataError(DvergarError):
    """Data can't be written, read or continued; the sentence says why.

    >>> from pathlib import Path
    >>> from dvergar.lab import read_table
    >>> try:
    ...     read_table(Path("nowhere.csv"))
    ... except DataError as error:
    ...     print(type(error).__name__)
    DataError
    """


def import_extra(module: str) -> Any:
    """A module of an extra, or one sentence that says how to get it."""
    keep_to_one_thread()  # tables and plots load numpy as well, and may come before the bots
    return extras.import_extra(module)
