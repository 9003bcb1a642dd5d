"""Debian packages that the tests need, installed where that may be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

_ONE_AT_A_TIME: Final = threading.Lock()
"""Steps that run side by side need packages too, and apt-get lets in one at a time."""


def may_use_apt() -> bool:
    """Whether packages can be installed by whoever runs this."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(packages: Sequence[str], say: Callable[[str], object]) -> None:
    """Installs Debian packages, as far as that works."""
    with _ONE_AT_A_TIME:
        say(f"Installing {', '.join(packages)} with apt-get, about a minute ...")
        _apt(["update"])
        _apt(["install", "-y", "--no-install-recommends", *packages])


def _apt(words: Sequence[str]) -> None:
    """Run apt-get quietly; where it fails, its words are shown and the next way is tried."""
    done = subprocess.run(
        ["apt-get", "-q", *words],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
