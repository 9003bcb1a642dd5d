"""A server as a process, for `ServerProcess`; it names no feature, for one may be missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import uvicorn

from dvergar.web.app import create_app
from dvergar.web.settings import read

NO_LIMITS: dict[str, Any] = dict.fromkeys(
    (
        "tables_per_minute",
        "joins_per_minute",
        "moves_per_minute",
        "messages_per_minute",
        "exports_per_minute",
        "streams_per_address",
    ),
    0,
)


def main(data: str, port: str, bot_pace: str) -> None:
    """Serves until the process ends."""
    settings = read(Path(data), os.environ, {"bot_pace": float(bot_pace), **NO_LIMITS})
    uvicorn.run(create_app(settings), port=int(port), log_level="warning", proxy_headers=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
