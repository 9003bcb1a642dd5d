"""Bots for any game, and the way to ask for one by name.

>>> import dvergar.bots
>>> bot = dvergar.bots.make("random", seed=1)
>>> bot = dvergar.bots.make("expert", seed=1)
>>> bot = dvergar.bots.make("greedy:breadth=40", seed=1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dvergar.bots.greedy import Greedy
from dvergar.bots.planner import Planner
from dvergar.bots.plugins import (
    announced,
    build_bot,
    check_game,
    is_code_spec,
    is_playable,
    load_announced,
    read_code_spec,
)
from dvergar.bots.random import Random
from dvergar.bots.search import Search
from dvergar.bots.spec import EARLIER_EXPERTS, LEVELS, EarlierExpert, Level, read_name, read_spec
from dvergar.core.bot import Bot, Thought, TurnOption, ask, options_of, thought_of
from dvergar.core.errors import UnknownBot
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info, own_bot

__all__ = [
    "LEVELS",
    "Bot",
    "Thought",
    "TurnOption",
    "ask",
    "load",
    "load_plugins",
    "make",
    "names",
    "options_of",
    "thought_of",
]

GENERAL: Final[dict[str, Callable[..., Bot]]] = {
    "search": Search,
    "greedy": Greedy,
    "planner": Planner,
    "random": Random,
}
NEEDS_EVALUATE: Final = {"search", "greedy", "planner"}
"""Bots that need a game with an `evaluate`."""
SINGLE_PLAYER_ONLY: Final = {"planner"}
"""Bots for single-player games; not offered in forms, where the number of players can change."""


def load_plugins() -> None:
    """Imports the games and bots of other packages now, before anyone has to wait for them.

    A package that fails or blocks while it is imported is logged and left out.

    >>> load_plugins()
    """
    games()
    for name in announced():
        load_announced(name)


def names(game: str) -> list[str]:
    """The names of the bots that can play a game: its levels, its own, and those for any game.

    Args:
        game: the game's short name.

    Returns:
        The names, levels first; each is one that `make` takes.

    Raises:
        UnknownGame: no installed game has this name.

    >>> names("my_gold_mine")[:6]
    ['easy', 'normal', 'hard', 'expert', 'careful', 'bold']
    """
    found = info(game)
    general = (bot for bot in GENERAL if bot not in SINGLE_PLAYER_ONLY and _suits(bot, found))
    ours = [*(level for level in LEVELS if level in found.levels), *found.bots, *general]
    return [*ours, *(name for name in announced() if name not in ours and is_playable(name, game))]


def _suits(bot: str, game: GameInfo) -> bool:
    """Whether a bot for any game can play this one."""
    if bot in NEEDS_EVALUATE and not game.evaluate:
        return False
    return bot not in SINGLE_PLAYER_ONLY or game.players[0] == 1


def make(name: str, seed: int, game: str = "", **limits: Any) -> Bot:
    """Make a bot by name.

    Args:
        name: a level (`hard`), a bot of a game (`careful`), one for any game (`search`) or the
            expert of an earlier release (`expert-2026-11`), with limits after it if you like:
            `search:nodes=2000`.
        seed: determines its random choices.
        game: the game it is for, where bots of several games have the name.
        **limits: the same as after the name, such as `nodes` (deterministic) or `seconds`.

    Returns:
        A bot. Ask it with `dvergar.bots.ask`, which shows it only what its seat knows.

    Raises:
        UnknownBot: there is no such bot, it doesn't play this game, or doesn't know a limit.

    >>> bot = make("careful", seed=1)
    >>> make("clever", seed=1)
    Traceback (most recent call last):
    ...
    dvergar.core.errors.UnknownBot: ...
    >>> make("greedy:nodes=3", seed=1)
    Traceback (most recent call last):
    ...
    dvergar.core.errors.UnknownBot: ...
    """
    bare, said = read_spec(name)
    limits = {**said, **limits}
    if bare in LEVELS and (not game or bare in info(game).levels):
        return Level(bare, seed, limits, _made_for_level)
    if bare in EARLIER_EXPERTS and (not game or "expert" in info(game).levels):
        return EarlierExpert(bare, seed, limits, _made_for_level)
    maker = _maker(bare, game)
    check_game(maker, bare, game)
    return build_bot(maker, bare, seed, limits)


def load(spec: str, seed: int, game: str = "", **limits: Any) -> Bot:
    """Make a bot by name or from code; never pass it a name from an untrusted source.

    Args:
        spec: what `make` takes, or `path.py:Class`, `module:Class` or `run:COMMAND`, with limits
            after it if you like.
        seed: determines its random choices.
        game: the game it is for.
        **limits: the same as after the name.

    Returns:
        A bot, as from `make`.

    Raises:
        UnknownBot: it cannot be found or loaded; the message says why.

    >>> bot = load("dvergar.bots.random:Random", seed=1)
    >>> load("nowhere.py:Mine", seed=1)
    Traceback (most recent call last):
    ...
    dvergar.core.errors.UnknownBot: The bot “nowhere.py:Mine” cannot be loaded: ...
    """
    if not is_code_spec(spec) or read_name(spec) in _known(game):
        return make(spec, seed, game, **limits)
    maker, said = read_code_spec(spec)
    check_game(maker, spec, game)
    return build_bot(maker, spec, seed, {**said, **limits})


def _made_for_level(spec: str, seed: int, game: str, limits: dict[str, Any]) -> Bot:
    """The bot that plays a level; limits that it doesn't know are ignored."""
    known = getattr(_maker(read_spec(spec)[0], game), "limits", ())
    return make(spec, seed, game, **{key: limits[key] for key in limits if key in known})


def _maker(name: str, game: str) -> Callable[..., Bot]:
    if name in GENERAL and (not game or _suits(name, info(game))):
        return GENERAL[name]
    owners = [game] if game else [slug for slug, one in games().items() if name in one.bots]
    if not owners or name not in info(owners[0]).bots:
        if name in announced():
            return _announced_bot(name)
        own = (bot for one in games().values() for bot in one.bots)
        known = names(game) if game else dict.fromkeys([*LEVELS, *own, *GENERAL])
        raise UnknownBot("bot.unknown", name=name[:40], known=", ".join(known))
    if len(owners) > 1:
        raise UnknownBot("bot.which", name=name)
    return own_bot(owners[0], name)


def _known(game: str) -> set[str]:
    """The names that no module can take."""
    own = (bot for slug in ([game] if game else games()) for bot in info(slug).bots)
    return {*LEVELS, *EARLIER_EXPERTS, *GENERAL, *announced(), *own}


def _announced_bot(name: str) -> Callable[..., Bot]:
    """The maker of a bot that another package announces under `dvergar.bots`."""
    found = load_announced(name)
    if found.maker is None:
        raise UnknownBot("bot.load", name=name, why=found.why_not)
    return found.maker
