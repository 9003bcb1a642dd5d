"""Bots by name: a spec such as `search:nodes=2000:seconds=1`, and the levels for people.

A level delegates to the bot that the game declares for it, alone or with others, once it sees the
first position. The expert of an earlier release stays available as an opponent, to measure
progress.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from dvergar.bots.judge import earlier_judge
from dvergar.bots.planner import Planner
from dvergar.bots.search import Search
from dvergar.core.bot import Bot, Thought, TurnOption, options_of, thought_of
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.info import GameInfo

Limit = int | float
LIMIT: Final = re.compile(r"\w+=[^:=]*")


def read_spec(text: str) -> tuple[str, dict[str, Limit]]:
    """The name of a bot and its limits.

    >>> read_spec("greedy")
    ('greedy', {})
    >>> read_spec("search:nodes=2000:seconds=0.5")
    ('search', {'nodes': 2000, 'seconds': 0.5})
    >>> read_spec("search:nodes")
    Traceback (most recent call last):
    ...
    dvergar.core.errors.UnknownBot: ...
    """
    name, *parts = text.split(":")
    return name, _limits(text, parts)


def read_name(text: str) -> str:
    """The name alone."""
    return text.partition(":")[0]


def read_limits(text: str, rest: str) -> tuple[str, dict[str, Limit]]:
    """What stands before the limits, which may have colons of its own, and the limits.

    >>> read_limits("run:./a:b c:seconds=2", "./a:b c:seconds=2")
    ('./a:b c', {'seconds': 2})
    """
    parts = rest.split(":")
    first = len(parts)
    while first > 1 and LIMIT.fullmatch(parts[first - 1]):
        first -= 1
    return ":".join(parts[:first]), _limits(text, parts[first:])


def _limits(text: str, parts: list[str]) -> dict[str, Limit]:
    limits: dict[str, Limit] = {}
    for part in parts:
        key, _, value = part.partition("=")
        limits[key] = _number(text, value)
    return limits


def _number(text: str, value: str) -> Limit:
    try:
        number = float(value)
    except ValueError as error:
        raise UnknownBot("bot.limit", name=text[:60]) from error
    if not 0 <= number < 1e12:
        raise UnknownBot("bot.limit", name=text[:60])
    return int(number) if number == int(number) else number


LEVELS: Final = ("easy", "normal", "hard", "expert")

Maker = Callable[[str, int, str, dict[str, Any]], Bot]


def spec_of(info: GameInfo, level: str, players: int) -> str:
    """The bot that plays a level with this number of players, as `bots.make` takes it."""
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
        return self._bot_for(state).choose(state)

    def options(self, state: State) -> list[TurnOption]:
        """The turns that the level's bot compares."""
        return options_of(self._bot_for(state), state)

    def _bot_for(self, state: State) -> Bot:
        game = state.game
        spec = spec_of(game.info, self._level, game.players)
        suits = f"{game.slug} {spec}"
        if self._bot is None or self._suits != suits:
            self._bot, self._suits = self._maker(spec, self._seed, game.slug, self._limits), suits
        return self._bot

    @property
    def thought(self) -> Thought | None:
        """The report of the level's bot."""
        return thought_of(self._bot) if self._bot else None


EARLIER_EXPERTS: Final = ("expert-2026-11",)
"""Experts of earlier releases: opponents by which progress is measured, not offered to people."""
EARLIER_SECONDS: Final = 1.0
"""Their default time for a turn, in seconds."""


class EarlierExpert:
    """Plays as the expert of an earlier release did, with the weights that came with it."""

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds")

    def __init__(self, release: str, seed: int, limits: dict[str, Any], maker: Maker) -> None:
        self._release = release
        self._seed = seed
        self._limits = limits
        self._maker = maker
        self._bot: Bot | None = None
        self._suits = ""

    def choose(self, state: State) -> int:
        game = state.game
        suits = f"{game.slug} {game.players}"
        if self._bot is None or self._suits != suits:
            self._bot, self._suits = self._made_for(game.info, game.players), suits
        return self._bot.choose(state)

    def _made_for(self, info: GameInfo, players: int) -> Bot:
        spec = spec_of(info, "expert", players)
        kind = read_spec(spec)[0]
        nodes = int(self._limits.get("nodes", 0))
        seconds = float(self._limits.get("seconds", 0 if nodes else EARLIER_SECONDS))
        if kind == "planner":
            return Planner(self._seed, nodes, seconds, beam=0)
        if kind == "search":
            judge = earlier_judge(info.slug, self._release)
            return Search(self._seed, nodes, seconds, judge=judge, envy=0.0)
        return self._maker(spec, self._seed, info.slug, self._limits)

    @property
    def thought(self) -> Thought | None:
        """The report of that bot."""
        return thought_of(self._bot) if self._bot else None
