"""What can be set about a server, with defaults that suit one machine and a handful of friends."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DATABASE: Final = "dvergar.sqlite"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. An empty `database` means SQLite in the folder `data`."""

    data: Path
    database: str = ""
    bot_pace: float = 1.0
    """Seconds that people watch the turn of a bot, at a brisk pace."""
    bot_workers: int = 3
    """Processes that bots think in; 0 lets them think in a thread of the server."""
    bots_kept: int = 16
    """How many bots each of them keeps alive with what they remember of their games."""
    compile_bots: bool = False
    """Whether a checkout compiles the engine for its bots in the background."""
    tables_per_minute: int = 30
    """How many tables one address may open in a minute."""
    hints_per_minute: int = 30
    """How many hints one address may ask for in a minute."""
    seats_per_minute: int = 60
    """How many seats of public tables one address may take in a minute."""
    analyses_per_minute: int = 6
    """How many analyses of finished games one address may ask for in a minute."""
    longest_form: int = 64 * 1024
    longest_record: int = 2 * 1024 * 1024

    def database_url(self) -> str:
        """Where events are stored, as SQLAlchemy says it."""
        return self.database or f"sqlite:///{self.data / DATABASE}"

    def private_files(self) -> list[str]:
        """The files in `data` that nobody but their owner may read."""
        return [] if self.database else [DATABASE]
