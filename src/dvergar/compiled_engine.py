"""The compiled engine for bots of a checkout: found by its sources, or built in the background.

A checkout runs the source as it is. With a C compiler, the server compiles the engine in a process
of low priority: this module run as a program. It installs the checkout as `pip install` would, in
an isolated environment that brings mypyc, into a folder of the checkout named by a digest of the
sources. So the next start finds it, and an engine of other sources is never used. Its output goes
to a log file in the same folder.

The build reads from a pipe of its server. When the server ends, for whatever reason, the pipe is
closed, and the build ends with every process it has started.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import logging
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final

import dvergar

LOG: Final = logging.getLogger("dvergar.bots")
BUILD_NICENESS: Final = 19  # the lowest priority
BUILD_GRACE_S: Final = 5.0  # for a build to clean up after SIGTERM
MAX_ENGINES_KEPT: Final = 2  # this one, and that of another server that may still run
EXIT_NO_COMPILER: Final = 3  # exit codes of a build: nothing to do,
EXIT_SOURCES_CHANGED: Final = 4  # and the sources changed while it ran

ENGINES_FOLDER: Final = "build/engines"
SOURCE_FOLDERS: Final = (
    "compiled_engine.py",
    "core",
    "bots",
    "lab",
    "games/*/*",
    "web/bot_workers",
)
"""What a bot worker runs; not the page of a game, which the server draws itself."""
SOURCE_FILES: Final = ("src/dvergar/__init__.py", "tools/compiling.py", "hatch_build.py")

COMPILED: Final = "compiled"
PLAIN: Final = "plain"
BUILDING: Final = "building"


class Engine:
    """The engine that bots use; `folder` has a compiled one if it isn't the server's own."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.building = False

    @property
    def kind(self) -> str:
        """`compiled`, `plain`, or `building` while a compiled one is being built."""
        if dvergar.compiled or self.folder is not None:
            return COMPILED
        return BUILDING if self.building else PLAIN

    def find(self) -> bool:
        """Use the compiled engine of these sources if there is one; whether there is."""
        place = None if dvergar.compiled else engine_folder()
        self.folder = place if place is not None and place.is_dir() else None
        return self.folder is not None

    def refuse(self) -> None:
        """Fall back to the server's own engine: the compiled one does not run."""
        self.folder = None


def checkout() -> Path | None:
    """The checkout that Dvergar runs from; None if it was installed from a package."""
    root = Path(dvergar.__file__).parents[2]
    return root if all((root / name).is_file() for name in SOURCE_FILES) else None


def engine_folder() -> Path | None:
    """The folder for the compiled engine of these sources; None outside a checkout."""
    root = checkout()
    return None if root is None else root / ENGINES_FOLDER / digest(root)


def digest(root: Path) -> str:
    """A digest of everything a compiled engine is made from, the Python version included."""
    found = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sorted(_sources(root)):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def _sources(root: Path) -> Iterator[Path]:
    yield from (root / name for name in SOURCE_FILES)
    package = root / "src" / "dvergar"
    for room in SOURCE_FOLDERS:
        for folder in package.glob(room):
            if folder.name not in ("page", "__pycache__"):
                yield from _files(folder)


def _files(folder: Path) -> Iterator[Path]:
    for path in [folder] if folder.is_file() else folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


class EngineBuilder:
    """Provides the bots of a server with a compiled engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False

    async def provide(self) -> None:
        """Find the compiled engine or build it; bots stay in plain Python if that fails."""
        loop = asyncio.get_running_loop()
        place = await loop.run_in_executor(None, engine_folder)
        root = checkout()
        if self._engine.kind == "compiled" or root is None or place is None:
            return
        if not self._engine.find():
            self._engine.building = True
            try:
                await self._build(root, place)
            finally:
                self._engine.building = False
            self._engine.find()

    async def _build(self, root: Path, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        log = place.parent / "log.txt"
        with log.open("wb") as output:
            self._process = await asyncio.create_subprocess_exec(
                *command(root, place),
                stdin=subprocess.PIPE,  # never written to: it closes with this process
                stdout=output,
                stderr=output,
                cwd=root,
                start_new_session=True,  # so that all it starts can be ended with it
            )
        code = await self._process.wait()
        self._process = None
        if self._closed:
            return
        if code == EXIT_NO_COMPILER:
            LOG.info("bots think in plain Python: no C compiler was found, or compiling is off")
        elif code != 0:
            LOG.warning("bots think in plain Python: no compiled engine, for the reason in %s", log)

    def close(self) -> None:
        """Stop a running build; the next start begins again."""
        self._closed = True
        if self._process is None or self._process.returncode is not None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGTERM)
            else:
                self._process.terminate()


def command(root: Path, place: Path) -> list[str]:
    """The command line that builds the engine of a checkout in its own process."""
    return [sys.executable, "-m", __name__, str(root), str(place)]


def build(root: Path, place: Path) -> int:
    """Build the engine of a checkout and move it to its folder; the exit code."""
    if hasattr(os, "nice"):
        os.nice(BUILD_NICENESS)
    if _compiling(root).why_not():
        return EXIT_NO_COMPILER
    making = place.with_name(f"{place.name}.{os.getpid()}")
    words = ["install", "--quiet", "--no-deps", "--target", str(making), str(root)]
    command = [sys.executable, "-m", "pip", *words]
    pip = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    try:
        if pip.returncode == 0 and digest(root) != place.name:
            print("The sources changed during the compilation; the next start will try again.")
            return EXIT_SOURCES_CHANGED
        if pip.returncode == 0:
            with suppress(OSError):  # another server was quicker
                making.rename(place)
            _clear(place)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return pip.returncode


def end_with_server() -> None:
    """End this build and every process it started as soon as its server closes the pipe.

    SIGTERM ends the compiler first; then `build` sees that pip failed, and cleans up.
    """

    def watch() -> None:
        sys.stdin.buffer.read()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGTERM)
            time.sleep(BUILD_GRACE_S)
            os.killpg(0, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/f", "/t", "/pid", str(os.getpid())], check=False)

    signal.signal(signal.SIGTERM, lambda *_: None)  # unlike "ignore", pip does not inherit this
    threading.Thread(target=watch, daemon=True).start()


def _compiling(root: Path) -> ModuleType:
    """The checkout's own module that compiles the engine."""
    spec = importlib.util.spec_from_file_location("compiling", root / "tools" / "compiling.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _clear(place: Path) -> None:
    """Remove the engines of older sources, except the newest."""
    engines = [one for one in place.parent.iterdir() if one.is_dir() and one.name.isalnum()]
    by_age = sorted(engines, key=lambda one: one.stat().st_mtime, reverse=True)
    for old in [one for one in by_age if one != place][MAX_ENGINES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    end_with_server()
    sys.exit(build(Path(sys.argv[1]), Path(sys.argv[2])))
