"""Compiles the engine with mypyc: the same Python source, several times faster.

The build hook calls `build` when a wheel is made; everything happens in a folder of its own, so
that the tree stays clean. Importing this module needs the standard library only: mypyc is a
requirement of builds that compile, and of no other.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

REQUIREMENTS = ("mypy>=1.18,<3", "setuptools>=75")
"""The build requirements that bring mypyc."""

SOURCE = Path("src")
CORE = ("chance", "game", "observation", "score", "sets")
"""The modules of the core on the way of every move."""
ROOMS = ("facts", "state", "rules", "bots")
"""The rooms of a game that are compiled; the others speak to people, once a question."""

PURE = "DVERGAR_PURE"
"""The variable that asks for an engine in plain Python."""

NO_COMPILER = (
    "there is no C compiler with the headers of Python;"
    " on Debian and Ubuntu: apt install gcc python3-dev"
)
MADE = "made"
ALONE = ("--ignore-missing-imports",)
"""What is asked of mypy: a build in a place of its own has none of the libraries we depend on."""


class CompileError(Exception):
    """The engine cannot be compiled; the message is one sentence for a person."""


def modules(root: Path) -> list[Path]:
    """The modules that are compiled, relative to the source."""
    package = root / SOURCE / "dvergar"
    found = [package / "core" / f"{name}.py" for name in CORE]
    found += package.glob("bots/*.py")
    for room in ROOMS:
        found += [*package.glob(f"games/*/{room}.py"), *package.glob(f"games/*/{room}/**/*.py")]
    return sorted(path.relative_to(root / SOURCE) for path in found if path.name != "__init__.py")


def why_not() -> str:
    """Why a build here leaves the engine in plain Python; empty where it compiles it."""
    if os.environ.get(PURE):
        return f"{PURE} asks for it"
    return "" if has_compiler() else NO_COMPILER


def has_compiler() -> bool:
    """Whether a module for this Python can be compiled: tried out, for that is the only proof."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if not compiler:
        return False
    flags = ["-fsyntax-only", "-I", sysconfig.get_path("include"), "-x", "c", "-"]
    try:
        tried = subprocess.run(
            [*shlex.split(compiler), *flags],
            input=b"#include <Python.h>\n",
            capture_output=True,
            check=False,
        )
    except OSError:
        return False
    return tried.returncode == 0


def build(root: Path, work: Path) -> dict[str, str]:
    """Compile all modules in the folder `work`; where each file lies and where it belongs."""
    paths = [str(root / SOURCE / module) for module in modules(root)]
    done = subprocess.run(
        [sys.executable, __file__, *paths],
        cwd=work,
        env={**os.environ, "MYPYPATH": str(root / SOURCE), **reproducible(root, work)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise CompileError(
            f"{done.stdout}\nThe engine could not be compiled (the reason is above);"
            f" with {PURE}=1 it is installed as plain Python."
        )
    made = [path for path in (work / MADE).rglob("*") if path.is_file()]
    return {str(path): path.relative_to(work / MADE).as_posix() for path in sorted(made)}


def reproducible(root: Path, work: Path) -> dict[str, str]:
    """Settings that make two builds of the same tree equal, wherever each of them happens."""
    flags = [f"-ffile-prefix-map={folder}=." for folder in (work, root)]
    given = os.environ.get("CFLAGS", "")
    return {"PYTHONHASHSEED": "0", "CFLAGS": " ".join([given, *flags]).strip()}


def compile_here(paths: list[str]) -> None:
    """Translate the modules to C and compile that, in the present folder and on all cores."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    libraries = mypycify(
        [*ALONE, *paths], opt_level="3", debug_level="0", multi_file=True, group_name="dvergar"
    )
    command: Any = Distribution({"ext_modules": libraries}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = MADE, "objects"
    command.ensure_finalized()
    build_libraries = command.build_extensions

    def build_on_all_cores() -> None:
        compile_files = command.compiler.compile  # the compiler is known only by now

        def compile_each(files: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda file: compile_files([file], **options), files)
                return [name for names in made for name in names]

        command.compiler.compile = compile_each
        build_libraries()

    command.build_extensions = build_on_all_cores
    command.run()


if __name__ == "__main__":
    compile_here(sys.argv[1:])
