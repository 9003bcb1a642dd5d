"""The command `dvergar assets`: makes the browser assets of a checkout anew where they are old.

The build hook makes them, with a Node of its own, so what runs here is an ordinary installation of
the checkout without its dependencies.
"""

from __future__ import annotations

import subprocess
import sys

from dvergar.cli.check import source_root
from dvergar.cli.console import CommandError, note, say
from dvergar.core.info import load


def make_assets() -> int:
    """Makes icons, fonts and scripts for the page; 1 if that failed."""
    root = source_root()
    if root is None:
        raise CommandError("assets")
    sys.path.insert(0, str(root))
    if load("tools.assets:is_current")(root):
        say("assets.current")
        return 0
    note("assets.making")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "-e", str(root)]
    return 1 if subprocess.call(pip) else 0
