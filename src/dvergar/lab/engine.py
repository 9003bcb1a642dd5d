"""Which engine bots think on: that of the server, or a compiled one that was built beside it.

A checkout runs the source as it is. Where there is a C compiler its engine is compiled in the
background (see `building`) into a folder of the checkout whose name is a digest of the sources, so
that a later start finds it and one of other sources is never used.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import dvergar

FOLDER: Final = "build/engines"
ROOMS: Final = ("core", "bots", "lab", "games/*/*", "web/bot_workers")
"""What bots need of Dvergar; of a game not its page, which is drawn by the server."""
ALONE: Final = ("src/dvergar/__init__.py", "tools/compiling.py", "hatch_build.py")

COMPILED: Final = "compiled"
PLAIN: Final = "plain"
BUILDING: Final = "building"


class Engine:
    """The engine of the bots; `folder` is where a compiled one lies that is not the server's."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.building = False

    @property
    def kind(self) -> str:
        """What bots think on: `compiled`, `plain`, or `building` while a better one is made."""
        if dvergar.compiled or self.folder is not None:
            return COMPILED
        return BUILDING if self.building else PLAIN

    def find(self) -> bool:
        """Takes the compiled engine that belongs to these sources, if it is there."""
        place = None if dvergar.compiled else place_of_engine()
        self.folder = place if place is not None and place.is_dir() else None
        return self.folder is not None

    def refuse(self) -> None:
        """Goes back to the engine of the server: the compiled one does not run."""
        self.folder = None


def checkout() -> Path | None:
    """The checkout that Dvergar runs from; None where it was installed."""
    root = Path(dvergar.__file__).parents[2]
    return root if all((root / name).is_file() for name in ALONE) else None


def place_of_engine() -> Path | None:
    """Where the compiled engine of these sources lies once it is built; None without sources."""
    root = checkout()
    return None if root is None else root / FOLDER / digest(root)


def digest(root: Path) -> str:
    """A name for all that the compiled engine of a checkout is made from, this Python included."""
    found = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sorted(_sources(root)):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def _sources(root: Path) -> Iterator[Path]:
    yield from (root / name for name in ALONE)
    package = root / "src" / "dvergar"
    for room in ROOMS:
        for folder in package.glob(room):
            if folder.name not in ("page", "__pycache__"):
                yield from _files(folder)


def _files(folder: Path) -> Iterator[Path]:
    for path in [folder] if folder.is_file() else folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
