"""The command `dvergar`: serve the page, play in the terminal, simulate, look at records.

One module is one subject; `commands` says what can be typed, `speech` in which language it is
answered.
"""

from __future__ import annotations

from dvergar.cli.commands import main, run

__all__ = ["main", "run"]
