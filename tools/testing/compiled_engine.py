"""Installs the compiled engine for its tests, as a user would, in a folder of its own.

The tools for tests have all that a build needs, so it is not fetched a second time.

Where it cannot be compiled a sentence says what to install: these tests are never run on plain
Python in silence.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools import compiling

FOLDER = Path("build/compiled")

MISSING = (
    "The compiled engine cannot be tested: {why}."
    " Mend that, or leave these tests out by --without compiled."
)


def provide_engine(root: Path, say: Callable[[str], object]) -> Path | None:
    """The folder in which a compiled Dvergar is installed now; None where that failed."""
    folder = root / FOLDER
    shutil.rmtree(folder, ignore_errors=True)  # an old one must not pass for this one
    why_not = compiling.why_not()
    if why_not:
        say(MISSING.format(why=why_not))
        return None
    say("Compiling the engine, about a minute ...")
    words = ["--quiet", "--no-deps", "--no-build-isolation", "--target", str(folder), str(root)]
    pip = subprocess.run([sys.executable, "-m", "pip", "install", *words], check=False)
    return folder if pip.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(provide_engine(Path.cwd(), partial(print, flush=True)) is None)
