"""Finds games and the bots that belong to them.

One of our games is a folder of `dvergar.games` whose package has an `INFO`; another package
announces its `INFO` under the entry point group `dvergar.games`. Games are made here, once for each
choice of options. A game of another package that can't be loaded is left out, with a line in the
log. Such packages are imported in a thread with a time limit. One that takes longer is named in an
environment variable, so that processes started from here leave it out at once.
"""

from __future__ import annotations

import ctypes
import logging
import os
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from queue import Empty, SimpleQueue
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, Final

from dvergar.core.errors import DvergarError, GameFailed, UnknownGame, error_summary
from dvergar.core.game import Game, State, register_game_maker
from dvergar.core.info import GameInfo, load
from dvergar.core.languages import LANGUAGES
from dvergar.core.options import Value
from dvergar.core.words import PluginWords

if TYPE_CHECKING:
    from dvergar.core.bot import Bot

IMPORT_TIMEOUT_S: Final = 30.0
TIMEOUT_VARIABLE: Final = "DVERGAR_PLUGIN_SECONDS"
BLOCKED_VARIABLE: Final = "DVERGAR_BLOCKED_PLUGINS"

Answers = SimpleQueue[tuple[Any, BaseException | None]]


class PluginBlocked(Exception):
    """A module of another package took too long to import."""


class PluginSkipped(PluginBlocked):
    """Another process noticed already that the module blocks, and has logged it."""


class _ImportThread(Thread):
    """Imports one plug-in; plug-ins that this one asks for are imported in the same thread."""

    def __init__(self, entry: EntryPoint) -> None:
        super().__init__(name=f"import {entry.module}", daemon=True)
        self.entry = entry
        self.answers: Answers = SimpleQueue()

    def run(self) -> None:
        """Answers with what the entry point names, or with the error."""
        try:
            self.answers.put((self.entry.load(), None))
        except BaseException as error:  # noqa: BLE001 - also `sys.exit` is an answer
            self.answers.put((None, error))


def import_plugin(entry: EntryPoint) -> Any:
    """Whatever an entry point names; PluginBlocked if its module takes too long to import."""
    if isinstance(current_thread(), _ImportThread):
        return entry.load()  # another thread would wait for what this one is importing
    blocked = os.environ.get(BLOCKED_VARIABLE, "").split()
    if entry.module in blocked:
        raise PluginSkipped(f"{entry.module} blocks when it is imported")
    thread = _ImportThread(entry)
    thread.start()
    seconds = timeout_s()
    try:
        found, error = thread.answers.get(timeout=seconds)
    except Empty:
        os.environ[BLOCKED_VARIABLE] = " ".join([*blocked, entry.module])
        _stop(thread)
        raise PluginBlocked(f"importing {entry.module} takes over {seconds:g} seconds") from None
    if error is not None:
        raise error
    return found


def timeout_s() -> float:
    """Seconds that a plug-in may take to import.

    >>> timeout_s()
    30.0
    """
    try:
        return max(0.0, float(os.environ.get(TIMEOUT_VARIABLE, IMPORT_TIMEOUT_S)))
    except ValueError:
        return IMPORT_TIMEOUT_S


def _stop(thread: Thread) -> None:
    """Ends a loop in Python code, so that it does not take processor time for good."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
        )


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
        raise TypeError("its INFO is not a GameInfo")
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
    """The game's estimate of a seat's final score, if it has one; None otherwise.

    Args:
        slug: the game's short name.

    Returns:
        A function of a state and a seat.

    >>> import dvergar
    >>> state = dvergar.game("my_gold_mine", players=3).start(seed=7)
    >>> isinstance(evaluate("my_gold_mine")(state, 0), float)
    True
    """
    address = info(slug).evaluate
    return load(address) if address else None


def features(slug: str) -> Callable[[State, int], list[float]] | None:
    """The inputs of the game's learnt estimate, if it has one."""
    address = info(slug).features
    return load(address) if address else None


def settled(slug: str) -> Callable[[State, int], bool] | None:
    """What says that only the ending is left for a seat, if the game has it."""
    address = info(slug).settled
    return load(address) if address else None


def line_kind(slug: str) -> Callable[[State, int], tuple[int, int, int]] | None:
    """What kind of line a position belongs to, if the game says so; see `GameInfo`."""
    address = info(slug).line_kind
    return load(address) if address else None


def whole_turns(slug: str) -> Callable[[State, int], list[tuple[list[int], State]]] | None:
    """What lists the turns of a game that are worth a try, if it can."""
    address = info(slug).whole_turns
    return load(address) if address else None
