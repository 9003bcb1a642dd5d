"""Levels for people: easy, normal, hard and expert, in every game that names a bot for each.

A level is no way of playing of its own. It hands on to the bot that the game has for it, alone or
with others, which is known once there is a position to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dvergar.core.bot import Bot, Thought, thought_of
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.info import GameInfo

LEVELS: Final = ("easy", "normal", "hard", "expert")

Maker = Callable[[str, int, str, dict[str, Any]], Bot]


def spec_of(info: GameInfo, level: str, players: int) -> str:
    """The bot that plays a level with so many players, as `bots.make` takes it."""
    spec = info.levels_alone.get(level, "") if players == 1 else ""
    spec = spec or info.levels.get(level, "")
    if not spec:
        raise UnknownBot("bot.level", name=level, game=info.slug)
    return spec


class Level:
    """Plays as the game's bot for this level does."""

    def __init__(self, level: str, seed: int, limits: dict[str, Any], maker: Maker) -> None:
        self._level = level
        self._seed = seed
        self._limits = limits
        self._maker = maker
        self._bot: Bot | None = None
        self._suits = ""

    def choose(self, state: State) -> int:
        game = state.game
        spec = spec_of(game.info, self._level, game.players)
        suits = f"{game.slug} {spec}"
        if self._bot is None or self._suits != suits:
            self._bot, self._suits = self._maker(spec, self._seed, game.slug, self._limits), suits
        return self._bot.choose(state)

    @property
    def thought(self) -> Thought | None:
        """What the bot behind the level has to say."""
        return thought_of(self._bot) if self._bot else None
