"""What can be set about a server, with defaults that suit one machine and a handful of friends."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. An empty `database` means SQLite in the folder `data`."""

    data: Path
    database: str = ""
    bot_pace: float = 1.2
    """Seconds a bot waits before it moves, so that people can follow."""
    bot_workers: int = 1
    """Processes that bots think in; 0 lets them think in a thread of the server."""
    tables_per_minute: int = 30
    """How many tables one address may open in a minute."""
    longest_form: int = 64 * 1024
    longest_record: int = 2 * 1024 * 1024

    def database_url(self) -> str:
        """Where events are stored, as SQLAlchemy says it."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'dvergar.sqlite'}"
