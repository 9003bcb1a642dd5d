"""The log: one line each, with the time, the request and the table, and without anybody's name.

Where an error came from is told in the same line, as the last places it passed; the whole of it is
there for whoever sets the level to debug. What says the same again and again is said once a minute.
"""

from __future__ import annotations

import logging
import time
import traceback
from contextvars import ContextVar
from pathlib import Path
from typing import Final

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""What is being answered: method, the pattern of its address and the table, but no secret of it."""

MAX_TRACE_PLACES: Final = 3
DUPLICATE_PAUSE_S: Final = 60.0
MAX_ERROR_LETTERS: Final = 600


def format_error(error: BaseException) -> str:
    """An error in one line: what, and the last places where it was."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-MAX_TRACE_PLACES:]
    ]
    what = " ".join(str(error).split())[:MAX_ERROR_LETTERS]
    where = " < ".join(reversed(places))
    return f"{type(error).__name__}: {what}" + (f" ({where})" if where else "")


class OneLineFormatter(logging.Formatter):
    """One line for a message, whatever was handed on with it."""

    def __init__(self, whole: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(request)s: %(message)s")
        self.default_time_format = "%Y-%m-%dT%H:%M:%S"
        self.default_msec_format = "%s.%03dZ"
        self._whole = whole
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """The line; with the whole traceback only for whoever wants to see everything."""
        request = REQUEST.get()
        record.request = f" [{request}]" if request else ""
        line = super().format(record)
        return line if self._whole else " ".join(line.split())

    def formatException(self, ei: object) -> str:  # noqa: N802 - the library calls it so
        """An error behind a message."""
        if self._whole:
            return super().formatException(ei)  # type: ignore[arg-type] # theirs is private
        error = ei[1] if isinstance(ei, tuple) else None
        return format_error(error) if isinstance(error, BaseException) else ""


class DuplicateFilter(logging.Filter):
    """Lets a message through that was not there within the last minute; counts the others."""

    def __init__(self) -> None:
        super().__init__()
        self._last_logged: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a message is to be said, perhaps with how often it was not."""
        key = (record.name, record.levelno, record.getMessage()[:200])
        now = time.monotonic()
        last, kept_back = self._last_logged.get(key, (now - DUPLICATE_PAUSE_S, 0))
        if now - last < DUPLICATE_PAUSE_S:
            self._last_logged[key] = (last, kept_back + 1)
            return False
        if len(self._last_logged) > 1000:
            self._last_logged.clear()
        self._last_logged[key] = (now, 0)
        if kept_back:
            record.msg = f"{record.getMessage()} (and {kept_back} times more)"
            record.args = ()
        return True


def begin(level: str) -> None:
    """Writes the log of the server, of what it is built on and of its bots to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLineFormatter(whole=level == "debug"))
    if level != "debug":
        handler.addFilter(DuplicateFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = name != "uvicorn.access"  # addresses of visitors are not written down
    logging.getLogger("asyncio").setLevel(max(logging.INFO, root.level))
