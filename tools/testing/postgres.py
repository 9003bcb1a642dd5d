"""Finds the PostgreSQL that the tests start for themselves, or installs one.

The package brings its programs only: the tests make a database server of their own and remove it.
Where there is none and none can be installed, the tests that need it are skipped with a sentence.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.testing.apt import install, may_use_apt

VARIABLE: Final = "DVERGAR_POSTGRES"
"""The environment variable that names the folder of PostgreSQL's programs."""

DEBIAN: Final = Path("/usr/lib/postgresql")
NEEDED: Final = ("initdb", "postgres")
_ONCE: Final = threading.Lock()
MISSING: Final = (
    "No PostgreSQL is installed, so nothing is tried on one: install it"
    f" (Debian: apt install postgresql), or name the folder of its programs by {VARIABLE}."
)


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs: the one asked for, that of the path, or Debian's."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Path(asked) if _complete(Path(asked)) else None
    on_path = shutil.which("initdb")
    folders = [Path(on_path).parent] if on_path else []
    if DEBIAN.is_dir():
        folders += sorted((one / "bin" for one in DEBIAN.iterdir()), key=_version, reverse=True)
    return next((folder for folder in folders if _complete(folder)), None)


def provide_postgres(say: Callable[[str], object]) -> Path | None:
    """The same, installed now where there was none and that can be done."""
    with _ONCE:  # steps that run side by side all ask for it
        found = find_postgres()
        if found is None and VARIABLE not in os.environ and may_use_apt():
            install(["postgresql"], say)
            found = find_postgres()
        return found


def _complete(folder: Path) -> bool:
    return all((folder / name).is_file() for name in NEEDED)


def _version(folder: Path) -> int:
    name = folder.parent.name
    return int(name) if name.isdecimal() else 0
