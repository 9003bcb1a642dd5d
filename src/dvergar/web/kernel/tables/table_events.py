"""What happens at tables, for the rest of the server and for features (see `kernel.events`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dvergar.web.kernel.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something was stored at a table, here or by another server; open pages are out of date."""

    table_id: str


@dataclass(frozen=True, slots=True)
class MovesStored:
    """Moves of a game were stored by this server."""

    game: str
    count: int


@dataclass(frozen=True, slots=True)
class BotToMove:
    """A bot has to move at a table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class DeadlineChanged:
    """A table with a time limit: when the player to move is late, or None."""

    table_id: str
    due: float | None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Someone got a seat; their list of tables is longer."""

    user_id: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last move of a game was stored by this server."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A game is over or its table is gone: bots forget what they know of it."""

    table_id: str


@dataclass(frozen=True, slots=True)
class NamesChosen:
    """A check: people want to sit down under these names."""

    names: Sequence[str]
    user_id: str


@dataclass(frozen=True, slots=True)
class SpectatorArrived:
    """A check: someone without a seat wants to see a table."""

    table: Table
    user_id: str


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A check, before a hint is shown: someone was helped at a table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class UserActive:
    """A check: someone looks at their tables and needs no notification."""

    user_id: str


@dataclass(frozen=True, slots=True)
class UserDataRequested:
    """A check: someone asks for everything that is stored about them; features add their part."""

    user_id: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Closing:
    """The server closes: end everything that waits."""
