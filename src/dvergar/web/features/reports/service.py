"""Reports of problems: files in the data folder, for whoever runs the server to read.

They are bounded in number and size, and nobody but their owner may read them.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from dvergar.web.kernel.clock import calendar

FOLDER: Final = "reports"
MOST: Final = 200
LONGEST_TEXT: Final = 4000
LONGEST: Final = 512 * 1024


class Full(Exception):
    """There are as many reports as are kept; somebody has to read and remove some."""


def write(data: Path, report: dict[str, Any]) -> Path:
    """Stores a report; what makes it too big is left out of it."""
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    if sum(1 for _ in folder.glob("*.json")) >= MOST:
        raise Full
    moment = datetime.fromtimestamp(calendar(), UTC)
    whole = {"time": moment.isoformat(timespec="seconds"), **report}
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    if len(text.encode()) > LONGEST:
        text = json.dumps({**whole, "record": None, "view": None}, indent=1, ensure_ascii=False)
    path = folder / f"{moment:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}.json"
    path.touch(mode=0o600)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def read_all(data: Path) -> list[tuple[Path, dict[str, Any]]]:
    """All reports, newest first; what is damaged is passed over."""
    found = []
    for path in sorted((data / FOLDER).glob("*.json"), reverse=True):
        with suppress(OSError, ValueError):
            report = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(report, dict):
                found.append((path, report))
    return found
