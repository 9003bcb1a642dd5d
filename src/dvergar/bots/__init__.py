"""Bots for any game, and the way to ask for one by name.

>>> import dvergar.bots
>>> bot = dvergar.bots.make("random", seed=1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dvergar.bots.greedy import Greedy
from dvergar.bots.random import Random
from dvergar.core.bot import Bot, ask
from dvergar.core.errors import UnknownBot
from dvergar.core.registry import games, info, make_own_bot

__all__ = ["Bot", "ask", "make", "names"]

GENERAL: Final[dict[str, Callable[..., Bot]]] = {"greedy": Greedy, "random": Random}
ESTIMATING: Final = {"greedy"}
"""Those that can play only games with an `evaluate`."""


def names(game: str) -> list[str]:
    """The bots that can play a game, the game's own first."""
    found = info(game)
    return [*found.bots, *(bot for bot in GENERAL if found.evaluate or bot not in ESTIMATING)]


def make(name: str, seed: int, game: str = "", **limits: Any) -> Bot:
    """The bot of that name; `game` says whose, where several games have one of that name."""
    if name in GENERAL and (not game or name in names(game)):
        return GENERAL[name](seed=seed, **limits)
    if game:
        if name not in info(game).bots:
            raise UnknownBot("bot.unknown", name=name[:40], known=", ".join(names(game)))
        return make_own_bot(game, name, seed, limits)
    owners = [slug for slug, one in games().items() if name in one.bots]
    if not owners:
        own = (bot for one in games().values() for bot in one.bots)
        known = dict.fromkeys([*own, *GENERAL])
        raise UnknownBot("bot.unknown", name=name[:40], known=", ".join(known))
    if len(owners) > 1:
        raise UnknownBot("bot.which", name=name)
    return make_own_bot(owners[0], name, seed, limits)
