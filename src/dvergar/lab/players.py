"""The players of a game in the lab: a bot by name, a class or function that makes one, or a bot.

A bot is copied for every seat of every game, so that a game is the same in every process. A bot
that crashes, hangs or plays an illegal move raises `BotFailed` with one sentence; a series of games
continues with the next one.
"""

from __future__ import annotations

import ctypes
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from copy import deepcopy
from types import FrameType
from typing import Any, Final

from dvergar import bots
from dvergar.bots.plugins import build_bot, is_code_spec
from dvergar.bots.spec import LEVELS, read_spec, spec_of
from dvergar.core.bot import Bot, ask
from dvergar.core.errors import BotFailed, DvergarError, IllegalMove, UnknownBot, error_summary
from dvergar.core.game import State
from dvergar.core.registry import info

Entrant = str | Bot | Callable[..., Bot]

INTERRUPT_EVERY_S: Final = 1.0
"""How often a thread that thinks too long is interrupted until it reacts."""
MOVE_TIMEOUT_S: Final = 60.0
"""How long a bot from outside may think about a move."""


def name_of(entrant: Entrant) -> str:
    """What an entrant is called in results: its name, or that of its class.

    >>> from dvergar.bots.random import Random
    >>> name_of("greedy"), name_of(Random), name_of(Random(seed=1))
    ('greedy', 'Random', 'Random')
    """
    if isinstance(entrant, str):
        return entrant
    return entrant.__name__ if isinstance(entrant, type) else type(entrant).__name__


def make_bot(entrant: Entrant, seed: int, game: str) -> Bot:
    """A fresh bot for one seat of one game."""
    if isinstance(entrant, str):
        return bots.load(entrant, seed, game)
    if isinstance(entrant, type) or not hasattr(entrant, "choose"):
        assert callable(entrant)
        return build_bot(entrant, name_of(entrant), seed, {})
    bot: Any = deepcopy(entrant)
    copy: Bot = bot
    return copy


@contextmanager
def bots_for(entrants: Sequence[Entrant], seeds: Sequence[int], game: str) -> Iterator[list[Bot]]:
    """Makes a fresh bot for every seat of a game, and closes them all afterwards.

    Raises `BotFailed` if one can't be made this time.
    """
    bots: list[Bot] = []
    try:
        for entrant, seed in zip(entrants, seeds, strict=True):
            try:
                bots.append(make_bot(entrant, seed, game))
            except UnknownBot as error:
                raise BotFailed(error.key, **error.facts) from error
        yield bots
    finally:
        for bot in bots:
            close_bot(bot)


def packed(entrant: Entrant) -> bytes:
    """An entrant as it is sent to another process, or one sentence that says why it cannot be."""
    try:
        return pickle.dumps(entrant)
    except Exception as error:
        why = error_summary(error, longest=120)
        raise DvergarError("bot.copy", name=name_of(entrant), why=why) from error


def is_ours(entrant: Entrant) -> bool:
    """Whether a bot is one of ours, known by name; those need no supervision."""
    return isinstance(entrant, str) and not is_code_spec(entrant)


def bot_of_level(spec: str, game: str, players: int) -> str:
    """The bot that plays: for a level, the one it delegates to.

    >>> bot_of_level("greedy", "caverna", 2)
    'greedy'
    >>> bot_of_level("normal:nodes=9", "my_gold_mine", 2) != "normal:nodes=9"
    True
    """
    name, colon, limits = spec.partition(":")
    if name not in LEVELS or name not in info(game).levels:
        return spec
    return spec_of(info(game), name, players) + colon + limits


def has_time_limit(entrant: Entrant, game: str, players: int) -> bool:
    """Whether a bot is limited by seconds, so that a game of it comes out otherwise every time.

    >>> [has_time_limit(bot, "caverna", 2) for bot in ("search:seconds=1", "expert", "hard")]
    [True, True, False]
    """
    if not is_ours(entrant):
        return False
    return bool(read_spec(bot_of_level(str(entrant), game, players))[1].get("seconds"))


def ask_bot(bot: Bot, name: str, state: State, seed: int, watched: bool) -> int:
    """The bot's move, or `BotFailed` with one sentence."""
    try:
        with _time_limit(name) if watched else _nothing():
            return ask(bot, state, seed)
    except BotFailed:
        raise
    except SystemExit as error:
        raise BotFailed("bot.ended", name=name[:80], code=str(error.code)[:20]) from error
    except IllegalMove as error:
        move = str(error.facts.get("name", ""))
        raise BotFailed("bot.illegal", name=name[:80], move=move[:60]) from error
    except Exception as error:
        raise BotFailed("bot.crashed", name=name[:80], why=error_summary(error)) from error


def close_bot(bot: Bot) -> None:
    """Tells a bot that its game is over, if it wants to know."""
    close = getattr(bot, "close", None)
    if callable(close):
        with suppress(Exception):  # the game is played, and counts
            close()


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def _time_limit(name: str) -> AbstractContextManager[None]:
    """Ends a thought that takes too long, as the place allows: Python's own code hears it."""
    is_main = threading.current_thread() is threading.main_thread()
    return _alarm(name) if is_main and sys.platform != "win32" else _call(name)


@contextmanager
def _alarm(name: str) -> Iterator[None]:
    """Uses a signal, which also interrupts a sleep; works in the main thread only."""

    def too_long(_number: int, _frame: FrameType | None) -> None:
        raise _slow(name)

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, MOVE_TIMEOUT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _call(name: str) -> Iterator[None]:
    """By an exception that is put into this thread: for the workers of a cluster, and Windows."""
    thread, lock = ctypes.c_ulong(threading.get_ident()), threading.Lock()
    put = ctypes.pythonapi.PyThreadState_SetAsyncExc
    over = threading.Event()
    rang = False

    def ring() -> None:
        nonlocal rang
        pause = MOVE_TIMEOUT_S
        while not over.wait(pause):
            with lock:
                if not over.is_set():
                    rang = True
                    put(thread, ctypes.py_object(_TooLong))
            pause = INTERRUPT_EVERY_S

    threading.Thread(target=ring, daemon=True).start()
    try:
        yield
    except _TooLong:
        raise _slow(name) from None
    finally:
        with lock:
            over.set()
        if rang:
            put(thread, None)  # the answer came in the same moment


class _TooLong(Exception):
    """A bot has thought too long."""


def _slow(name: str) -> BotFailed:
    return BotFailed("bot.slow", name=name[:80], seconds=f"{MOVE_TIMEOUT_S:g}")
