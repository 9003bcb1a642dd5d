"""The command `dvergar report`: one page about a table of games."""

from __future__ import annotations

from pathlib import Path

from dvergar.cli.console import CommandError, lang, say
from dvergar.lab.report import report as written


def report(file: Path, out: Path | None) -> None:
    """Writes the page beside the table, or where it was asked for."""
    page = written(file, lang())
    path = out or file.with_suffix(".html")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error
    say("report.written", path=path)
