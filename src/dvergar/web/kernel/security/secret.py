"""The key of this server and the privacy of its files.

The key lies outside the database, so that neither a stolen database nor a backup opens a seat: in
the environment, or in a file that only its owner can read.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from dvergar.web.kernel.security.tokens import new_token

VARIABLE: Final = "DVERGAR_SECRET"
FILE: Final = "secret"
SHORTEST: Final = 20


def load_secret(data: Path) -> str:
    """The key of the server whose data lie here; made when it is asked for the first time."""
    told = os.environ.get(VARIABLE, "")
    if told:
        if len(told) < SHORTEST:
            raise ValueError(f"{VARIABLE} needs at least {SHORTEST} characters")
        return told
    path = data / FILE
    if not path.exists():
        _make(path)
    secret = path.read_text(encoding="ascii", errors="replace").strip()
    if len(secret) < SHORTEST or not secret.isascii():
        raise ValueError(f"the key in {path} is damaged; remove the file to make a new one")
    return secret


def _make(path: Path) -> None:
    """Makes a key, whole or not at all: of several servers that start at once all find the same."""
    new = path.with_name(f"{FILE}.{os.getpid()}-{threading.get_ident()}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(new_token() + new_token())
        with suppress(FileExistsError):
            path.hardlink_to(new)
    finally:
        new.unlink(missing_ok=True)


def make_private(folder: Path, names: Iterable[str]) -> None:
    """Lets only their owner into the folder and its files, where the system knows owners."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(PermissionError):  # somebody else's folder stays as he wants it
        folder.chmod(0o700)
    for name in names:
        path = folder / name
        path.touch(mode=0o600)
        with suppress(PermissionError):
            path.chmod(0o600)


def hand_over(path: Path) -> None:
    """Gives a file that root has made to the owner of its folder: the user of the server."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
