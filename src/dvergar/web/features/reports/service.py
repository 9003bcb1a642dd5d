"""Problem reports: files in the data folder that only its owner can read.

Their number and size are limited.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from dvergar.web.kernel.clock import calendar

REPORTS_FOLDER: Final = "reports"
MAX_REPORTS: Final = 200
MAX_REPORT_LETTERS: Final = 4000
MAX_REPORT_BYTES: Final = 512 * 1024


class TooManyReports(Exception):
    """The folder is full; the administrator has to remove some reports."""


def write_report(data: Path, report: dict[str, Any]) -> Path:
    """Stores a report; without the game if it would be too big."""
    folder = data / REPORTS_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    if sum(1 for _ in folder.glob("*.json")) >= MAX_REPORTS:
        raise TooManyReports
    moment = datetime.fromtimestamp(calendar(), UTC)
    whole = {"time": moment.isoformat(timespec="seconds"), **report}
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    if len(text.encode()) > MAX_REPORT_BYTES:
        text = json.dumps({**whole, "record": None, "view": None}, indent=1, ensure_ascii=False)
    path = folder / f"{moment:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}.json"
    path.touch(mode=0o600)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def read_reports(data: Path) -> list[tuple[Path, dict[str, Any]]]:
    """All reports, newest first; damaged files are skipped."""
    found = []
    for path in sorted((data / REPORTS_FOLDER).glob("*.json"), reverse=True):
        with suppress(OSError, ValueError):
            report = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(report, dict):
                found.append((path, report))
    return found
