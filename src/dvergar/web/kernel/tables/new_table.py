"""What a new table needs to be checked for: its options and bots."""

from __future__ import annotations

from typing import Any

from dvergar import bots
from dvergar.core.info import GameInfo
from dvergar.web.kernel.errors import WebError


def game_options(game: GameInfo, options: dict[str, Any], players: int) -> dict[str, Any]:
    """The options checked, without the number of players."""
    checked: dict[str, Any] = game.check({**options, "players": players})
    return {name: value for name, value in checked.items() if name != "players"}


def check_bot(slug: str, bot: str) -> None:
    """WebError if the game has no such bot."""
    if bot not in bots.names(slug):
        raise WebError(400, "bot_unknown")
