"""Finds the Chromium that the browser tests drive, or installs one.

Debian's own package comes first, since it brings the libraries it needs; Playwright's download is
the way everywhere else. Where neither is possible a sentence says what to install: browser tests
are never skipped in silence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.testing.apt import install, may_use_apt

VARIABLE = "DVERGAR_CHROMIUM"
"""The environment variable that names the Chromium to use."""

SHELL = "chromium-headless-shell"
"""Chromium without its windows: half the work for the machine, and a smaller package."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

MISSING = (
    "The browser tests found no Chromium that starts: install one"
    " (Debian: apt install chromium-headless-shell libatomic1;"
    " elsewhere: playwright install chromium),"
    f" or name one by {VARIABLE}, or leave these tests out by --without browser."
)


def find_chromium() -> Path | None:
    """A Chromium that starts: the one asked for, one on the path, or Playwright's own."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Path(asked) if _works([asked, "--version"]) else None
    for path in filter(None, map(shutil.which, NAMES)):
        # Ubuntu's package of that name is only a pointer to a snap: it is there, and does not run.
        if _works([path, "--version"]):
            return Path(path)
    return _downloaded()


def provide_chromium(say: Callable[[str], object]) -> Path | None:
    """A Chromium that starts, installed now where there was none; None where nothing helped."""
    found = find_chromium()
    if may_use_apt():
        lacking = [] if _works(_playwright("--version")) else ["libatomic1"]  # its driver links it
        if found is None and VARIABLE not in os.environ:
            found = _install([*lacking, SHELL, "fonts-liberation"], say)
            found = found or _install([*lacking, "chromium", "fonts-liberation"], say)
        elif lacking:
            _install(lacking, say)
    if found is None and VARIABLE not in os.environ:
        say("Downloading Playwright's Chromium, about a minute ...")
        deps = ["--with-deps"] if may_use_apt() else []
        subprocess.run(_playwright("install", *deps, "chromium"), check=False)
        found = find_chromium()
    return found


def _install(packages: Sequence[str], say: Callable[[str], object]) -> Path | None:
    """Install Debian packages; the Chromium that is found then."""
    install(packages, say)
    return find_chromium()


def _downloaded() -> Path | None:
    """Playwright's own Chromium; only its driver knows where that lies, so it is asked."""
    question = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", question], capture_output=True, text=True, check=False
    )
    path = Path(answer.stdout.strip())
    return path if answer.returncode == 0 and path.is_file() else None


def _works(command: Sequence[str]) -> bool:
    """Whether a program is there and starts."""
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _playwright(*words: str) -> list[str]:
    return [sys.executable, "-m", "playwright", *words]
