"""The command `dvergar`: serve the page, play in the terminal, simulate, look at records.

One module is one subject; `commands` and its neighbours say what can be typed, `typed` does it, and
`console` knows in which language it is answered.
"""

from __future__ import annotations

from dvergar.cli.typed import main, run

__all__ = ["main", "run"]
