"""Builds the compiled engine for the bots in the background, without being in anybody's way.

The server starts this module as a process of low priority. It installs the checkout as `pip
install` would, in an isolated environment that brings mypyc, into a folder of its own, and puts
that in its place when it is whole. What it has to say goes into a file beside it.

It holds the end of a pipe from its server. When the server is gone, however it went, the pipe is
closed and the build ends with everything it has started.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final

from dvergar.lab.engine import Engine, checkout, digest, place_of_engine

LOG: Final = logging.getLogger("dvergar.bots")
LOWEST: Final = 19  # priority, as `nice` counts it
GRACE_SECONDS: Final = 5.0  # in which a build that is asked to end can clear up
KEPT: Final = 2  # engines: this one, and that of another server that may still run
NO_COMPILER: Final = 3  # the exit code where the engine is to stay as it is,
CHANGED: Final = 4  # and where what was compiled is not what lies there now


class Builder:
    """Provides the bots of a server with a compiled engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False

    async def provide(self) -> None:
        """Finds the compiled engine or builds it; plain Python goes on where that fails."""
        loop = asyncio.get_running_loop()
        place = await loop.run_in_executor(None, place_of_engine)
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
        with log.open("wb") as told:
            self._process = await asyncio.create_subprocess_exec(
                *command(root, place),
                stdin=subprocess.PIPE,  # never written to: it closes with this process
                stdout=told,
                stderr=told,
                cwd=root,
                start_new_session=True,  # so that all it starts can be ended with it
            )
        code = await self._process.wait()
        self._process = None
        if self._closed:
            return
        if code == NO_COMPILER:
            LOG.info("bots think in plain Python: there is no C compiler, or none is wanted")
        elif code != 0:
            LOG.warning("bots think in plain Python: no compiled engine, for the reason in %s", log)

    def close(self) -> None:
        """Ends the build, if there is one; the next start begins anew."""
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
    """What builds the engine of a checkout in a process of its own."""
    return [sys.executable, "-m", __name__, str(root), str(place)]


def build(root: Path, place: Path) -> int:
    """Builds the engine of a checkout and puts it in its place; the exit code."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    if _compiling(root).why_not():
        return NO_COMPILER
    making = place.with_name(f"{place.name}.{os.getpid()}")
    words = ["install", "--quiet", "--no-deps", "--target", str(making), str(root)]
    command = [sys.executable, "-m", "pip", *words]
    pip = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    try:
        if pip.returncode == 0 and digest(root) != place.name:
            print("The sources were changed while they were compiled; the next start begins anew.")
            return CHANGED
        if pip.returncode == 0:
            with suppress(OSError):  # another server was quicker
                making.rename(place)
            _clear(place)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return pip.returncode


def end_with_server() -> None:
    """Ends this build, and all that it has started, as soon as its server closes the pipe.

    The compiler is asked to end first; then `build` sees that pip has failed, and clears up.
    """

    def watch() -> None:
        sys.stdin.buffer.read()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGTERM)
            time.sleep(GRACE_SECONDS)
            os.killpg(0, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/f", "/t", "/pid", str(os.getpid())], check=False)

    signal.signal(signal.SIGTERM, lambda *_: None)  # unlike "ignore", pip does not inherit this
    threading.Thread(target=watch, daemon=True).start()


def _compiling(root: Path) -> ModuleType:
    """The module that knows how the engine is compiled; it belongs to the checkout."""
    spec = importlib.util.spec_from_file_location("compiling", root / "tools" / "compiling.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _clear(place: Path) -> None:
    """Removes the engines of older sources, the newest of them excepted."""
    engines = [one for one in place.parent.iterdir() if one.is_dir() and one.name.isalnum()]
    by_age = sorted(engines, key=lambda one: one.stat().st_mtime, reverse=True)
    for old in [one for one in by_age if one != place][KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    end_with_server()
    sys.exit(build(Path(sys.argv[1]), Path(sys.argv[2])))
