"""Finds games and the bots that belong to them.

A game of ours is a folder of `dvergar.games` whose package has an `INFO`; a game of somebody else's
package announces its `INFO` under the entry point group `dvergar.games`. Games are made here, once
for each choice of options. A game of another package that cannot be loaded is left out, with a line
in the log.
"""

from __future__ import annotations

import logging
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.errors import DvergarError, GameFailed, UnknownGame, error_summary
from dvergar.core.game import Game, State, register_game_maker
from dvergar.core.info import GameInfo, load
from dvergar.core.options import Value
from dvergar.core.plugin_import import PluginSkipped, import_plugin
from dvergar.core.words import LANGUAGES, PluginWords

if TYPE_CHECKING:
    from dvergar.core.bot import Bot

LOG: Final = logging.getLogger("dvergar.plugins")
SLUG: Final = re.compile(r"[a-z0-9_]{1,60}")
MAX_SEATS: Final = 7  # as many as there are colours


@cache
def games() -> dict[str, GameInfo]:
    """Every game that is installed, ours first.

    >>> "caverna" in games()
    True
    """
    ours = import_module("dvergar.games")
    found: dict[str, GameInfo] = {}
    for module in pkgutil.iter_modules(ours.__path__, ours.__name__ + "."):
        info = import_module(module.name).INFO
        found[info.slug] = info
    for entry in entry_points(group="dvergar.games"):
        plugin = _load_plugin(entry)
        if plugin is not None:
            found.setdefault(plugin.slug, plugin)
    return found


def _load_plugin(entry: EntryPoint) -> GameInfo | None:
    """The game of another package; None, and a line in the log, if it cannot be loaded."""
    try:
        found: GameInfo = import_plugin(entry)
        _check_plugin(found)
    except KeyboardInterrupt:
        raise
    except PluginSkipped:
        return None
    except BaseException as error:  # noqa: BLE001 - also `sys.exit` of a package stops no server
        why = error_summary(error)
        LOG.warning("the game “%s” of another package cannot be loaded: %s", entry.name, why)
        return None
    for lang in LANGUAGES:
        speak = found.words(lang)
        if isinstance(speak, PluginWords):
            speak.default("game.title", found.slug)
    return found


def _check_plugin(info: GameInfo) -> None:
    """Refuses an INFO by which lists of games could not be shown."""
    if not isinstance(info, GameInfo):
        raise TypeError("its INFO is no GameInfo")
    if not info.is_plugin or SLUG.fullmatch(info.slug) is None:
        raise ValueError(f"it cannot be called {info.package} {info.slug!r}")
    numbers = (*info.players, *info.minutes, info.default_players, info.difficulty)
    if len(numbers) != 6 or not all(isinstance(one, int) for one in numbers):
        raise TypeError("players, minutes and difficulty are whole numbers")
    least, most = info.players
    if not 1 <= least <= info.default_players <= most <= MAX_SEATS:
        raise ValueError(f"it cannot be for {least} to {most} players")
    if not isinstance(info.rules_version, int):
        raise TypeError("rules_version is a whole number")


def register(info: GameInfo) -> None:
    """Adds a game that no installed package announces, for this process: tests and notebooks."""
    games()[info.slug] = info


def info(slug: str) -> GameInfo:
    """What is known of the game with this name.

    >>> info("my_gold_mine").slug
    'my_gold_mine'
    """
    found = games().get(slug)
    if found is None:
        raise UnknownGame("game.unknown", name=slug[:40], known=", ".join(games()))
    return found


def make_game(slug: str, options: Mapping[str, Any]) -> Game:
    """The game with these options; `dvergar.game` is the friendlier way to say it."""
    found = info(slug)
    checked = found.check(options)
    return _made(found.slug, tuple(checked.items()))


@cache
def _made(slug: str, options: tuple[tuple[str, Value], ...]) -> Game:
    found = info(slug)
    with plugin_failures(found):
        made: Game = load(found.game)(found, dict(options))
    return made


@contextmanager
def plugin_failures(info: GameInfo) -> Iterator[None]:
    """Turns whatever the code of another package raises into one error with a sentence."""
    try:
        yield
    except (DvergarError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if not info.is_plugin:
            raise
        raise GameFailed("game.failed", name=info.slug, why=error_summary(error)) from error


register_game_maker(make_game)  # a game that is stored is read back as the one that is here


def own_bot(slug: str, name: str) -> Callable[..., Bot]:
    """What makes a bot that belongs to one game."""
    maker: Callable[..., Bot] = load(info(slug).bots[name])
    return maker


def evaluate(slug: str) -> Callable[[State, int], float] | None:
    """The game's estimate of a seat's final score, if it has one."""
    address = info(slug).evaluate
    return load(address) if address else None


def features(slug: str) -> Callable[[State, int], list[float]] | None:
    """What a learnt estimate of the game is told of a position, if it has one."""
    address = info(slug).features
    return load(address) if address else None


def settled(slug: str) -> Callable[[State, int], bool] | None:
    """What says that only the ending is left for a seat, if the game has it."""
    address = info(slug).settled
    return load(address) if address else None


def whole_turns(slug: str) -> Callable[[State, int], list[tuple[list[int], State]]] | None:
    """What lists the turns of a game that are worth a try, if it can."""
    address = info(slug).whole_turns
    return load(address) if address else None
