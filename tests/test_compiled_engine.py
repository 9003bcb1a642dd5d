"""The engine that bots of a checkout think on: found by its sources, built in the background."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar import compiled_engine
from dvergar.compiled_engine import Engine, EngineBuilder

pytestmark = pytest.mark.plain  # it is about a server that runs the source


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small checkout."""
    for name in (
        *compiled_engine.SOURCE_FILES,
        "src/dvergar/core/game.py",
        "src/dvergar/games/chess/page/page.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("def why_not():\n    return ''\n")
    return tmp_path


@pytest.fixture
def place(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the engine of that checkout belongs, which is the one that runs now."""
    found = root / compiled_engine.ENGINES_FOLDER / compiled_engine.digest(root)
    monkeypatch.setattr(dvergar, "compiled", False)
    monkeypatch.setattr(compiled_engine, "engine_folder", lambda: found)
    monkeypatch.setattr(compiled_engine, "checkout", lambda: root)
    return found


def test_the_checkout_that_runs_is_found() -> None:
    assert compiled_engine.checkout() == Path(__file__).parents[1]


def test_an_engine_goes_by_all_that_it_is_made_from_and_by_nothing_else(root: Path) -> None:
    before = compiled_engine.digest(root)
    (root / "src/dvergar/games/chess/page/page.py").write_text("another page")
    assert compiled_engine.digest(root) == before
    (root / "src/dvergar/core/game.py").write_text("another rule")
    assert compiled_engine.digest(root) != before


def test_an_engine_that_is_there_is_used_and_one_of_other_sources_is_not(
    place: Path, root: Path
) -> None:
    (root / compiled_engine.ENGINES_FOLDER / "0123456789").mkdir(parents=True)
    found = Engine()
    assert not found.find()
    assert found.kind == compiled_engine.PLAIN
    place.mkdir()
    assert found.find()
    assert (found.folder, found.kind) == (place, compiled_engine.COMPILED)


def test_where_the_server_is_compiled_nothing_is_looked_for(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dvergar, "compiled", True)
    place.mkdir(parents=True)
    found = Engine()
    assert not found.find()
    assert found.kind == compiled_engine.COMPILED


def provide(code: str, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """The engine after a build that does no more than this."""

    def command(_: Path, place: Path) -> list[str]:
        return [sys.executable, "-c", code, str(place)]

    monkeypatch.setattr(compiled_engine, "command", command)
    made = Engine()
    asyncio.run(EngineBuilder(made).provide())
    return made


def test_what_was_built_is_used_at_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = provide("import os, sys; os.makedirs(sys.argv[1])", monkeypatch)
    assert made.folder == place


@pytest.mark.parametrize(("code", "level"), [("1", logging.WARNING), ("3", logging.INFO)])
def test_a_build_that_failed_is_said_once_and_plain_python_goes_on(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    code: str,
    level: int,
) -> None:
    caplog.set_level(logging.INFO, "dvergar.bots")
    made = provide(f"raise SystemExit({code})", monkeypatch)
    assert made.kind == compiled_engine.PLAIN
    assert [record.levelno for record in caplog.records] == [level]
    assert not place.exists()


def test_a_build_ends_with_its_server(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import time; time.sleep(600)"
    monkeypatch.setattr(compiled_engine, "command", lambda *_: [sys.executable, "-c", code])
    start = asyncio.create_subprocess_exec

    async def begin_and_close() -> Engine:
        begun, made = asyncio.Event(), Engine()

        async def start_and_tell(*words: str, **options: Any) -> asyncio.subprocess.Process:
            process = await start(*words, **options)
            begun.set()
            return process

        monkeypatch.setattr(asyncio, "create_subprocess_exec", start_and_tell)
        builder = EngineBuilder(made)
        task = asyncio.create_task(builder.provide())
        await begun.wait()
        assert made.kind == compiled_engine.BUILDING
        await asyncio.sleep(0)
        builder.close()
        await task
        return made

    assert asyncio.run(asyncio.wait_for(begin_and_close(), 60)).kind == compiled_engine.PLAIN
    assert not place.exists()


BACKEND = """
import pathlib, subprocess, sys

def build_wheel(*_):
    compiler = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    made = pathlib.Path("compiler.pid.new")
    made.write_text(str(compiler.pid))
    made.rename("compiler.pid")
    compiler.wait()
    raise SystemExit("it was ended")
"""
PROJECT = """
[build-system]
requires = []
build-backend = "slow"
backend-path = ["."]
"""
SERVER = """
import asyncio, pathlib, sys
from dvergar import compiled_engine

root, place = map(pathlib.Path, sys.argv[1:])
compiled_engine.engine_folder, compiled_engine.checkout = lambda: place, lambda: root
asyncio.run(compiled_engine.EngineBuilder(compiled_engine.Engine()).provide())
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes the Linux way")
def test_a_build_ends_with_a_killed_server_and_leaves_nothing(root: Path) -> None:
    """Nobody is left of it: not the build, not pip, not the compiler that pip started."""
    (root / "slow.py").write_text(BACKEND)
    (root / "pyproject.toml").write_text(PROJECT)
    place = root / compiled_engine.ENGINES_FOLDER / compiled_engine.digest(root)
    words = [sys.executable, "-c", SERVER, str(root), str(place)]
    server = subprocess.Popen(words, env=os.environ | {"PIP_NO_INPUT": "1"})
    found = root / "compiler.pid"
    wait_for(lambda: found.exists() or server.poll() is not None)
    assert server.poll() is None, "the build was over before the server was killed"
    server.kill()
    server.wait()
    wait_for(lambda: not is_running(int(found.read_text())))
    wait_for(lambda: not list(place.parent.glob(f"{place.name}*")))


def wait_for(there: Callable[[], bool]) -> None:
    for _ in range(1200):
        if there():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def is_running(process: int) -> bool:
    """Whether a process is there that is not waiting for its parent to take notice of its end."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_build_puts_the_whole_engine_in_its_place_and_clears_old_ones(
    root: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age, name in enumerate(("oldest", "older")):
        (root / compiled_engine.ENGINES_FOLDER / name).mkdir(parents=True)
        os.utime(root / compiled_engine.ENGINES_FOLDER / name, (age, age))

    def pip(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert words[-1] == str(root)
        Path(words[-2]).mkdir()
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(subprocess, "run", pip)
    assert compiled_engine.build(root, place) == 0
    left = {one.name for one in place.parent.iterdir()}
    assert left == {place.name, "older"}


def test_what_was_edited_meanwhile_is_not_taken_for_what_was_compiled(
    root: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        Path(words[-2]).mkdir(parents=True)
        (root / "src/dvergar/core/game.py").write_text("another rule")
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(subprocess, "run", pip)
    assert compiled_engine.build(root, place) == compiled_engine.EXIT_SOURCES_CHANGED
    assert not place.exists()
    assert not list(place.parent.iterdir())


def test_where_none_is_wanted_none_is_built(
    root: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    (root / "tools/compiling.py").write_text("def why_not():\n    return 'no compiler'\n")
    assert compiled_engine.build(root, place) == compiled_engine.EXIT_NO_COMPILER
    assert not place.exists()
