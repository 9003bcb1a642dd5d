"""How long a bot may think about a turn: set by the table, scaled by the bot's level."""

from __future__ import annotations

from typing import Final

from dvergar.bots.spec import LEVELS, read_spec, spec_of
from dvergar.core.game import Game

QUICK: Final = "quick"
NORMAL: Final = "normal"
LONG: Final = "long"
SECONDS: Final = {QUICK: 0.3, NORMAL: 1.0, LONG: 3.0}
"""How long an expert thinks about a turn."""
THINKING_TIMES: Final = tuple(SECONDS)
MAX_SECONDS: Final = 3.0


def limits_of(game: Game, bot: str, time: str) -> dict[str, float]:
    """The limits of a bot at a table with this time to think.

    A level that the game gives less time than an expert keeps its part of it; one that counts
    positions instead plays the same on every machine. A bot by its own name knows itself.

    >>> import dvergar
    >>> limits_of(dvergar.game("caverna", players=3), "expert", "quick")
    {'seconds': 0.3}
    >>> limits_of(dvergar.game("my_gold_mine", players=3), "careful", "quick")
    {}
    """
    if bot not in LEVELS:
        return {}
    spec_limits = read_spec(spec_of(game.info, bot, game.players))[1]
    if "nodes" in spec_limits and "seconds" not in spec_limits:
        return {}
    return {"seconds": min(MAX_SECONDS, SECONDS[time] * spec_limits.get("seconds", 1.0))}
