"""What the laboratory needs beyond the plain installation, loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dvergar.bots.network import keep_to_one_thread
from dvergar.core.errors import DvergarError


class DataError(DvergarError):
    """Data cannot be written, read or gone on with, for the reason in the sentence."""


def needed(module: str, extra: str) -> Any:
    """A module of an extra, or one sentence that says how to get it.

    >>> needed("json", "data").dumps(1)
    '1'
    >>> needed("no_such_module", "data")
    Traceback (most recent call last):
    ...
    dvergar.lab.extras.DataError: This needs no_such_module: pip install dvergar[data].
    """
    keep_to_one_thread()  # tables and plots load numpy as well, and may come before the bots
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise DataError("data.extra", module=name, extra=extra) from error
